#include "tracker/octa/octa_situation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "tracker/follow/layout_hash.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/octa/octa_asides.h"
#include "tracker/octa/octa_chances.h"
#include "tracker/octa/rules.h"
#include "tracker/octa/unseen_king.h"

namespace octo::tracker::octa {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::NextEvent;
using infer::PieceChange;
using infer::PieceId;
using Pieces = OctaArrangement::Pieces;

/// Faces of cards, a back, two tokens.
constexpr int kFacesOfPieces = Card::kFaces + 3;
/// People lay things a little beyond their place, mm; of less of a piece nobody tells what it is.
constexpr double kAroundPlace = 14, kLeastShown = 0.08;
/// Of cards laid where the same player laid some just before: that they are more of the same move.
constexpr double kIsMore = 0.8, kBreaksBesides = 0.1;
/// Share of those taken to have laid cards that nobody saw who lay them yet.
constexpr double kStillToCome = 0.1;
/// Who has turned over an action card does not take that back, but for what is seen wrongly; who has swapped a card
/// rather does.
constexpr double kPutBackInStack = 0.05, kSwapsAnother = 2.5;
/// Cards of one run lie no farther apart, in steps: between two runs there is room.
constexpr double kBesides = 1.6;
/// What comes is seen where it is laid, mm.
constexpr double kSeenThere = 22;
/// What lies so far from where it was laid was carried, mm. And how much less often somebody who is not in turn touches
/// something besides.
constexpr double kCarried = 42, kNotInTurn = 0.3;
/// What comes is no whole move yet; and what began is not yet as it goes on.
constexpr double kBegins = 0.1, kBeginsOn = 0.4;
/// The field of a beginning that says how likely just those cards were laid.
constexpr const char* kShare = "share";
/// What was done last, and may be more, is not of any run.
constexpr int kOfNoRun = -1;
/// Moves that are less likely are not thought of.
constexpr double kUnthinkable = 1e-30;

bool shows(const Difference& difference, const ExpectedPiece& piece) {
  return std::any_of(difference.news.begin(), difference.news.end(), [&](const SeenPiece* seen) {
    if (distance(seen->pose.at, piece.pose.at) > kSeenThere) return false;
    return piece.faces.empty() || seen->face().isUnknown() ||
           std::any_of(seen->faces.begin(), seen->faces.end(),
                       [&](const Candidate& each) { return piece.mayShow(each.face); });
  });
}

bool isSamePiece(const ExpectedPiece& one, const ExpectedPiece& other) {
  return one.faces == other.faces && distance(one.pose.at, other.pose.at) < kSeenThere;
}

/// Where something more of a move is done than was: where the first of it comes, or where it lay.
std::vector<TablePoint> newIn(const PieceChange& change, const PieceChange& done, const Pieces& lying) {
  for (const ExpectedPiece& piece : change.come) {
    if (pieceOf(lying, piece.id)) continue;
    const auto isThere = [&](const ExpectedPiece& each) { return distance(each.pose.at, piece.pose.at) < kSeenThere; };
    if (std::none_of(done.come.begin(), done.come.end(), isThere)) return {piece.pose.at};
  }
  for (const PieceId id : change.gone) {
    const ExpectedPiece* piece = pieceOf(lying, id);
    if (piece && std::find(done.gone.begin(), done.gone.end(), id) == done.gone.end()) return {piece->pose.at};
  }
  return {};
}

/// What came before or lies there keeps its number, and the others have numbers of their own.
void number(PieceChange& more, const PieceChange& done, const Pieces& lying) {
  PieceId unused = 0;
  for (const PieceChange* change : {static_cast<const PieceChange*>(&more), &done})
    for (const ExpectedPiece& piece : change->come) unused = std::max(unused, piece.id + 1);
  std::set<PieceId> taken;
  for (ExpectedPiece& piece : more.come) {
    if (pieceOf(lying, piece.id)) continue;
    const auto known = std::find_if(done.come.begin(), done.come.end(), [&](const ExpectedPiece& each) {
      return isSamePiece(each, piece) && taken.insert(each.id).second;
    });
    if (known != done.come.end())
      piece.id = known->id;
    else if (pieceOf(done.come, piece.id))
      piece.id = unused++;
  }
}

bool isNone(const PieceChange& change) { return change.gone.empty() && change.come.empty(); }

std::uint64_t wide(auto value) { return static_cast<std::uint64_t>(value); }

std::uint64_t hashOf(std::uint64_t hash, const std::optional<Card>& card) {
  return mixed(hash, card ? 1 + card->index() : 0);
}

/// Whether a move may begin with what a beginning of that kind shows.
bool beginsSo(const std::string& kind, const Move& move) {
  if (kind == "claims") return std::holds_alternative<Swap>(move);
  if (kind == "looks") return std::holds_alternative<KingFromDiscard>(move);
  if (kind == "discards") return std::holds_alternative<Discard>(move);
  if (kind == "takes")
    return std::holds_alternative<Queen>(move) || std::holds_alternative<TakeLine>(move) ||
           std::holds_alternative<TakeRun>(move) || std::holds_alternative<Swap>(move);
  return std::holds_alternative<Meld>(move) || std::holds_alternative<Extend>(move);
}

bool takesOutOfPot(const Move& move) {
  return std::holds_alternative<Queen>(move) || std::holds_alternative<TakeLine>(move) ||
         std::holds_alternative<TakeRun>(move) || std::holds_alternative<Swap>(move);
}

/// The cards of a new run, or added to one.
std::vector<Card> laidBy(const Move& move) {
  if (const auto* meld = std::get_if<Meld>(&move)) return meld->cards;
  if (const auto* extend = std::get_if<Extend>(&move)) return extend->cards;
  return {};
}

/// The cards of that field of a beginning; none where one of them could not be read, or is an action card.
std::vector<Card> cardsIn(const Json& fields, const char* field) {
  std::vector<Card> cards;
  for (const Json& name : fields.value(field, Json::array())) {
    const auto card = Card::parse(name.get<std::string>());
    if (!card || card->isAction()) return {};
    cards.push_back(*card);
  }
  return cards;
}

/// How many of the cards laid so far are none of those.
std::size_t lacking(const Json& laid, const Json& those) {
  return static_cast<std::size_t>(std::count_if(laid.begin(), laid.end(), [&](const Json& card) {
    return card != "?" && std::count(laid.begin(), laid.end(), card) > std::count(those.begin(), those.end(), card);
  }));
}

/// Whether a card of a run is seen beside one of another run.
bool liesBeside(const OctaArrangement::LyingRun& run, const OctaArrangement::LyingRun& other,
                const Difference& difference) {
  return std::any_of(run.cards.begin(), run.cards.end(), [&](const OctaArrangement::RunCard& card) {
    const auto pose = difference.poseOf(card.id);
    return pose && std::any_of(other.cards.begin(), other.cards.end(), [&](const OctaArrangement::RunCard& each) {
             const auto there = difference.poseOf(each.id);
             return there && distance(pose->at, there->at) < kBesides * kStep;
           });
  });
}

/// Whether it fills a place of the pot with another card than the one that has filled it.
bool fillsAgain(const NextEvent& open, const NextEvent& event) {
  const Json filled = open.event.fields.value("fill", Json::array());
  const std::size_t taken = open.event.fields["takes"].size();
  if (!event.event.fields.contains("fill")) return false;
  const Json& fill = event.event.fields["fill"];
  const std::size_t places = event.open ? event.event.fields["takes"].size() : fill.size();
  return lacking(filled, fill) + std::min(places, taken) > taken;
}

}  // namespace

