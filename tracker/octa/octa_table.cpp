#include "tracker/octa/octa_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tracker/octa/octa_position.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/pot.h"
#include "tracker/octa/run.h"

namespace octo::tracker::octa {
namespace {

bool isClear(const std::optional<SeenCard>& seen, bool action) {
  return seen && seen->best() && seen->best()->isAction() == action && seen->sure() * seen->presence() >= kClear;
}

/// The cards of the setup as they are seen: those of the pot by place, then the open action cards.
constexpr std::size_t kSetupPlaces = kPotPlaces + 2;
using SeenSetup = std::array<std::optional<SeenCard>, kSetupPlaces>;

bool isActionPlace(std::size_t place) { return place >= kPotPlaces; }

SeenSetup setupIn(const OctaReading& seen) {
  SeenSetup setup;
  std::copy(seen.pot.begin(), seen.pot.end(), setup.begin());
  std::copy(seen.actions.begin(), seen.actions.end(), setup.begin() + kPotPlaces);
  return setup;
}

Json& cardOf(Json& setup, std::size_t place) {
  return isActionPlace(place) ? setup["actions"][place - kPotPlaces] : setup["pot"][place];
}

/// What was clearly read there first, else what was read most surely; nothing where nothing was.
std::optional<SeenCard> readAt(std::size_t place, std::span<const SeenSetup> looks) {
  const bool action = isActionPlace(place);
  std::optional<SeenCard> likeliest;
  for (const SeenSetup& look : looks) {
    const auto& seen = look[place];
    if (isClear(seen, action)) return seen;
    if (seen && seen->best() && seen->best()->isAction() == action && (!likeliest || seen->sure() > likeliest->sure()))
      likeliest = seen;
  }
  return likeliest;
}

/// What a card of the pot may be that nobody could read: one that makes a run with what lies beside it, as a wrong one
/// that makes none would turn the run that somebody takes there into a breach; where none does, any.
std::vector<Card> guessesAt(std::size_t place, Pot pot) {
  const int at = static_cast<int>(place) + 1;
  std::vector<Card> runs, others;
  for (std::size_t face = 0; face < Card::kFaces; ++face) {
    const Card card = Card::atIndex(face);
    if (card.isAction()) continue;
    pot.at(at) = card;
    (runsThrough(pot, at).empty() ? others : runs).push_back(card);
  }
  return runs.empty() ? std::vector{others.front()} : runs;
}

/// Of a table that is taken over: read so surely, or not at all.
constexpr double kReadable = 0.5;

std::optional<Card> readCard(const std::optional<SeenCard>& seen, bool action) {
  const bool readable = seen && seen->best() && seen->best()->isAction() == action && seen->sure() >= kReadable;
  return readable ? seen->best() : std::nullopt;
}

/// Cards in a row that are no run yet.
bool isRow(const SeenRun& run) { return run.slots.size() >= kShortestRun; }

/// Nothing where a card cannot be read.
std::optional<std::vector<std::optional<Card>>> rowIn(const SeenRun& run) {
  std::vector<std::optional<Card>> row;
  for (const SeenRun::Slot& slot : run.slots) {
    const auto card = readCard(slot.card, false);
    if (!card && !(slot.card && slot.card->isBack())) return std::nullopt;
    row.push_back(card);
  }
  if (row.size() > kLongestRun || !placesOfRow(row)) return std::nullopt;
  return row;
}

/// What a token lies on is what it is nearest to. One that is not seen is taken to be in the middle.
std::optional<TakePosition::Token> tokenIn(const OctaReading& seen, std::size_t player, const OctaPlaces& places,
                                           const Pot& pot) {
  if (!seen.tokens[player]) return TakePosition::Token();
  const TablePoint at = seen.tokens[player]->at;
  TakePosition::Token token;
  double nearest = distance(at, places.middle);
  const auto isNearest = [&](TablePoint other) {
    const double away = distance(at, other);
    if (away >= std::min(nearest, kOnCard)) return false;
    nearest = away;
    return true;
  };
  for (int place = 1; place <= kPotPlaces; ++place)
    if (isNearest(places.pot[static_cast<std::size_t>(place - 1)])) {
      token.pot = {place};
      for (const PotPlaces& run : runsThrough(pot, place))
        if (run.count() > token.pot.size()) token.pot = listOf(run);
    }
  for (std::size_t run = 0; run < seen.runs[player].size(); ++run)
    for (const SeenRun::Slot& slot : seen.runs[player][run].slots)
      if (isNearest(slot.at)) token = {run, {}};
  return nearest < kOnCard ? std::optional(token) : std::nullopt;
}

/// What lies there; nothing where it cannot be read whole.
std::optional<TakePosition> positionIn(const OctaReading& seen, const OctaPlaces& places, int turn) {
  TakePosition position{{}, {}, {}, {}, {}, turn};
  if (!seen.hidden.empty()) return std::nullopt;
  Pot pot;
  for (std::size_t place = 0; place < kPotPlaces; ++place) {
    const auto card = readCard(seen.pot[place], false);
    if (!card) return std::nullopt;
    position.pot.push_back(card);
    pot.at(static_cast<int>(place) + 1) = card;
  }
  for (const auto& pile : seen.actions) {
    const auto card = readCard(pile, true);
    if (!card) return std::nullopt;
    position.actions.push_back(*card);
  }
  for (std::size_t player = 0; player < kPlayers; ++player) {
    auto& runs = position.runs.emplace_back();
    for (const SeenRun& run : seen.runs[player]) {
      const auto row = isRow(run) ? rowIn(run) : std::nullopt;
      if (!row) return std::nullopt;
      runs.push_back(*row);
    }
    const auto token = tokenIn(seen, player, places, pot);
    if (!token) return std::nullopt;
    position.tokens.push_back(*token);
  }
  if (!seen.discard.empty()) position.discard = {readCard(seen.discard.front(), false)};
  return position;
}

class OctaTable final : public GameTable {
 public:
  explicit OctaTable(const OctaPlaces& places) : places_(std::make_shared<const OctaPlaces>(places)) {}

  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    const OctaReading seen = readTable(observation, *places_);
    if (!seen.discard.empty() || !seen.runs[0].empty() || !seen.runs[1].empty()) return std::nullopt;
    const SeenSetup setup = setupIn(seen);
    GameHeader header = asked;
    for (std::size_t place = 0; place < kSetupPlaces; ++place) {
      if (!isClear(setup[place], isActionPlace(place))) return std::nullopt;
      cardOf(header.setup, place) = setup[place]->best()->name();
    }
    return header;
  }

