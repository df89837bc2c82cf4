SELECT game.id, game.header, game.started, game.ended, game.result,
       (SELECT COUNT(*) FROM event WHERE event.game = game.id),
       (SELECT COUNT(*) FROM event WHERE event.game = game.id AND event.legal = 0),
       game.notes, game.deleted, game.events,
       game.sum = octo_sum(game.id, game.header, game.started, game.ended, game.result, game.notes, game.deleted,
                           game.events)
FROM game
WHERE (?1 IS NULL OR game.id = ?1)
  AND (?2 = 0 OR game.ended IS NULL)
  AND (?3 IS NULL OR (game.deleted IS NOT NULL) = ?3)
ORDER BY game.id DESC