OctaSituation::OctaSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const OctaPlaces> places,
                             State state)
    : header_(std::move(header)), state_(std::move(state)), arrangement_(std::move(places), state_) {
  expect();
}

int OctaSituation::faces() const { return kFacesOfPieces; }

Side OctaSituation::sideOf(int player) const { return seat(player, static_cast<int>(kPlayers)); }

std::optional<int> OctaSituation::toMove() const { return Rules::toMove(state_); }

std::uint64_t OctaSituation::hash() const {
  const Turn& turn = state_.turn;
  std::uint64_t hash = wide(turn.player) | wide(turn.drawn) << 1 | wide(turn.actionTurned) << 2 |
                       wide(turn.effectUsed) << 3 | wide(turn.optionChosen) << 4 | wide(turn.melded) << 5 |
                       wide(turn.swapped) << 6 | wide(state_.restocked) << 7 | wide(state_.counted) << 8;
  hash = hashOf(mixed(hash, turn.line ? 1 + turn.line->laid : 0), turn.action);
  for (const int count : {state_.hands[0], state_.hands[1], state_.stock, state_.actionStack, state_.aside})
    hash = mixed(hash, wide(count));
  for (int place = 1; place <= kPotPlaces; ++place) hash = hashOf(hash, state_.pot.at(place));
  for (const Token& token : state_.tokens) {
    const auto* run = std::get_if<OnRun>(&token);
    const auto* pot = std::get_if<OnPot>(&token);
    hash = mixed(hash, run   ? wide(run->run) << 1 | wide(run->turn == turn.number)
                       : pot ? wide(pot->places.to_ulong()) << 32
                             : 0);
  }
  for (const auto& card : state_.discard) hash = hashOf(hash, card);
  for (const auto& pile : state_.openActions) {
    hash = mixed(hash, pile.size());
    for (const Card card : pile) hash = hashOf(hash, card);
  }
  for (const Run& run : state_.runs) {
    hash = mixed(hash, wide(run.number) << 1 | wide(run.owner));
    for (const Place& place : run.places) hash = mixed(hash, place.card.index() << 1 | wide(place.open));
  }
  return mixed(hash, (laying_ ? 2 + wide(laying_->run) : 0) << 3 | wide(laying_ && laying_->lifted) << 2 |
                         wide(arrangement_.isFanned()) << 1 | wide(tookWrongly_));
}

