#include "tracker/oct8/oct8_candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace octo::tracker::oct8 {
namespace {

using infer::Difference;
using infer::PieceId;
using Cards = std::vector<Arm>;

/// Readings less likely are not thought of: of one card alone, and of one among several.
constexpr double kThoughtOf = 0.01, kThoughtOfAmong = 0.04;
/// People lay things a little beyond their place; what is this near to an octopus's middle line belongs to it; mm.
constexpr double kBeyond = 12, kInColumn = 34;
/// So many ways to read several cards are thought of.
constexpr std::size_t kReadings = 12;

/// One card of the difference, and how many arms lie between it and the head of its column.
struct NewCard {
  const SeenPiece* piece;
  std::vector<std::pair<Arm, double>> arms;
  std::size_t row = 0;
};

std::optional<Colour> headOf(const Face& face) {
  return face.family() == "head" ? parseColour(face.detail()) : std::nullopt;
}

NewCard newCardOf(const SeenPiece& piece) {
  NewCard card{&piece, {}};
  for (const Candidate& each : piece.faces)
    if (const auto arm = Arm::parse(each.face.text()); arm && each.confidence >= kThoughtOf)
      card.arms.emplace_back(*arm, each.confidence);
  return card;
}

/// As they look best, and as each one may look instead.
std::vector<Cards> readingsOf(const std::vector<NewCard>& cards) {
  Cards best;
  for (const NewCard& card : cards) best.push_back(card.arms.front().first);
  std::vector<Cards> readings{best};
  for (std::size_t at = 0; at < cards.size(); ++at)
    for (std::size_t other = 1; other < cards[at].arms.size() && readings.size() < kReadings; ++other) {
      if (cards.size() > 1 && cards[at].arms[other].second < kThoughtOfAmong) continue;
      readings.push_back(best);
      readings.back()[at] = cards[at].arms[other].first;
    }
  return readings;
}

class Finder {
 public:
  Finder(const State& state, const Arrangement& arrangement, const Difference& difference)
      : state_(state),
        lying_(arrangement),
        places_(arrangement.places()),
        difference_(difference),
        missing_(difference.missing.begin(), difference.missing.end()),
        player_(state.turn.player) {
    for (int player = 0; player < state.players(); ++player) columns_.push_back(columnsOf(player));
  }

  std::vector<PossibleMove> all() {
    addReveals();
    if (state_.over()) return std::move(moves_);
    addTraceless();
    for (int slot = 0; slot < kSlots; ++slot) {
      addLaid(Slot{slot});
      addWhole(Slot{slot});
      addRefill(Slot{slot});
    }
    addExchanges();
    addShipping();
    addChip();
    addPile();
    return std::move(moves_);
  }

  std::vector<UnderWay> underWay() const {
    std::vector<UnderWay> all;
    if (state_.over()) return all;
    if (!hasCarried())
      for (int slot = 0; slot < kSlots; ++slot)
        if (const auto place = carriedTo(Slot{slot})) all.push_back({.carried = std::pair(Slot{slot}, *place)});
    if (const auto chip = newChip(); chip && !hasGained()) all.push_back({.chip = chip});
    if (hasCarried()) {
      if (const auto cards = besideCarried(); !cards.empty())
        all.push_back({.exchanging = {{carried(), {}, asLaid(cards, bestOf(cards))}}});
      return all;
    }
    if (hasGained()) {
      for (int slot = 0; slot < kSlots; ++slot)
        if (const auto cards = laidAt(Slot{slot}); !cards.empty())
          all.push_back({.laid = std::pair(Slot{slot}, asLaid(cards, bestOf(cards)))});
      return all;
    }
    for (Exchanging& each : exchangesUnderWay()) all.push_back({.exchanging = std::move(each)});
    return all;
  }

  /// All that differs at the octopuses of the fields: all of it, and each octopus alone.
  std::vector<Exchanging> exchangesUnderWay() const {
    std::vector<Exchanging> all;
    const auto addOnce = [&](Exchanging each) {
      if (!each.empty() && std::find(all.begin(), all.end(), each) == all.end()) all.push_back(std::move(each));
    };
    for (const auto& [pushed, unseen] :
         {std::pair(Pushed::All, Unseen::Lies), std::pair(Pushed::Missing, Unseen::Lies),
          std::pair(Pushed::Unseen, Unseen::Lies), std::pair(Pushed::Unseen, Unseen::CameHere),
          std::pair(Pushed::All, Unseen::IsGone)}) {
      std::vector<Changed> changed = changedNow(pushed);
      takeFromHidden(changed, unseen == Unseen::CameHere);
      if (unseen == Unseen::IsGone) takeAllUnseen(changed);
      std::erase_if(changed, [](const Changed& each) { return each.gone.empty() && each.come.empty(); });
      Exchanging together;
      for (const Changed& each : changed)
        together.push_back({each.name, each.gone, asLaid(each.come, bestOf(each.come))});
      addOnce(std::move(together));
      for (const Changed& each : changed) {
        if (each.come.empty()) addOnce({{each.name, each.gone, asLaid(each.come, {})}});
        if (!each.come.empty())
          for (const Cards& reading : readingsOf(each.come))
            addOnce({{each.name, each.gone, asLaid(each.come, reading)}});
      }
    }
    return all;
  }

