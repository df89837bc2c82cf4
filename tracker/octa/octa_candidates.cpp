#include "tracker/octa/octa_candidates.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "tracker/octa/judge.h"
#include "tracker/octa/octa_chances.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/table.h"
#include "tracker/octa/unseen_king.h"

namespace octo::tracker::octa {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::PieceChange;
using infer::PieceId;

/// From here on a reading is taken as it is.
constexpr double kReadClearly = 0.97;
/// What lies so far out of line with a run is none of its cards; cards lie no more steps apart, mm and steps.
constexpr double kInLine = 30, kStepsApart = 2.6;
/// A card lies on that one if it is no farther from it, mm.
constexpr double kLiesOn = 9;
/// Of cards of which nothing is known that each is just that one; and of one laid after another in a run that it is the
/// next one.
constexpr double kAnyCard = 1.0 / 80, kNextCard = 0.4;
/// That whoever takes cards out of the pot takes several: for a queen that was turned over, a line or a run where the
/// rules allow it, or though they do not; or takes one to lay another, or puts back what was taken wrongly; of all who
/// begin something, as often as these begin to lay cards.
constexpr double kTakesForQueen = 4, kTakesLineNow = 1.2, kTakesRunNow = 2.5, kTakesWrongly = 0.03, kSwapsNow = 1.5,
                 kPutsBack = 1.3;
/// That the token comes before the last card of a run.
constexpr double kTokenBefore = 0.2;
/// How much of a card in a row shows at least.
constexpr double kHalfStrip = 0.28;
/// Whoever lays a new run lays it where no other lies: anywhere else, as likely as to an exact place.
constexpr double kOverOther = 0.01, kAnywhere = 1e-3;
/// Whoever lays cards below others lifts these.
constexpr double kLifted = 0.5;
/// A card that is missed where it lay is rather the one that lies elsewhere now than another of its face.
constexpr double kAnother = 0.02;
/// That a place is filled with what the discard pile has for it, by whoever takes cards out of the pot.
constexpr double kFromPile = 0.5;
/// A card of which more shows lies on top; cards lie as a fan whose ends lie so far apart along both axes, mm; and that
/// somebody who has to discard several has laid some.
constexpr double kWholeCard = 0.9, kFanOut = 8, kDiscardsSome = 2.5;
/// From one card of a fan to the next along both axes, and its deviation, mm.
constexpr double kUpAStep = 2 * OctaArrangement::kDiscardStep, kUpDeviation = 8;
/// Of cards discarded of which some are not seen.
constexpr double kSomeUnseen = 0.3;
/// That who shuffles the action cards has not drawn yet: most do once they have to turn one over.
constexpr double kShufflesEarly = 0.1;
/// That whoever may take two cards off the discard pile looks through it.
constexpr double kLooksThrough = 0.25;
/// Pairs of cards thought of that a king may have taken off the discard pile unseen.
constexpr std::size_t kPairsOfKing = 10;

/// A card as it may be told: what it is read as, or what it must be for the move to make sense.
struct Told {
  const SeenCard* seen = nullptr;
  std::optional<Card> expected = {};
};

/// Ways to read the cards: each as its likeliest, as expected where the reading is not clear, and with one doubtful
/// card read otherwise. None of them an action card.
std::vector<std::vector<Card>> waysToRead(const std::vector<Told>& cards) {
  std::vector<Card> likeliest, expected;
  for (const Told& each : cards) {
    const auto read = each.seen && each.seen->sure() > 0 ? each.seen->best() : std::nullopt;
    if (!read && !each.expected) return {};
    likeliest.push_back(read ? *read : *each.expected);
    const bool clear = read && each.seen->sure() >= kReadClearly;
    expected.push_back(clear || !each.expected ? likeliest.back() : *each.expected);
  }
  std::vector<std::vector<Card>> all;
  const auto add = [&](std::vector<Card> list) {
    const bool actions = std::any_of(list.begin(), list.end(), [](Card card) { return card.isAction(); });
    if (!actions && std::find(all.begin(), all.end(), list) == all.end()) all.push_back(std::move(list));
  };
  add(likeliest);
  add(expected);
  for (std::size_t k = 0; k < cards.size(); ++k) {
    if (!cards[k].seen || cards[k].seen->sure() >= kReadClearly) continue;
    for (const Card card : cards[k].seen->readings()) {
      std::vector<Card> other = expected;
      other[k] = card;
      add(std::move(other));
    }
  }
  return all;
}

/// What the cards of a row would be if they are one suit in succession: as most of those that are read say.
std::vector<Told> asRun(const SeenRun& row) {
  int most = 1;
  std::optional<std::pair<int, Suit>> start;
  for (int suit = 0; suit < 4; ++suit)
    for (int first = kLowAce; first <= kHighAce; ++first) {
      int count = 0;
      for (std::size_t k = 0; k < row.slots.size(); ++k) {
        const auto& card = row.slots[k].card;
        count +=
            card && card->best() && card->best() == cardOfValue(first + static_cast<int>(k), static_cast<Suit>(suit));
      }
      if (count > most) {
        most = count;
        start = std::pair(first, static_cast<Suit>(suit));
      }
    }
  std::vector<Told> cards;
  for (std::size_t k = 0; k < row.slots.size(); ++k) {
    const auto& card = row.slots[k].card;
    cards.push_back({card ? &*card : nullptr,
                     start ? cardOfValue(start->first + static_cast<int>(k), start->second) : std::nullopt});
  }
  return cards;
}

/// All of its cards are seen, and they are a run as they lie.
bool isRun(const SeenRun& row) {
  const std::vector<Told> cards = asRun(row);
  return std::all_of(cards.begin(), cards.end(),
                     [](const Told& each) { return each.seen && each.expected && each.seen->best() == each.expected; });
}

/// The row without its gaps, where its cards are a run without them: one of them may have slipped along the row.
std::optional<SeenRun> withoutGaps(SeenRun row) {
  const auto gaps = std::erase_if(row.slots, [](const SeenRun::Slot& slot) { return !slot.card; });
  return gaps > 0 && isRun(row) ? std::optional(std::move(row)) : std::nullopt;
}

bool showsBack(const SeenRun& row) {
  return std::any_of(row.slots.begin(), row.slots.end(),
                     [](const SeenRun::Slot& slot) { return slot.card && slot.card->isBack(); });
}

Observation observationOf(const std::vector<const SeenPiece*>& pieces) {
  Observation look;
  for (const SeenPiece* piece : pieces) look.pieces.push_back(*piece);
  return look;
}

/// The player's token does not lie any more where it was laid.
bool isTokenMoved(const OctaArrangement& arrangement, const Difference& difference, int player) {
  const PieceId token = arrangement.token(player);
  const auto isAway = [&](const TablePose& pose) { return distance(pose.at, arrangement.tokenAt(player)) > kOnCard; };
  const auto pose = difference.poseOf(token);
  const Face face = tokenFace(player);
  return difference.isMissing(token) || (pose && isAway(*pose)) ||
         std::any_of(difference.news.begin(), difference.news.end(),
                     [&](const SeenPiece* seen) { return seen->face() == face && isAway(seen->pose); });
}

class Finder {
 public:
  Finder(const State& state, const OctaArrangement& arrangement, const Difference& difference,
         const OctaArrangement::Pieces& discarded, bool putsBack)
      : state_(state),
        arrangement_(arrangement),
        places_(arrangement.places()),
        difference_(difference),
        discarded_(discarded),
        putsBack_(putsBack),
        news_(observationOf(difference.news)),
        seen_(readTable(news_, places_)) {}