bool OctaSituation::concerns(const SeenPiece& piece) const {
  const TablePoint where = piece.pose.at;
  const auto isIn = [&](const TableRect& area) { return area.grown(kAroundPlace).contains(where); };
  if (piece.visible < kLeastShown) return false;
  const OctaPlaces& all = places();
  if (isIn(all.runs[0]) || isIn(all.runs[1])) return true;
  const bool atPile = isIn(all.stock) || isIn(all.actionStack) || isIn(all.aside);
  const bool atOpen = isIn(all.discard) || isIn(all.actions[0]) || isIn(all.actions[1]);
  if (atPile || atOpen) return piece.face().family() != "token";
  return std::any_of(all.pot.begin(), all.pot.end(), [&](TablePoint at) { return distance(at, where) < 45; }) ||
         (piece.face().family() == "token" && distance(all.middle, where) < 60);
}

// --- what an event changes ---

std::shared_ptr<const OctaSituation> OctaSituation::after(const Event& event) const {
  return after(event.player.value_or(state_.turn.player), parseMove(event, *header_), {});
}

std::shared_ptr<OctaSituation> OctaSituation::after(int player, const Move& move, const LaidAs& laid) const {
  auto after = std::make_shared<OctaSituation>(*this);
  applyMove(after->state_, player, move);
  after->laying_.reset();
  after->tookWrongly_ = takesOutOfPot(move) && judgeMove(state_, player, move).isBreach();
  if (std::holds_alternative<TakePosition>(move))
    after->arrangement_ = OctaArrangement(std::make_shared<const OctaPlaces>(places()), after->state_);
  else
    after->arrangement_.show(state_, after->state_, player, move, laid);
  if (const auto* extend = std::get_if<Extend>(&move)) after->laying_ = Laying{move, extend->run, state_, laid.lifted};
  if (std::holds_alternative<Meld>(move)) after->laying_ = Laying{move, after->state_.runsMade, state_};
  if (std::holds_alternative<Swap>(move) || std::holds_alternative<Discard>(move))
    after->laying_ = Laying{move, kOfNoRun, state_};
  const bool still = std::holds_alternative<Draw>(move) || std::holds_alternative<KingFromStock>(move) ||
                     std::holds_alternative<EndTurn>(move);
  if (!still || after->state_.stock == 0) after->expect();
  return after;
}

bool OctaSituation::isDiscarded(const ExpectedPiece& piece) const {
  return places().discard.grown(kAroundPlace).contains(piece.pose.at);
}

/// Pieces that came and were seen before it was known what came keep their numbers.
void OctaSituation::know(const PieceChange& done, const OctaSituation& before) {
  std::map<PieceId, PieceId> numbers;
  std::set<PieceId> taken;
  for (const ExpectedPiece& piece : *expected_) {
    if (pieceOf(*before.expected_, piece.id)) continue;
    const auto known = std::find_if(done.come.begin(), done.come.end(), [&](const ExpectedPiece& each) {
      return isSamePiece(each, piece) && taken.insert(each.id).second;
    });
    if (known != done.come.end()) numbers[piece.id] = known->id;
  }
  arrangement_.renumber(numbers);
  expect();
}

