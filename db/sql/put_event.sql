INSERT INTO event (game, n, event, verdict, legal, time, frame, confidence, inferred, was, sum)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, octo_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10))
ON CONFLICT (game, n) DO UPDATE
SET event = excluded.event, verdict = excluded.verdict, legal = excluded.legal, time = excluded.time,
    frame = excluded.frame, confidence = excluded.confidence, inferred = excluded.inferred, was = excluded.was,
    sum = excluded.sum
