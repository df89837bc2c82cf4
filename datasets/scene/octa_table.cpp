#include "datasets/scene/octa_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace octo::datasets {

using namespace tracker::octa;

namespace {

constexpr int kSeats = static_cast<int>(kPlayers);
/// People lay runs and piles more exactly than other cards.
constexpr double kCareful = 1.7, kExactly = 1e9;
/// So do those who square up a pile in the hand.
constexpr double kSquaredUp = 3;
/// Between cards discarded together: mm to the right and towards whoever discards.
constexpr double kFan = 8;
/// Of the tokens from the middle of the pot.
constexpr double kTokenAside = 17;

std::string zoneOf(int player, const char* name) { return "p" + std::to_string(player) + "." + name; }

OctaRows rowsOf(const CardTable& table, int player) {
  const datasets::Place zone = table.place(zoneOf(player, "runs"));
  return {zone.width, zone.height};
}

/// Whoever takes others than the two on top has looked for them.
bool looksThrough(const State& before, const Move& move) {
  const auto* king = std::get_if<KingFromDiscard>(&move);
  const auto& pile = before.discard;
  if (!king || pile.size() <= king->cards.size()) return false;
  const auto isCard = [&](std::size_t depth, Card card) { return pile[pile.size() - depth] == Discarded(card); };
  const Card one = king->cards[0], other = king->cards[1];
  return !(isCard(1, one) && isCard(2, other)) && !(isCard(1, other) && isCard(2, one));
}

bool isListed(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

OctaTable::OctaTable(const State& start, Random random, const Habits* people)
    : table_(GameId::Octa, kSeats, random.fork("table"), people),
      random_(random.fork("octa")),
      shown_(start),
      rows_{rowsOf(table_, 0), rowsOf(table_, 1)} {
  const int first = start.turn.player;
  layPot(start, first);
  layActions(start, first);
  keepPile(stock_, start.stock, "stock");
  keepPile(actionStack_, start.actionStack, "actions");
  keepPile(aside_, start.aside, "aside");
  for (int player = 0; player < kSeats; ++player)
    tokens_[static_cast<std::size_t>(player)] =
        table_.lay(Face("token:" + std::to_string(player + 1)), tokenPose(start, player));
}

void OctaTable::show(const State& after, int player, const Move& move) {
  lifted_.clear();
  table_.by(player);
  hint(player, move);
  if (const auto* swap = std::get_if<Swap>(&move); swap && swap->claim)
    claimedAt_[static_cast<std::size_t>(player)] = swap->place;
  const bool through = looksThrough(shown_, move);
  change(after, player, placesTouched(shown_, player, move));
  if (through) squareUpDiscard(player);
}

void OctaTable::tryOut(const State& after, int player, const Move& move) {
  real_ = shown_;
  show(after, player, move);
}

void OctaTable::putBack() {
  if (const auto real = std::exchange(real_, std::nullopt)) change(*real, real->turn.player, {});
}

/// What leaves no trace but a hand over the table.
void OctaTable::hint(int player, const Move& move) {
  const TablePoint stock = table_.place("stock").centre;
  if (std::holds_alternative<Draw>(move) && shown_.stock > 0) table_.takes(player, stock);
  for (int k = 0; std::holds_alternative<KingFromStock>(move) && k < std::min(2, shown_.stock); ++k)
    table_.takes(player, stock);
  if (looksThrough(shown_, move))
    lookThroughDiscard(player);
  else if (std::holds_alternative<KingFromDiscard>(move))
    table_.takes(player, table_.place("discard").centre);
}

/// A low pile is often spread on the table, towards the player; a higher one, or one of which not every card lies
/// there, is taken up.
void OctaTable::lookThroughDiscard(int player) {
  constexpr std::size_t kMostSpread = 6;
  constexpr double kSpreads = 0.6, kApart = 24;
  PileLook look;
  for (const InPile& each : discard_)
    if (each.id) look.ids.push_back(*each.id);
  const std::size_t count = look.ids.size();
  if (count == discard_.size() && count <= kMostSpread && random_.chance(kSpreads))
    for (std::size_t k = 0; k < count; ++k) {
      ScenePiece piece = table_.piece(look.ids[k]);
      const double up = kApart * (static_cast<double>(count - 1) / 2 - static_cast<double>(k));
      const double angle = piece.pose.angle;
      piece.pose = upright("discard", player, random_.normal(2, 4), up);
      piece.pose.angle = angle;
      piece.layer = 1 + static_cast<int>(k);
      look.spread.push_back(piece);
    }
  table_.looksThrough(std::move(look));
}

/// As one bundle, a little beside and turned from how the pile lay.
void OctaTable::squareUpDiscard(int player) {
  const double right = random_.normal(3, 6), up = random_.normal(3, 6), turn = random_.normal(3, 6);
  for (InPile& each : discard_) {
    each.off = {0, 0};
    if (!each.id) continue;
    TablePose pose = upright("discard", player, right, up);
    pose.angle = table_.piece(*each.id).pose.angle + turn;
    table_.move(*each.id, pose, kSquaredUp);
  }
}

void OctaTable::change(const State& after, int player, const std::vector<int>& touched) {
  const State before = std::exchange(shown_, after);
  takeFromPot(after, touched);
  takeFromRuns(after);
  takeFromDiscard(after);
  takeFromActions(after);
  layRuns(after);
  layPot(after, player);
  layDiscard(after, player);
  layActions(after, player);
  for (const Lying& each : loose_) table_.remove(each.id);
  lifted_ = std::exchange(loose_, {});
  keepPile(stock_, after.stock, "stock");
  keepPile(actionStack_, after.actionStack, "actions");
  keepPile(aside_, after.aside, "aside");
  layTokens(before, after);
}

// Taking up

void OctaTable::takeFromPot(const State& after, const std::vector<int>& touched) {
  for (int place = 1; place <= kPotPlaces; ++place) {
    auto& lying = pot_[static_cast<std::size_t>(place - 1)];
    if (!lying || (after.pot.at(place) == lying->card && !isListed(touched, place))) continue;
    loose_.push_back(*lying);
    lying.reset();
  }
}

void OctaTable::takeFromRuns(const State& after) {
  for (auto run = runs_.begin(); run != runs_.end();) {
    const Run* now = findRun(after, run->first);
    if (now) {
      takeFromRun(run->second, *now);
      ++run;
    } else {
      for (const InRun& each : run->second.cards) loose_.push_back({each.place.card, each.id});
      rows_[static_cast<std::size_t>(run->second.owner)].remove(run->first);
      run = runs_.erase(run);
    }
  }
}

/// Cards that stay keep their order, so that each is looked for after the one before.
void OctaTable::takeFromRun(LyingRun& run, const Run& now) {
  std::vector<InRun> kept;
  std::optional<int> below;
  auto next = now.places.begin();
  for (std::size_t k = 0; k < run.cards.size(); ++k) {
    const InRun& each = run.cards[k];
    const auto found = std::find(next, now.places.end(), each.place);
    if (found == now.places.end()) {
      if (each.place.open)
        loose_.push_back({each.place.card, each.id});
      else
        table_.remove(each.id);
      continue;
    }
    if (!below) below = static_cast<int>(found - now.places.begin()) - static_cast<int>(k);
    kept.push_back(each);
    next = std::next(found);
  }
  OctaRows& rows = rows_[static_cast<std::size_t>(run.owner)];
  if (now.places.size() != run.cards.size())
    rows.resize(now.number, static_cast<int>(now.places.size()), below.value_or(0));
  run.below = below.value_or(0);
  run.cards = std::move(kept);
}

void OctaTable::takeFromDiscard(const State& after) {
  std::vector<InPile> kept;
  auto next = after.discard.begin();
  for (const InPile& each : discard_) {
    if (next != after.discard.end() && each.card == *next) {
      kept.push_back(each);
      ++next;
    } else if (each.id) {
      loose_.push_back({*each.card, *each.id});
    }
  }
  discard_ = std::move(kept);
}

void OctaTable::takeFromActions(const State& after) {
  for (std::size_t pile = 0; pile < actions_.size(); ++pile) {
    const std::vector<Card>& now = after.openActions[pile];
    std::vector<Lying> kept;
    auto next = now.begin();
    for (const Lying& each : actions_[pile]) {
      const auto found = std::find(next, now.end(), each.card);
      if (found == now.end()) {
        loose_.push_back(each);
        continue;
      }
      kept.push_back(each);
      next = std::next(found);
    }
    actions_[pile] = std::move(kept);
  }
}

// Laying

void OctaTable::layPot(const State& after, int player) {
  for (int place = 1; place <= kPotPlaces; ++place) {
    auto& lying = pot_[static_cast<std::size_t>(place - 1)];
    if (const auto& card = after.pot.at(place); card && !lying)
      lying = Lying{*card, layCard(*card, potPose(place, player))};
  }
}

void OctaTable::layRuns(const State& after) {
  for (const Run& run : after.runs)
    if (!runs_.count(run.number)) {
      rows_[static_cast<std::size_t>(run.owner)].add(run.number, static_cast<int>(run.places.size()));
      runs_[run.number].owner = run.owner;
    }
  pushRuns();
  for (const Run& run : after.runs) layRun(runs_[run.number], run);
}

/// To where the rows want them, with what is left of their cards.
void OctaTable::pushRuns() {
  for (auto& [number, run] : runs_) {
    const OctaRows& rows = rows_[static_cast<std::size_t>(run.owner)];
    const double left = rows.left(number), up = rows.up(number);
    const double way = run.owner == 0 ? 1 : -1;
    const double pushed = left + OctaRows::kStep * run.below - run.left;
    run.moved = std::abs(pushed) > 0.1 || std::abs(up - run.up) > 0.1;
    if (run.moved)
      for (const InRun& each : run.cards) table_.push(each.id, way * pushed, way * (up - run.up), 0);
    run.left = left;
    run.up = up;
    run.below = 0;
  }
}

/// What comes to lie under others is pushed under them: they are lifted, and lie as before on top of it.
void OctaTable::layRun(LyingRun& run, const Run& now) {
  std::vector<InRun> cards;
  bool anew = false;
  auto kept = run.cards.begin();
  for (std::size_t k = 0; k < now.places.size(); ++k) {
    const tracker::octa::Place& place = now.places[k];
    if (kept != run.cards.end() && kept->place == place) {
      if (const TablePose pose = table_.piece(kept->id).pose; anew) table_.move(kept->id, pose, kExactly);
      cards.push_back(*kept++);
    } else {
      cards.push_back({place, place.open ? layCard(place.card, runPose(run, k), kCareful) : layBack(runPose(run, k))});
      anew = true;
    }
  }
  run.moved |= anew;
  run.cards = std::move(cards);
}

/// What lay fanned is squared up before more comes on it.
void OctaTable::layDiscard(const State& after, int player) {
  const std::size_t count = after.discard.size() - discard_.size();
  if (count == 0) return;
  for (InPile& each : discard_) {
    if (each.id) table_.push(*each.id, -each.off.x, -each.off.y, 0);
    each.off = {0, 0};
  }
  const TablePoint middle = table_.place("discard").centre;
  for (std::size_t k = 0; k < count; ++k) {
    const Discarded& card = after.discard[discard_.size()];
    const double aside = kFan * (static_cast<double>(k) - static_cast<double>(count - 1) / 2);
    const TablePose pose = upright("discard", player, aside, -aside);
    InPile lying{card, std::nullopt, {pose.at.x - middle.x, pose.at.y - middle.y}};
    if (card) lying.id = layCard(*card, pose, kCareful);
    discard_.push_back(lying);
  }
}

void OctaTable::layActions(const State& after, int player) {
  static constexpr std::array kZones{"action0", "action1"};
  for (std::size_t pile = 0; pile < actions_.size(); ++pile)
    while (actions_[pile].size() < after.openActions[pile].size()) {
      const Card card = after.openActions[pile][actions_[pile].size()];
      actions_[pile].push_back({card, layCard(card, upright(kZones[pile], player), kCareful)});
    }
}

/// A token goes where its player lays it, and with the run under it: onto the last card.
void OctaTable::layTokens(const State& before, const State& after) {
  for (int player = 0; player < kSeats; ++player) {
    const auto* on = std::get_if<OnRun>(&after.token(player));
    const bool runMoved = on && runs_.count(on->run) && runs_[on->run].moved;
    if (runMoved || before.token(player) != after.token(player))
      table_.move(tokens_[static_cast<std::size_t>(player)], tokenPose(after, player));
  }
}

void OctaTable::keepPile(std::optional<int>& pile, int count, const char* zone) {
  if (count > 0 && !pile) pile = layBack(upright(zone, 0));
  if (count == 0 && pile) table_.remove(*std::exchange(pile, std::nullopt));
}

/// A card that is just being moved, that is put back, or one nobody has seen.
int OctaTable::layCard(Card card, const TablePose& pose, double care) {
  const auto takeOut = [card](std::vector<Lying>& cards) -> std::optional<int> {
    const auto found = std::find_if(cards.begin(), cards.end(), [&](const Lying& each) { return each.card == card; });
    if (found == cards.end()) return std::nullopt;
    const int id = found->id;
    cards.erase(found);
    return id;
  };
  if (const auto id = takeOut(loose_)) {
    table_.move(*id, pose, care);
    return *id;
  }
  if (const auto id = takeOut(lifted_)) {
    table_.layAgain(*id, Face(card.name()), pose, care);
    return *id;
  }
  return table_.lay(Face(card.name()), pose, care);
}

int OctaTable::layBack(const TablePose& pose) {
  return table_.lay(Face(random_.chance(0.5) ? "back" : "deck2:back"), pose, kCareful);
}

// Where

TablePose OctaTable::upright(const char* zone, int player, double right, double up) const {
  const datasets::Place place = table_.place(zone);
  const double angle = player == 0 ? 0 : 180;
  return datasets::Place{place.centre, place.width, place.height, angle}.pose(right, up);
}

TablePose OctaTable::potPose(int place, int player) const {
  constexpr int kMiddle = 4;
  const int box = place <= kMiddle ? place - 1 : place;
  const Grid& grid = *table_.layout().zone("pot")->grid;
  return {grid.centre(Cell::at(box % 3, box / 3)), player == 0 ? 0.0 : 180.0};
}

TablePose OctaTable::runPose(const LyingRun& run, std::size_t k) const {
  return table_.place(zoneOf(run.owner, "runs")).pose(run.left + OctaRows::kStep * static_cast<double>(k), run.up);
}

TablePose OctaTable::tokenPose(const State& after, int player) const {
  if (const auto* on = std::get_if<OnRun>(&after.token(player)))
    if (const auto run = runs_.find(on->run); run != runs_.end())
      return runPose(run->second, run->second.cards.size() - 1);
  const double angle = player == 0 ? 0 : 180;
  if (std::holds_alternative<OnPot>(after.token(player)))
    return {potPose(claimedAt_[static_cast<std::size_t>(player)], 0).at, angle};
  const Grid& grid = *table_.layout().zone("pot")->grid;
  const TablePoint middle = grid.centre(Cell::at(1, 1));
  return {{middle.x, middle.y + (player == 0 ? -kTokenAside : kTokenAside)}, angle};
}

}  // namespace octo::datasets
