#include "tracker/octagone/state.h"

#include <algorithm>

#include "tracker/referee/common.h"

namespace octo::tracker::octagone {
namespace {

constexpr Hand kHandOfTwo{18, 3};
constexpr Hand kHandOfFour{9, 1};

std::size_t pairOf(int player) { return static_cast<std::size_t>(player % 2); }

Hand& handOf(State& state, int player) { return state.hands[static_cast<std::size_t>(player)]; }

Options optionsOf(const Json& options) {
  const int part = numberField(options, "part", 2);
  if (part != 1 && part != 2) throw Malformed("option \"part\" must be 1 or 2");
  const bool fiveCorners = choiceField(options, "corner", {"four", "five"}) == "five";
  const bool marks = choiceField(options, "lady", {"arrow", "marks"}) == "marks";
  return {.lastFreeAfterJoker = part == 2,
          .connection = part == 1     ? Connection::None
                        : fiveCorners ? Connection::FiveCorners
                                      : Connection::FourCorners,
          .lady = marks ? LadyRole::Marks : LadyRole::Arrow};
}

int playerNumber(const Json& value) {
  if (!value.is_number_integer() || value < 0 || value > 3) throw Malformed("\"extra_joker\" must name players 0 to 3");
  return value.get<int>();
}

using ExtraJokers = std::array<std::optional<int>, 2>;

/// The players with a second joker, by pair; nobody where the setup does not say.
ExtraJokers extraJokers(const Json& setup) {
  const auto given = setup.find("extra_joker");
  if (given == setup.end()) return {};
  if (!given->is_array() || given->size() != 2) throw Malformed("\"extra_joker\" must be a list of two players");
  const std::array<int, 2> players{playerNumber((*given)[0]), playerNumber((*given)[1])};
  if (players[0] % 2 == players[1] % 2) throw Malformed("\"extra_joker\" must name one player of each pair");
  ExtraJokers byPair;
  for (const int player : players) byPair[pairOf(player)] = player;
  return byPair;
}

void deal(State& state, const Json& setup) {
  if (state.players == 2) {
    state.hands = {2, kHandOfTwo};
    return;
  }
  state.hands = {4, kHandOfFour};
  state.extraJoker = extraJokers(setup);
  for (std::size_t pair = 0; pair < state.extraJoker.size(); ++pair)
    ++handOf(state, state.extraJoker[pair].value_or(static_cast<int>(pair))).jokers;
}

/// Whether one of the pair has no shield left if `holder` was dealt the extra joker.
bool outIfDealtTo(const State& state, int holder) {
  const int partner = (holder + 2) % 4;
  const auto shields = [&](int player, int jokers) {
    return Hand{state.hands[static_cast<std::size_t>(player)].coloured, jokers}.shields();
  };
  return shields(holder, jokersLeft(state, holder).most) == 0 ||
         shields(partner, jokersLeft(state, partner).fewest) == 0;
}

bool isFree(const State& state, Cell box) { return !state.on(box); }

}  // namespace

std::string_view ruleOf(Ending ending) {
  switch (ending) {
    case Ending::Closed:
      return "octagone.closed";
    case Ending::Out:
      return "octagone.out";
    case Ending::Stuck:
      return "octagone.stuck";
  }
  return {};
}

State startState(const GameHeader& header) {
  const auto players = static_cast<int>(header.players.size());
  if (players != 2 && players != 4) throw Malformed("\"players\" must be 2 or 4 in Octagone");
  State state;
  state.options = optionsOf(header.options);
  state.players = players;
  state.first = state.turn = header.first;
  deal(state, header.setup);
  state.skipped.assign(header.players.size(), false);
  return state;
}

JokersLeft jokersLeft(const State& state, int player) {
  const int counted = state.hands[static_cast<std::size_t>(player)].jokers;
  if (state.players == 2 || state.extraJoker[pairOf(player)]) return {counted, counted};
  const bool countedWithPlayer = player < 2;
  return countedWithPlayer ? JokersLeft{counted - 1, counted} : JokersLeft{counted, counted + 1};
}

bool somebodyIsOut(const State& state) {
  if (state.handsKnown == HandsKnown::Open) return false;
  if (state.players == 2)
    return std::any_of(state.hands.begin(), state.hands.end(), [](const Hand& hand) { return hand.shields() == 0; });
  // The pairs' deals have nothing to do with each other: one pair must have somebody out whoever of it got the joker.
  for (const int player : {0, 1}) {
    const auto& holder = state.extraJoker[pairOf(player)];
    if (holder ? outIfDealtTo(state, *holder) : outIfDealtTo(state, player) && outIfDealtTo(state, player + 2))
      return true;
  }
  return false;
}

void takeFromHand(State& state, int player, Shield shield) {
  Hand& hand = handOf(state, player);
  --(shield == Shield::Joker ? hand.jokers : hand.coloured);
  if (state.players == 2 || state.extraJoker[pairOf(player)] || jokersLeft(state, player).fewest >= 0) return;
  dealExtraJokerTo(state, player);
}

void dealExtraJokerTo(State& state, int player) {
  state.extraJoker[pairOf(player)] = player;
  if (player < 2) return;  // counted there already
  --handOf(state, player - 2).jokers;
  ++handOf(state, player).jokers;
}

int countOnBoard(const State& state, Shield shield) {
  const auto onTop = std::count_if(state.board.begin(), state.board.end(),
                                   [&](const auto& laid) { return laid && laid->shield == shield; });
  return static_cast<int>(onTop + std::count(state.covered.begin(), state.covered.end(), shield));
}

bool anyShieldOnBoard(const State& state) {
  return std::any_of(state.board.begin(), state.board.end(), [](const auto& laid) { return laid.has_value(); });
}

std::optional<Cell> reached(const State& state, const Director& director) {
  const bool last = director.kind == Director::Kind::Joker && state.options.lastFreeAfterJoker;
  std::optional<Cell> found;
  for (const Cell box : rowOfArrow(director.at, director.facing, state.options.connection)) {
    if (box == director.at || !isFree(state, box)) continue;
    found = box;
    if (!last) break;
  }
  return found;
}

std::optional<Cell> requiredBox(const State& state) {
  if (!state.director) return std::nullopt;
  const Director& director = *state.director;
  if (director.kind != Director::Kind::Lady || state.options.lady == LadyRole::Arrow) return reached(state, director);
  return isFree(state, director.at) ? std::optional(director.at) : std::nullopt;
}

bool someFacingReaches(const State& state, Cell at) {
  for (int eighth = 0; eighth < Facing::kCount; ++eighth)
    if (reached(state, {Director::Kind::Coloured, at, Facing::eighth(eighth)})) return true;
  return false;
}

Director directorOf(Shield shield, Cell at, Facing facing) {
  return {shield == Shield::Joker ? Director::Kind::Joker : Director::Kind::Coloured, at, facing};
}

std::vector<Json> waysToPlay(const GameHeader& header) {
  const auto open = [&](const char* name, const std::vector<Json>& values) {
    const auto told = header.options.find(name);
    return told == header.options.end() ? values : std::vector<Json>{*told};
  };
  std::vector<Json> ways;
  std::vector<Options> known;
  for (const Json& part : open("part", {2, 1}))
    for (const Json& corner : open("corner", {"four", "five"}))
      for (const Json& lady : open("lady", {"arrow", "marks"})) {
        GameHeader way = header;
        way.options.update({{"part", part}, {"corner", corner}, {"lady", lady}});
        const Options options = startState(way).options;
        // Without connections all corners are alike.
        if (std::find(known.begin(), known.end(), options) != known.end()) continue;
        known.push_back(options);
        ways.push_back(way.options);
      }
  return ways;
}

}  // namespace octo::tracker::octagone