  std::vector<PossibleMove> begun() {
    if (hasCarried()) {
      addWholeCarried();
    } else if (hasGained()) {
      for (int slot = 0; slot < kSlots; ++slot) {
        const std::size_t first = moves_.size();
        addLaid(Slot{slot});
        addLaidBefore(first, Slot{slot});
        addWhole(Slot{slot});
      }
      std::erase_if(moves_, [&](const PossibleMove& each) { return !makesWhole(each.move) || !hasLaid(each.move); });
    } else {
      addExchanges();
    }
    return std::move(moves_);
  }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  const Oct8Places::Seat& seat() const { return places_.seats[at(player_)]; }
  bool isMissing(PieceId id) const { return missing_.contains(id); }

  /// An octopus that is not whole yet lies on the player's field: the one after those that are.
  TakenName carried() const { return {player_, static_cast<int>(state_.seat(player_).taken.size())}; }
  bool hasCarried() const { return carried().k < std::ssize(lying_.taken(player_)); }

  Slot carriedFrom() const {
    int slot = 0;
    while (!state_.in(Slot{slot}) || lying_.shared(Slot{slot})) ++slot;
    return Slot{slot};
  }

  /// Where on the player's field the octopus lies now, if its head is gone and such a one lies there.
  std::optional<TablePoint> carriedTo(Slot slot) const {
    const auto& octopus = lying_.shared(slot);
    if (!octopus) return std::nullopt;
    const auto pose = difference_.poseOf(octopus->headId);
    for (const auto& column : newColumns())
      for (const SeenPiece* piece : column)
        if (headOf(piece->face()) == octopus->head &&
            (difference_.isUnseen(octopus->headId) || (pose && pose->at == piece->pose.at)))
          return piece->pose.at;
    return std::nullopt;
  }

  std::vector<NewCard> besideCarried() const { return newBeside(carried(), newsIn(seat().field)); }

  /// Where the columns of a player lie: how far right of the field's middle, mm.
  struct Columns {
    ZonePlace field;
    /// Of each octopus; of one that was shipped nothing.
    std::vector<std::optional<double>> heads = {};
    /// Of the next on a full field.
    std::optional<double> next = std::nullopt;
  };

  Columns columnsOf(int player) const {
    const Oct8Places::Seat& seat = places_.seats[at(player)];
    Columns columns{placeOf(seat.field, angleFor(seat.side))};
    const auto& taken = lying_.taken(player);
    for (int k = 0; k < std::ssize(taken); ++k)
      columns.heads.push_back(taken[at(k)].shipped ? std::nullopt
                                                   : std::optional(columns.field.rightOf(lying_.headOf(player, k))));
    if (const auto next = lying_.nextOnFullField(player)) columns.next = columns.field.rightOf(*next);
    return columns;
  }

  /// On a full field columns lie closer than they are wide: a card is of the nearest, or of one that is to come.
  bool isInColumn(TablePoint there, const TakenName& name) const {
    const Columns& columns = columns_[at(name.player)];
    const auto& head = columns.heads[at(name.k)];
    if (!head) return false;
    const double right = columns.field.rightOf(there), here = std::abs(right - *head);
    const auto isNearer = [&](const std::optional<double>& other) { return other && std::abs(right - *other) < here; };
    return here < kInColumn && !isNearer(columns.next) &&
           std::none_of(columns.heads.begin(), columns.heads.end(), isNearer);
  }

  /// The cards of that news in the octopus's column.
  std::vector<NewCard> newBeside(const TakenName& name, const std::vector<const SeenPiece*>& news) const {
    const Side side = places_.seats[at(name.player)].side;
    std::vector<const SeenPiece*> beside;
    for (const SeenPiece* piece : news)
      if (isInColumn(piece->pose.at, name)) beside.push_back(piece);
    return inRows(armsAmong(beside, side), name, side);
  }

  /// The cards that make it whole, with those that were laid before.
  void addWholeCarried() {
    const Slot slot = carriedFrom();
    const auto& octopus = lying_.taken(player_).back();
    const Arms lies = Arrangement::armsOf(octopus);
    Arms before = lies;
    before.remove(state_.in(slot)->arms);
    std::vector<Whole> wholes;
    Whole chosen;
    const std::vector<NewCard> cards = besideCarried();
    addSums(cards, 0, kWhole - lies.sum(), chosen, wholes);
    const bool seen = !cards.empty() || std::any_of(octopus.arms.begin(), octopus.arms.end(),
                                                    [&](const auto& arm) { return !difference_.isUnseen(arm.id); });
    if (wholes.empty() && seen) addUnseen(cards, kWhole - lies.sum(), wholes);
    std::vector<Cards> known;
    for (const Whole& whole : wholes) {
      LaidAs laid{.rows = whole.rows, .chip = newChip()};
      Cards all = whole.cards;
      for (const Arm arm : before.list()) all.push_back(arm);
      addOnce(slot, all, laid, known);
    }
  }

  bool hasGained() const { return lying_.actions(player_) > state_.seat(player_).chips; }

  /// The arms that lie at a shared octopus beside those that the game has there.
  Arms laidBefore(Slot slot) const {
    if (!state_.in(slot) || !lying_.shared(slot)) return {};
    Arms before = Arrangement::armsOf(*lying_.shared(slot));
    before.remove(state_.in(slot)->arms);
    return before;
  }

