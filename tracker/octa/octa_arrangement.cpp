#include "tracker/octa/octa_arrangement.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace octo::tracker::octa {
namespace {

using infer::ExpectedPiece;
using infer::PieceId;

/// A card and a token, mm.
constexpr double kHalfWidth = 31.5, kHalfCard = 44, kHalfToken = 14;
/// How much of a card shows: of one in a run, below a token, in a fan, below others of a pile, below its top card, as
/// that is often laid a little aside; and how much less for each that comes on it.
constexpr double kStrip = 0.28, kBelowToken = 0.85, kInFan = 0.17, kBelowTop = 0.14, kDeeper = 0.9;
/// Between two runs, mm.
constexpr double kBetweenRuns = 22;
/// So many cards at the top of a pile may look out.
constexpr std::size_t kLooksOut = 4;
/// A token looks the same turned by that, degrees.
constexpr double kTokenTurn = 1;
/// From the middle of the pot to a token there, mm.
constexpr double kTokenOff = 17;

std::size_t nth(int number) { return static_cast<std::size_t>(number); }

std::vector<Face> facesOf(const std::optional<Card>& card) {
  return card ? std::vector<Face>{Face(card->name())} : std::vector<Face>();
}

std::optional<Card> faceOf(const Place& place) { return place.open ? std::optional(place.card) : std::nullopt; }

std::vector<Face> backs() { return {Face::back(), Face("deck2:back")}; }

/// The strip of a card that the next one of its run leaves, at its owner's left.
TableRect stripFor(int owner) {
  return owner == 0 ? TableRect{-kHalfWidth, -kHalfCard, kStep - kHalfWidth, kHalfCard}
                    : TableRect{kHalfWidth - kStep, -kHalfCard, kHalfWidth, kHalfCard};
}

/// Whether the king took just the two on top: for others people look through the pile, and square it up.
bool isOnTop(const State& state, const KingFromDiscard& king) {
  const auto& pile = state.discard;
  return pile.size() >= 2 && king.cards.size() == 2 && pile.back() == king.cards[0] &&
         pile[pile.size() - 2] == king.cards[1];
}

/// So many different places and faces are told apart in a number, one of them of what nobody could read.
constexpr PieceId kWheres = 32, kFaces = 64;

PieceId numberOf(PieceId laid, std::size_t where, const std::optional<Card>& card) {
  static_assert(Card::kFaces < kFaces);
  return (laid * kWheres + static_cast<PieceId>(where)) * kFaces +
         static_cast<PieceId>(card ? card->index() : Card::kFaces);
}

ExpectedPiece cardAt(PieceId id, std::vector<Face> faces, TablePoint where) {
  return {.id = id,
          .faces = std::move(faces),
          .pose = {where, 0},
          .turn = 180,
          .shown = {-kHalfWidth, -kHalfCard, kHalfWidth, kHalfCard}};
}

}  // namespace

OctaArrangement::OctaArrangement(std::shared_ptr<const OctaPlaces> places, const State& state)
    : places_(std::move(places)) {
  layPot(state, {});
  layActions(state);
  layDiscard(state, 0);
  layRuns(state, {}, {});
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    tokens_[nth(player)] = tokenFor(state, player, {});
  if (state.stock > 0) stock_ = newId(kPiles, {});
  if (state.actionStack > 0) actionStack_ = newId(kPiles, {});
  if (state.aside > 0) aside_ = newId(kPiles, {});
}

PieceId OctaArrangement::newId(std::size_t where, const std::optional<Card>& card) {
  static_assert(kNowhere < kWheres);
  return numberOf(laid_++, where, card);
}

PieceId OctaArrangement::unused(std::size_t k, const std::optional<Card>& card) const {
  return numberOf(laid_ + static_cast<PieceId>(k), kNowhere, card);
}

void OctaArrangement::show(const State& before, const State& after, int player, const Move& move, const LaidAs& laid) {
  layPot(after, placesTouched(before, player, move));
  layActions(after);
  layDiscard(after, player);
  if (const auto* king = std::get_if<KingFromDiscard>(&move); king && !isOnTop(before, *king)) squareUpDiscard();
  const auto* extend = std::get_if<Extend>(&move);
  layRuns(after, extend ? std::optional(extend->run) : std::nullopt, laid);
  layTokens(before, after, laid);
  const auto keep = [&](std::optional<PieceId>& pile, int count) {
    if (count == 0)
      pile.reset();
    else if (!pile)
      pile = newId(kPiles, {});
  };
  keep(stock_, after.stock);
  keep(actionStack_, after.actionStack);
  keep(aside_, after.aside);
}

