-- Version 2: notes to a game, and games that were deleted but can be had back.

ALTER TABLE game ADD COLUMN notes TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN deleted TEXT;