  /// What was laid before at any octopus is part of it.
  bool hasLaid(const Move& move) const {
    const auto* attach = std::get_if<Attach>(&move);
    for (int slot = 0; slot < kSlots; ++slot) {
      const Arms before = laidBefore(Slot{slot});
      const bool there = attach && attach->to == Slot{slot};
      if (there ? attach->cards.firstMissing(before).has_value() : before.cards() > 0) return false;
    }
    return true;
  }

  bool makesWhole(const Move& move) const {
    if (const auto* draw = std::get_if<TurnDraw>(&move))
      return state_.in(*draw->to)->arms.sum() + draw->card->arms() == kWhole;
    const auto* attach = std::get_if<Attach>(&move);
    return attach && state_.in(attach->to)->arms.sum() + attach->cards.sum() == kWhole;
  }

  void add(const Move& move, LaidAs laid = {}) { moves_.push_back({player_, move, std::move(laid)}); }

  std::vector<const SeenPiece*> newsIn(const TableRect& area) const {
    std::vector<const SeenPiece*> news;
    for (const SeenPiece* piece : difference_.news)
      if (area.grown(kBeyond).contains(piece->pose.at)) news.push_back(piece);
    return news;
  }

  /// Cards of the difference that may be arms, from the head on for somebody at the side.
  static std::vector<NewCard> armsAmong(const std::vector<const SeenPiece*>& pieces, Side side) {
    std::vector<NewCard> cards;
    for (const SeenPiece* piece : pieces)
      if (NewCard card = newCardOf(*piece); !card.arms.empty()) cards.push_back(std::move(card));
    std::stable_sort(cards.begin(), cards.end(), [side](const NewCard& a, const NewCard& b) {
      return seenFrom(side, a.piece->pose.at).y > seenFrom(side, b.piece->pose.at).y;
    });
    return cards;
  }

  // --- what leaves no trace ---

  void addTraceless() {
    const Turn& turn = state_.turn;
    if (turn.drawIsDue()) {
      add(TurnDraw{});
    } else if (turn.actions > 0 && !turn.ending) {
      const Draw draw = drawUnseen(state_);
      if (draw.cards() == 0)
        add(Pass{});
      else if (draw.discard == 0)
        add(draw);
      if (draw.deck > 1 && !state_.discard.empty()) add(Draw{1, 1});
    } else {
      add(EndTurn{});
    }
  }

  // --- shared octopuses ---

  /// Cards to a shared octopus: one may be the turn draw.
  void addTo(Slot slot, const Cards& cards, const LaidAs& laid) {
    LaidAs as = laid;
    as.order = cards;
    if (cards.size() == 1 && !state_.turn.drawn && state_.armDeck > 0) add(TurnDraw{cards.front(), slot}, as);
    add(Attach{Arms(cards), slot}, as);
  }

  /// Cards laid there before belong to the moves from there on.
  void addLaidBefore(std::size_t first, Slot slot) {
    const Arms before = laidBefore(slot);
    for (std::size_t k = first; k < moves_.size(); ++k)
      if (auto* attach = std::get_if<Attach>(&moves_[k].move)) attach->cards.add(before);
  }

  void addLaid(Slot slot) {
    if (const auto cards = laidAt(slot); !cards.empty()) addSome(slot, cards);
  }

  std::vector<NewCard> laidAt(Slot slot) const {
    if (!state_.in(slot)) return {};
    std::vector<NewCard> cards = armsAmong(newsIn(places_.slots[at(slot.index)]), Side::Near);
    for (NewCard& card : cards) {
      const double y = card.piece->pose.at.y;
      const auto isBefore = [&](const NewCard& other) { return other.piece->pose.at.y > y; };
      // One that is taken for an arm that lay there lies on it.
      const auto liesBefore = [&](const Arrangement::LyingArm& arm) {
        const auto pose = difference_.poseOf(arm.id);
        return pose && pose->at.y >= y;
      };
      const auto& arms = lying_.shared(slot)->arms;
      card.row = at(static_cast<int>(std::count_if(cards.begin(), cards.end(), isBefore) +
                                     std::count_if(arms.begin(), arms.end(), liesBefore)));
    }
    return cards;
  }

  /// The cards, as they look best and otherwise: all of them, each alone, and all but one.
  void addSome(Slot slot, const std::vector<NewCard>& cards) {
    std::vector<Cards> known;
    for (const Cards& reading : readingsOf(cards))
      for (const std::vector<std::size_t>& some : indexesOfSome(reading.size())) {
        LaidAs as;
        Cards part;
        for (const std::size_t each : some) part.push_back(reading[each]), as.rows.push_back(cards[each].row);
        addOnce(slot, part, as, known);
      }
  }

  static std::vector<std::vector<std::size_t>> indexesOfSome(std::size_t cards) {
    std::vector<std::size_t> all(cards);
    std::iota(all.begin(), all.end(), 0U);
    std::vector<std::vector<std::size_t>> some{all};
    for (std::size_t each = 0; cards > 1 && each < cards; ++each) {
      some.push_back({each});
      some.push_back(all);
      some.back().erase(some.back().begin() + static_cast<std::ptrdiff_t>(each));
    }
    return some;
  }

  void addOnce(Slot slot, const Cards& cards, const LaidAs& laid, std::vector<Cards>& known) {
    if (cards.empty() || std::find(known.begin(), known.end(), cards) != known.end()) return;
    known.push_back(cards);
    addTo(slot, cards, laid);
  }

