#include "tracker/oct8/oct8_situation.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tracker/follow/layout_hash.h"
#include "tracker/oct8/apply.h"
#include "tracker/oct8/judge.h"
#include "tracker/oct8/oct8_candidates.h"
#include "tracker/oct8/oct8_chances.h"
#include "tracker/oct8/rules.h"

namespace octo::tracker::oct8 {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::NextEvent;
using infer::PieceChange;
using infer::PieceId;
using infer::pieceOf;
using Pieces = Arrangement::Pieces;

/// Arms, heads, the sides of a chip, backs.
constexpr int kFaces = Arm::kFaces + 3 + 2 + 1;
/// People lay things a little beyond their place, mm; of less of a piece nobody tells what it is, and of arms under a
/// head whether they look out.
constexpr double kAroundPlace = 12, kLeastShown = 0.1, kHalf = 0.5;

/// What has to be done for the second to lie there and not the first.
PieceChange between(const Pieces& before, const Pieces& after) {
  PieceChange change;
  for (const ExpectedPiece& piece : before)
    if (!pieceOf(after, piece.id)) change.gone.push_back(piece.id);
  for (const ExpectedPiece& piece : after) {
    const ExpectedPiece* was = pieceOf(before, piece.id);
    if (!was || was->visible != piece.visible || was->gaps != piece.gaps) change.come.push_back(piece);
  }
  return change;
}

bool isNothing(const PieceChange& change) { return change.gone.empty() && change.come.empty(); }

void add(PieceChange& to, PieceChange more) {
  to.gone.insert(to.gone.end(), more.gone.begin(), more.gone.end());
  to.come.insert(to.come.end(), std::make_move_iterator(more.come.begin()), std::make_move_iterator(more.come.end()));
}

/// Cards that are laid one by one at those of a column, which cover some of them.
std::vector<PieceChange> layingOn(const Pieces& before, const Pieces& after) {
  std::vector<PieceChange> changes;
  for (const ExpectedPiece& piece : after)
    if (!pieceOf(before, piece.id)) changes.push_back({.at = {piece.pose.at}, .come = {piece}});
  if (changes.empty()) return changes;
  for (const ExpectedPiece& piece : after)
    if (const ExpectedPiece* was = pieceOf(before, piece.id); was && was->visible != piece.visible)
      changes.front().come.push_back(piece);
  return changes;
}

/// How many cards were laid, and which kind of move it was.
std::uint64_t hashOf(const Move& laying) {
  const auto* attach = std::get_if<Attach>(&laying);
  const auto cards = attach ? static_cast<std::size_t>(attach->cards.cards()) : std::get<Discard>(laying).cards.size();
  return cards * std::variant_size_v<Move> + laying.index();
}

}  // namespace

Oct8Situation::Oct8Situation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const Oct8Places> places,
                             State state)
    : header_(std::move(header)), state_(std::move(state)), arrangement_(std::move(places), state_) {
  expect();
}

int Oct8Situation::faces() const { return kFaces; }

std::optional<int> Oct8Situation::toMove() const { return Rules::toMove(state_); }

std::uint64_t Oct8Situation::hash() const {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  const Turn& turn = state_.turn;
  std::uint64_t hash =
      mixed(arrangement_.hash(), number(state_.counted) | number(state_.armDeck) << 1 | number(state_.headDeck) << 9);
  hash = mixed(hash, number(turn.player) | number(turn.deckHeld) << 3 | number(turn.drawn) << 4 |
                         number(turn.acted) << 5 | number(turn.ending) << 6 | number(turn.actions) << 7);
  hash = mixed(hash, number(state_.turnsLeft.value_or(-1)));
  for (const Seat& seat : state_.seats)
    hash = mixed(hash, number(seat.hand) | number(seat.chips) << 8 |
                           number(seat.colour ? 1 + static_cast<int>(*seat.colour) : 0) << 16);
  for (const auto& card : state_.discard) hash = mixed(hash, card ? 1 + card->index() : 0);
  return mixed(hash, laying_ ? 1 + hashOf(laying_->move) : 0);
}

