#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "datasets/scene/card_table.h"
#include "datasets/scene/oct8_script.h"
#include "datasets/scene/random.h"
#include "tracker/oct8/apply.h"
#include "tracker/oct8/judge.h"
#include "tracker/oct8/oct8_table.h"
#include "tracker/oct8/pieces.h"

namespace octo::datasets {
namespace {

using namespace tracker::oct8;
using tracker::Record;

/// More columns than lie beside each other on a field lie on one another.
constexpr double kTightStep = 26.0;
constexpr double kChipAcross = 32.0;
/// How exactly people square up a pile.
constexpr double kPileCare = 1.5;

struct LyingArm {
  Arm face;
  int id;
};

/// An octopus on the table: a column, or a pile once shipped.
struct Lying {
  int head;
  std::vector<LyingArm> arms;
  bool shipped = false;
  /// Which of its owner's places for columns or for piles it takes.
  int place = 0;

  Arms faces() const {
    Arms faces;
    for (const LyingArm& arm : arms) faces.add(arm.face);
    return faces;
  }
};

/// The pieces of a game, laid and moved so that they show what the referee's state says.
class Oct8Table {
 public:
  Oct8Table(const State& state, const std::array<int, Arm::kFaces>& mostOpen, Random random, const Habits* people)
      : random_(random.fork("hands")),
        cards_(GameId::Oct8, state.players(), random.fork("pieces"), people),
        mostOpen_(mostOpen),
        taken_(state.seats.size()),
        chips_(state.seats.size()),
        told_(state.seats.size()) {
    show(state);
  }

  /// Whose hands do what follows.
  void by(int player) { cards_.by(player); }

  void show(const State& state) {
    takeOutArms(state);
    moveOctopuses(state);
    takeOutArms(state);
    addArms(state);
    ship(state);
    showDiscard(state);
    showChips(state);
    showDeck(headDeck_, "heads", Face("head:back"), state.headDeck > 0);
    showDeck(armDeck_, "arms", Face::back(), state.armDeck > 0);
    showColours(state);
  }

  /// A hand goes to the arm deck and back to its player.
  void takesOffDeck(int player, int cards) {
    constexpr double kOneByOne = 0.3;
    if (cards == 0) return;
    const int reaches = random_.chance(kOneByOne) ? cards : 1;
    for (int reach = 0; reach < reaches; ++reach) cards_.takes(player, cards_.place("arms").at(0, 0));
  }

  /// Everything lies again as it did on that table.
  void putBack(const Oct8Table& earlier) {
    cards_.putBack(earlier.cards_.pieces());
    shared_ = earlier.shared_;
    taken_ = earlier.taken_;
    discard_ = earlier.discard_;
    chips_ = earlier.chips_;
    headDeck_ = earlier.headDeck_;
    armDeck_ = earlier.armDeck_;
    told_ = earlier.told_;
  }

  LayoutLine line(int event) { return cards_.line(event); }

 private:
  static std::string of(int player, const char* zone) { return "p" + std::to_string(player) + "." + zone; }
  Place placeOf(Slot slot) const { return cards_.place(name(slot)); }

  std::optional<Lying>& lying(Slot slot) { return shared_[static_cast<std::size_t>(slot.index)]; }
  std::vector<Lying>& lyingOf(int player) { return taken_[static_cast<std::size_t>(player)]; }

  /// Where a column's head lies and, counted from 1, its arms.
  static TablePose inColumn(const Place& place, double right, std::size_t row) {
    return place.pose(right, headInColumn(place.height) - kArmStep * static_cast<double>(row));
  }

  static double columnAt(const Place& place, int column) {
    const double step = place.width / kColumns;
    const double last = place.width / 2 - step / 2;
    return column < kColumns ? -last + step * column : last + kTightStep * (column - kColumns + 1);
  }

  TablePose poseOf(int player, const Lying& octopus, std::size_t row) const {
    if (octopus.shipped) return pileAt(player, octopus.place);
    const Place field = cards_.place(of(player, "field"));
    return inColumn(field, columnAt(field, octopus.place), row);
  }

