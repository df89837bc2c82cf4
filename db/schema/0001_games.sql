-- Version 1: games and their events. What each column holds is described in db/README.md.

CREATE TABLE game (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  header  TEXT NOT NULL CHECK (json_valid(header)),
  started TEXT NOT NULL,
  ended   TEXT,
  result  TEXT CHECK (result IS NULL OR json_valid(result)),
  CHECK ((ended IS NULL) = (result IS NULL))
) STRICT;

CREATE TABLE event (
  game       INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  n          INTEGER NOT NULL CHECK (n >= 1),
  event      TEXT    NOT NULL CHECK (json_valid(event)),
  verdict    TEXT    NOT NULL CHECK (json_valid(verdict)),
  legal      INTEGER NOT NULL CHECK (legal IN (0, 1)),
  time       REAL    NOT NULL,
  frame      INTEGER NOT NULL,
  confidence REAL    NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  inferred   INTEGER NOT NULL CHECK (inferred IN (0, 1)),
  was        TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(was)),
  PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