  /// The octopus lies on the player's field now, or some of it does: the cards that made it whole.
  void addWhole(Slot slot) {
    const auto& octopus = state_.in(slot);
    if (!octopus) return;
    std::vector<Cards> known;
    for (const auto& column : newColumns()) {
      std::vector<const SeenPiece*> pieces = column;
      for (const SeenPiece* piece : newsIn(places_.slots[at(slot.index)])) pieces.push_back(piece);
      std::vector<NewCard> cards = armsAmong(pieces, seat().side);
      for (std::size_t row = 0; row < cards.size(); ++row) cards[row].row = row;
      const std::size_t seen = cards.size();
      if (!takeOut(cards, octopus->arms.list())) continue;
      const std::size_t unseen = static_cast<std::size_t>(octopus->arms.cards()) - (seen - cards.size());
      const auto head = std::find_if(column.begin(), column.end(), [](const SeenPiece* each) { return isHead(*each); });
      if (head != column.end()) leaveGaps(cards, (*head)->pose.at, unseen);
      LaidAs laid;
      laid.octopus = column.front()->pose.at;
      laid.chip = newChip();
      const int lacking = kWhole - octopus->arms.sum();
      std::vector<Whole> wholes;
      Whole chosen;
      addSums(cards, 0, lacking, chosen, wholes);
      if (wholes.empty() && seen > 0) addUnseen(cards, lacking, wholes);
      for (const Whole& whole : wholes) {
        laid.rows = whole.rows;
        addOnce(slot, whole.cards, laid, known);
        laid.rows.clear();
        if (whole.cards.size() > 1)
          for (const Arm one : whole.cards) addOnce(slot, {one}, laid, known);
      }
    }
  }

  static bool isHead(const SeenPiece& piece) { return headOf(piece.face()).has_value(); }

  /// Arms that are not seen lie where the column has room for them, between its head and a card.
  void leaveGaps(std::vector<NewCard>& cards, TablePoint head, std::size_t unseen) const {
    for (NewCard& card : cards) {
      const double down = seenFrom(seat().side, head).y - seenFrom(seat().side, card.piece->pose.at).y;
      const auto above = at(std::max(0, static_cast<int>(std::lround(down / kArmStep)) - 1));
      card.row = std::clamp(above, card.row, card.row + unseen);
    }
  }

  /// Pieces on the field that lie beside no octopus known to lie there, by column.
  std::vector<std::vector<const SeenPiece*>> newColumns() const {
    const ZonePlace field = placeOf(seat().field, angleFor(seat().side));
    std::vector<std::pair<double, std::vector<const SeenPiece*>>> columns;
    for (const SeenPiece* piece : newsIn(seat().field)) {
      const double right = field.rightOf(piece->pose.at);
      if (isBesideKnown(piece->pose.at)) continue;
      const auto same = std::find_if(columns.begin(), columns.end(),
                                     [&](const auto& each) { return std::abs(each.first - right) < kInColumn; });
      if (same == columns.end())
        columns.push_back({right, {piece}});
      else
        same->second.push_back(piece);
    }
    std::vector<std::vector<const SeenPiece*>> all;
    for (auto& [right, pieces] : columns) all.push_back(std::move(pieces));
    return all;
  }

  bool isBesideKnown(TablePoint there) const {
    const auto& taken = lying_.taken(player_);
    for (int k = 0; k < static_cast<int>(taken.size()); ++k)
      if (!taken[at(k)].shipped && isInColumn(there, {player_, k})) return true;
    return false;
  }

  /// Takes the cards out that are those arms; false where too many of these are not seen.
  static bool takeOut(std::vector<NewCard>& cards, const Cards& arms) {
    std::size_t unseen = 0;
    for (const Arm arm : arms) {
      const auto likeness = [&](const NewCard& card) {
        for (const auto& [face, share] : card.arms)
          if (face == arm) return share;
        return 0.0;
      };
      const auto best = std::max_element(cards.begin(), cards.end(),
                                         [&](const NewCard& a, const NewCard& b) { return likeness(a) < likeness(b); });
      if (best == cards.end() || likeness(*best) == 0)
        ++unseen;
      else
        cards.erase(best);
    }
    return unseen <= 1 + arms.size() / 2;
  }

  /// Cards that make an octopus whole, and their rows.
  struct Whole {
    Cards cards;
    std::vector<std::size_t> rows;
  };

  /// Ways to read the cards, or some of them, that add up.
  static void addSums(const std::vector<NewCard>& cards, std::size_t from, int sum, Whole& chosen,
                      std::vector<Whole>& all) {
    if (sum == 0 && !chosen.cards.empty()) all.push_back(chosen);
    if (sum <= 0 || from == cards.size() || all.size() >= kReadings) return;
    for (const auto& [arm, share] : cards[from].arms) {
      chosen.cards.push_back(arm), chosen.rows.push_back(cards[from].row);
      addSums(cards, from + 1, sum - arm.arms(), chosen, all);
      chosen.cards.pop_back(), chosen.rows.pop_back();
    }
    addSums(cards, from + 1, sum, chosen, all);
  }

  /// Whoever carries an octopus off has made it whole: the card that lacks lies there, covered, above the last. Of one
  /// whose arms are all hidden nobody can say so much.
  static void addUnseen(const std::vector<NewCard>& cards, int sum, std::vector<Whole>& all) {
    Whole seen;
    for (const NewCard& card : cards) seen.cards.push_back(card.arms.front().first), seen.rows.push_back(card.row);
    const int lacking = sum - Arms(seen.cards).sum();
    for (const Arm arm : Arm::all()) {
      if (arm.arms() != lacking) continue;
      Whole whole = seen;
      whole.cards.push_back(arm);
      whole.rows.push_back(seen.rows.empty() ? 0 : seen.rows.back());
      all.push_back(std::move(whole));
    }
  }