bool Oct8Situation::concerns(const SeenPiece& piece) const {
  const Face& face = piece.face();
  const TablePoint at = piece.pose.at;
  const auto isAt = [&](const TableRect& area) { return area.grown(kAroundPlace).contains(at); };
  const bool unread = face.isUnknown(), chip = face.family() == "chip", head = face.family() == "head";
  const bool arm = Arm::parse(face.text()).has_value(), back = face.isBack() || face == Face("head:back");
  if (piece.visible < kLeastShown || !(unread || chip || head || arm || back)) return false;
  for (const Oct8Places::Seat& seat : places().seats) {
    if (seat.chips.contains(at)) return chip || unread;
    if (isAt(seat.turn)) return head && !back;
    if (seat.shipped.contains(at)) return head || (unread && piece.visible > kHalf);
    if (isAt(seat.field)) return !chip && !back;
  }
  if (isAt(places().heads) || isAt(places().arms)) return back || unread;
  return !chip && !back && (isAt(places().discard) || std::any_of(places().slots.begin(), places().slots.end(), isAt));
}

Pieces Oct8Situation::piecesOf(const OctopusName& octopus) const {
  if (const auto* slot = std::get_if<Slot>(&octopus)) return arrangement_.inSlot(*slot);
  const auto& taken = std::get<TakenName>(octopus);
  const bool known = taken.k < static_cast<int>(arrangement_.taken(taken.player).size());
  return known ? arrangement_.ofTaken(taken.player, taken.k) : Pieces();
}

// --- what an event changes ---

std::shared_ptr<const Oct8Situation> Oct8Situation::after(const Event& event) const {
  const Move move = parseMove(event, *header_);
  return after(event.player, move, {});
}

std::shared_ptr<Oct8Situation> Oct8Situation::after(std::optional<int> player, const Move& move,
                                                    const LaidAs& laid) const {
  auto after = std::make_shared<Oct8Situation>(*this);
  applyMove(after->state_, player, move);
  after->laying_.reset();
  if (std::holds_alternative<TakePosition>(move))
    after->arrangement_.layAnew(after->state_);
  else
    after->arrangement_.show(after->state_, laid);
  if (std::holds_alternative<Attach>(move) || std::holds_alternative<Discard>(move)) {
    auto before = std::make_shared<Oct8Situation>(*this);
    before->laying_.reset();
    after->laying_ = Laying{*player, move, std::move(before)};
  }
  if (!(after->arrangement_ == arrangement_)) after->expect();
  return after;
}

/// Cards come one by one; an octopus that is whole then is carried to the field, from the top card on, and a chip
/// comes.
Oct8Situation::Changes Oct8Situation::layingAt(Slot slot, const Arms& cards, int player, const LaidAs& laid,
                                               const Oct8Situation& after) const {
  const PieceChange chip = between(arrangement_.ofChips(player), after.arrangement_.ofChips(player));
  const Pieces before = arrangement_.inSlot(slot);
  if (before.empty()) {
    // It was carried off before.
    const TakenName taken{player, static_cast<int>(state_.seat(player).taken.size())};
    Changes changes = layingOn(piecesOf(taken), after.piecesOf(taken));
    if (!changes.empty()) changes.push_back(chip);
    return changes;
  }
  Arms wanted = state_.in(slot)->arms;
  wanted.add(cards);
  Arrangement with = arrangement_;
  with.lay(slot, wanted, laid);
  const Pieces lies = with.inSlot(slot);
  Changes changes = layingOn(before, lies);
  if (changes.empty()) return changes;
  if (after.arrangement_.shared(slot)) return changes;
  const Pieces there = after.piecesOf(TakenName{player, static_cast<int>(after.arrangement_.taken(player).size()) - 1});
  if (there.size() != lies.size()) return {};
  for (std::size_t card = lies.size(); card-- > 0;) changes.push_back({.gone = {lies[card].id}, .come = {there[card]}});
  changes[lies.size() - before.size()].at = {lies.front().pose.at};
  changes.push_back(chip);
  return changes;
}

