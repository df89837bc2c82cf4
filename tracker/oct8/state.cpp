#include "tracker/oct8/state.h"

#include <algorithm>

#include "tracker/oct8/pieces.h"
#include "tracker/referee/common.h"

namespace octo::tracker::oct8 {
namespace {

constexpr int kFewestPlayers = 2;
constexpr int kMostPlayers = 4;

Options optionsOf(const Json& options) {
  const std::string bonus = choiceField(options, "bonus", {"colour", "all-arms", "faq"});
  return {.bonus = bonus == "faq"        ? Bonus::Faq
                   : bonus == "all-arms" ? Bonus::AllArms
                                         : Bonus::Colour,
          .shortGame = truthField(options, "short", false)};
}

Colour colourOf(const Json& value, const char* name) {
  const auto colour = value.is_string() ? parseColour(value.get_ref<const std::string&>()) : std::nullopt;
  if (!colour) throw Malformed("\"" + std::string(name) + "\" must be a list of red, green or blue");
  return *colour;
}

void layHeads(State& state, const Json& setup) {
  const Json& heads = listField(setup, "heads", kSlots);
  for (int index = 0; index < kSlots; ++index) {
    const Colour head = colourOf(heads[static_cast<std::size_t>(index)], "heads");
    state.in(Slot{index}) = Octopus{head, {}};
    ++state.open.heads[static_cast<std::size_t>(head)];
  }
}

void layDiscard(State& state, const Json& setup) {
  const auto card = Arm::parse(textField(setup, "discard"));
  if (!card) throw Malformed("\"discard\" must be an arm card, red:1 to blue:8");
  state.discard.emplace_back(*card);
  ++state.open.arms[card->index()];
}

void dealColours(State& state, const Json& setup) {
  if (!setup.contains("colours")) return;
  const Json& colours = listField(setup, "colours", state.seats.size());
  for (std::size_t player = 0; player < state.seats.size(); ++player)
    if (!colours[player].is_null()) state.seats[player].colour = colourOf(colours[player], "colours");
}

}  // namespace

int Seat::onField() const {
  return static_cast<int>(std::count_if(taken.begin(), taken.end(), [](const auto& each) { return !each.shipped; }));
}

State startState(const GameHeader& header) {
  const auto players = static_cast<int>(header.players.size());
  if (players < kFewestPlayers || players > kMostPlayers) throw Malformed("\"players\" must be 2 to 4 in Oct8");
  State state;
  state.options = optionsOf(header.options);
  state.seats.resize(header.players.size());
  layHeads(state, header.setup);
  layDiscard(state, header.setup);
  dealColours(state, header.setup);
  state.headDeck = allHeads(state) - players - kSlots;
  state.armDeck = pieceList().allArms() - players * Seat{}.hand - 1;
  state.turn.player = header.first;
  return state;
}

const TakenOctopus* findTaken(const State& state, const OctopusName& octopus) {
  const TakenName* taken = std::get_if<TakenName>(&octopus);
  if (!taken) return nullptr;
  const auto& all = state.seat(taken->player).taken;
  return static_cast<std::size_t>(taken->k) < all.size() ? &all[static_cast<std::size_t>(taken->k)] : nullptr;
}

TakenOctopus* findTaken(State& state, const OctopusName& octopus) {
  return const_cast<TakenOctopus*>(findTaken(std::as_const(state), octopus));
}

const Octopus* find(const State& state, const OctopusName& octopus) {
  if (const Slot* slot = std::get_if<Slot>(&octopus)) return state.in(*slot) ? &*state.in(*slot) : nullptr;
  const TakenOctopus* taken = findTaken(state, octopus);
  return taken ? &taken->octopus : nullptr;
}

Octopus* find(State& state, const OctopusName& octopus) {
  return const_cast<Octopus*>(find(std::as_const(state), octopus));
}

int allHeads(const State& state) { return static_cast<int>(kColours.size()) * headsOfAColour(state); }

int headsOfAColour(const State& state) {
  return pieceList().headsOfAColour - (state.options.shortGame ? pieceList().headsLeftOut : 0);
}

bool discardsUnknown(const State& state) {
  return !state.counted && state.discard.size() == 1 && !state.discard.front();
}

int mostInHand(const State& state, int player) { return state.counted ? state.seat(player).hand : state.armDeck; }

std::optional<Slot> slotForTurnDraw(const State& state, Arm card) {
  for (int index = 0; index < kSlots; ++index) {
    const auto& octopus = state.in(Slot{index});
    if (octopus && octopus->takesTurnDraw(card)) return Slot{index};
  }
  return std::nullopt;
}

bool everyHiddenCardFits(const State& state) {
  const auto& faces = Arm::all();
  return std::all_of(faces.begin(), faces.end(), [&](Arm card) {
    return state.open.arms[card.index()] >= pieceList().copies(card) || slotForTurnDraw(state, card);
  });
}

}  // namespace octo::tracker::oct8
