-- Version 3: how many events a game has, and a sum over each row (`octo_sum`, a function of the program), so that a text
-- in which a bit has changed is found.

ALTER TABLE game ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE event SET sum = octo_sum(game, n, event, verdict, legal, time, frame, confidence, inferred, was);
UPDATE game SET events = (SELECT COUNT(*) FROM event WHERE event.game = game.id);
UPDATE game SET sum = octo_sum(id, header, started, ended, result, notes, deleted, events);