  Possible all() {
    if (state_.ending) return {};
    unseen();
    actions();
    runs();
    pot();
    discards();
    return std::move(possible_);
  }

 private:
  int me() const { return state_.turn.player; }
  void add(Move move, LaidAs laid = {}, double factor = 1) {
    possible_.moves.push_back({std::move(move), laid, {}, factor});
  }

  // What leaves no trace

  void unseen() {
    const Turn& turn = state_.turn;
    if (!turn.drawn) add(Draw{});
    if (turn.drawn) add(EndTurn{});
    if (isTurned(Card::kKing) && !turn.effectUsed) {
      add(KingFromStock{});
      kingFromDiscard();
    }
    if (!judgeMove(state_, me(), Restock{}).isBreach()) add(Restock{});
    if (state_.actionStack == 0 && !judgeMove(state_, me(), ReshuffleActions{}).isBreach())
      add(ReshuffleActions{}, {}, turn.drawn ? 1 : kShufflesEarly);
  }

  bool isTurned(int rank) const { return state_.turn.action && state_.turn.action->rank() == rank; }

  /// The pile is in somebody's hand.
  void lookingThrough() {
    const auto& pile = arrangement_.discard();
    if (pile.empty() || !difference_.isMissing(pile.back().id)) return;
    PossibleBeginning beginning{{{"looks", pile.size()}}, {.at = {places_.discard.middle()}}, kLooksThrough};
    for (const OctaArrangement::Discarded& each : pile) beginning.done.gone.push_back(each.id);
    possible_.beginnings.push_back(std::move(beginning));
  }

  /// The two on top, or others that nobody saw.
  void kingFromDiscard() {
    const auto& pile = state_.discard;
    if (pile.size() < 2) return;
    const auto &top = pile[pile.size() - 1], &second = pile[pile.size() - 2];
    lookingThrough();
    if (top && second) add(KingFromDiscard{{*top, *second}});
    if (pile.size() < 3) return;
    const std::vector<Card> likely = likelyOffPile(state_, me(), 0);
    std::size_t pairs = 0;
    for (std::size_t sum = 1; sum < 2 * likely.size() && pairs < kPairsOfKing; ++sum)
      for (std::size_t a = 0; 2 * a < sum && pairs < kPairsOfKing; ++a) {
        const std::size_t b = sum - a;
        if (b >= likely.size()) continue;
        ++pairs;
        std::vector<Card> guessed{likely[a], likely[b]};
        // The likeliest stands for all that nobody thinks of.
        const double all = static_cast<double>(pile.size() * (pile.size() - 1)) / 2;
        possible_.moves.push_back({KingFromDiscard{guessed}, {}, guessed, pairs == 1 ? all : 1});
      }
  }

  // Action cards

  /// The other copy of the card that lay open may be laid on it: nothing looks otherwise but where it lies. And that of
  /// one below it: it seems to be that one.
  void actions() {
    for (int pile = 0; pile < 2; ++pile) {
      const auto& top = seen_.actions[static_cast<std::size_t>(pile)];
      const Card known = openAction(state_, static_cast<std::size_t>(pile));
      if (top)
        for (const Card card : top->readings())
          if (card.isAction() && card != known) add(TurnAction{card, pile});
      if (!state_.turn.actionTurned && openCopies(state_, known) < kCopies) add(TurnAction{known, pile});
      const auto& lying = arrangement_.actions(static_cast<std::size_t>(pile));
      const bool missing = difference_.isMissing(lying.back().id);
      for (std::size_t k = 0; k + 1 < lying.size(); ++k)
        if ((missing || difference_.isBare(lying[k].id)) && lying[k].card && lying[k].card != known &&
            openCopies(state_, *lying[k].card) < kCopies)
          add(TurnAction{*lying[k].card, pile});
    }
  }

