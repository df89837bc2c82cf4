SELECT game.id, game.header, game.started, game.ended, game.result,
       (SELECT COUNT(*) FROM event WHERE event.game = game.id),
       (SELECT COUNT(*) FROM event WHERE event.game = game.id AND event.legal = 0)
FROM game
WHERE (?1 IS NULL OR game.id = ?1)
  AND (?2 = 0 OR game.ended IS NULL)
ORDER BY game.id DESC