/// Where somebody has to reach for it; not for the end of a turn.
std::vector<TablePoint> OctaSituation::reachedFor(const Move& move, int player, const OctaSituation& after) const {
  const OctaPlaces& all = places();
  const auto inPot = [&](int place) { return all.pot[static_cast<std::size_t>(place - 1)]; };
  const auto inRun = [&](int run, Card card) -> std::vector<TablePoint> {
    const auto* lying = after.arrangement_.run(run);
    if (!lying) return {};
    for (std::size_t k = 0; k < lying->cards.size(); ++k)
      if (lying->cards[k].place.card == card)
        return {{lying->lowest.x + wayOf(lying->owner) * kStep * static_cast<double>(k), lying->lowest.y}};
    return {};
  };
  if (std::holds_alternative<Draw>(move) || std::holds_alternative<KingFromStock>(move)) return {all.stock.middle()};
  if (const auto* action = std::get_if<TurnAction>(&move))
    return {all.actions[static_cast<std::size_t>(action->onto)].middle()};
  if (const auto* jack = std::get_if<Jack>(&move)) return inRun(jack->run, jack->card);
  if (const auto* replace = std::get_if<Replace>(&move)) return inRun(replace->run, replace->card);
  if (const auto* extend = std::get_if<Extend>(&move)) return inRun(extend->run, extend->cards.back());
  if (const auto* meld = std::get_if<Meld>(&move)) return inRun(after.state_.runsMade, meld->cards.back());
  if (const auto* queen = std::get_if<Queen>(&move)) return {inPot(queen->take.front())};
  if (const auto* swap = std::get_if<Swap>(&move)) return {inPot(swap->place)};
  if (const auto* line = std::get_if<TakeLine>(&move)) return {inPot(placesOf(line->line)[1])};
  if (const auto* run = std::get_if<TakeRun>(&move)) {
    const PotPlaces taken = takenWithRun(state_, player, *run);
    if (taken.any()) return {inPot(listOf(taken).front())};
  }
  if (std::holds_alternative<Discard>(move) || std::holds_alternative<KingFromDiscard>(move) ||
      std::holds_alternative<Restock>(move))
    return {all.discard.middle()};
  if (std::holds_alternative<ReshuffleActions>(move))
    return {all.aside.middle(), all.actionStack.middle(), all.actions[0].middle(), all.actions[1].middle()};
  return {};
}

/// What the look shows done of it, and the rest.
std::vector<PieceChange> OctaSituation::changesTo(const OctaSituation& after, const Move& move, int player,
                                                  const Shown& shown) const {
  PieceChange done, rest;
  if (expected_ != after.expected_) {
    const auto isDone = [&](bool seen) { return shown.difference && !shown.done && seen; };
    for (const ExpectedPiece& piece : *expected_)
      if (!pieceOf(*after.expected_, piece.id))
        (isDone(shown.difference && shown.difference->isMissing(piece.id)) ? done : rest).gone.push_back(piece.id);
    for (const ExpectedPiece& piece : *after.expected_) {
      const ExpectedPiece* was = pieceOf(*expected_, piece.id);
      if (was && was->visible == piece.visible && was->beside.size() == piece.beside.size()) continue;
      const bool seen = shown.difference && (was || shows(*shown.difference, piece));
      (isDone(seen) ? done : rest).come.push_back(piece);
    }
  }
  std::vector<PieceChange> changes;
  if (shown.done) {
    changes.push_back(*shown.done);
    rest.at = newIn(rest, *shown.done, *expected_);
    changes.push_back(std::move(rest));
    return changes;
  }
  std::vector<TablePoint> reached = shown.hand ? std::vector<TablePoint>{*shown.hand} : reachedFor(move, player, after);
  const bool nothingDone = done.gone.empty() && std::none_of(done.come.begin(), done.come.end(), [&](const auto& each) {
                             return !pieceOf(*expected_, each.id);
                           });
  if (nothingDone || isNone(rest)) {
    rest.gone.insert(rest.gone.end(), done.gone.begin(), done.gone.end());
    rest.come.insert(rest.come.end(), done.come.begin(), done.come.end());
    rest.at = std::move(reached);
    if (!isNone(rest) || !rest.at.empty()) changes.push_back(std::move(rest));
    return changes;
  }
  done.at = std::move(reached);
  changes.push_back(std::move(done));
  changes.push_back(std::move(rest));
  return changes;
}

NextEvent OctaSituation::next(const PossibleMove& possible, double prior, const Shown& shown) const {
  const int player = state_.turn.player;
  const auto* king = std::get_if<KingFromDiscard>(&possible.move);
  NextEvent next{
      .event = king ? kingEvent(state_, player, king->cards, possible.guessed) : eventOf(player, possible.move),
      .prior = prior};
  next.breach = judgeMove(state_, player, possible.move).isBreach();
  if (std::holds_alternative<TurnAction>(possible.move)) next.regretted = kPutBackInStack;
  if (std::holds_alternative<Swap>(possible.move)) next.regretted = kSwapsAnother;
  const auto situation = after(player, possible.move, possible.laid);
  if (shown.done) situation->know(*shown.done, *this);
  next.changes = changesTo(*situation, possible.move, player, {shown.difference, shown.done, possible.laid.hand});
  next.visible =
      std::any_of(next.changes.begin(), next.changes.end(), [](const PieceChange& change) { return !isNone(change); });
  next.after = situation;
  return next;
}