/// To which of the places the player in turn reaches farther.
TablePoint Oct8Situation::farther(TablePoint a, TablePoint b) const {
  const Side side = sideOf(state_.turn.player);
  return seenFrom(side, a).y < seenFrom(side, b).y ? b : a;
}

/// One forearm comes to all of them, and is seen where it reaches farthest.
PieceChange Oct8Situation::exchanged(std::span<const TakenName> octopuses, const Oct8Situation& after) const {
  PieceChange all;
  const auto touch = [&](TablePoint at) { all.at = {all.at.empty() ? at : farther(all.at.front(), at)}; };
  for (const TakenName& octopus : octopuses) {
    if (arrangement_.taken(octopus.player) == after.arrangement_.taken(octopus.player)) continue;
    const Pieces was = piecesOf(octopus);
    PieceChange change = between(was, after.piecesOf(octopus));
    for (const PieceId gone : change.gone) touch(pieceOf(was, gone)->pose.at);
    for (const ExpectedPiece& come : change.come) touch(come.pose.at);
    add(all, std::move(change));
  }
  return all;
}

/// In the order in which people make them.
Oct8Situation::Changes Oct8Situation::changesOf(int player, const Move& move, const Oct8Situation& after,
                                                const LaidAs& laid) const {
  const Arrangement &was = arrangement_, &is = after.arrangement_;
  const TablePoint deck = places().arms.middle(), pile = places().discard.middle();
  if (const auto* draw = std::get_if<TurnDraw>(&move))
    return draw->to ? layingAt(*draw->to, Arms({*draw->card}), player, laid, after) : Changes{{.at = {deck}}};
  if (const auto* draw = std::get_if<Draw>(&move)) {
    PieceChange change = between(was.ofDiscard(), is.ofDiscard());
    // One forearm comes to both, and is seen to end at either.
    const bool both = draw->discard > 0 && draw->deck > 0;
    change.at = {both ? TablePoint{(pile.x + deck.x) / 2, (pile.y + deck.y) / 2} : draw->discard > 0 ? pile : deck};
    return {std::move(change)};
  }
  if (const auto* attach = std::get_if<Attach>(&move)) return layingAt(attach->to, attach->cards, player, laid, after);
  std::vector<TakenName> octopuses;
  const auto exchangedAt = [&](const OctopusName& name) {
    if (const auto* taken = std::get_if<TakenName>(&name)) octopuses.push_back(*taken);
  };
  if (const auto* swap = std::get_if<SwapHand>(&move)) exchangedAt(swap->octopus);
  if (const auto* swap = std::get_if<Swap>(&move)) exchangedAt(swap->a), exchangedAt(swap->b);
  if (!octopuses.empty()) return {exchanged(octopuses, after)};
  if (const auto* ship = std::get_if<Ship>(&move)) {
    const Pieces before = piecesOf(ship->octopus), pieces = after.piecesOf(ship->octopus);
    if (before.empty() || pieces.empty()) return {};
    Changes changes(1);
    for (std::size_t k = 1; k < before.size(); ++k) changes.front().gone.push_back(before[k].id);
    if (changes.front().gone.empty()) changes.clear();
    const TablePoint from = before.front().pose.at, to = pieces.front().pose.at;
    changes.push_back({.at = {farther(from, to)}, .gone = {before.front().id}, .come = pieces});
    return changes;
  }
  if (const auto* refill = std::get_if<Refill>(&move)) {
    PieceChange change = between(was.inSlot(refill->slot), is.inSlot(refill->slot));
    if (!change.come.empty()) change.at = {change.come.front().pose.at};
    return {std::move(change)};
  }
  if (std::holds_alternative<Discard>(move)) {
    PieceChange change = between(was.ofDiscard(), is.ofDiscard());
    change.at = {pile};
    return {std::move(change)};
  }
  if (std::holds_alternative<Chip>(move)) {
    PieceChange change = between(was.ofChips(player), is.ofChips(player));
    if (!was.chips(player).empty()) change.at = {was.chips(player).back().at};
    return {std::move(change)};
  }
  if (std::holds_alternative<Reveal>(move)) {
    const TablePoint there = places().seats[static_cast<std::size_t>(player)].turn.middle();
    const Pieces before = was.ofColour(player);
    if (before.empty()) return {{.at = {there}, .come = is.ofColour(player)}};
    return {{.at = {there}, .gone = {before.front().id}}, {.come = is.ofColour(player)}};
  }
  return {};
}

