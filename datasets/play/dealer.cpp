#include "datasets/play/dealer.h"

#include <map>
#include <stdexcept>
#include <string>

#include "datasets/play/game_dealers.h"

namespace octo::datasets {
namespace {

/// Two fields that are right by themselves may not go together ("?" in a turn draw to a slot).
bool isWellFormed(const tracker::Match& match, const Event& event) {
  try {
    match.check(event);
    return true;
  } catch (const Malformed&) {
    return false;
  }
}

}  // namespace

const Dealer& dealerOf(GameId game) {
  static const std::map<GameId, Dealer> dealers{{GameId::Octagone, octagoneDealer()},
                                                {GameId::Octal, octalDealer()},
                                                {GameId::Oct8, oct8Dealer()},
                                                {GameId::Octa, octaDealer()}};
  const auto found = dealers.find(game);
  if (found == dealers.end()) throw std::logic_error(std::string(title(game)) + " has no dealer");
  return found->second;
}

Event spoilt(const Dealer& dealer, const tracker::Match& match, Chance& chance) {
  std::optional<Event> event = dealer.legal(match, chance);
  if (!event || event->fields.empty()) return dealer.any(match, chance);
  constexpr int kTries = 30;  // of about 15 kinds of moves
  for (int k = 0; k < kTries; ++k) {
    const Event other = dealer.any(match, chance);
    if (other.action != event->action || other.fields.empty()) continue;
    auto field = other.fields.begin();
    std::advance(field, chance.upTo(static_cast<int>(other.fields.size()) - 1));
    event->fields[field.key()] = field.value();
    if (!isWellFormed(match, *event)) return other;
    break;
  }
  event->stands = chance.upTo(1) == 0;
  return *event;
}

}  // namespace octo::datasets
