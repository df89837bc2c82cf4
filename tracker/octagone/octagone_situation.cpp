#include "tracker/octagone/octagone_situation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tracker/follow/layout_hash.h"
#include "tracker/octagone/apply.h"
#include "tracker/octagone/holding.h"
#include "tracker/octagone/judge.h"

namespace octo::tracker::octagone {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::NextEvent;
using infer::PieceId;

/// What people do in their turn: the share of the turns in which they lay a shield that they must not; how often
/// somebody skips who could have laid a shield, and who is known to hold a joker; and how often a joker is laid by who
/// holds the colour, too.
constexpr double kBreaks = 0.05, kSkipsAnyway = 0.005, kSkipsWithJoker = 0.002, kJokerThough = 0.3;
/// Of the shields laid wrongly, those of another colour, in another box, with an arrow that leads nowhere, upon another
/// shield; and of any other kind, after the end too. So many ways there are to do each, with each such arrow, upon each
/// other shield.
constexpr double kOtherColour = 0.4 / 40, kOtherBox = 0.3 / 64, kLedNowhere = 0.15, kUpon = 0.08 / 50,
                 kOtherwise = 0.01 / 500;
/// Share of the shields turned shortly after they were laid; and of the games in which the White Lady is turned, or
/// laid elsewhere, before anybody answers.
constexpr double kTurned = 0.02, kLadyTurned = 0.015, kLaidAnew = 0.005;
/// Once she is laid, how likely she lies there still, before the first shield and after it; and how likely somebody
/// marks a box with her that will be required, before and after it.
constexpr double kStays = 0.95, kStillThere = 0.3, kMarksEarly = 0.01, kMarks = 0.1;
/// How likely she is laid on one box once shields lie there: on the required one, to mark it; on one that will be
/// required next, its shield not being seen yet; on any other, or after she was away; and on any once the game is over,
/// to say so.
constexpr double kMarksIt = 0.2, kMarksNext = 0.02, kLiesAnywhere = 2e-7, kSaysItIsOver = 0.03;
/// How much of a shield shows that lies under another.
constexpr double kCovered = 0.02;
/// A shield, mm from its middle.
constexpr double kHalfShield = 24;
/// Readings less likely are not thought of; and of less of a piece nobody tells what it is.
constexpr double kThoughtOf = 0.01, kVisibleEnough = 0.6;
/// Shields lie up to 12 degrees off their facing (table.md); readers add a little. Beyond, the neighbour is possible.
constexpr double kOffFacing = 14;

std::vector<Facing> mayFace(double angle) {
  const Facing nearest = Facing::nearest(angle);
  const double off = std::remainder(angle - nearest.degrees(), 360.0);
  if (std::abs(off) <= kOffFacing) return {nearest};
  return {nearest, Facing::eighth(nearest.eighths() + (off > 0 ? 1 : -1))};
}

std::optional<Shield> shieldOf(const Face& face) {
  return face.family() == "shield" ? parseShield(face.detail()) : std::nullopt;
}

std::size_t indexOfBox(Cell box) { return static_cast<std::size_t>(indexOf(box)); }

int legalFacings(const State& state, Cell at) {
  int count = 0;
  for (int eighth = 0; eighth < Facing::kCount; ++eighth)
    count += reached(state, directorOf(colourOf(at), at, Facing::eighth(eighth))).has_value();
  return count > 0 ? count : Facing::kCount;
}

}  // namespace

OctagoneSituation::OctagoneSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const Grid> grid,
                                     State state)
    : header_(std::move(header)), grid_(std::move(grid)), state_(std::move(state)) {
  expect();
}

/// The shields, and the White Lady.
int OctagoneSituation::faces() const { return static_cast<int>(kShields.size()) + 1; }

std::uint64_t OctagoneSituation::hash() const {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  const Options& options = state_.options;
  std::uint64_t hash =
      mixed(number(options.lastFreeAfterJoker) | number(options.connection) << 1 | number(options.lady) << 4 |
                number(state_.first) << 8,
            number(state_.turn) | number(state_.ending ? 1 + static_cast<int>(*state_.ending) : 0) << 8);
  for (const Hand& hand : state_.hands) hash = mixed(hash, number(hand.coloured) << 16 ^ number(hand.jokers));
  for (const auto& holder : state_.extraJoker) hash = mixed(hash, number(holder.value_or(-1)));
  for (const bool skipped : state_.skipped) hash = mixed(hash, number(skipped));
  for (const MadeSkip& skip : state_.skips)
    hash = mixed(hash, number(skip.player) | number(skip.wanted ? static_cast<int>(*skip.wanted) : -1) << 8);
  for (const auto& box : shields_)
    for (const Lying& lying : box) hash = mixed(hash, lying.id);
  return mixed(hash, lady_ ? lady_->id : 0);
}

