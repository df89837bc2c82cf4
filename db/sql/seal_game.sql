UPDATE game
SET events = (SELECT COUNT(*) FROM event WHERE event.game = game.id),
    sum = octo_sum(id, header, started, ended, result, notes, deleted,
                   (SELECT COUNT(*) FROM event WHERE event.game = game.id))
WHERE id = ?1