/// A run of two cards or more, or what fills all the places of which cards were taken.
std::optional<Event> OctaSituation::meant(const NextEvent& open) const {
  const Json& fields = open.event.fields;
  const int player = state_.turn.player;
  if (const auto cards = cardsIn(fields, "lays"); cards.size() > 1)
    return eventOf(player, Meld{cards, fields.contains("token")});
  const auto taken = fields.value("takes", std::vector<int>());
  const auto fill = cardsIn(fields, "fill");
  if (taken.empty() || fill.size() != taken.size()) return std::nullopt;
  if (taken.size() == 1) return eventOf(player, Swap{taken.front(), fill.front(), {}});
  if (taken.size() == 2) return eventOf(player, Queen{taken, fill});
  for (const Line line : kLines)
    if (taken == octa::placesOf(line)) return eventOf(player, TakeLine{line, fill});
  return std::nullopt;
}

NextEvent OctaSituation::told(const Event& event) const {
  const Move move = parseMove(event, *header_);
  const int player = event.player.value_or(state_.turn.player);
  NextEvent told{.event = event, .prior = 1};
  told.breach = judgeMove(state_, event.player, move).isBreach();
  const auto situation = after(player, move, {});
  told.changes = changesTo(*situation, move, player, {});
  told.visible =
      std::any_of(told.changes.begin(), told.changes.end(), [](const PieceChange& each) { return !isNone(each); });
  told.after = situation;
  return told;
}

std::optional<Event> OctaSituation::endOfTurn() const {
  if (state_.ending) return std::nullopt;
  const int player = state_.turn.player;
  if (!state_.turn.drawn) return eventOf(player, state_.stock > 0 ? Move(Draw{}) : Move(Restock{}));
  if (!state_.turn.actionTurned) return std::nullopt;  // nobody knows which action card it would be
  return eventOf(player, EndTurn{});
}

/// Cards laid or discarded begin with some of them, a run with a token without it, a swap that claims as one that does
/// not.
bool OctaSituation::begins(const Event& event, const Event& longer) const {
  if (event.action != longer.action || event.player != longer.player) return false;
  const Move less = parseMove(event, *header_), more = parseMove(longer, *header_);
  if (const auto* swap = std::get_if<Swap>(&less)) {
    const auto& claiming = std::get<Swap>(more);
    return !swap->claim && claiming.claim && swap->place == claiming.place && swap->give == claiming.give;
  }
  if (const auto* discard = std::get_if<Discard>(&less)) {
    const auto& cards = std::get<Discard>(more).cards;
    return discard->cards.size() < cards.size() &&
           std::equal(discard->cards.begin(), discard->cards.end(), cards.begin());
  }
  const auto *meld = std::get_if<Meld>(&less), *all = std::get_if<Meld>(&more);
  if (meld && meld->token && !all->token) return false;
  const auto* extend = std::get_if<Extend>(&less);
  if (extend && extend->run != std::get<Extend>(more).run) return false;
  const std::vector<Card> some = laidBy(less), whole = laidBy(more);
  const bool longerRun = some.size() < whole.size() || (meld && !meld->token && all->token);
  return !some.empty() && longerRun && std::all_of(some.begin(), some.end(), [&](Card card) {
    return std::find(whole.begin(), whole.end(), card) != whole.end();
  });
}

// --- what may happen ---

/// Whether the cards go where the same player has just laid others.
bool OctaSituation::goesOn(const Move& move) const {
  const auto* more = std::get_if<Extend>(&move);
  return more && laying_ && laying_->run == more->run;
}

/// Cards of a run that are laid anew are read anew, and known already.
double OctaSituation::chanceOfReadings(const PossibleMove& possible) const {
  const auto* extend = std::get_if<Extend>(&possible.move);
  const Run* run = extend && possible.laid.lifted ? findRun(state_, extend->run) : nullptr;
  if (!run) return 1;
  return std::pow(1.0 / kFacesOfPieces, static_cast<double>(run->places.size()));
}