  // Runs

  TablePoint whereOf(PieceId id, TablePoint otherwise) const {
    const auto pose = difference_.poseOf(id);
    return pose ? pose->at : otherwise;
  }

  TablePoint whereOf(const OctaArrangement::LyingRun& run, std::size_t card) const {
    const double step = wayOf(run.owner) * kStep * static_cast<double>(card);
    return whereOf(run.cards[card].id, {run.lowest.x + step, run.lowest.y});
  }

  void runs() {
    for (const OctaArrangement::LyingRun& lying : arrangement_.runs()) {
      const Run* run = findRun(state_, lying.number);
      inRun(lying);
      if (run) extensions(lying, *run);
    }
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(me())])
      if (!showsBack(row)) newRun(row);
  }

  /// A card of a run lies where another did: people keep to the steps of the row rather than to its line.
  static bool liesInPlaceOf(TablePoint at, TablePoint other) {
    return std::abs(at.x - other.x) < kLiesOn && std::abs(at.y - other.y) < kInLine;
  }

  /// A card turned over for one of the stock, whose back shows or is missed, or laid in the place of such a one.
  void inRun(const OctaArrangement::LyingRun& run) {
    for (std::size_t k = 0; k < run.cards.size(); ++k) {
      const TablePoint there = whereOf(run, k);
      const Place& place = run.cards[k].place;
      if (place.open && isTurned(Card::kJack) && !state_.turn.effectUsed && difference_.isUnseen(run.cards[k].id))
        add(Jack{run.number, place.card}, {.hand = there});
      for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(run.owner)])
        for (const SeenRun::Slot& slot : row.slots) {
          if (!slot.card || !liesInPlaceOf(slot.card->at(), there)) continue;
          const LaidAs laid{.hand = there};
          if (place.open && slot.card->isBack()) add(Jack{run.number, place.card}, laid);
          if (!place.open && !slot.card->isBack())
            for (const auto& reading : waysToRead({{&*slot.card, place.card}}))
              add(Replace{run.number, reading[0]}, laid);
        }
    }
  }

  /// Cards that may have been added to a run, and where its own lie beside them if they were laid there, too.
  struct Beyond {
    SeenRun row;
    std::optional<TablePoint> own = std::nullopt;
  };

  /// A row as cards beyond an end of a run, as they must be to go on from there; nothing where they do not lie so.
  std::optional<std::vector<Told>> beyond(const Beyond& seen, const OctaArrangement::LyingRun& lying, const Run& run,
                                          bool above) const {
    const SeenRun& row = seen.row;
    const auto count = static_cast<int>(row.slots.size());
    const TablePoint end = seen.own.value_or(whereOf(lying, above ? lying.cards.size() - 1 : 0));
    const TablePoint near = above ? row.slots.front().at : row.slots.back().at;
    if (std::abs(near.y - end.y) > kInLine) return std::nullopt;
    const double steps = (above ? 1 : -1) * wayOf(lying.owner) * (near.x - end.x) / kStep;
    const int missed = std::max(1, static_cast<int>(std::lround(steps))) - 1;
    const auto valueOf = [&](int k, int between) {
      return above ? run.highest() + between + 1 + k : run.lowest() - between - count + k;
    };
    const auto fits = [&](int between) {
      int fit = 0, read = 0;
      for (int k = 0; k < count; ++k) {
        const auto& card = row.slots[static_cast<std::size_t>(k)].card;
        if (!card || !card->best()) continue;
        ++read;
        fit += card->best() == cardOfValue(valueOf(k, between), run.suit);
      }
      return read > 0 && 2 * fit > read;
    };
    const bool adjoins = steps > 0.4 && steps < kStepsApart;
    // Cards of a run are lifted to lay others under them, and lie elsewhere then: faces tell.
    const bool perhaps = std::abs(steps) < static_cast<double>(run.places.size()) + 2 + count;
    int between = 0;
    if (!(perhaps && fits(0))) {
      if (!adjoins) return std::nullopt;
      between = fits(missed) ? missed : 0;
    }
    std::vector<Told> cards;
    for (int k = 0; k < count; ++k) {
      const auto& card = row.slots[static_cast<std::size_t>(k)].card;
      cards.push_back({card ? &*card : nullptr, cardOfValue(valueOf(k, between), run.suit)});
    }
    for (int k = 1; k <= between; ++k) {
      const Told unseen{nullptr, cardOfValue(above ? run.highest() + k : run.lowest() - k, run.suit)};
      cards.insert(above ? cards.begin() : cards.end(), unseen);
    }
    return cards;
  }

  /// What of the row is none of the run's cards, below and above those of them that it shows; the row as it is where it
  /// shows none.
  std::vector<Beyond> withoutOwn(const SeenRun& row, const OctaArrangement::LyingRun& run) const {
    std::optional<std::size_t> first, last;
    for (std::size_t k = 0; k < row.slots.size(); ++k) {
      const auto& card = row.slots[k].card;
      const auto isOwn = [&](const OctaArrangement::RunCard& each) {
        const auto pose = difference_.poseOf(each.id);
        const bool lies = !difference_.isUnseen(each.id) && !(pose && difference_.isNewsAt(*pose));
        return !lies && (each.place.open ? card->best() == each.place.card : card->isBack());
      };
      if (!card || std::none_of(run.cards.begin(), run.cards.end(), isOwn)) continue;
      if (!first) first = k;
      last = k;
    }
    if (!first) return {{row}};
    std::vector<Beyond> rest;
    const auto at = [&](std::size_t k) { return row.slots.begin() + static_cast<std::ptrdiff_t>(k); };
    if (*first > 0) rest.push_back({{{row.slots.begin(), at(*first)}}, row.slots[*first].at});
    if (*last + 1 < row.slots.size()) rest.push_back({{{at(*last + 1), row.slots.end()}}, row.slots[*last].at});
    return rest;
  }

  void extensions(const OctaArrangement::LyingRun& lying, const Run& run) {
    std::vector<Beyond> rows;
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(lying.owner)])
      for (Beyond& each : withoutOwn(row, lying))
        if (!showsBack(each.row)) rows.push_back(std::move(each));
    std::vector<std::vector<Told>> below{{}}, above{{}};
    std::optional<TablePoint> hand, lowest;
    for (const Beyond& each : rows) {
      const SeenRun& row = each.row;
      const std::size_t known = below.size() + above.size();
      if (auto cards = beyond(each, lying, run, false)) {
        below.push_back(std::move(*cards));
        lowest = row.slots.front().at;
      }
      if (auto cards = beyond(each, lying, run, true)) above.push_back(std::move(*cards));
      if (below.size() + above.size() > known) hand = row.slots.back().at;
    }
    for (const auto& lower : below)
      for (const auto& upper : above) {
        std::vector<Told> cards = lower;
        cards.insert(cards.end(), upper.begin(), upper.end());
        if (cards.empty()) continue;
        for (std::vector<Card>& reading : waysToRead(cards)) {
          const auto from = lower.empty() ? whereOf(lying, 0) : lowest;
          if (!lower.empty()) add(Extend{run.number, reading}, {.run = from, .lifted = true, .hand = hand}, kLifted);
          add(Extend{run.number, std::move(reading)}, {.run = from, .hand = hand}, lower.empty() ? 1 : 1 - kLifted);
        }
      }
  }

  /// Whether a run of the player's lies there already.
  bool isTaken(const SeenRun& row) const {
    const double first = row.slots.front().at.x, last = row.slots.back().at.x;
    const double left = std::min(first, last), right = std::max(first, last);
    return std::any_of(arrangement_.runs().begin(), arrangement_.runs().end(), [&](const auto& run) {
      if (run.owner != me()) return false;
      const TablePoint low = whereOf(run, 0), high = whereOf(run, run.cards.size() - 1);
      return std::abs(low.y - row.slots.front().at.y) < kInLine &&
             std::min(low.x, high.x) < right + kStepsApart * kStep &&
             left - kStepsApart * kStep < std::max(low.x, high.x);
    });
  }

  /// Or what will be one: until then it is the beginning of a run.
  void newRun(const SeenRun& row) {
    const bool taken = isTaken(row);
    const double another = std::pow(kAnother, missedOf(row));
    const double factor = kAnywhere * (taken ? kOverOther : 1) * another;
    melds(row, factor);
    if (const auto closed = withoutGaps(row)) melds(*closed, factor);
    PossibleBeginning beginning{{{"lays", Json::array()}}, {.at = {row.slots.back().at}}};
    addRow(beginning, row, "lays");
    beginning.share *= (taken ? 1 : kAnywhere) * another * (isLeft(row) ? 1 : kFromNowhere);
    possible_.beginnings.push_back(beginning);
    if (tokenMayLieAt(row.slots.back().at)) {
      addTokenTo(beginning);
      possible_.beginnings.push_back(std::move(beginning));
    }
  }

  void melds(const SeenRun& row, double factor) {
    const LaidAs laid{.run = row.slots.front().at, .hand = row.slots.back().at};
    const bool bears = tokenMayLieAt(row.slots.back().at);
    for (std::vector<Card>& reading : waysToRead(asRun(row))) {
      if (bears) add(Meld{reading, true}, laid, factor);
      add(Meld{std::move(reading), false}, laid, factor);
    }
  }

  /// Not all copies of one of its cards lie elsewhere already.
  bool isLeft(const SeenRun& row) const {
    return std::none_of(row.slots.begin(), row.slots.end(), [&](const SeenRun::Slot& slot) {
      const auto card = slot.card ? slot.card->best() : std::nullopt;
      return card && openCopies(state_, *card) >= kCopies;
    });
  }

  /// How many of the row's cards may be cards of the owner's runs, which are seen nowhere else.
  int missedOf(const SeenRun& row) const {
    return static_cast<int>(std::count_if(row.slots.begin(), row.slots.end(), [&](const SeenRun::Slot& slot) {
      const auto mayBe = [&](const OctaArrangement::RunCard& each) {
        if (!each.place.open || slot.card->best() != each.place.card) return false;
        const auto pose = difference_.poseOf(each.id);
        return difference_.isUnseen(each.id) || (pose && distance(pose->at, slot.card->at()) < kLiesOn);
      };
      return slot.card && std::any_of(arrangement_.runs().begin(), arrangement_.runs().end(), [&](const auto& run) {
               return run.owner == me() && std::any_of(run.cards.begin(), run.cards.end(), mayBe);
             });
    }));
  }

  /// The cards of a row, in a field of that name.
  void addRow(PossibleBeginning& beginning, const SeenRun& row, const char* field) const {
    std::optional<Card> before;
    for (const SeenRun::Slot& slot : row.slots) {
      if (!slot.card) continue;
      addCome(beginning, *slot.card, kHalfStrip, field);
      const auto& card = slot.card->best();
      const bool follows =
          before && card && card->suit() == before->suit() && (card->rank() == before->rank() + 1 || card->isAce());
      beginning.share *= follows ? kNextCard : kAnyCard;
      before = card;
    }
  }

  /// The token is in the player's hand, or lies on what was laid.
  void addTokenTo(PossibleBeginning& beginning) const {
    beginning.what["token"] = true;
    beginning.share *= kTokenBefore;
    beginning.done.gone.push_back(arrangement_.token(me()));
    if (const auto& token = seen_.tokens[static_cast<std::size_t>(me())])
      beginning.done.come.push_back({.id = arrangement_.unused(beginning.done.come.size(), {}),
                                     .faces = {tokenFace(me())},
                                     .pose = {token->at, 0},
                                     .turn = 1});
  }

  /// A card that was laid and is yet a part of what follows.
  void addCome(PossibleBeginning& beginning, const SeenCard& card, double visible, const char* field) const {
    std::vector<Face> faces;
    if (card.best()) faces.push_back(Face(card.best()->name()));
    beginning.what[field].push_back(card.best() ? card.best()->name() : "?");
    beginning.done.come.push_back({.id = arrangement_.unused(beginning.done.come.size(), card.best()),
                                   .faces = std::move(faces),
                                   .pose = {card.at(), 0},
                                   .turn = 180,
                                   .visible = std::max(card.visible(), visible)});
  }

  bool tokenMayLieAt(TablePoint at) const {
    if (!isTokenMoved(arrangement_, difference_, me())) return false;
    const auto& token = seen_.tokens[static_cast<std::size_t>(me())];
    return !token || distance(token->at, at) < kOnCard;
  }

  // Pot

  bool isGone(int place) const {
    const auto& lying = arrangement_.pot(place);
    return lying && difference_.isMissing(lying->id);
  }
  const SeenCard* newAt(int place) const {
    const auto& card = seen_.pot[static_cast<std::size_t>(place - 1)];
    return card && !card->isBack() ? &*card : nullptr;
  }
  bool isTouched(int place) const { return isGone(place) || newAt(place); }

  /// The places of the lines, and of the runs, that may be taken now; each in order.
  struct TakenNow {
    std::vector<std::vector<int>> lines, runs;
  };

  void pot() {
    std::vector<int> touched;
    for (int place = 1; place <= kPotPlaces; ++place)
      if (isTouched(place)) touched.push_back(place);
    takeRuns();
    claiming();
    const std::vector<int> taken = withTaken(touched);
    if (taken.empty()) return;
    const TakenNow now{linesNow(), runsNow()};
    if (taken != touched) beginningOfTaking(taken, now);
    if (touched.empty()) return;
    for (const int place : touched) swap(place);
    for (const Line line : kLines) takeLine(line);
    queens(touched);
    beginningsOfTaking(touched, now);
  }

  /// What lies in the gaps once these are taken: what is seen there, or else what the discard pile says; where nothing
  /// changed, what lay there.
  std::vector<Told> fillOf(const std::vector<int>& taken, bool offPile) const {
    Pot pot = state_.pot;
    for (const int place : taken) pot.at(place).reset();
    std::vector<int> gaps = pot.gaps();
    const std::size_t there = static_cast<std::size_t>(state_.stock) + (offPile ? state_.discard.size() : 0);
    if (gaps.size() > there) gaps.resize(there);
    std::vector<Told> fill;
    for (std::size_t k = 0; k < gaps.size(); ++k) {
      Told told{newAt(gaps[k])};
      const auto& pile = state_.discard;
      if (offPile && k < pile.size()) told.expected = pile[pile.size() - 1 - k];
      if (!told.expected && !isGone(gaps[k])) told.expected = state_.pot.at(gaps[k]);
      fill.push_back(told);
    }
    return fill;
  }

  std::ptrdiff_t touchedOf(const std::vector<int>& places) const {
    return std::count_if(places.begin(), places.end(),
                         [&](int place) { return isTouched(place) || isFilledWithLike(place, places); });
  }

  /// The like of what lay there came off the discard pile, where those places are filled.
  bool isFilledWithLike(int place, const std::vector<int>& taken) const {
    const auto depth = depthFor(place, taken);
    const auto& pile = arrangement_.discard();
    return depth <= pile.size() && depth <= state_.discard.size() && state_.pot.at(place) &&
           state_.discard[state_.discard.size() - depth] == state_.pot.at(place) &&
           difference_.isUnseen(pile[pile.size() - depth].id);
  }

  /// How deep in the discard pile lies what fills that place once those are taken, from 1 on.
  std::size_t depthFor(int place, const std::vector<int>& taken) const {
    Pot pot = state_.pot;
    for (const int each : taken) pot.at(each).reset();
    const std::vector<int> gaps = pot.gaps();
    return 1 + static_cast<std::size_t>(std::find(gaps.begin(), gaps.end(), place) - gaps.begin());
  }

  void takeLine(Line line) {
    const std::vector<int>& places = octa::placesOf(line);
    if (touchedOf(places) + 1 < std::ssize(places)) return;
    for (std::vector<Card>& fill : waysToRead(fillOf(places, true))) add(TakeLine{line, std::move(fill)});
  }

  void takeRuns() {
    const PotPlaces claimed = claimOf(state_, me());
    if (claimed.none()) return;
    takeRun(listOf(claimed), false);
    for (const PotPlaces& longer : longerRuns(state_.pot, claimed)) takeRun(listOf(longer), true);
  }

  void takeRun(const std::vector<int>& places, bool named) {
    if (touchedOf(places) + 1 < std::ssize(places)) return;
    LaidAs laid;
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(me())])
      if (row.slots.size() + 1 >= places.size()) laid.run = row.slots.front().at;
    for (std::vector<Card>& fill : waysToRead(fillOf(places, true))) {
      TakeRun run{std::move(fill)};
      if (named) run.take = places;
      add(std::move(run), laid);
    }
  }

  /// Two places, of which one may be filled with the like of what lay there.
  void queens(const std::vector<int>& touched) {
    const bool due = isTurned(Card::kQueen) && !state_.turn.effectUsed;
    for (const int a : touched)
      for (int b = 1; b <= kPotPlaces; ++b) {
        const bool alike = !isTouched(b);
        if (b == a || (!alike && b < a) || !state_.pot.at(a) || !state_.pot.at(b)) continue;
        if (alike && (!due || state_.pot.at(a)->suit() != state_.pot.at(b)->suit() || touched.size() > 1)) continue;
        const std::vector<int> take{std::min(a, b), std::max(a, b)};
        for (std::vector<Card>& fill : waysToRead(fillOf(take, false)))
          if (fill.size() == take.size()) add(Queen{take, std::move(fill)});
      }
  }

  void swap(int place) {
    if (!state_.pot.at(place) || !newAt(place)) return;
    for (const auto& reading : waysToRead({{newAt(place)}})) {
      const Card give = reading[0];
      add(Swap{place, give, {}});
      const auto token = tokenInPot();
      if (!token) continue;
      Pot pot = state_.pot;
      pot.at(place) = give;
      add(Swap{place, give, listOf(claimedBy(pot, place, token->first))}, {.token = token->second});
    }
  }

  std::optional<std::pair<int, TablePoint>> tokenInPot() const { return tokenOnPot(arrangement_, difference_, me()); }

  /// How deep in the discard pile the card lay that fills that place once those are taken, from 1 on, if it is that
  /// card.
  std::optional<std::size_t> offPile(const SeenCard& card, int place, const std::vector<int>& taken) const {
    const std::size_t depth = depthFor(place, taken);
    const auto& pile = state_.discard;
    if (depth > pile.size() || !pile[pile.size() - depth] || card.best() != pile[pile.size() - depth])
      return std::nullopt;
    return depth;
  }

  /// What filled places off the discard pile does not lie there any more, and what lay below it shows.
  void uncoverPile(PossibleBeginning& beginning, const std::vector<int>& taken) const {
    const auto& pile = arrangement_.discard();
    std::vector<bool> isGone(pile.size(), false);
    for (const int place : taken)
      if (const SeenCard* card = newAt(place))
        if (const auto depth = offPile(*card, place, taken); depth && *depth <= pile.size())
          isGone[pile.size() - *depth] = true;
    std::size_t left = pile.size();
    while (left > 0 && (isGone[left - 1] || difference_.isMissing(pile[left - 1].id))) isGone[--left] = true;
    if (left == pile.size()) return;
    beginning.what["off"] = pile.size() - left;
    for (std::size_t k = 0; k < pile.size(); ++k)
      if (isGone[k]) beginning.done.gone.push_back(pile[k].id);
    if (left == 0) return;
    showOnPile(beginning, pile[left - 1].id, 1);
  }

  /// So much of a card of the discard pile shows from now on.
  void showOnPile(PossibleBeginning& beginning, PieceId card, double visible) const {
    const OctaArrangement::Pieces pieces = arrangement_.pieces();
    const ExpectedPiece* piece = pieceOf(pieces, card);
    if (!piece) return;
    beginning.done.come.push_back(*piece);
    beginning.done.come.back().visible = visible;
  }

  /// Whether the row is of cards that lay at those places.
  bool isOutOfPot(const SeenRun& row, const std::vector<int>& taken) const {
    return std::all_of(row.slots.begin(), row.slots.end(), [&](const SeenRun::Slot& slot) {
      return !slot.card || !slot.card->best() || std::any_of(taken.begin(), taken.end(), [&](int place) {
        return state_.pot.at(place) == slot.card->best();
      });
    });
  }

  /// With the places that are hidden and whose cards lie in a row of the player's.
  std::vector<int> withTaken(const std::vector<int>& touched) const {
    std::vector<int> taken;
    for (int place = 1; place <= kPotPlaces; ++place) {
      const auto& lying = arrangement_.pot(place);
      const auto isTaken = [&](const SeenRun& row) {
        return std::any_of(row.slots.begin(), row.slots.end(), [&](const SeenRun::Slot& slot) {
          return slot.card && slot.card->best() && slot.card->best() == lying->card;
        });
      };
      const auto& rows = seen_.runs[static_cast<std::size_t>(me())];
      const bool hidden =
          lying && lying->card && difference_.isUnseen(lying->id) && std::any_of(rows.begin(), rows.end(), isTaken);
      if (hidden || std::find(touched.begin(), touched.end(), place) != touched.end()) taken.push_back(place);
    }
    return taken;
  }

  /// The token lies on the pot, and the card that it claims with is still to come.
  void claiming() {
    const auto token = tokenInPot();
    if (!token || !isTokenMoved(arrangement_, difference_, me())) return;
    PossibleBeginning beginning{{{"claims", token->first}}, {.at = {token->second}}, 1.0 / kPotPlaces};
    addTokenTo(beginning);
    possible_.beginnings.push_back(std::move(beginning));
  }

  /// How likely the player takes cards out of the pot now, as it would be in order or not, or puts them back.
  double chanceOfTaking(const std::vector<int>& touched, const TakenNow& now) const {
    const auto areAmong = [&](const std::vector<int>& places) {
      return std::includes(places.begin(), places.end(), touched.begin(), touched.end());
    };
    const auto anyHasAll = [&](const std::vector<std::vector<int>>& all) {
      return std::any_of(all.begin(), all.end(), areAmong);
    };
    const bool queen = isTurned(Card::kQueen) && !state_.turn.effectUsed && touched.size() <= 2 &&
                       openAction(state_, 0).suit() == openAction(state_, 1).suit();
    const bool bare = touched.size() == 1 && !newAt(touched.front());
    const bool swap = bare && !state_.turn.swapped && state_.turn.drawn && state_.turn.actionTurned;
    return std::max({kTakesWrongly, putsBack_ ? kPutsBack : 0.0, swap ? kSwapsNow : 0.0, queen ? kTakesForQueen : 0.0,
                     anyHasAll(now.lines) ? kTakesLineNow : 0.0, anyHasAll(now.runs) ? kTakesRunNow : 0.0});
  }

  /// Taking them is in order now, whatever fills their places.
  bool mayTake(const Move& move) const {
    const auto breach = judgeMove(state_, me(), move).breach;
    return !breach || breach->rule == "octa.fill" || breach->rule == "octa.supply";
  }

  /// The places of the lines that may be taken now.
  std::vector<std::vector<int>> linesNow() const {
    std::vector<std::vector<int>> lines;
    for (const Line line : kLines)
      if (mayTake(TakeLine{line, {}})) lines.push_back(octa::placesOf(line));
    return lines;
  }

  /// Those of the run under the token, and of longer ones of which that is a part.
  std::vector<std::vector<int>> runsNow() const {
    const PotPlaces claimed = claimOf(state_, me());
    if (claimed.none() || !mayTake(TakeRun{})) return {};
    std::vector<std::vector<int>> runs{listOf(claimed)};
    for (const PotPlaces& longer : longerRuns(state_.pot, claimed)) runs.push_back(listOf(longer));
    return runs;
  }

  /// All that were touched, or those of a line or run: others were missed, or are read wrongly.
  void beginningsOfTaking(const std::vector<int>& touched, const TakenNow& now) {
    std::set<std::vector<int>> all{touched};
    for (const auto* sets : {&now.lines, &now.runs})
      for (const std::vector<int>& places : *sets) {
        std::vector<int> both;
        std::set_intersection(touched.begin(), touched.end(), places.begin(), places.end(), std::back_inserter(both));
        if (both.size() > 1) all.insert(std::move(both));
      }
    for (const std::vector<int>& places : all) beginningOfTaking(places, now);
  }

  void beginningOfTaking(const std::vector<int>& touched, const TakenNow& now) {
    PossibleBeginning beginning{{{"takes", touched}}, {}, chanceOfTaking(touched, now) / kPotPlaces};
    for (const int place : touched) {
      if (const auto& lying = arrangement_.pot(place)) beginning.done.gone.push_back(lying->id);
      if (const SeenCard* card = newAt(place)) {
        addCome(beginning, *card, 1, "fill");
        beginning.share *= offPile(*card, place, touched) ? kFromPile : kAnyCard;
      }
    }
    uncoverPile(beginning, touched);
    beginning.done.at = {places_.pot[static_cast<std::size_t>(touched.front() - 1)]};
    possible_.beginnings.push_back(beginning);
    if (tokenInPot() && isTokenMoved(arrangement_, difference_, me())) {
      possible_.beginnings.push_back(beginning);
      addTokenTo(possible_.beginnings.back());
    }
    if (claimOf(state_, me()).none()) return;
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(me())]) {
      if (!isOutOfPot(row, touched)) continue;
      PossibleBeginning run = beginning;
      addRow(run, row, "run");
      run.share = beginning.share;
      possible_.beginnings.push_back(std::move(run));
    }
  }

  // Discard pile

  std::size_t cardsToDiscard() const {
    if (!state_.counted) return 1;
    const int hand = state_.hand(me()) + !state_.turn.drawn;
    return static_cast<std::size_t>(std::max(1, hand - kHand));
  }

  /// A card that has come to the discard pile: just seen, or laid before.
  struct OnPile {
    const SeenCard* seen = nullptr;
    const ExpectedPiece* before = nullptr;
    TablePoint at{};

    std::optional<Card> card() const {
      if (seen) return seen->best();
      return before->faces.empty() ? std::nullopt : Card::parse(before->faces.front().text());
    }
  };

  /// How far up the fan of who discards a card lies, along both axes, mm.
  double upTheFan(const OnPile& card) const { return wayOf(me()) * (card.at.x - card.at.y); }
  bool isFanned(const std::vector<OnPile>& cards) const {
    const auto lower = [&](const OnPile& a, const OnPile& b) { return upTheFan(a) < upTheFan(b); };
    const auto [bottom, top] = std::minmax_element(cards.begin(), cards.end(), lower);
    return !cards.empty() && upTheFan(*top) - upTheFan(*bottom) >= kFanOut;
  }

  /// From the top one on: fanned to the right of, and towards, whoever discards, wherever some were pushed under
  /// others. Those that lie squarely on each other as they came.
  std::vector<OnPile> onPile() const {
    std::vector<OnPile> cards;
    for (const SeenCard& card : seen_.discard) cards.push_back({&card, nullptr, card.at()});
    for (auto each = discarded_.rbegin(); each != discarded_.rend(); ++each)
      cards.push_back({nullptr, &*each, whereOf(each->id, each->pose.at)});
    if (!isFanned(cards)) return cards;
    std::stable_sort(cards.begin(), cards.end(),
                     [&](const OnPile& a, const OnPile& b) { return upTheFan(a) > upTheFan(b); });
    const auto whole = std::find_if(cards.begin(), cards.end(),
                                    [](const OnPile& card) { return card.seen && card.seen->visible() > kWholeCard; });
    if (whole != cards.end()) std::rotate(cards.begin(), whole, std::next(whole));
    return cards;
  }

  void discards() {
    const std::vector<OnPile> cards = onPile();
    const std::size_t asked = cardsToDiscard();
    if (cards.empty()) {
      likeDiscard(asked);
      return;
    }
    addDiscards(cards, cards.size());
    if (asked > cards.size()) {
      addDiscards(cards, asked);
      addBeginningOfDiscards(cards);
    }
    if (asked < cards.size() && discarded_.empty()) addDiscards(cards, asked);
  }

  void addBeginningOfDiscards(const std::vector<OnPile>& cards) {
    PossibleBeginning beginning{{{"discards", Json::array()}}, {.at = {places_.discard.middle()}}, kDiscardsSome};
    if (const auto& pile = arrangement_.discard(); !pile.empty())
      showOnPile(beginning, pile.back().id, OctaArrangement::shownUnder(cards.size()));
    for (std::size_t over = cards.size(); over-- > 0;) {
      const auto& [seen, before, at] = cards[over];
      if (seen) {
        addCome(beginning, *seen, 0, "discards");
      } else {
        beginning.what["discards"].push_back(before->faces.empty() ? "?" : before->faces.front().text());
        beginning.done.come.push_back(*before);
      }
      beginning.done.come.back().visible = over == 0 ? 1 : OctaArrangement::shownUnder(over);
      beginning.share *= kAnyCard;
    }
    possible_.beginnings.push_back(std::move(beginning));
  }

  /// So many; those that nobody saw lie together, anywhere below the top one.
  void addDiscards(const std::vector<OnPile>& on, std::size_t count) {
    if (count <= on.size()) {
      addDiscards(on, count, count, 1);
      return;
    }
    std::vector<double> shares(on.size(), 1);
    if (isFanned(on))
      for (std::size_t over = 1; over < on.size(); ++over) shares[over - 1] = shareBelow(on, over, count - on.size());
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (std::size_t over = 1; over <= on.size(); ++over)
      addDiscards(on, count, over, kSomeUnseen * shares[over - 1] / all);
  }

  /// How many times likelier so many cards that nobody saw lie below the `over` upper ones of a fan than below all: as
  /// it has room.
  double shareBelow(const std::vector<OnPile>& on, std::size_t over, std::size_t unseen) const {
    const double gap = upTheFan(on[over - 1]) - upTheFan(on[over]);
    const auto unlikely = [&](std::size_t between) {
      return std::pow((gap - kUpAStep * static_cast<double>(between + 1)) / kUpDeviation, 2) / 2;
    };
    return std::exp(unlikely(0) - unlikely(unseen));
  }

  /// So many, from the lowest to the top one; where some were not seen, `over` lie over these.
  void addDiscards(const std::vector<OnPile>& on, std::size_t count, std::size_t over, double factor) {
    std::vector<Discarded> cards(count);
    const std::size_t known = std::min(count, on.size());
    const auto placeOf = [&](std::size_t k) -> Discarded& { return cards[k < over ? count - 1 - k : known - 1 - k]; };
    for (std::size_t k = 0; k < known; ++k)
      if (const auto card = on[k].card(); card && !card->isAction()) placeOf(k) = card;
    add(Discard{cards}, {}, factor);
    for (std::size_t k = 0; k < known; ++k) {
      const SeenCard* seen = on[k].seen;
      if (!seen || seen->sure() >= kReadClearly) continue;
      auto& there = placeOf(k);
      const auto before = there;
      for (const Card other : seen->readings()) {
        if (other.isAction() || before == other) continue;
        there = other;
        add(Discard{cards}, {}, factor);
      }
      there = before;
    }
  }

  /// The other copy of the card on top, or of one below it.
  void likeDiscard(std::size_t asked) {
    if (state_.discard.empty() || asked != 1 || !state_.turn.actionTurned) return;
    const auto& top = state_.discard.back();
    if (top && openCopies(state_, *top) < kCopies) add(Discard{{top}});
    if (!difference_.isMissing(arrangement_.discard().back().id)) return;
    for (const auto& below : arrangement_.discard())
      if (below.card && below.card != top && openCopies(state_, *below.card) < kCopies) add(Discard{{below.card}});
  }

  const State& state_;
  const OctaArrangement& arrangement_;
  const OctaPlaces& places_;
  const Difference& difference_;
  const OctaArrangement::Pieces& discarded_;
  const bool putsBack_;
  const Observation news_;
  const OctaReading seen_;
  Possible possible_;
};

}  // namespace