  TablePose pileAt(int player, int place) const {
    const Place zone = cards_.place(of(player, "shipped"));
    const int columns = std::max(1, static_cast<int>(zone.width / kCardWide));
    const int rows = std::max(1, static_cast<int>(zone.height / kCardDeep));
    const double across = zone.width / columns, deep = zone.height / rows;
    return zone.pose(-zone.width / 2 + across * (place % columns + 0.5),
                     zone.height / 2 - deep * (place / columns % rows + 0.5));
  }

  int freePlace(int player, bool shipped) {
    int place = 0;
    const auto taken = [&] {
      const auto& all = lyingOf(player);
      return std::any_of(all.begin(), all.end(),
                         [&](const Lying& each) { return each.shipped == shipped && each.place == place; });
    };
    while (taken()) ++place;
    return place;
  }

  // --- arms ---

  /// Calls `each(lying, octopus, place of its arms by row)` for every octopus that lies there and is the same one in
  /// `state`.
  template <class Each>
  void forSame(const State& state, const Each& each) {
    for (int index = 0; index < kSlots; ++index)
      if (auto& column = lying(Slot{index}); column && state.in(Slot{index})) {
        const Place place = placeOf(Slot{index});
        each(*column, *state.in(Slot{index}), place, [=](std::size_t row) { return inColumn(place, 0, row); });
      }
    for (int player = 0; player < state.players(); ++player) {
      const auto& taken = state.seat(player).taken;
      const Place place = cards_.place(of(player, "field"));
      for (std::size_t k = 0; k < std::min(taken.size(), lyingOf(player).size()); ++k) {
        Lying& octopus = lyingOf(player)[k];
        each(octopus, taken[k].octopus, place, [&](std::size_t row) { return poseOf(player, octopus, row); });
      }
    }
  }

  /// What is taken out of a column lies loose; the arms below it are pushed up.
  void takeOutArms(const State& state) {
    forSame(state, [&](Lying& octopus, const Octopus& wanted, const Place& place, const auto&) {
      Arms surplus = octopus.faces();
      surplus.remove(wanted.arms);
      for (std::size_t row = octopus.arms.size(); row-- > 0;) {
        const LyingArm arm = octopus.arms[row];
        if (surplus.count(arm.face) == 0) continue;
        surplus.remove(Arms({arm.face}));
        loose_.push_back(arm);
        octopus.arms.erase(octopus.arms.begin() + static_cast<std::ptrdiff_t>(row));
        if (!octopus.shipped) pushUp(octopus, row, place);
      }
    });
  }

  void pushUp(const Lying& octopus, std::size_t from, const Place& place) {
    const TablePoint one = place.at(0, kArmStep), none = place.at(0, 0);
    for (std::size_t row = from; row < octopus.arms.size(); ++row)
      cards_.push(octopus.arms[row].id, one.x - none.x, one.y - none.y, 0);
  }

  /// Loose arms first, then cards from a hand. Loose ones that nobody wants go to the hand.
  void addArms(const State& state) {
    forSame(state, [&](Lying& octopus, const Octopus& wanted, const Place&, const auto& poseAt) {
      Arms missing = wanted.arms;
      missing.remove(octopus.faces());
      for (const Arm face : missing.list()) {
        const TablePose pose = poseAt(octopus.arms.size() + 1);
        octopus.arms.push_back({face, layArm(face, pose)});
      }
    });
    for (const LyingArm& arm : loose_) cards_.remove(arm.id);
    loose_.clear();
  }

  int layArm(Arm face, const TablePose& pose) {
    const auto found =
        std::find_if(loose_.begin(), loose_.end(), [face](const LyingArm& arm) { return arm.face == face; });
    if (found == loose_.end()) return cards_.lay(Face(face.name()), pose);
    const int id = found->id;
    loose_.erase(found);
    cards_.move(id, pose);
    return id;
  }

  // --- heads ---