std::optional<Cell> OctagoneSituation::boxAt(TablePoint at) const {
  const auto box = grid_->cellAt(at);
  return box && onBoard(*box) ? box : std::nullopt;
}

/// The White Lady is looked at until the first shield is laid: then she may come back as she likes.
bool OctagoneSituation::concerns(const SeenPiece& piece) const {
  if (!boxAt(piece.pose.at)) return false;
  if (piece.face() == kLady) return isBare();
  return piece.face().isUnknown() || shieldOf(piece.face()).has_value();
}

/// No shield has been laid.
bool OctagoneSituation::isBare() const { return !anyShieldOnBoard(state_) && state_.handsKnown == HandsKnown::Dealt; }

int OctagoneSituation::shieldsLying() const {
  return std::accumulate(shields_.begin(), shields_.end(), 0,
                         [](int sum, const auto& box) { return sum + static_cast<int>(box.size()); });
}

/// A shield that comes when as many lie there is the same, whoever lays it; the White Lady is one.
ExpectedPiece OctagoneSituation::pieceOf(const Face& face, Cell at, Facing facing) const {
  const auto shield = shieldOf(face);
  const int kind = shield ? static_cast<int>(*shield) : static_cast<int>(kShields.size());
  const int lying = shield ? shieldsLying() : 0;
  const int number = ((lying * kBoxes + indexOf(at)) * Facing::kCount + facing.eighths()) * faces() + kind;
  return {.id = static_cast<PieceId>(number),
          .faces = {face},
          .pose = {grid_->centre(at), facing.degrees()},
          .shown = {-kHalfShield, -kHalfShield, kHalfShield, kHalfShield}};
}

/// Which boxes may be required once a shield lies in the required one.
std::vector<Cell> OctagoneSituation::requiredAfterNext() const {
  std::vector<Cell> boxes;
  const auto required = requiredBox(state_);
  if (!required) return boxes;
  for (int eighth = 0; eighth < Facing::kCount; ++eighth)
    for (const Shield shield : {colourOf(*required), Shield::Joker})
      if (const auto next = reached(state_, directorOf(shield, *required, Facing::eighth(eighth))))
        boxes.push_back(*next);
  return boxes;
}

bool OctagoneSituation::saysOver(const infer::Sign& sign) const {
  const auto box = boxAt(sign.at);
  return sign.wasAway || !box || chanceOf(sign) < kMarksNext;
}

std::optional<OctagoneSituation::OutByDeal> OctagoneSituation::outByDeal() const {
  if (state_.ending || state_.players != 4 || !laying_ || !std::holds_alternative<Place>(laying_->move))
    return std::nullopt;
  const int last = laying_->player, partner = (last + 2) % 4;
  if (jokersLeft(state_, last).certain()) return std::nullopt;
  OutByDeal out{state_, lacksJoker(state_, last)};
  dealExtraJokerTo(out.ended, partner);
  return somebodyIsOut(out.ended) ? std::optional(std::move(out)) : std::nullopt;
}

double OctagoneSituation::chanceOf(const infer::Sign& sign) const {
  if (state_.ending) return kSaysItIsOver;
  const auto box = boxAt(sign.at);
  const auto out = outByDeal();
  const double anywhere = std::max(kLiesAnywhere, out ? out->chance * kSaysItIsOver : 0);
  if (sign.wasAway || !box) return anywhere;
  if (requiredBox(state_) == box) return kMarksIt;
  const std::vector<Cell> next = requiredAfterNext();
  return std::find(next.begin(), next.end(), *box) != next.end() ? kMarksNext : anywhere;
}

void OctagoneSituation::expect() {
  std::vector<ExpectedPiece> pieces;
  int shields = 0;
  for (const auto& box : shields_)
    for (const Lying& lying : box) {
      pieces.push_back(lying);
      if (&lying != &box.back()) pieces.back().visible = kCovered;
      ++shields;
    }
  if (lady_ && shields < 2) {
    std::vector<Cell> marked;
    const auto mark = [&](std::optional<Cell> box) {
      if (box && grid_->centre(*box) != lady_->pose.at && std::find(marked.begin(), marked.end(), *box) == marked.end())
        marked.push_back(*box);
    };
    mark(requiredBox(state_));
    if (shields == 0)
      for (const Cell box : requiredAfterNext()) mark(box);
    for (const Cell box : marked) {
      pieces.push_back(pieceOf(kLady, box, Facing::N));
      pieces.back().turn = 360.0 / Facing::kCount;
      pieces.back().lies = (shields == 0 ? kMarksEarly : kMarks) / Facing::kCount;
      pieces.back().comesAndGoes = true;
    }
    const auto box = grid_->cellAt(lady_->pose.at);
    if (shields_[indexOfBox(*box)].empty()) {
      pieces.push_back(*lady_);
      pieces.back().lies = shields == 0 ? kStays : kStillThere;
    }
  }
  expected_ = std::make_shared<const std::vector<ExpectedPiece>>(std::move(pieces));
}