void OctaArrangement::renumber(const std::map<PieceId, PieceId>& numbers) {
  const auto change = [&](PieceId& id) {
    if (const auto found = numbers.find(id); found != numbers.end()) id = found->second;
    laid_ = std::max(laid_, id / (kWheres * kFaces) + 1);
  };
  for (auto& lying : pot_)
    if (lying) change(lying->id);
  for (auto& pile : actions_)
    for (LyingCard& card : pile) change(card.id);
  for (Discarded& card : discard_) change(card.id);
  for (LyingRun& run : runs_)
    for (RunCard& card : run.cards) change(card.id);
  for (LyingToken& token : tokens_) {
    change(token.id);
    if (token.on) change(*token.on);
  }
  for (auto* pile : {&stock_, &actionStack_, &aside_})
    if (*pile) change(**pile);
}

double OctaArrangement::shownUnder(std::size_t cards) {
  return kBelowTop * std::pow(kDeeper, static_cast<double>(cards) - 1);
}

bool OctaArrangement::isFanned() const {
  return std::any_of(discard_.begin(), discard_.end(), [](const Discarded& each) { return each.off != TablePoint{}; });
}

/// The run lies where the lowest of them does.
void OctaArrangement::moveInRuns(const std::map<PieceId, TablePoint>& to) {
  std::map<PieceId, PieceId> numbers;
  for (LyingRun& run : runs_) {
    bool first = true;
    for (std::size_t k = 0; k < run.cards.size(); ++k) {
      RunCard& card = run.cards[k];
      const auto there = to.find(card.id);
      if (there == to.end()) continue;
      numbers[card.id] = newId(kRuns + nth(run.owner), faceOf(card.place));
      for (LyingToken& token : tokens_)
        if (token.on == card.id) token.at = there->second;
      card.at = there->second;
      if (std::exchange(first, false))
        run.lowest = {card.at->x - wayOf(run.owner) * kStep * static_cast<double>(k), card.at->y};
    }
  }
  renumber(numbers);
}

void OctaArrangement::layAgain(PieceId id) {
  renumber({{id, numberOf(laid_, id / kFaces % kWheres, Card::atIndex(id % kFaces))}});
}

void OctaArrangement::squareUpDiscard() {
  for (Discarded& each : discard_) each.id = newId(kDiscard, each.card), each.off = {};
}

const OctaArrangement::LyingRun* OctaArrangement::run(int number) const {
  const auto found =
      std::find_if(runs_.begin(), runs_.end(), [number](const LyingRun& each) { return each.number == number; });
  return found == runs_.end() ? nullptr : &*found;
}

// --- laying ---

void OctaArrangement::layPot(const State& after, const std::vector<int>& touched) {
  for (int place = 1; place <= kPotPlaces; ++place) {
    auto& lying = pot_[nth(place - 1)];
    const auto& card = after.pot.at(place);
    const bool anew = std::find(touched.begin(), touched.end(), place) != touched.end();
    if (!card)
      lying.reset();
    else if (!lying || lying->card != card || anew)
      lying = LyingCard{newId(nth(place - 1), card), card};
  }
}

/// A shuffle leaves the top cards.
void OctaArrangement::layActions(const State& after) {
  for (std::size_t pile = 0; pile < actions_.size(); ++pile) {
    auto& lying = actions_[pile];
    const auto& cards = after.openActions[pile];
    if (cards.size() < lying.size())
      lying.erase(lying.begin(), lying.end() - static_cast<std::ptrdiff_t>(cards.size()));
    while (lying.size() < cards.size())
      lying.push_back({newId(kAction + pile, cards[lying.size()]), cards[lying.size()]});
  }
}

/// What lay fanned is squared up before more comes on it.
void OctaArrangement::layDiscard(const State& after, int player) {
  std::vector<Discarded> kept;
  auto next = after.discard.begin();
  for (const Discarded& each : discard_)
    if (next != after.discard.end() && each.card == *next) {
      kept.push_back(each);
      ++next;
    }
  discard_ = std::move(kept);
  const std::size_t count = after.discard.size() - discard_.size();
  if (count > 0)
    for (Discarded& each : discard_) each.off = {0, 0};
  for (std::size_t k = 0; k < count; ++k) {
    const double aside = kDiscardStep * (static_cast<double>(k) - static_cast<double>(count - 1) / 2);
    const auto& card = after.discard[discard_.size()];
    discard_.push_back({newId(kDiscard, card), card, {wayOf(player) * aside, -wayOf(player) * aside}});
  }
}