  /// A shared octopus that is whole goes to its taker's field, one that was taken back returns, an empty slot gets a
  /// head.
  void moveOctopuses(const State& state) {
    for (int index = 0; index < kSlots; ++index) {
      const Slot slot{index};
      if (lying(slot) && !state.in(slot)) giveAway(state, slot);
      if (!lying(slot) && state.in(slot)) fill(state, slot);
    }
  }

  void giveAway(const State& state, Slot slot) {
    Lying octopus = *lying(slot);
    lying(slot).reset();
    for (int player = 0; player < state.players(); ++player) {
      if (lyingOf(player).size() >= state.seat(player).taken.size()) continue;
      octopus.place = freePlace(player, false);
      move(octopus, [&](std::size_t row) { return poseOf(player, octopus, row); });
      lyingOf(player).push_back(octopus);
      return;
    }
    remove(octopus);
  }

  void fill(const State& state, Slot slot) {
    const Place place = placeOf(slot);
    for (int player = 0; player < state.players(); ++player) {
      if (lyingOf(player).size() <= state.seat(player).taken.size()) continue;
      lying(slot) = lyingOf(player).back();
      lyingOf(player).pop_back();
      move(*lying(slot), [&](std::size_t row) { return inColumn(place, 0, row); });
      return;
    }
    const Face head("head:" + std::string(name(state.in(slot)->head)));
    lying(slot) = Lying{cards_.lay(head, inColumn(place, 0, 0)), {}};
  }

  template <class PoseAt>
  void move(const Lying& octopus, const PoseAt& poseAt) {
    cards_.move(octopus.head, poseAt(0));
    for (std::size_t row = 0; row < octopus.arms.size(); ++row) cards_.move(octopus.arms[row].id, poseAt(row + 1));
  }

  void remove(const Lying& octopus) {
    cards_.remove(octopus.head);
    for (const LyingArm& arm : octopus.arms) cards_.remove(arm.id);
  }

  void ship(const State& state) {
    for (int player = 0; player < state.players(); ++player)
      for (std::size_t k = 0; k < lyingOf(player).size(); ++k) {
        Lying& octopus = lyingOf(player)[k];
        const bool shipped = state.seat(player).taken[k].shipped;
        if (octopus.shipped == shipped) continue;
        const int place = freePlace(player, shipped);
        octopus.shipped = shipped;
        octopus.place = place;
        if (shipped)
          square(octopus, pileAt(player, place));
        else
          move(octopus, [&](std::size_t row) { return poseOf(player, octopus, row); });
      }
  }

  void square(const Lying& octopus, const TablePose& pose) {
    for (const LyingArm& arm : octopus.arms) cards_.move(arm.id, pose, kPileCare);
    cards_.move(octopus.head, pose, kPileCare);
  }

  // --- everything else ---

  void showDiscard(const State& state) {
    while (discard_.size() > state.discard.size()) {
      cards_.remove(discard_.back());
      discard_.pop_back();
    }
    while (discard_.size() < state.discard.size()) {
      const auto face = state.discard[discard_.size()];
      discard_.push_back(cards_.lay(Face((face ? *face : someHiddenArm()).name()), cards_.place("discard").pose(0, 0)));
    }
  }

  /// A face for a card that the record does not tell: one that never lies open too often with it.
  Arm someHiddenArm() {
    std::vector<Arm> hidden;
    for (const Arm face : Arm::all())
      for (int copy = mostOpen_[face.index()]; copy < pieceList().copies(face); ++copy) hidden.push_back(face);
    const Arm face = hidden.empty() ? Arm::all().front() : random_.pick(hidden);
    ++mostOpen_[face.index()];
    return face;
  }

  /// A second chip turns the first over, to +2.
  void showChips(const State& state) {
    for (int player = 0; player < state.players(); ++player) {
      auto& chips = chips_[static_cast<std::size_t>(player)];
      const int wanted = state.seat(player).chips;
      int count = 0;
      for (const int chip : chips) count += cards_.piece(chip).face.text() == "chip:2" ? 2 : 1;
      for (; count < wanted; ++count)
        if (count % 2 == 1)
          cards_.turnOver(chips.back(), Face("chip:2"));
        else
          chips.push_back(cards_.lay(Face("chip:1"), chipAt(player, static_cast<int>(chips.size()))));
      for (; count > wanted; --count)
        if (count % 2 == 0) {
          cards_.turnOver(chips.back(), Face("chip:1"));
        } else {
          cards_.remove(chips.back());
          chips.pop_back();
        }
    }
  }

