#pragma once

#include <array>
#include <memory>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octal/card.h"

namespace octo::tracker::octal {

/// One card that is seen in a question: a strip of it, or the whole.
struct SeenCard {
  /// How likely it is each card, by `Card::index()`; the rest up to 1 is unknown.
  std::array<float, Card::kFaces> shares{};
  /// The likeliest, and how likely; nothing for a card that cannot be read at all.
  std::optional<Card> best;
  double sure = 0;
  /// How sure it is that a card lies there at all.
  double presence = 1;
  TablePoint at{};

  /// What speaks against its being that card, 0 to 7.
  Cost against(Card card) const;
};

/// How a question lies in its zone, mm: its first card's centre is half a card below the zone's far edge, and each step
/// is this long.
inline constexpr double kHalfCard = 44, kStep = 25;

/// The questions as columns of cards, from the one farthest from player 0 to the top card (`table.md`).
struct QuestionsReading final : TableReading {
  std::vector<std::vector<SeenCard>> questions;
  /// Something that hides the question: a card that is missing is none the less there.
  std::vector<bool> hidden;
};

/// Where The OCTAL lies: the zones of its questions, its deck and its discard pile.
struct OctalPlaces {
  std::vector<TableRect> questions;
  std::optional<TableRect> deck, discard;
  int players = 4;
  /// Nobody said how many finish: once one is out, the game may be over.
  bool podiumOpen = false;
};

/// Where the header's options lack the mode it is found by the questions that lie there, and where they lack the
/// podium, by whether play goes on. Throws Malformed where the header does not fit or the layout lacks a question's
/// zone.
std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::octal
