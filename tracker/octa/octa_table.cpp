#include "tracker/octa/octa_table.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "tracker/octa/octa_position.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/pot.h"
#include "tracker/octa/run.h"

namespace octo::tracker::octa {
namespace {

std::optional<Json> clearlyRead(const std::optional<SeenCard>& seen, bool action) {
  if (!seen || !seen->best() || seen->best()->isAction() != action) return std::nullopt;
  if (seen->sure() * seen->presence() < kClear) return std::nullopt;
  return seen->best()->name();
}

template <std::size_t N>
std::optional<Json> clearlyRead(const std::array<std::optional<SeenCard>, N>& seen, bool action) {
  Json cards = Json::array();
  for (const auto& each : seen) {
    auto card = clearlyRead(each, action);
    if (!card) return std::nullopt;
    cards.push_back(std::move(*card));
  }
  return cards;
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
    const auto pot = clearlyRead(seen.pot, false), actions = clearlyRead(seen.actions, true);
    if (!pot || !actions || !seen.discard.empty() || !seen.runs[0].empty() || !seen.runs[1].empty())
      return std::nullopt;
    GameHeader header = asked;
    header.setup["pot"] = *pot;
    header.setup["actions"] = *actions;
    return header;
  }

  std::vector<MissingPiece> missing(const GameHeader&, const Observation& observation) const override {
    constexpr double kHalfWide = 31.5, kHalfDeep = 44;
    const OctaReading seen = readTable(observation, *places_);
    std::vector<MissingPiece> missing;
    for (std::size_t place = 0; place < seen.pot.size(); ++place) {
      const TablePoint at = places_->pot[place];
      if (!clearlyRead(seen.pot[place], false))
        missing.push_back({"pot", TableRect{at.x - kHalfWide, at.y - kHalfDeep, at.x + kHalfWide, at.y + kHalfDeep}});
    }
    for (std::size_t pile = 0; pile < seen.actions.size(); ++pile)
      if (!clearlyRead(seen.actions[pile], true)) missing.push_back({"action", places_->actions[pile]});
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
  std::shared_ptr<const OctaPlaces> places_;
};

}  // namespace

std::unique_ptr<GameTable> makeTable(const GameHeader&, const Layout& layout) {
  return std::make_unique<OctaTable>(placesOf(layout));
}

}  // namespace octo::tracker::octa