  TablePose chipAt(int player, int chip) const {
    const Place zone = cards_.place(of(player, "chips"));
    const int rows = std::max(1, static_cast<int>(zone.height / (kChipAcross + 1)));
    return zone.pose(kChipAcross * (chip / rows - 0.5), zone.height / 2 - kChipAcross * (chip % rows + 0.55));
  }

  void showDeck(std::optional<int>& deck, const char* zone, const Face& back, bool any) {
    if (deck.has_value() == any) return;
    if (any) {
      deck = cards_.lay(back, cards_.place(zone).pose(0, 0));
      return;
    }
    cards_.remove(*deck);
    deck.reset();
  }

  void showColours(const State& state) {
    for (int player = 0; player < state.players(); ++player) {
      auto& told = told_[static_cast<std::size_t>(player)];
      const auto colour = state.seat(player).colour;
      if (told.second == colour) continue;
      if (told.second) cards_.remove(told.first);
      told = {colour
                  ? cards_.lay(Face("head:" + std::string(name(*colour))), cards_.place(of(player, "turn")).pose(0, 0))
                  : 0,
              colour};
    }
  }

  Random random_;
  CardTable cards_;
  std::array<int, Arm::kFaces> mostOpen_;
  std::array<std::optional<Lying>, kSlots> shared_;
  std::vector<std::vector<Lying>> taken_;
  std::vector<LyingArm> loose_;
  std::vector<int> discard_;
  std::vector<std::vector<int>> chips_;
  std::optional<int> headDeck_, armDeck_;
  std::vector<std::pair<int, std::optional<Colour>>> told_;
};

struct Told {
  Move move;
  int player;
  bool applied;
};

Told toldBy(const Event& event, const GameHeader& header, const State& state) {
  const Move move = parseMove(event, header);
  const bool legal = !judgeMove(state, *event.player, move).breach;
  return {move, *event.player, !event.takenBack && (legal || event.stands)};
}

/// How many of each face lie open at once at most, also of what is taken back.
std::array<int, Arm::kFaces> mostOpen(const Record& record) {
  std::array<int, Arm::kFaces> most{};
  State state = startState(record.header);
  for (const Event& event : record.events) {
    const Told told = toldBy(event, record.header, state);
    State after = state;
    applyMove(after, told.player, told.move);
    for (std::size_t face = 0; face < most.size(); ++face) most[face] = std::max(most[face], after.open.arms[face]);
    if (told.applied) state = std::move(after);
  }
  return most;
}

int cardsOffDeck(const State& state, const Move& move) {
  int cards = 0;
  if (const auto* draw = std::get_if<Draw>(&move)) cards = draw->deck;
  if (const auto* draw = std::get_if<TurnDraw>(&move)) cards = draw->to ? 0 : 1;
  return std::min(cards, state.armDeck);
}

}  // namespace

std::vector<LayoutLine> layOutOct8(const Record& record, std::uint64_t seed, const Habits* people) {
  if (record.header.game != GameId::Oct8) throw Malformed("expected a record of oct8");
  State state = startState(record.header);
  Oct8Table table(state, mostOpen(record), Random(seed).fork("oct8 layout"), people);
  std::vector<LayoutLine> lines{table.line(0)};
  for (const Event& event : record.events) {
    const Told told = toldBy(event, record.header, state);
    State after = state;
    applyMove(after, told.player, told.move);
    const Oct8Table before = table;
    table.by(told.player);
    table.show(after);
    table.takesOffDeck(told.player, cardsOffDeck(state, told.move));
    lines.push_back(table.line(static_cast<int>(lines.size())));
    if (told.applied)
      state = std::move(after);
    else
      table.putBack(before);
  }
  return lines;
}

}  // namespace octo::datasets
