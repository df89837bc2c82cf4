#pragma once

#include "ui/standing/standing.h"
#include "ui/standing/words.h"

/// What each game adds to a standing: its figures, what lies on its table, what is due.
namespace octo::ui {

void addOctagone(Standing& standing, const GameSnapshot& game, const Words& words);
void addOctal(Standing& standing, const GameSnapshot& game, const Words& words);
void addOct8(Standing& standing, const GameSnapshot& game, const Words& words);
void addOcta(Standing& standing, const GameSnapshot& game, const Words& words);

/// A field of the described state; null where it is not there.
const Json& fieldOf(const Json& state, const char* name);
/// A whole number; nothing where it is not there or something else.
std::optional<int> numberOf(const Json& state, const char* name);
/// The part of a list; null where it is shorter or no list.
const Json& partOf(const Json& list, std::size_t index);

bool isOneOf(const std::vector<int>& players, int player);
/// The player's number in a list of the result; absent where it does not tell.
std::optional<int> ofPlayer(const std::vector<int>& list, int player);
std::optional<int> scoreOf(const GameSnapshot& game, int player);
std::optional<int> handOf(const GameSnapshot& game, int player);

/// A side of one player with the score as its figure.
Side sideOf(const GameSnapshot& game, int player, const Words& words);
/// "9 cards in hand", where that is known.
void addHand(Side& side, const GameSnapshot& game, int player, const Words& words);
/// "Deck 23", where that is known.
void addPile(Standing& standing, const std::string& label, std::optional<int> cards);
/// The sentence for "ship" or "discard-2"; empty where there is none.
std::string dueSentence(const std::string& due, const Words& words);
/// What the state's list `due` says is to be done: "ship", "discard-2"; those without a sentence are passed over.
void addDue(Standing& standing, const GameSnapshot& game, const Words& words);
/// A pile that the state lists.
std::optional<int> sizeOfPile(const Json& pile);

}  // namespace octo::ui
