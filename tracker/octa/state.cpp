#include "tracker/octa/state.h"

#include <algorithm>

#include "tracker/octa/read_card.h"
#include "tracker/octa/table.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octa {
namespace {

Options optionsOf(const Json& options) {
  const bool discard = choiceField(options, "jack_card", {"hand", "discard"}) == "discard";
  const bool own = choiceField(options, "extend", {"any", "own"}) == "own";
  return {.jackCard = discard ? Options::JackCard::Discard : Options::JackCard::Hand,
          .extendable = own ? Options::Extendable::Own : Options::Extendable::Any};
}

void layPot(State& state, const std::vector<Card>& cards) {
  if (cards.size() != kPotPlaces) throw Malformed("\"pot\" must be a list of eight cards");
  for (int place = 1; place <= kPotPlaces; ++place) {
    const Card card = cards[static_cast<std::size_t>(place - 1)];
    if (openCopies(state, card) == kCopies) throw Malformed("\"pot\" must not hold a card three times");
    layInPot(state, place, card);
  }
}

void layActions(State& state, const std::vector<Card>& cards) {
  if (cards.size() != state.openActions.size()) throw Malformed("\"actions\" must be a list of two action cards");
  for (std::size_t pile = 0; pile < cards.size(); ++pile) turnAction(state, pile, cards[pile]);
}

auto positionOf(const State& state, int number) {
  return std::lower_bound(state.runs.begin(), state.runs.end(), number,
                          [](const Run& run, int wanted) { return run.number < wanted; });
}

}  // namespace

bool TakenLine::holdsAnyOf(const std::vector<Card>& others) const {
  return std::find_first_of(cards.begin(), cards.end(), others.begin(), others.end()) != cards.end();
}

State startState(const GameHeader& header) {
  if (header.players.size() != kPlayers) throw Malformed("\"players\" must be two names in Octa");
  State state;
  state.options = optionsOf(header.options);
  state.turn.player = header.first;
  layPot(state, numberCards(header.setup, "pot"));
  layActions(state, actionCards(header.setup, "actions"));
  return state;
}

const Run* findRun(const State& state, int number) {
  const auto found = positionOf(state, number);
  return found != state.runs.end() && found->number == number ? &*found : nullptr;
}

Run* findRun(State& state, int number) {
  const Run* const found = findRun(std::as_const(state), number);
  return found ? &state.runs[static_cast<std::size_t>(found - state.runs.data())] : nullptr;
}

bool isOn(const Token& token, const Run& run) {
  const auto* on = std::get_if<OnRun>(&token);
  return on && on->run == run.number;
}

PotPlaces claimOf(const State& state, int player) {
  const auto* claim = std::get_if<OnPot>(&state.token(player));
  return claim ? claim->places : PotPlaces{};
}

PotPlaces takenWithRun(const State& state, int player, const TakeRun& move) {
  return move.take ? setOf(*move.take) : claimOf(state, player);
}

std::vector<int> placesTouched(const State& state, int player, const Move& move) {
  if (const auto* queen = std::get_if<Queen>(&move)) return queen->take;
  if (const auto* line = std::get_if<TakeLine>(&move)) return placesOf(line->line);
  if (const auto* run = std::get_if<TakeRun>(&move)) return listOf(takenWithRun(state, player, *run));
  if (const auto* swap = std::get_if<Swap>(&move)) return {swap->place};
  return {};
}

std::optional<int> protectorOf(const State& state, int place) {
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    if ((claimOf(state, player) & setOf({place})).any()) return player;
  return std::nullopt;
}

Card openAction(const State& state, std::size_t pile) { return state.openActions[pile].back(); }

bool mayHoldMore(const State& state) { return !state.counted && !state.discard.empty() && !state.discard.front(); }

std::string_view ruleOf(const Ending& ending) {
  return std::holds_alternative<WonByOcta>(ending) ? "octa.octa" : "octa.stock";
}

}  // namespace octo::tracker::octa
