SELECT n, event, verdict, legal, time, frame, confidence, inferred, was,
       sum = octo_sum(game, n, event, verdict, legal, time, frame, confidence, inferred, was)
FROM event
WHERE game = ?1
ORDER BY n