std::shared_ptr<const OctagoneSituation> OctagoneSituation::after(const Event& event) const {
  return after(event.player.value_or(0), parseMove(event, *header_));
}

std::shared_ptr<OctagoneSituation> OctagoneSituation::after(int player, const Move& move) const {
  auto after = std::make_shared<OctagoneSituation>(*this);
  const bool breach = judgeMove(state_, player, move).isBreach();
  applyMove(after->state_, player, move, ++after->moves_);
  after->laying_.reset();
  if (std::holds_alternative<Skip>(move)) return after;
  if (const auto* place = std::get_if<Place>(&move))
    after->shields_[indexOfBox(place->at)].push_back(after->pieceOf(faceOf(place->shield), place->at, place->facing));
  if (const auto* lady = std::get_if<LayLady>(&move)) {
    if (declaresTheEnd(state_, player, move)) return after;
    after->lady_ = after->pieceOf(kLady, lady->at, lady->facing);
  }
  if (const auto* position = std::get_if<TakePosition>(&move)) {
    after->lady_.reset();
    for (const Cell box : boxes()) {
      auto& shields = after->shields_[indexOfBox(box)];
      shields.clear();
      if (const auto& laid = position->board[indexOfBox(box)])
        shields.push_back(after->pieceOf(faceOf(laid->shield), box, laid->facing));
    }
  } else {
    auto before = std::make_shared<OctagoneSituation>(*this);
    before->laying_.reset();
    after->laying_ = Laying{player, breach, move, std::move(before)};
  }
  after->expect();
  return after;
}

/// A shield taken up and laid on the same box again was turned.
bool OctagoneSituation::changesOnly(const Event& undone, const Event& event) const {
  return undone.action == "place" && event.action == "place" && undone.player == event.player &&
         undone.fields["at"] == event.fields["at"] && undone.fields["piece"] == event.fields["piece"];
}

BoxShows OctagoneSituation::read(const Observation& seen, Cell box) const {
  constexpr double kReadable = 0.5;
  const TablePoint centre = grid_->centre(box);
  for (const SeenPiece& piece : seen.pieces) {
    if (grid_->cellAt(piece.pose.at) != box || piece.face() == kLady) continue;
    if (piece.presence < kReadable || piece.visible < kVisibleEnough) return {};
    for (const Candidate& each : piece.faces)
      if (const auto shield = shieldOf(each.face))
        return {piece.face() == each.face && piece.confidence() >= kReadable ? BoxShows::Kind::Shield
                                                                             : BoxShows::Kind::Unclear,
                {*shield, Facing::nearest(piece.pose.angle)}};
    return {};
  }
  const bool hidden =
      std::any_of(seen.hidden.begin(), seen.hidden.end(), [&](const TableRect& area) { return area.contains(centre); });
  return {hidden ? BoxShows::Kind::Unknown : BoxShows::Kind::Nothing};
}

// --- what may happen ---

NextEvent OctagoneSituation::next(int player, const Move& move, double prior) const {
  NextEvent next{.event = toEvent(player, move), .prior = prior};
  next.breach = judgeMove(state_, player, move).isBreach();
  const auto situation = after(player, move);
  if (const auto* place = std::get_if<Place>(&move))
    next.changes.push_back(
        {.at = {grid_->centre(place->at)}, .come = {situation->shields_[indexOfBox(place->at)].back()}});
  else if (const auto* lady = std::get_if<LayLady>(&move); lady && situation->lady_)
    next.changes.push_back({.at = {grid_->centre(lady->at)}, .come = {*situation->lady_}});
  next.visible = !next.changes.empty();
  next.after = situation;
  return next;
}

NextEvent OctagoneSituation::told(const Event& event) const {
  const Move move = parseMove(event, *header_);
  NextEvent told = next(event.player.value_or(0), move, 1);
  told.event = event;
  return told;
}

std::optional<Event> OctagoneSituation::endOfTurn() const {
  if (state_.ending || !state_.ladyHasBeenLaid) return std::nullopt;
  return toEvent(state_.turn, Skip{});
}