/// Beside the last run of the row that has more room.
TablePoint OctaArrangement::placeForRun(int owner, std::size_t cards) const {
  const TableRect& area = places_->runs[nth(owner)];
  const double half = (area.x1 - area.x0) / 2, up = (area.y1 - area.y0) / 4;
  std::array<double, 2> ends{-half, -half};
  for (const LyingRun& run : runs_) {
    if (run.owner != owner) continue;
    const double right = wayOf(owner) * (run.lowest.x - area.middle().x),
                 above = wayOf(owner) * (run.lowest.y - area.middle().y);
    auto& end = ends[above >= 0 ? 0 : 1];
    end = std::max(end, right + kStep * static_cast<double>(run.cards.size() - 1) + kHalfWidth + kBetweenRuns);
  }
  const double width = 2 * kHalfWidth + kStep * static_cast<double>(cards - 1);
  const std::size_t row = ends[0] + width <= half || ends[0] <= ends[1] ? 0 : 1;
  const double right = std::min(ends[row], half - width) + kHalfWidth;
  return {area.middle().x + wayOf(owner) * right, area.middle().y + wayOf(owner) * (row == 0 ? up : -up)};
}

void OctaArrangement::layRuns(const State& after, std::optional<int> extended, const LaidAs& laid) {
  std::erase_if(runs_, [&](const LyingRun& each) { return !findRun(after, each.number); });
  for (const Run& run : after.runs) {
    auto lying =
        std::find_if(runs_.begin(), runs_.end(), [&](const LyingRun& each) { return each.number == run.number; });
    if (lying == runs_.end()) {
      const TablePoint lowest = laid.run ? *laid.run : placeForRun(run.owner, run.places.size());
      lying = runs_.insert(runs_.end(), LyingRun{run.number, run.owner, lowest, {}});
    }
    std::vector<RunCard> cards;
    auto kept = lying->cards.begin();
    bool first = true;
    const PieceId anew = numberOf(laid_, 0, Card::atIndex(0));
    for (std::size_t k = 0; k < run.places.size(); ++k) {
      const auto same =
          std::find_if(kept, lying->cards.end(), [&](const RunCard& each) { return each.place == run.places[k]; });
      if (same == lying->cards.end()) {
        cards.push_back({newId(kRuns + nth(run.owner), faceOf(run.places[k])), run.places[k]});
        continue;
      }
      if (std::exchange(first, false)) {
        const auto before = static_cast<double>(same - lying->cards.begin());
        lying->lowest.x -= wayOf(run.owner) * kStep * (static_cast<double>(k) - before);
      }
      cards.push_back(*same);
      kept = std::next(same);
    }
    if (laid.run && extended == run.number) lying->lowest = *laid.run;
    const bool lifted = laid.lifted && !first && cards.front().id >= anew;
    for (RunCard& each : cards)
      if (lifted && each.id < anew) each = {newId(kRuns + nth(run.owner), faceOf(each.place)), each.place};
    lying->cards = std::move(cards);
  }
}

OctaArrangement::LyingToken OctaArrangement::tokenFor(const State& state, int player, const LaidAs& laid) {
  const Token& token = state.token(player);
  LyingToken lying{newId(kTokens + nth(player), {}),
                   {places_->middle.x, places_->middle.y - wayOf(player) * kTokenOff}};
  if (const auto* on = std::get_if<OnRun>(&token)) {
    if (const LyingRun* lies = run(on->run)) {
      lying.at = lies->lowest;
      lying.at.x += wayOf(lies->owner) * kStep * static_cast<double>(lies->cards.size() - 1);
      lying.on = lies->cards.back().id;
    }
  } else if (const auto* claim = std::get_if<OnPot>(&token); claim && claim->places.any()) {
    lying.at = places_->pot[nth(listOf(claim->places).front() - 1)];
    if (laid.token) lying.at = *laid.token;
  }
  return lying;
}

/// With the run below it a token goes onto the last card.
void OctaArrangement::layTokens(const State& before, const State& after, const LaidAs& laid) {
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    LyingToken& lying = tokens_[nth(player)];
    const auto* on = std::get_if<OnRun>(&after.token(player));
    const LyingRun* lies = on ? run(on->run) : nullptr;
    const bool carried = lies && lying.on != lies->cards.back().id;
    if (carried || before.token(player) != after.token(player)) lying = tokenFor(after, player, laid);
  }
}