NextEvent Oct8Situation::next(int player, const Move& move, double prior, const LaidAs& laid) const {
  NextEvent next{.event = eventOf(player, move), .prior = prior};
  next.breach = judgeMove(state_, player, move).isBreach();
  // Whoever lays another head there has shown another colour: the last one counts.
  if (std::holds_alternative<Reveal>(move)) next.regretted = 0;
  const auto situation = after(player, move, laid);
  next.changes = changesOf(player, move, *situation, laid);
  PieceChange decks = between(arrangement_.ofDecks(), situation->arrangement_.ofDecks());
  if (!isNothing(decks) && !next.changes.empty()) add(next.changes.front(), std::move(decks));
  next.visible = std::any_of(next.changes.begin(), next.changes.end(),
                             [](const PieceChange& change) { return !isNothing(change); });
  next.after = situation;
  return next;
}

NextEvent Oct8Situation::told(const Event& event) const {
  const Move move = parseMove(event, *header_);
  NextEvent told = event.player ? next(*event.player, move, 1) : NextEvent{.event = event, .prior = 1};
  told.event = event;
  if (event.player) return told;
  told.visible = false;
  told.after = after({}, move, {});
  return told;
}

std::optional<Event> Oct8Situation::endOfTurn() const {
  if (state_.over()) return std::nullopt;
  const Turn& turn = state_.turn;
  if (turn.drawIsDue()) return eventOf(turn.player, TurnDraw{});
  if (turn.actions == 0 || turn.ending) return eventOf(turn.player, EndTurn{});
  const Draw draw = drawUnseen(state_);
  return eventOf(turn.player, draw.cards() > 0 ? Move(draw) : Move(Pass{}));
}

/// Cards laid at an octopus begin with some of them.
bool Oct8Situation::begins(const Event& event, const Event& longer) const {
  if (event.action != "attach" || longer.action != "attach" || event.player != longer.player ||
      event.fields["to"] != longer.fields["to"])
    return false;
  const auto some = std::get<Attach>(parseMove(event, *header_)), all = std::get<Attach>(parseMove(longer, *header_));
  return some.cards.cards() < all.cards.cards() && !all.cards.firstMissing(some.cards);
}

// --- what may happen ---

/// Cards laid at the octopus where others were laid last may be more of the same move.
void Oct8Situation::addMore(const PossibleMove& possible, double share, double least,
                            std::vector<NextEvent>& events) const {
  const auto* more = std::get_if<Attach>(&possible.move);
  const auto* latest = laying_ ? std::get_if<Attach>(&laying_->move) : nullptr;
  if (!more || !latest || laying_->player != possible.player || !(latest->to == more->to)) return;
  Attach longer{latest->cards, more->to};
  longer.cards.add(more->cards);
  const double chance = chanceOfMore(laying_->before->state_, possible.player, longer, more->cards);
  const double prior = std::min(1.0, chance / share);
  if (prior >= least) events.push_back(instead(possible.player, longer, prior, possible.laid));
}

/// Of the cards that are due, laid on the pile one by one, another is the top now.
void Oct8Situation::addDiscarded(const PossibleMove& possible, double least, std::vector<NextEvent>& events) const {
  const auto* one = std::get_if<Discard>(&possible.move);
  const auto* latest = laying_ ? std::get_if<Discard>(&laying_->move) : nullptr;
  if (!one || !latest || one->cards.size() != 1 || latest->cards.size() < 2 || laying_->player != possible.player)
    return;
  const double prior = chanceOfTop(state_, *one->cards.back());
  if (prior < least) return;
  Discard again = *latest;
  again.cards.back() = one->cards.back();
  LaidAs laid = possible.laid;
  laid.discards = again.cards.size();
  events.push_back(instead(possible.player, again, prior, laid));
}