  void addRefill(Slot slot) {
    if (state_.in(slot)) return;
    std::set<Colour> known;
    for (const SeenPiece* piece : newsIn(places_.slots[at(slot.index)]))
      for (const Candidate& each : piece->faces)
        if (const auto head = headOf(each.face); head && each.confidence >= kThoughtOf && known.insert(*head).second)
          add(Refill{slot, *head});
  }

  // --- exchanges ---

  /// An octopus on a field that lies otherwise than it did. Arms that were `pushed` lie elsewhere in its column.
  struct Changed {
    TakenName name;
    Cards gone = {};
    std::vector<NewCard> come = {};
    Cards pushed = {};
  };
  /// Which of the cards that came are arms that were pushed: all that are like those of the octopus, as many as are
  /// missing where they lay, or as many as nobody sees there.
  enum class Pushed { All, Missing, Unseen };
  /// Arms of an octopus that nobody sees lie there still, came to where such arms came, or are gone.
  enum class Unseen { Lies, CameHere, IsGone };

  static Cards bestOf(const std::vector<NewCard>& cards) {
    Cards best;
    for (const NewCard& card : cards) best.push_back(card.arms.front().first);
    return best;
  }

  /// An arm that lies elsewhere in its column was pushed.
  void leaveOutPushed(Changed& changed, Pushed pushed) const {
    const auto leaveOut = [&](Arm arm) {
      const auto there = std::find_if(changed.come.begin(), changed.come.end(),
                                      [&](const NewCard& card) { return card.arms.front().first == arm; });
      if (there == changed.come.end()) return false;
      changed.come.erase(there);
      changed.pushed.push_back(arm);
      return true;
    };
    std::erase_if(changed.gone, leaveOut);
    if (pushed == Pushed::Unseen)
      for (const auto& arm : lying_.taken(changed.name.player)[at(changed.name.k)].arms)
        if (difference_.isUnseen(arm.id) && !isGone(arm, changed.name)) leaveOut(arm.arm);
    if (pushed == Pushed::All)
      for (const Arm arm : armsOf(changed.name).list())
        while (leaveOut(arm)) {
        }
  }

  /// With how many arms of the octopus, and of them, lie between each and the head.
  std::vector<NewCard> inRows(std::vector<NewCard> cards, const TakenName& name, Side side) const {
    const auto down = [&](TablePoint place) { return -seenFrom(side, place).y; };
    for (std::size_t card = 0; card < cards.size(); ++card) {
      cards[card].row = card;
      for (const auto& arm : lying_.taken(name.player)[at(name.k)].arms)
        if (const auto pose = difference_.poseOf(arm.id);
            !isGone(arm, name) && (!pose || down(pose->at) < down(cards[card].piece->pose.at)))
          ++cards[card].row;
    }
    return cards;
  }

  int octopusesOf(int player) const { return static_cast<int>(state_.seat(player).taken.size()); }

  std::vector<Changed> changedNow(Pushed pushed) const {
    std::vector<Changed> all;
    for (int player = 0; player < state_.players(); ++player) {
      const std::vector<const SeenPiece*> news = newsIn(places_.seats[at(player)].field);
      for (int k = 0; k < octopusesOf(player); ++k) {
        const auto& octopus = lying_.taken(player)[at(k)];
        if (octopus.shipped) continue;
        Changed change{.name = {player, k}};
        for (const auto& arm : octopus.arms)
          if (isGone(arm, change.name)) change.gone.push_back(arm.arm);
        change.come = newBeside(change.name, news);
        leaveOutPushed(change, pushed);
        if (!change.gone.empty() || !change.come.empty() || !change.pushed.empty()) all.push_back(std::move(change));
      }
    }
    return all;
  }

  /// The cards that came, read so.
  LaidAs asLaid(const std::vector<NewCard>& cards, const Cards& reading) const {
    LaidAs laid{.order = reading, .gone = difference_.unseen};
    for (const NewCard& card : cards) laid.rows.push_back(card.row);
    return laid;
  }

  /// And those of them that are the arms, as they look best.
  static void addAsLaid(LaidAs& laid, const Changed& changed, const Cards& arms) {
    for (const Arm arm : arms) {
      const auto card = std::find_if(changed.come.begin(), changed.come.end(),
                                     [&](const NewCard& each) { return each.arms.front().first == arm; });
      laid.order.push_back(arm);
      laid.rows.push_back(card == changed.come.end() ? changed.come.size() + Arm::kFaces : card->row);
    }
  }

