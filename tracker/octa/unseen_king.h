#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// A king that took cards of the discard pile which nobody saw: some or all of those that its event names are guessed
/// (`kGuessed`).
struct UnseenKing {
  Event event;
  /// Of the two cards, those that are guessed.
  std::vector<Card> guessed;
  /// What the others may be, likeliest first: what lay in the pile and is not known to be there still. The guessed ones
  /// are the first.
  std::vector<Card> mayBe;
};

/// Of the cards that may have been taken off the pile, likeliest first; a face once. People take what fits their runs,
/// and rather what was discarded lately. `top` of the pile's cards lie there still, or are known.
std::vector<Card> likelyOffPile(const State& state, int player, std::size_t top);

/// The king with those cards, the last `guessed` of which are guessed.
Event kingEvent(const State& state, int player, std::vector<Card> cards, const std::vector<Card>& guessed);

/// As the event tells it, in the state before it.
UnseenKing unseenKing(const Event& event, const State& before);

/// How likely each card was taken, likeliest first.
std::vector<std::pair<Card, double>> likelyTaken(const UnseenKing& king);

/// The event once it is known that the card was taken: in the place of the guessed one that is least likely. Nothing
/// where it cannot have been.
std::optional<Event> withTaken(const UnseenKing& king, Card card);

/// What players may tell of the kings, a card at a time; `pile` is where the discard pile lies.
std::vector<Doubt> questionsAbout(const std::vector<UnseenKing>& kings, const GameHeader& header, TablePoint pile);
/// The event of the king that was asked about, as it was by the answer; nothing where that cannot be.
std::optional<Event> answered(const std::vector<UnseenKing>& kings, const Event& about, const Face& face);

}  // namespace octo::tracker::octa