/// What lies there was laid before.
NextEvent Oct8Situation::instead(int player, const Move& longer, double prior, const LaidAs& laid) const {
  Oct8Situation begun = *this;
  begun.state_ = laying_->before->state_;
  NextEvent event = begun.next(player, longer, prior, laid);
  event.replaces = true;
  auto after = std::make_shared<Oct8Situation>(static_cast<const Oct8Situation&>(*event.after));
  after->laying_->before = laying_->before;
  event.after = std::move(after);
  return event;
}

// --- moves that nobody can name yet ---

std::vector<TakenName> Oct8Situation::octopusesOnFields() const {
  std::vector<TakenName> all;
  for (int player = 0; player < state_.players(); ++player)
    for (int k = 0; k < std::ssize(arrangement_.taken(player)); ++k) all.push_back({player, k});
  return all;
}

Arrangement Oct8Situation::with(const UnderWay& underWay) const {
  Arrangement with = arrangement_;
  if (underWay.carried) with.carry(underWay.carried->first, state_.turn.player, underWay.carried->second);
  for (const Exchanged& each : underWay.exchanging) with.exchange(each);
  if (underWay.chip) with.gainChip(state_.turn.player, *underWay.chip);
  if (underWay.laid) {
    const auto& [slot, laid] = *underWay.laid;
    Arms wanted = Arrangement::armsOf(*arrangement_.shared(slot));
    wanted.add(Arms(laid.order));
    with.lay(slot, wanted, laid);
  }
  return with;
}

std::shared_ptr<const Oct8Situation> Oct8Situation::lyingSo(Arrangement arrangement) const {
  auto so = std::make_shared<Oct8Situation>(*this);
  so->arrangement_ = std::move(arrangement);
  so->expect();
  return so;
}

/// What is done where the pieces lie as they do there.
PieceChange Oct8Situation::doneIn(const Oct8Situation& underWay) const {
  PieceChange done = exchanged(underWay.octopusesOnFields(), underWay);
  const int player = state_.turn.player;
  PieceChange chip = between(arrangement_.ofChips(player), underWay.arrangement_.ofChips(player));
  if (!chip.come.empty()) done.at = {chip.come.front().pose.at};
  add(done, std::move(chip));
  for (int slot = 0; slot < kSlots; ++slot) {
    if (arrangement_.shared(Slot{slot}) == underWay.arrangement_.shared(Slot{slot})) continue;
    const Pieces lay = piecesOf(Slot{slot});
    PieceChange laid = between(lay, underWay.piecesOf(Slot{slot}));
    if (!laid.come.empty()) done.at = {laid.come.back().pose.at};
    // It was carried off from there.
    if (laid.come.empty() && !laid.gone.empty()) done.at = {lay.front().pose.at};
    add(done, std::move(laid));
  }
  return done;
}

/// Where octopuses lie with which arms may be exchanged next.
std::vector<TablePoint> Oct8Situation::otherOctopuses(const Exchanging& exchanging) const {
  std::vector<TablePoint> others;
  for (const TakenName& name : octopusesOnFields()) {
    const bool shipped = arrangement_.taken(name.player)[static_cast<std::size_t>(name.k)].shipped;
    const bool changes =
        std::any_of(exchanging.begin(), exchanging.end(), [&](const Exchanged& each) { return each.octopus == name; });
    if (!shipped && !changes) others.push_back(piecesOf(name).back().pose.at);
  }
  return others;
}