  std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const override {
    const std::vector<SeenSetup> setups = setupsIn(looks);
    if (!hasBegun(readTable(looks.back(), *places_), setups)) return std::nullopt;
    GameHeader header = asked;
    const Pot pot = potOf(setups);
    for (std::size_t place = 0; place < kSetupPlaces; ++place) {
      const auto seen = readAt(place, setups);
      if (!seen && isActionPlace(place)) return std::nullopt;
      cardOf(header.setup, place) = (seen ? *seen->best() : guessesAt(place, pot).front()).name();
    }
    return header;
  }

  /// One card of it another one.
  std::vector<PossibleSetUp> otherSetUps(const GameHeader& header, std::span<const Observation> looks) const override {
    const std::vector<SeenSetup> setups = setupsIn(looks);
    const Pot pot = potOf(setups);
    std::vector<PossibleSetUp> others;
    for (std::size_t place = 0; place < kSetupPlaces; ++place) {
      const auto seen = readAt(place, setups);
      // Of a game that is gone on with as it lies nobody saw the setup.
      if (!seen && (looks.empty() || isActionPlace(place))) continue;
      for (const Card card : seen ? seen->readings() : guessesAt(place, pot)) {
        Json setup = header.setup;
        cardOf(setup, place) = card.name();
        const double likely = seen ? seen->shareOf(card) : PossibleSetUp::kLeast;
        if (card.isAction() == isActionPlace(place)) others.push_back({std::move(setup), likely});
      }
    }
    return others;
  }

  std::vector<MissingPiece> missing(const GameHeader&, const Observation& observation) const override {
    constexpr double kHalfWide = 31.5, kHalfDeep = 44;
    const OctaReading seen = readTable(observation, *places_);
    std::vector<MissingPiece> missing;
    for (std::size_t place = 0; place < seen.pot.size(); ++place) {
      const TablePoint at = places_->pot[place];
      if (!isClear(seen.pot[place], false))
        missing.push_back({"pot", TableRect{at.x - kHalfWide, at.y - kHalfDeep, at.x + kHalfWide, at.y + kHalfDeep}});
    }
    for (std::size_t pile = 0; pile < seen.actions.size(); ++pile)
      if (!isClear(seen.actions[pile], true)) missing.push_back({"action", places_->actions[pile]});
    return missing;
  }

  bool isOccupied(const Observation& observation) const override {
    const OctaReading seen = readTable(observation, *places_);
    return !seen.discard.empty() || std::any_of(seen.runs.begin(), seen.runs.end(), [](const auto& runs) {
      return std::any_of(runs.begin(), runs.end(), isRow);
    });
  }

  std::optional<TakenTable> taken(const GameHeader& known, const Observation& observation) const override {
    const auto position = positionIn(readTable(observation, *places_), *places_, known.first);
    if (!position) return std::nullopt;
    TakenTable taken{known, eventOf({}, *position)};
    if (!known.setup.contains("pot")) {
      taken.header.setup["pot"] = taken.position.fields["pot"];
      taken.header.setup["actions"] = taken.position.fields["actions"];
    }
    return taken;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    return std::make_unique<OctaPosition>(header, places_);
  }

 private:
  std::vector<SeenSetup> setupsIn(std::span<const Observation> looks) const {
    std::vector<SeenSetup> setups;
    for (const Observation& look : looks) setups.push_back(setupIn(readTable(look, *places_)));
    return setups;
  }

  static Pot potOf(std::span<const SeenSetup> setups) {
    Pot pot;
    for (std::size_t place = 0; place < kPotPlaces; ++place)
      if (const auto seen = readAt(place, setups)) pot.at(static_cast<int>(place) + 1) = seen->best();
    return pot;
  }

  /// Cards lie where none are at first, or another action card was turned over, as every turn begins with.
  static bool hasBegun(const OctaReading& now, std::span<const SeenSetup> setups) {
    if (!now.discard.empty()) return true;
    for (const auto& runs : now.runs)
      if (std::any_of(runs.begin(), runs.end(), isRow)) return true;
    for (std::size_t place = kPotPlaces; place < kSetupPlaces; ++place) {
      const auto& seen = setups.back()[place];
      if (isClear(seen, true) && seen->best() != readAt(place, setups)->best()) return true;
    }
    return false;
  }

  std::shared_ptr<const OctaPlaces> places_;
};

}  // namespace

std::unique_ptr<GameTable> makeTable(const GameHeader&, const Layout& layout) {
  return std::make_unique<OctaTable>(placesOf(layout));
}

}  // namespace octo::tracker::octa