  /// What came somewhere, and may have lain at another octopus where a hand is over it, came from there: of those that
  /// changed, or of any.
  void takeFromHidden(std::vector<Changed>& all, bool any) const {
    std::vector<Changed> hidden;
    if (any)
      for (int player = 0; player < state_.players(); ++player)
        for (int k = 0; k < octopusesOf(player); ++k)
          if (const TakenName name{player, k};
              !lying_.taken(player)[at(k)].shipped &&
              std::none_of(all.begin(), all.end(), [&](const Changed& each) { return each.name == name; }))
            hidden.push_back({.name = name});
    const auto take = [&](Changed& from, Arm arm) {
      const auto& arms = lying_.taken(from.name.player)[at(from.name.k)].arms;
      const auto lie = std::count_if(
          arms.begin(), arms.end(), [&](const auto& each) { return each.arm == arm && difference_.isUnseen(each.id); });
      if (lie <= std::count(from.gone.begin(), from.gone.end(), arm)) return false;
      from.gone.push_back(arm);
      return true;
    };
    for (const Changed& to : all)
      for (const Arm arm : bestOf(to.come)) {
        const bool known = std::any_of(all.begin(), all.end(), [&](const Changed& from) {
          return std::find(from.gone.begin(), from.gone.end(), arm) != from.gone.end();
        });
        if (known && !any) continue;
        const auto takes = [&](Changed& from) { return !(from.name == to.name) && take(from, arm); };
        if (std::none_of(all.begin(), all.end(), takes))
          for (auto from = hidden.begin(); from != hidden.end() && !take(*from, arm);) ++from;
      }
    for (Changed& each : hidden)
      if (!each.gone.empty()) all.push_back(std::move(each));
  }

  /// It is missing, another arm is seen in its place, or it is seen at another octopus.
  bool isGone(const Arrangement::LyingArm& arm, const TakenName& name) const {
    if (isMissing(arm.id)) return true;
    const auto pose = difference_.poseOf(arm.id);
    if (!pose) return false;
    const bool elsewhere = !isInColumn(pose->at, name);
    return std::any_of(difference_.news.begin(), difference_.news.end(), [&](const SeenPiece* piece) {
      return piece->pose.at == pose->at && (elsewhere || piece->face() != Face(arm.arm.name()));
    });
  }

  /// Where an octopus was changed, arms may be gone that were missed before.
  void takeAllUnseen(std::vector<Changed>& all) const {
    for (Changed& each : all) {
      each.gone.clear();
      const Cards pushed = each.pushed;
      for (const auto& arm : lying_.taken(each.name.player)[at(each.name.k)].arms)
        if (difference_.isUnseen(arm.id) || isGone(arm, each.name)) each.gone.push_back(arm.arm);
      leaveOutPushed(each, Pushed::Missing);
      for (const Arm arm : pushed)
        if (const auto lies = std::find(each.gone.begin(), each.gone.end(), arm); lies != each.gone.end())
          each.gone.erase(lies);
    }
  }

  /// What of an exchange under way was done before: the octopus lies otherwise than the game has it.
  Changed changedBefore(const TakenName& name) const {
    const auto [gone, come] = lying_.changedArms(state_, name);
    Changed before{.name = name, .gone = gone.list()};
    for (const Arm arm : come.list()) before.come.push_back({nullptr, {{arm, 1}}});
    return before;
  }

  /// In all, as far as the exchange was done.
  std::vector<Changed> changed(Pushed pushed) const {
    std::vector<Changed> all = changedNow(pushed);
    for (int player = 0; player < state_.players(); ++player)
      for (int k = 0; k < octopusesOf(player); ++k) {
        Changed before = changedBefore({player, k});
        if (before.gone.empty() && before.come.empty()) continue;
        const auto now =
            std::find_if(all.begin(), all.end(), [&](const Changed& each) { return each.name == before.name; });
        if (now != all.end()) {
          before.gone.insert(before.gone.end(), now->gone.begin(), now->gone.end());
          before.come.insert(before.come.end(), now->come.begin(), now->come.end());
          leaveOutPushed(before, Pushed::Missing);
          *now = std::move(before);
        } else {
          all.push_back(std::move(before));
        }
      }
    return all;
  }

  /// What was done before is part of it; but for arms that were missed, and came nowhere else, where it adds up
  /// without.
  bool goesOn(const Move& move) const {
    const auto* hand = std::get_if<SwapHand>(&move);
    const auto* swap = std::get_if<Swap>(&move);
    Arms missed, came;
    for (int player = 0; player < state_.players(); ++player)
      for (int k = 0; k < octopusesOf(player); ++k) {
        const TakenName name{player, k};
        auto [gone, come] = lying_.changedArms(state_, name);
        Arms goes, comes;
        if (hand && hand->octopus == OctopusName(name)) goes = Arms({hand->take}), comes = hand->give;
        if (swap && swap->a == OctopusName(name)) goes = swap->taken, comes = swap->given;
        if (swap && swap->b == OctopusName(name)) goes = swap->given, comes = swap->taken;
        if (comes.firstMissing(come)) return false;
        if (goes.cards() == 0 && gone.cards() > 0) return false;
        gone.remove(goes);
        missed.add(gone);
        came.add(come);
      }
    const Cards all = missed.list();
    const bool addsUp = hand ? hand->give.sum() == hand->take.arms() : swap && swap->taken.sum() == swap->given.sum();
    return (all.empty() || addsUp) &&
           std::none_of(all.begin(), all.end(), [&](Arm arm) { return came.count(arm) > 0; });
  }

  /// They lie where they lay, covered.
  void addMissed(LaidAs& laid, const TakenName& name, const Arms& goes) const {
    Arms missed = lying_.changedArms(state_, name).gone;
    missed.remove(goes);
    const std::size_t arms = lying_.taken(name.player)[at(name.k)].arms.size();
    for (const Arm arm : missed.list()) {
      laid.order.push_back(arm);
      laid.rows.push_back(arms > 0 ? arms - 1 : 0);
    }
  }