/// `before`: with what of the move was done at the look before, if some was.
void Oct8Situation::addUnderWay(const Oct8Situation& before, const Difference& difference, double least,
                                std::vector<NextEvent>& events) const {
  const PieceChange done = doneIn(before);
  const double share = isNothing(done) ? 1 : chanceOfBeginning(state_, before.arrangement_);
  for (const UnderWay& each : movesUnderWay(state_, before.arrangement_, difference)) {
    Arrangement lies = before.with(each);
    const std::uint64_t hash = lies.hash();
    // Where nothing of it is left it was taken back.
    if (hash == arrangement_.hash()) continue;
    const double chance = chanceOfBeginning(state_, lies);
    NextEvent open{
        .event = {}, .prior = (isNothing(done) ? kBegins : kGoesOn) * std::min(1.0, chance / share), .open = true};
    if (open.prior < least) continue;
    const auto after = before.lyingSo(std::move(lies));
    open.event.player = state_.turn.player;
    open.event.action = "begins";
    open.event.fields["lies"] = hash;
    if (!isNothing(done)) open.changes.push_back(done);
    open.changes.push_back(before.doneIn(*after));
    if (!each.exchanging.empty()) open.changes.back().onTo = otherOctopuses(each.exchanging);
    open.after = after;
    if (!isNothing(open.changes.back())) events.push_back(std::move(open));
  }
}

std::vector<NextEvent> Oct8Situation::turnsOut(const NextEvent& open, const Difference& difference,
                                               double least) const {
  const auto& before = static_cast<const Oct8Situation&>(*open.after);
  const double share = chanceOfBeginning(state_, before.arrangement_);
  std::vector<NextEvent> events;
  for (const PossibleMove& each : movesBegun(state_, before.arrangement_, difference)) {
    const double prior = std::min(1.0, chanceOfMove(state_, each.player, each.move) / share);
    if (prior < least && !before.laying_) continue;
    NextEvent event = before.next(each.player, each.move, prior, each.laid);
    if (event.changes.empty() || isNothing(event.changes.front())) continue;
    if (prior >= least) events.push_back(std::move(event));
    before.addMore(each, share, least, events);
  }
  for (NextEvent& each : events) each.changes.insert(each.changes.begin(), doneIn(before));
  addUnderWay(before, difference, least, events);
  return events;
}

std::optional<Event> Oct8Situation::meant(const NextEvent& open) const {
  const auto& done = static_cast<const Oct8Situation&>(*open.after);
  const int player = state_.turn.player;
  const auto changed = done.arrangement_.changedOctopuses(state_);
  if (changed.empty() || changed.front().first.player != player) return std::nullopt;
  const auto& [own, there] = changed.front();
  if (changed.size() == 1 && there.gone.cards() == 1 && there.come.cards() > 0)
    return eventOf(player, SwapHand{own, there.come, there.gone.list().front()});
  if (changed.size() != 2 || there.gone.cards() == 0 || changed.back().second.gone.cards() == 0) return std::nullopt;
  return eventOf(player, Swap{own, there.gone, changed.back().first, changed.back().second.gone});
}

/// The same with a card off the deck first.
NextEvent Oct8Situation::oneByOne(NextEvent draw) const {
  draw.changes = {{.at = {places().arms.middle()}}, std::move(draw.changes.front())};
  draw.changes.back().at = {places().discard.middle()};
  return draw;
}

std::vector<NextEvent> Oct8Situation::nextEvents(const Difference& difference, double least) const {
  std::vector<NextEvent> events;
  for (const PossibleMove& each : possibleMoves(state_, arrangement_, difference)) {
    const double prior = chanceOfMove(state_, each.player, each.move) * (laying_ ? 1 - kMore : 1);
    if (prior > 0 && prior >= least) {
      events.push_back(next(each.player, each.move, prior, each.laid));
      const auto* draw = std::get_if<Draw>(&each.move);
      if (draw && draw->deck > 0 && draw->discard > 0) events.push_back(oneByOne(events.back()));
    }
    addMore(each, 1, least, events);
    addDiscarded(each, least, events);
  }
  addUnderWay(*this, difference, least, events);
  return events;
}

}  // namespace octo::tracker::oct8