/// Cards laid where the same player laid others just before may be more of the same move. `event`: they by themselves.
void OctaSituation::addMore(const PossibleMove& possible, NextEvent event, double share,
                            std::vector<NextEvent>& events) const {
  const int player = laying_->before.turn.player;
  std::vector<Card> cards = laidBy(laying_->move);
  const std::vector<Card> added = laidBy(possible.move);
  cards.insert(cards.end(), added.begin(), added.end());
  Move longer = laying_->move;
  if (auto* extend = std::get_if<Extend>(&longer)) {
    extend->cards = cards;
    const Run* run = findRun(laying_->before, extend->run);
    if (const auto places = run ? atTheEnds(*run, cards) : std::nullopt)
      std::transform(places->begin(), places->end(), extend->cards.begin(),
                     [](const Place& each) { return each.card; });
  }
  if (auto* meld = std::get_if<Meld>(&longer)) {
    const Run* run = findRun(state_, laying_->run);
    const auto places = run ? atTheEnds(*run, added) : std::nullopt;
    // As they lie.
    if (places && places->front().value < run->lowest())
      std::rotate(cards.begin(), cards.end() - std::ssize(added), cards.end());
    meld->cards = cards;
  }
  const double prior = kIsMore * octa::chanceOf(laying_->before, longer) /
                       std::max(1e-9, octa::chanceOf(laying_->before, laying_->move));
  event.prior = std::min(kIsMore, prior / share * chanceOfReadings(possible));
  event.event = eventOf(player, longer);
  event.breach = judgeMove(laying_->before, player, longer).isBreach();
  // What breaks a rule is rather laid by itself.
  if (event.breach && !judgeMove(laying_->before, player, laying_->move).isBreach()) event.prior *= kBreaksBesides;
  event.replaces = true;
  auto situation = std::make_shared<OctaSituation>(static_cast<const OctaSituation&>(*event.after));
  situation->state_ = laying_->before;
  applyMove(situation->state_, player, longer);
  situation->laying_ = Laying{longer, laying_->run, laying_->before, laying_->lifted || possible.laid.lifted};
  event.after = std::move(situation);
  events.push_back(std::move(event));
}

/// As it is where what somebody did last was that move instead.
std::shared_ptr<OctaSituation> OctaSituation::instead(const Move& move, int run, const LaidAs& laid) const {
  const int player = laying_->before.turn.player;
  auto situation = std::make_shared<OctaSituation>(*this);
  situation->state_ = laying_->before;
  applyMove(situation->state_, player, move);
  situation->arrangement_.show(state_, situation->state_, player, move, laid);
  situation->laying_ = Laying{move, run, laying_->before};
  return situation;
}

/// How many times likelier that move is than what somebody did last, where it was done.
double OctaSituation::likelierThanLast(const Move& move) const {
  return octa::chanceOf(laying_->before, move) / std::max(kUnthinkable, octa::chanceOf(laying_->before, laying_->move));
}

/// That move in the place of what somebody did last; a hand came there for it, if anywhere.
NextEvent OctaSituation::replacing(const Move& move, double prior, std::shared_ptr<OctaSituation> situation,
                                   std::vector<PieceChange> changes, std::vector<TablePoint> at) const {
  const int player = laying_->before.turn.player;
  NextEvent event{.event = eventOf(player, move), .prior = std::min(kIsMore, prior), .replaces = true};
  event.breach = judgeMove(laying_->before, player, move).isBreach();
  event.changes = std::move(changes);
  event.changes.front().at = std::move(at);
  event.after = std::move(situation);
  return event;
}

/// What somebody did last was the beginning of this.
void OctaSituation::addLonger(const Move& longer, double prior, TablePoint at, const LaidAs& laid,
                              std::vector<NextEvent>& events) const {
  auto situation = instead(longer, laying_->run, laid);
  situation->expect();
  std::vector<PieceChange> changes = changesTo(*situation, longer, laying_->before.turn.player, {});
  if (!changes.empty()) events.push_back(replacing(longer, prior, std::move(situation), std::move(changes), {at}));
}

/// What looked like a run of its own were cards for another one, beside which they lie now. No hand comes for that: one
/// came for what brought them together.
void OctaSituation::addExtended(const Meld& meld, const Difference& difference, std::vector<NextEvent>& events) const {
  const auto* laid = arrangement_.run(laying_->run);
  for (const Run& run : laying_->before.runs) {
    const bool own = laid && run.owner == laying_->before.turn.player;
    const auto fit = own ? atTheEnds(run, meld.cards) : std::nullopt;
    const auto* other = fit ? arrangement_.run(run.number) : nullptr;
    if (!other || !liesBeside(*laid, *other, difference)) continue;
    Extend extend{run.number, {}};
    for (const Place& place : *fit) extend.cards.push_back(place.card);
    auto situation = instead(extend, run.number, {});
    std::map<PieceId, PieceId> numbers;
    for (const OctaArrangement::RunCard& card : situation->arrangement_.run(run.number)->cards)
      for (const OctaArrangement::RunCard& was : laid->cards)
        if (was.place.card == card.place.card) numbers[card.id] = was.id;
    situation->arrangement_.renumber(numbers);
    situation->expect();
    events.push_back(replacing(extend, kIsMore * likelierThanLast(extend), std::move(situation), {PieceChange()}, {}));
  }
}