// --- what a camera should see ---

void OctaArrangement::addPot(Pieces& pieces) const {
  for (int place = 1; place <= kPotPlaces; ++place) {
    const auto& lying = pot_[nth(place - 1)];
    if (!lying) continue;
    ExpectedPiece piece = cardAt(lying->id, facesOf(lying->card), places_->pot[nth(place - 1)]);
    const bool under = std::any_of(tokens_.begin(), tokens_.end(), [&](const LyingToken& token) {
      return distance(token.at, places_->pot[nth(place - 1)]) < kHalfWidth;
    });
    if (under) piece.visible = kBelowToken;
    pieces.push_back(std::move(piece));
  }
}

void OctaArrangement::addPiles(Pieces& pieces) const {
  for (std::size_t pile = 0; pile < actions_.size(); ++pile) {
    const auto& cards = actions_[pile];
    for (std::size_t k = cards.size() - std::min(cards.size(), kLooksOut); k < cards.size(); ++k) {
      ExpectedPiece piece = cardAt(cards[k].id, facesOf(cards[k].card), places_->actions[pile].middle());
      if (k + 1 < cards.size()) piece.visible = shownUnder(cards.size() - 1 - k);
      pieces.push_back(std::move(piece));
    }
  }
  const TablePoint middle = places_->discard.middle();
  for (std::size_t k = discard_.size() - std::min(discard_.size(), kLooksOut); k < discard_.size(); ++k) {
    const Discarded& each = discard_[k];
    ExpectedPiece piece = cardAt(each.id, facesOf(each.card), {middle.x + each.off.x, middle.y + each.off.y});
    if (k + 1 < discard_.size()) {
      const bool fanned = distance(each.off, discard_[k + 1].off) > kDiscardStep / 2;
      piece.visible = fanned ? kInFan : shownUnder(discard_.size() - 1 - k);
    }
    pieces.push_back(std::move(piece));
  }
  const auto pile = [&](const std::optional<PieceId>& id, const TableRect& area) {
    if (id) pieces.push_back(cardAt(*id, backs(), area.middle()));
  };
  pile(stock_, places_->stock);
  pile(actionStack_, places_->actionStack);
  pile(aside_, places_->aside);
}

/// Each card lies a step from the one before, wherever that is; or else from the one after.
void OctaArrangement::addRun(const LyingRun& run, Pieces& pieces) const {
  const double step = wayOf(run.owner) * kStep;
  for (std::size_t k = 0; k < run.cards.size(); ++k) {
    const RunCard& card = run.cards[k];
    const TablePoint where{run.lowest.x + step * static_cast<double>(k), run.lowest.y};
    ExpectedPiece piece = cardAt(card.id, card.place.open ? facesOf(card.place.card) : backs(), where);
    if (card.at) {
      piece.pose.at = *card.at;
    } else {
      if (k > 0) piece.beside.push_back({run.cards[k - 1].id, step, 0, true});
      if (k + 1 < run.cards.size()) piece.beside.push_back({run.cards[k + 1].id, -step, 0});
      if (k > 1) piece.beside.push_back({run.cards[k - 2].id, 2 * step, 0});
    }
    if (k + 1 < run.cards.size()) {
      piece.visible = kStrip;
      piece.whole = std::exchange(piece.shown, stripFor(run.owner));
      piece.under = run.cards[k + 1].id;
    } else if (std::any_of(tokens_.begin(), tokens_.end(),
                           [&](const LyingToken& token) { return token.on == card.id; })) {
      piece.visible = kBelowToken;
    }
    pieces.push_back(std::move(piece));
  }
}

OctaArrangement::Pieces OctaArrangement::pieces() const {
  Pieces pieces;
  addPot(pieces);
  addPiles(pieces);
  for (const LyingRun& run : runs_) addRun(run, pieces);
  for (std::size_t player = 0; player < tokens_.size(); ++player) {
    const LyingToken& token = tokens_[player];
    ExpectedPiece piece{.id = token.id,
                        .faces = {tokenFace(static_cast<int>(player))},
                        .pose = {token.at, 0},
                        .turn = kTokenTurn,
                        .shown = {-kHalfToken, -kHalfToken, kHalfToken, kHalfToken}};
    if (token.on) piece.beside.push_back({*token.on, 0, 0, true});
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace octo::tracker::octa
