SELECT sum = octo_sum(id, header, started, ended, result, notes, deleted, events)
       AND events = (SELECT COUNT(*) FROM event WHERE event.game = game.id)
FROM game
WHERE id = ?1