namespace {

/// That card is laid after the others. Of those that nobody saw, and were taken to lie there already, some may come
/// only now, before it; or it is one of them.
std::vector<Discard> goingOn(const Discard& discard, Card card) {
  std::vector<Discard> all{discard};
  const auto isUnseen = [](const Discarded& each) { return !each.has_value(); };
  const auto first = std::find_if(discard.cards.begin(), discard.cards.end(), isUnseen);
  const auto last = std::find_if_not(first, discard.cards.end(), isUnseen);
  for (std::ptrdiff_t later = 1; later <= last - first; ++later) {
    Discard& as = all.emplace_back(discard);
    const auto from = as.cards.begin() + (first - discard.cards.begin());
    as.cards.erase(from, from + later);
    as.cards.insert(as.cards.end(), static_cast<std::size_t>(later - 1), std::nullopt);
  }
  for (Discard& each : all) each.cards.emplace_back(card);
  return all;
}

}  // namespace

/// Who laid a run may lay the token on it after that, and who swapped a card may claim with it; one card discarded may
/// be followed by another.
void OctaSituation::addMoreOfLast(const Difference& difference, std::vector<NextEvent>& events) const {
  if (!laying_) return;
  const int player = laying_->before.turn.player;
  if (const auto* meld = std::get_if<Meld>(&laying_->move)) {
    if (!meld->token) addExtended(*meld, difference, events);
    // Farther from its owner than any of their runs.
    if (!meld->token && mayBearToken(arrangement_, difference, laying_->run))
      addLonger(Meld{meld->cards, true}, kIsMore, arrangement_.tokenAt(player), {}, events);
  } else if (const auto* swap = std::get_if<Swap>(&laying_->move)) {
    const auto token = swap->claim ? std::nullopt : tokenOnPot(arrangement_, difference, player);
    if (!token) return;
    Swap claiming = *swap;
    claiming.claim = listOf(claimedBy(state_.pot, swap->place, token->first));
    addLonger(claiming, kIsMore, token->second, {.token = token->second}, events);
  } else if (const auto* discard = std::get_if<Discard>(&laying_->move)) {
    for (const SeenPiece* seen : difference.news) {
      const auto card = Card::parse(seen->face().text());
      if (!card || card->isAction() || !places().discard.contains(seen->pose.at)) continue;
      for (const Discard& more : goingOn(*discard, *card)) {
        const double prior = more.cards.size() > discard->cards.size() ? kIsMore : kStillToCome;
        addLonger(more, prior * likelierThanLast(more), places().discard.middle(), {}, events);
      }
    }
  }
}

/// The latest event, of two cards off the stock: one after the other rather than both at once.
void OctaSituation::oneByOne(std::vector<NextEvent>& events) {
  NextEvent& both = events.back();
  both.prior /= 2;
  NextEvent each = both;
  each.changes.push_back(each.changes.front());
  events.push_back(std::move(each));
}

std::vector<NextEvent> OctaSituation::eventsFor(const Difference& difference, const PieceChange* done,
                                                const std::string& kind, double share, double least) const {
  const Shown shown{&difference, done};
  Pieces discarded;
  if (done)
    for (const ExpectedPiece& piece : done->come)
      if (isDiscarded(piece) && !pieceOf(*expected_, piece.id)) discarded.push_back(piece);
  Possible possible = possibleMoves(state_, arrangement_, difference, discarded, tookWrongly_);
  std::vector<NextEvent> events;
  for (const PossibleMove& each : possible.moves) {
    if (done && !beginsSo(kind, each.move)) continue;
    const double prior = octa::chanceOf(state_, each.move) * each.factor;
    if (prior < kUnthinkable) continue;
    const bool more = goesOn(each.move);
    const double chance = std::min(1.0, prior / share * chanceOfReadings(each)) * (more ? 1 - kIsMore : 1);
    if (chance < least && !more) continue;
    NextEvent event = next(each, chance, shown);
    if (done && !event.visible) continue;
    events.push_back(event);
    if (std::holds_alternative<KingFromStock>(each.move)) oneByOne(events);
    if (more) addMore(each, std::move(event), share, events);
  }
  for (PossibleBeginning& each : possible.beginnings) {
    NextEvent open{
        .event = {}, .prior = (done ? kBeginsOn : kBegins) * std::min(1.0, each.share / share), .open = true};
    open.event.player = state_.turn.player;
    open.event.action = "begins";
    open.event.fields = std::move(each.what);
    open.event.fields[kShare] = each.share;
    if (done) {
      number(each.done, *done, *expected_);
      each.done.at = newIn(each.done, *done, *expected_);
      open.changes.push_back(*done);
    }
    open.changes.push_back(std::move(each.done));
    events.push_back(std::move(open));
  }
  return events;
}