  void addExchanges() {
    std::vector<Move> known;
    const auto isKnown = [&](const PossibleMove& each) {
      if (std::find(known.begin(), known.end(), each.move) != known.end()) return true;
      known.push_back(each.move);
      return false;
    };
    for (const Pushed pushed : {Pushed::Missing, Pushed::Unseen, Pushed::All}) {
      const std::size_t before = moves_.size();
      addExchanges(changed(pushed));
      const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(before);
      moves_.erase(std::remove_if(first, moves_.end(),
                                  [&](const PossibleMove& each) { return !goesOn(each.move) || isKnown(each); }),
                   moves_.end());
    }
  }

  void addExchanges(const std::vector<Changed>& changed) {
    for (const Changed& each : changed) addHandSwaps(each);
    for (const Changed& a : changed)
      for (const Changed& b : changed) {
        const bool own = a.name.player == player_, both = own && b.name.player == player_;
        if (own && !(a.name == b.name) && (!both || a.name.k < b.name.k)) addSwaps(a, b);
      }
  }

  const Arms& armsOf(const TakenName& name) const { return find(state_, name)->arms; }

  /// What was taken is missing; or it is not known yet: then something that adds up.
  void addHandSwaps(const Changed& changed) {
    if (changed.name.player != player_ || changed.come.empty()) return;
    std::vector<Cards> known;
    const Arms arms = armsOf(changed.name);
    for (const Cards& reading : readingsOf(changed.come))
      for (const Cards& give : someOf(reading))
        for (const Arm take : Arm::all()) {
          if (arms.count(take) == 0 || Arms(give).count(take) > 0) continue;
          const bool gone = std::find(changed.gone.begin(), changed.gone.end(), take) != changed.gone.end();
          if (!gone && (!changed.gone.empty() || Arms(give).sum() != take.arms())) continue;
          Cards key = give;
          key.push_back(take);
          if (std::find(known.begin(), known.end(), key) != known.end()) continue;
          known.push_back(key);
          LaidAs laid{.gone = difference_.unseen};
          addAsLaid(laid, changed, give);
          addMissed(laid, changed.name, Arms({take}));
          add(SwapHand{changed.name, Arms(give), take}, laid);
          addWithUnseen(changed, give, take, laid);
        }
  }

  /// And one more that nobody sees, where it is what lacks.
  void addWithUnseen(const Changed& changed, const Cards& give, Arm take, const LaidAs& laid) {
    for (const Arm more : Arm::all()) {
      if (Arms(give).sum() + more.arms() != take.arms()) continue;
      Cards all = give;
      all.push_back(more);
      LaidAs with = laid;
      with.order.push_back(more);
      with.rows.push_back(laid.rows.empty() ? 0 : laid.rows.back());
      add(SwapHand{changed.name, Arms(all), take}, with);
    }
  }

  /// What of the first may have come to the second: what is missing there, and what is read here.
  static std::vector<Cards> movedFrom(const Changed& from, const Changed& to, const Arms& arms) {
    std::vector<Cards> all;
    const auto addOnce = [&](const Cards& cards) {
      if (!cards.empty() && std::find(all.begin(), all.end(), cards) == all.end()) all.push_back(cards);
    };
    addOnce(from.gone);
    Cards read;
    Arms left = arms;
    for (const NewCard& card : to.come)
      for (const auto& [arm, share] : card.arms)
        if (left.remove(Arms({arm})).cards() > 0) {
          read.push_back(arm);
          break;
        }
    addOnce(read);
    for (const Arm arm : from.gone) addOnce({arm});
    for (const Arm arm : read) addOnce({arm});
    return all;
  }

  /// Nobody exchanges an arm for one like it.
  static bool haveOneAlike(const Arms& taken, const Arms& given) {
    const Cards cards = taken.list();
    return std::any_of(cards.begin(), cards.end(), [&](Arm arm) { return given.count(arm) > 0; });
  }

  void addSwaps(const Changed& a, const Changed& b) {
    for (const Cards& taken : movedFrom(a, b, armsOf(a.name)))
      for (const Cards& given : movedFrom(b, a, armsOf(b.name))) {
        addSwap(a, b, taken, given);
        const int lacking = Arms(given).sum() - Arms(taken).sum();
        if (lacking > 0)
          for (const Cards& more : unseenThatAddUp(a.name, taken, lacking)) addSwap(a, b, more, given);
        if (lacking < 0)
          for (const Cards& more : unseenThatAddUp(b.name, given, -lacking)) addSwap(a, b, taken, more);
      }
  }

  void addSwap(const Changed& a, const Changed& b, const Cards& taken, const Cards& given) {
    const Swap swap{a.name, Arms(taken), b.name, Arms(given)};
    if (haveOneAlike(swap.taken, swap.given)) return;
    LaidAs laid{.gone = difference_.unseen};
    addAsLaid(laid, b, taken);
    addAsLaid(laid, a, given);
    addMissed(laid, a.name, swap.taken);
    addMissed(laid, b.name, swap.given);
    add(swap, laid);
  }

