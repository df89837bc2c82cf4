#include "tracker/octa/octa_candidates.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tracker/octa/judge.h"
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
/// How much of a card in a row shows at least; and of one that others lie over.
constexpr double kHalfStrip = 0.28, kUnderOthers = 0.05;
/// Whoever lays a new run lays it where no other lies: anywhere else, as likely as to an exact place.
constexpr double kOverOther = 0.01, kAnywhere = 1e-3;
/// Whoever lays cards below others lifts these.
constexpr double kLifted = 0.5;
/// A card that is missed where it lay is rather the one that lies elsewhere now than another of its face.
constexpr double kAnother = 0.02;
/// Of cards discarded of which some are not seen.
constexpr double kSomeUnseen = 0.3;
/// Pairs of cards thought of that a king may have taken off the discard pile unseen.
constexpr std::size_t kPairsOfKing = 4;

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
  const auto pose = difference.poseOf(token);
  return difference.isMissing(token) || (pose && distance(pose->at, arrangement.tokenAt(player)) > kOnCard);
}

class Finder {
 public:
  Finder(const State& state, const OctaArrangement& arrangement, const Difference& difference,
         const OctaArrangement::Pieces& discarded)
      : state_(state),
        arrangement_(arrangement),
        places_(arrangement.places()),
        difference_(difference),
        discarded_(discarded),
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
    if (state_.actionStack == 0 && !judgeMove(state_, me(), ReshuffleActions{}).isBreach()) add(ReshuffleActions{});
  }

  bool isTurned(int rank) const { return state_.turn.action && state_.turn.action->rank() == rank; }

  /// The two on top, or others that nobody saw.
  void kingFromDiscard() {
    const auto& pile = state_.discard;
    if (pile.size() < 2) return;
    const auto &top = pile[pile.size() - 1], &second = pile[pile.size() - 2];
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
        possible_.moves.push_back({KingFromDiscard{guessed}, {}, guessed});
      }
  }

  // Action cards

  /// The other copy of the card that lay open may be laid on it: nothing looks otherwise but where it lies.
  void actions() {
    for (int pile = 0; pile < 2; ++pile) {
      const auto& top = seen_.actions[static_cast<std::size_t>(pile)];
      const Card known = openAction(state_, static_cast<std::size_t>(pile));
      if (top)
        for (const Card card : top->readings())
          if (card.isAction() && card != known) add(TurnAction{card, pile});
      if (!state_.turn.actionTurned && openCopies(state_, known) < kCopies) add(TurnAction{known, pile});
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

  /// A card turned over for one of the stock, or laid in the place of such a one.
  void inRun(const OctaArrangement::LyingRun& run) {
    for (std::size_t k = 0; k < run.cards.size(); ++k) {
      const TablePoint there = whereOf(run, k);
      const Place& place = run.cards[k].place;
      for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(run.owner)])
        for (const SeenRun::Slot& slot : row.slots) {
          if (!slot.card || distance(slot.card->at(), there) > kLiesOn) continue;
          const LaidAs laid{.hand = there};
          if (place.open && slot.card->isBack()) add(Jack{run.number, place.card}, laid);
          if (!place.open && !slot.card->isBack())
            for (const auto& reading : waysToRead({{&*slot.card, place.card}}))
              add(Replace{run.number, reading[0]}, laid);
        }
    }
  }

  /// A row as cards beyond an end of a run, as they must be to go on from there; nothing where they do not lie so.
  std::optional<std::vector<Told>> beyond(const SeenRun& row, const OctaArrangement::LyingRun& lying, const Run& run,
                                          bool above) const {
    const auto count = static_cast<int>(row.slots.size());
    const TablePoint end = whereOf(lying, above ? lying.cards.size() - 1 : 0);
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
  static std::vector<SeenRun> withoutOwn(const SeenRun& row, const OctaArrangement::LyingRun& run) {
    std::optional<std::size_t> first, last;
    for (std::size_t k = 0; k < row.slots.size(); ++k) {
      const auto& card = row.slots[k].card;
      const auto isOwn = [&](const OctaArrangement::RunCard& each) {
        return each.place.open ? card->best() == each.place.card : card->isBack();
      };
      if (!card || std::none_of(run.cards.begin(), run.cards.end(), isOwn)) continue;
      if (!first) first = k;
      last = k;
    }
    if (!first) return {row};
    std::vector<SeenRun> rest;
    const auto at = [&](std::size_t k) { return row.slots.begin() + static_cast<std::ptrdiff_t>(k); };
    if (*first > 0) rest.push_back({{row.slots.begin(), at(*first)}});
    if (*last + 1 < row.slots.size()) rest.push_back({{at(*last + 1), row.slots.end()}});
    return rest;
  }

  void extensions(const OctaArrangement::LyingRun& lying, const Run& run) {
    std::vector<SeenRun> rows;
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(lying.owner)])
      for (SeenRun& each : withoutOwn(row, lying))
        if (!showsBack(each)) rows.push_back(std::move(each));
    std::vector<std::vector<Told>> below{{}}, above{{}};
    std::optional<TablePoint> hand, lowest;
    for (const SeenRun& row : rows) {
      const std::size_t known = below.size() + above.size();
      if (auto cards = beyond(row, lying, run, false)) {
        below.push_back(std::move(*cards));
        lowest = row.slots.front().at;
      }
      if (auto cards = beyond(row, lying, run, true)) above.push_back(std::move(*cards));
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
    const LaidAs laid{.run = row.slots.front().at, .hand = row.slots.back().at};
    const std::vector<Told> cards = asRun(row);
    const bool taken = isTaken(row);
    const double another = std::pow(kAnother, missedOf(row));
    const double factor = kAnywhere * (taken ? kOverOther : 1) * another;
    for (std::vector<Card>& reading : waysToRead(cards)) {
      if (tokenMayLieAt(row.slots.back().at)) add(Meld{reading, true}, laid, factor);
      add(Meld{std::move(reading), false}, laid, factor);
    }
    PossibleBeginning beginning{{{"lays", Json::array()}}, {.at = {row.slots.back().at}}};
    addRow(beginning, row, "lays");
    beginning.share *= (taken ? 1 : kAnywhere) * another;
    possible_.beginnings.push_back(std::move(beginning));
  }

  bool isUnseen(PieceId id) const {
    return std::find(difference_.unseen.begin(), difference_.unseen.end(), id) != difference_.unseen.end();
  }

  /// How many of the row's cards may be cards of the owner's runs, which are seen nowhere else.
  int missedOf(const SeenRun& row) const {
    return static_cast<int>(std::count_if(row.slots.begin(), row.slots.end(), [&](const SeenRun::Slot& slot) {
      const auto mayBe = [&](const OctaArrangement::RunCard& each) {
        if (!each.place.open || slot.card->best() != each.place.card) return false;
        const auto pose = difference_.poseOf(each.id);
        return isUnseen(each.id) || (pose && distance(pose->at, slot.card->at()) < kLiesOn);
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

  /// A card that was laid and is yet a part of what follows.
  void addCome(PossibleBeginning& beginning, const SeenCard& card, double visible, const char* field) const {
    std::vector<Face> faces;
    if (card.best()) faces.push_back(Face(card.best()->name()));
    beginning.what[field].push_back(card.best() ? card.best()->name() : "?");
    beginning.done.come.push_back({.id = arrangement_.unused() + static_cast<PieceId>(beginning.done.come.size()),
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

  void pot() {
    std::vector<int> touched;
    for (int place = 1; place <= kPotPlaces; ++place)
      if (isTouched(place)) touched.push_back(place);
    takeRuns();
    if (touched.empty()) return;
    for (const int place : touched) swap(place);
    for (const Line line : kLines) takeLine(line);
    queens(touched);
    beginningOfTaking(touched);
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
    return std::count_if(places.begin(), places.end(), [&](int place) { return isTouched(place); });
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

  /// The place on which the token was laid, and where it lies.
  std::optional<std::pair<int, TablePoint>> tokenInPot() const {
    const auto& token = seen_.tokens[static_cast<std::size_t>(me())];
    if (!token || distance(token->at, places_.middle) < kOnCard) return std::nullopt;
    for (int place = 1; place <= kPotPlaces; ++place)
      if (distance(token->at, places_.pot[static_cast<std::size_t>(place - 1)]) < kOnCard)
        return std::pair(place, token->at);
    return std::nullopt;
  }

  void beginningOfTaking(const std::vector<int>& touched) {
    PossibleBeginning beginning{{{"takes", touched}}, {}};
    for (const int place : touched) {
      if (const auto& lying = arrangement_.pot(place)) beginning.done.gone.push_back(lying->id);
      if (const SeenCard* card = newAt(place)) {
        addCome(beginning, *card, 1, "fill");
        beginning.share *= kAnyCard;
      }
    }
    beginning.done.at = {places_.pot[static_cast<std::size_t>(touched.front() - 1)]};
    possible_.beginnings.push_back(beginning);
    if (claimOf(state_, me()).none()) return;
    for (const SeenRun& row : seen_.runs[static_cast<std::size_t>(me())]) {
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

  /// Each covers the one before: those laid before are known.
  void discards() {
    const std::vector<SeenCard>& fan = seen_.discard;
    const std::size_t asked = cardsToDiscard(), all = discarded_.size() + fan.size();
    if (all == 0) {
      likeDiscard(asked);
      return;
    }
    addDiscards(all);
    if (asked > all) {
      addDiscards(asked);
      PossibleBeginning beginning{{{"discards", Json::array()}}, {.at = {places_.discard.middle()}}};
      beginning.done.come = discarded_;
      for (const ExpectedPiece& each : discarded_) {
        beginning.what["discards"].push_back(each.faces.empty() ? "?" : each.faces.front().text());
        beginning.share *= kAnyCard;
      }
      for (auto card = fan.rbegin(); card != fan.rend(); ++card) {
        addCome(beginning, *card, 0, "discards");
        beginning.share *= kAnyCard;
      }
      for (std::size_t k = 0; k + 1 < beginning.done.come.size(); ++k) beginning.done.come[k].visible = kUnderOthers;
      possible_.beginnings.push_back(std::move(beginning));
    }
    if (fan.size() > 1 && asked < all && discarded_.empty()) addDiscards(asked);
  }

  /// So many, from the lowest to the top one.
  void addDiscards(std::size_t count) {
    const std::vector<SeenCard>& fan = seen_.discard;
    std::vector<Discarded> cards(count);
    std::size_t known = 0;
    for (; known < std::min(count, fan.size()); ++known)
      if (const auto& best = fan[known].best(); best && !best->isAction()) cards[count - 1 - known] = best;
    for (auto each = discarded_.rbegin(); each != discarded_.rend() && known < count; ++each, ++known)
      if (!each->faces.empty()) cards[count - 1 - known] = Card::parse(each->faces.front().text());
    const double factor = count > known ? kSomeUnseen : 1;
    add(Discard{cards}, {}, factor);
    for (std::size_t k = 0; k < std::min(count, fan.size()); ++k) {
      if (fan[k].sure() >= kReadClearly) continue;
      auto& there = cards[count - 1 - k];
      const auto before = there;
      for (const Card other : fan[k].readings()) {
        if (other.isAction() || before == other) continue;
        there = other;
        add(Discard{cards}, {}, factor);
      }
      there = before;
    }
  }

  /// The other copy of the card on top.
  void likeDiscard(std::size_t asked) {
    if (state_.discard.empty() || asked != 1 || !state_.turn.actionTurned) return;
    const auto& top = state_.discard.back();
    if (top && openCopies(state_, *top) < kCopies) add(Discard{{top}});
  }

  const State& state_;
  const OctaArrangement& arrangement_;
  const OctaPlaces& places_;
  const Difference& difference_;
  const OctaArrangement::Pieces& discarded_;
  const Observation news_;
  const OctaReading seen_;
  Possible possible_;
};

}  // namespace

bool mayBearToken(const OctaArrangement& arrangement, const Difference& difference, int run) {
  const OctaArrangement::LyingRun* lying = arrangement.run(run);
  if (!lying || !isTokenMoved(arrangement, difference, lying->owner)) return false;
  const auto pose = difference.poseOf(lying->cards.back().id);
  const Face face("token:" + std::to_string(lying->owner + 1));
  return pose && std::any_of(difference.news.begin(), difference.news.end(), [&](const SeenPiece* piece) {
           return piece->face() == face && distance(piece->pose.at, pose->at) < kOnCard;
         });
}

Possible possibleMoves(const State& state, const OctaArrangement& arrangement, const Difference& difference,
                       const OctaArrangement::Pieces& discarded) {
  return Finder(state, arrangement, difference, discarded).all();
}

}  // namespace octo::tracker::octa