/// Whoever is in turn may do so, or somebody else.
void OctaSituation::addAsides(const Difference& difference, std::vector<NextEvent>& events) const {
  const auto same = std::make_shared<const OctaSituation>(*this);
  for (const Aside& each : asidesAt(arrangement_, *expected_, difference)) {
    std::shared_ptr<const OctaSituation> after = same;
    if (each.after) {
      auto otherwise = std::make_shared<OctaSituation>(*this);
      otherwise->arrangement_ = *each.after;
      otherwise->expect();
      after = std::move(otherwise);
    }
    for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
      NextEvent event{
          .event = {}, .prior = each.prior * (player == state_.turn.player ? 1 : kNotInTurn), .aside = true};
      event.event.player = player;
      event.changes = {{.at = {each.at}}};
      event.after = after;
      events.push_back(std::move(event));
    }
  }
}

/// A card that was carried elsewhere does not lie where it lay.
Difference OctaSituation::withMoved(Difference difference) const {
  for (const ExpectedPiece& piece : *expected_) {
    const auto pose = difference.poseOf(piece.id);
    if (!pose || difference.isMissing(piece.id) || distance(pose->at, piece.pose.at) < kCarried) continue;
    if (difference.isNewsAt(*pose)) difference.missing.push_back(piece.id);
  }
  return difference;
}

std::vector<NextEvent> OctaSituation::nextEvents(const Difference& difference, double least) const {
  const Difference all = withMoved(difference);
  std::vector<NextEvent> events = eventsFor(all, nullptr, {}, 1, least);
  addMoreOfLast(all, events);
  addAsides(all, events);
  return events;
}

/// Where a card just laid for a run lies now, where it is not seen where it was laid and its like is new among the
/// owner's runs: nobody lays the same card twice, so it slipped. It is news no more.
std::optional<TablePose> OctaSituation::takeSlipped(const ExpectedPiece& piece, const Difference& difference,
                                                    std::vector<const SeenPiece*>& news) const {
  const TableRect& runs = places().runs[static_cast<std::size_t>(state_.turn.player)];
  const auto pose = difference.poseOf(piece.id);
  const bool lies = pose && !difference.isUnseen(piece.id) && !difference.isNewsAt(*pose);
  if (lies || piece.faces.empty() || !runs.contains(piece.pose.at)) return std::nullopt;
  const auto like = std::find_if(news.begin(), news.end(), [&](const SeenPiece* seen) {
    return seen->face() == piece.faces.front() && runs.contains(seen->pose.at);
  });
  if (like == news.end()) return std::nullopt;
  const TablePose there = (*like)->pose;
  news.erase(like);
  return there;
}

/// What was done of it is seen anew.
std::vector<NextEvent> OctaSituation::turnsOut(const NextEvent& open, const Difference& difference,
                                               double least) const {
  Difference all = withMoved(difference);
  std::vector<SeenPiece> laid;
  std::map<PieceId, TablePose> slipped;
  for (const PieceChange& change : open.changes) {
    for (const ExpectedPiece& piece : change.come) {
      if (isDiscarded(piece)) continue;
      const Face face = piece.faces.empty() ? Face::unknown() : piece.faces.front();
      auto pose = difference.poseOf(piece.id);
      if (!slipped.contains(piece.id))
        if (const auto there = takeSlipped(piece, difference, all.news)) slipped[piece.id] = *there;
      if (const auto there = slipped.find(piece.id); there != slipped.end()) {
        pose = there->second;
      } else if (pose && difference.isNewsAt(*pose)) {
        pose = piece.pose;
      }
      laid.push_back({.faces = {{face, 0.98}}, .pose = pose.value_or(piece.pose), .visible = piece.visible});
    }
    all.missing.insert(all.missing.end(), change.gone.begin(), change.gone.end());
  }
  for (const SeenPiece& piece : laid) all.news.push_back(&piece);
  PieceChange done;
  for (const PieceChange& change : open.changes) {
    done.gone.insert(done.gone.end(), change.gone.begin(), change.gone.end());
    for (const ExpectedPiece& piece : change.come) {
      std::erase_if(done.come, [&](const ExpectedPiece& each) { return each.id == piece.id; });
      done.come.push_back(piece);
      if (const auto there = slipped.find(piece.id); there != slipped.end()) done.come.back().pose = there->second;
    }
  }
  const std::string kind = open.event.fields.begin().key();
  std::vector<NextEvent> events = eventsFor(all, &done, kind, open.event.fields[kShare].get<double>(), least);
  std::erase_if(events, [&](const NextEvent& each) {
    if (kind == "takes" && fillsAgain(open, each)) return true;
    if (!each.open) return false;
    if (!each.event.fields.contains(kind) || each.event.fields == open.event.fields) return true;
    // Who lays a run ends it before laying another.
    return kind == "lays" && lacking(open.event.fields[kind], each.event.fields[kind]) > 0;
  });
  return events;
}

}  // namespace octo::tracker::octa