double OctagoneSituation::chanceOfSkip() const {
  if (state_.handsKnown == HandsKnown::Dealt && jokersLeft(state_, state_.turn).fewest > 0) return kSkipsWithJoker;
  const auto required = requiredBox(state_);
  const double lacks =
      required ? lacksColour(state_, state_.turn, colourOf(*required)) * lacksJoker(state_, state_.turn) : 0;
  return std::max(kSkipsAnyway, lacks);
}

/// One in order is laid as likely as the player holds it, in any facing.
double OctagoneSituation::chanceOf(const Place& place, const Ruling& ruling) const {
  if (ruling.breach) {
    const std::string_view rule = ruling.breach->rule;
    return kBreaks * (rule == "octagone.colour"     ? kOtherColour
                      : rule == "octagone.target"   ? kOtherBox
                      : rule == "octagone.facing"   ? kLedNowhere / (Facing::kCount - legalFacings(state_, place.at))
                      : rule == "octagone.occupied" ? kUpon / std::max(1, shieldsLying())
                                                    : kOtherwise);
  }
  const double noColour = lacksColour(state_, state_.turn, colourOf(place.at)),
               noJoker = lacksJoker(state_, state_.turn);
  const double joker = (noColour + (1 - noColour) * kJokerThough) * (1 - noJoker);
  const double likely = place.shield == Shield::Joker ? joker : (1 - noColour) * (1 - kJokerThough * (1 - noJoker));
  return (1 - kBreaks) * likely / legalFacings(state_, place.at);
}

void OctagoneSituation::addSkip(std::vector<NextEvent>& events) const {
  if (!state_.ending && state_.ladyHasBeenLaid) events.push_back(next(state_.turn, Skip{}, chanceOfSkip()));
}

/// A shield that lies there turned was turned shortly after it was laid, or pushed, or it is another one upon it.
void OctagoneSituation::addShield(const Place& place, std::vector<NextEvent>& events) const {
  if (const auto& lies = state_.on(place.at); lies && lies->shield == place.shield) {
    if (lies->facing == place.facing) return;
    const auto* laid = laying_ ? std::get_if<Place>(&laying_->move) : nullptr;
    if (laid && laid->at == place.at) {
      NextEvent turned = laying_->before->next(laying_->player, place, kTurned / Facing::kCount);
      turned.replaces = true;
      if (turned.breach || !laying_->breach) events.push_back(std::move(turned));
      return;
    }
  }
  const double chance = chanceOf(place, judgeMove(state_, state_.turn, place));
  if (chance > 0) events.push_back(next(state_.turn, place, chance));
}

void OctagoneSituation::addLady(const LayLady& lady, std::vector<NextEvent>& events) const {
  constexpr double kWays = kBoxes * Facing::kCount;
  if (!state_.ladyHasBeenLaid) {
    const bool breaks = judgeMove(state_, state_.first, lady).isBreach();
    events.push_back(next(state_.first, lady, (breaks ? kBreaks : 1 - kBreaks) / kWays));
  }
  const auto* laid = laying_ ? std::get_if<LayLady>(&laying_->move) : nullptr;
  if (!laid) return;
  const double anew = laid->at == lady.at ? kLadyTurned / Facing::kCount : kLaidAnew / kWays;
  events.push_back(laying_->before->next(laying_->player, lady, anew));
  events.back().replaces = true;
}

/// In the required box, the shield that leads there: it lies hidden, was missed, or could not be read.
void OctagoneSituation::addUnseen(Cell led, std::vector<NextEvent>& events) const {
  const auto required = requiredBox(state_);
  if (!required || *required == led) return;
  for (int eighth = 0; eighth < Facing::kCount; ++eighth)
    for (const Shield shield : {colourOf(*required), Shield::Joker})
      if (reached(state_, directorOf(shield, *required, Facing::eighth(eighth))) == led)
        addShield({shield, *required, Facing::eighth(eighth)}, events);
}

std::vector<NextEvent> OctagoneSituation::nextEvents(const Difference& difference, double /*least*/) const {
  std::vector<NextEvent> events;
  addSkip(events);
  for (const SeenPiece* piece : difference.news) {
    const auto box = boxAt(piece->pose.at);
    if (!box || piece->visible < kVisibleEnough) continue;
    // What cannot quite be read where a shield lies is that one, shaded.
    if (piece->face().isUnknown() && state_.on(*box)) continue;
    for (const Candidate& each : piece->faces) {
      if (each.confidence < kThoughtOf) continue;
      for (const Facing facing : mayFace(piece->pose.angle)) {
        if (each.face == kLady) addLady({*box, facing}, events);
        if (const auto shield = shieldOf(each.face)) addShield({*shield, *box, facing}, events);
      }
    }
    if (piece->face() != kLady && !state_.on(*box)) addUnseen(*box, events);
  }
  return events;
}

}  // namespace octo::tracker::octagone