  /// The cards that moved with one or two more of that octopus that nobody sees, where those are what lacks.
  std::vector<Cards> unseenThatAddUp(const TakenName& from, const Cards& moved, int lacking) const {
    Arms unseen;
    for (const auto& arm : lying_.taken(from.player)[at(from.k)].arms)
      if (difference_.isUnseen(arm.id)) unseen.add(arm.arm);
    unseen.remove(Arms(moved));
    const Cards cards = unseen.list();
    std::vector<Cards> all;
    const auto addOnce = [&](std::initializer_list<Arm> more) {
      Cards with = moved;
      with.insert(with.end(), more);
      if (std::find(all.begin(), all.end(), with) == all.end()) all.push_back(std::move(with));
    };
    for (auto one = cards.begin(); one != cards.end(); ++one) {
      if (one->arms() == lacking) addOnce({*one});
      for (auto other = one + 1; other != cards.end(); ++other)
        if (one->arms() + other->arms() == lacking) addOnce({*one, *other});
    }
    return all;
  }

  // --- what else is done ---

  void addShipping() {
    std::set<Colour> heads;
    for (const SeenPiece* piece : newsIn(seat().shipped))
      for (const Candidate& each : piece->faces)
        if (const auto head = headOf(each.face); head && each.confidence >= kThoughtOf) heads.insert(*head);
    const auto& taken = lying_.taken(player_);
    for (int k = 0; k < static_cast<int>(taken.size()); ++k) {
      const auto& octopus = taken[at(k)];
      if (octopus.shipped) continue;
      const auto gone =
          std::count_if(octopus.arms.begin(), octopus.arms.end(), [&](const auto& arm) { return isMissing(arm.id); });
      const bool carried = isMissing(octopus.headId) || 2 * gone > std::ssize(octopus.arms);
      if (carried || heads.contains(octopus.head)) add(Ship{TakenName{player_, k}});
    }
  }

  std::optional<TablePoint> newChip() const {
    for (const SeenPiece* piece : newsIn(seat().chips))
      if (piece->face().family() == "chip") return piece->pose.at;
    return std::nullopt;
  }

  /// Whoever has done all else may spend one while a forearm hides it.
  void addChip() {
    if (state_.seat(player_).chips == 0) return;
    const auto& chips = lying_.chips(player_);
    const bool gone = std::any_of(chips.begin(), chips.end(), [&](const auto& chip) { return isMissing(chip.id); });
    if (gone || newChip() || state_.turn.isWhole()) add(Chip{});
  }

  void addPile() {
    const auto top = lying_.topDiscard();
    const std::vector<const SeenPiece*> news = newsIn(places_.discard);
    if (news.empty() && (!top || !isMissing(*top))) return;
    const int deck = state_.armDeck, lies = static_cast<int>(state_.discard.size());
    const auto isKnown = [&](int open) {
      return std::any_of(moves_.begin(), moves_.end(), [open](const PossibleMove& each) {
        const auto* draw = std::get_if<Draw>(&each.move);
        return draw && draw->discard == open;
      });
    };
    for (int open = 1; open <= std::min(kDrawn, lies); ++open)
      if (!isKnown(open)) add(Draw{std::min(kDrawn - open, deck), open});
    std::set<std::size_t> known;
    for (const NewCard& card : armsAmong(news, Side::Near))
      for (const auto& [arm, share] : card.arms)
        if (known.insert(arm.index()).second) addDiscards(arm);
  }

  /// As many cards as are due, the last on top; where nobody counts the hand, one or some.
  void addDiscards(Arm top) {
    const int due = state_.seat(player_).hand - kHandLimit;
    for (int cards = 1; cards <= 3; ++cards) {
      if (state_.counted && cards != std::max(1, due)) continue;
      std::vector<std::optional<Arm>> laid(at(cards - 1));
      laid.emplace_back(top);
      add(Discard{laid});
    }
  }

  /// Another head comes in the place of one that is gone.
  void addReveals() {
    for (int player = 0; player < state_.players(); ++player) {
      std::set<Colour> shown;
      for (const SeenPiece* piece : newsIn(places_.seats[at(player)].turn))
        for (const Candidate& each : piece->faces)
          if (const auto head = headOf(each.face); head && each.confidence >= kThoughtOf) shown.insert(*head);
      const Arrangement::Pieces told = lying_.ofColour(player);
      if (!told.empty() && isMissing(told.front().id)) shown.insert(kColours.begin(), kColours.end());
      for (const Colour colour : shown)
        if (state_.seat(player).colour != colour) moves_.push_back({player, Reveal{colour}, {}});
    }
  }

  const State& state_;
  const Arrangement& lying_;
  const Oct8Places& places_;
  const Difference& difference_;
  std::set<PieceId> missing_;
  int player_;
  /// Of each player.
  std::vector<Columns> columns_;
  std::vector<PossibleMove> moves_;
};

}  // namespace

Draw drawUnseen(const State& state) {
  const int discards = static_cast<int>(state.discard.size());
  const int due = std::min(kDrawn, state.armDeck + discards);
  const int deck = std::min(due, state.armDeck);
  return {deck, due - deck};
}

std::vector<PossibleMove> possibleMoves(const State& state, const Arrangement& arrangement,
                                        const infer::Difference& difference) {
  return Finder(state, arrangement, difference).all();
}

std::vector<UnderWay> movesUnderWay(const State& state, const Arrangement& arrangement,
                                    const infer::Difference& difference) {
  return Finder(state, arrangement, difference).underWay();
}

std::vector<PossibleMove> movesBegun(const State& state, const Arrangement& arrangement,
                                     const infer::Difference& difference) {
  return Finder(state, arrangement, difference).begun();
}

}  // namespace octo::tracker::oct8
