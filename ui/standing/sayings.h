#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tracker/referee/match.h"
#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"

/// What people may tell of a game that nobody can see, as sentences that one click says.
namespace octo::ui {

/// A sentence, and what is asked for by it.
struct Offer {
  std::string text;
  Request request;
};

/// The moves that are in order now and leave nothing on the table that tells them: a pass, a skip, cards drawn to the
/// hand. What ends a turn without a trace is said by "turn done".
std::vector<Event> unseenMoves(const tracker::Match& match);

/// What may have happened unseen now: the moves of the player in turn, and "Octo!" called or not with the last card.
std::vector<Offer> sayings(const GameSnapshot& game, const Words& words);

/// What else event `n` may have been: nothing, another move that leaves no trace, the same by somebody else, with
/// "Octo!" called or not. Empty where there is no such event.
std::vector<Offer> otherwise(const GameSnapshot& game, int n, const Words& words);

/// A move in a sentence: "Ann draws two cards off the deck"; with the words of the move list where it has none of its
/// own.
std::string sentenceOf(const GameHeader& header, const Event& event, const Words& words);

/// Whose octopus colour decides who has won and is not known yet. `notShown`: players who were asked in vain.
std::vector<int> toReveal(const GameSnapshot& game, const std::set<int>& notShown);

/// The game as it is shown while these players are asked for their colours: nobody has won yet.
GameSnapshot withoutWinner(GameSnapshot game, std::vector<int> asked);

}  // namespace octo::ui
