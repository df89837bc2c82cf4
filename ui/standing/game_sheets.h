#pragma once

#include "tracker/tally/tally.h"
#include "ui/standing/score_sheet.h"
#include "ui/standing/words.h"

/// What each game writes on the score sheet: a part for each player or pair, what wins, how equal ones are told apart.
namespace octo::ui {

void addOctagoneSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words);
void addOctalSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words);
void addOct8Sheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words);
void addOctaSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words);

/// A part for each player with the score alone: of a game that explains nothing.
void addPlayersSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words);

/// What was counted on a table in a picture.
void addCounted(ScoreSheet& sheet, const GameSnapshot& game, const tracker::Tally& tally, const Words& words);

}  // namespace octo::ui