bool mayBearToken(const OctaArrangement& arrangement, const Difference& difference, int run) {
  const OctaArrangement::LyingRun* lying = arrangement.run(run);
  if (!lying || !isTokenMoved(arrangement, difference, lying->owner)) return false;
  const auto pose = difference.poseOf(lying->cards.back().id);
  const Face face = tokenFace(lying->owner);
  return pose && std::any_of(difference.news.begin(), difference.news.end(), [&](const SeenPiece* piece) {
           return piece->face() == face && distance(piece->pose.at, pose->at) < kOnCard;
         });
}

std::optional<std::pair<int, TablePoint>> tokenOnPot(const OctaArrangement& arrangement, const Difference& difference,
                                                     int player) {
  const OctaPlaces& places = arrangement.places();
  const Face face = tokenFace(player);
  const auto token = std::find_if(difference.news.begin(), difference.news.end(),
                                  [&](const SeenPiece* piece) { return piece->face() == face; });
  if (token == difference.news.end() || distance((*token)->pose.at, places.middle) < kOnCard) return std::nullopt;
  const TablePoint at = (*token)->pose.at;
  for (int place = 1; place <= kPotPlaces; ++place)
    if (distance(at, places.pot[static_cast<std::size_t>(place - 1)]) < kOnCard) return std::pair(place, at);
  return std::nullopt;
}

Possible possibleMoves(const State& state, const OctaArrangement& arrangement, const Difference& difference,
                       const OctaArrangement::Pieces& discarded, bool putsBack) {
  return Finder(state, arrangement, difference, discarded, putsBack).all();
}

}  // namespace octo::tracker::octa
