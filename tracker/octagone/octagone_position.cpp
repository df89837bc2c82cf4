#include "tracker/octagone/octagone_position.h"

#include <algorithm>
#include <array>
#include <map>

#include "tracker/octagone/judge.h"
#include "tracker/octagone/move.h"

namespace octo::tracker::octagone {
namespace {

/// More shields than that are not laid between two looks, and not before the first one: the table is another one than
/// it was.
constexpr std::size_t kMostNew = 4, kMostNewAtFirst = 3;

std::optional<LaidShield> laidBy(const Event& event) {
  if (event.action != "place") return std::nullopt;
  return LaidShield{*parseShield(event.fields["piece"].get<std::string>()),
                    *Facing::parse(event.fields["facing"].get<std::string>())};
}

}  // namespace

OctagonePosition::OctagonePosition(const GameHeader& header, const Grid& grid)
    : header_(std::make_shared<const GameHeader>(header)),
      situation_(
          std::make_shared<const OctagoneSituation>(header_, std::make_shared<const Grid>(grid), startState(header))) {}

Ruling OctagonePosition::judge(const Event& event) const {
  return judgeMove(state(), event.player, parseMove(event, *header_));
}

/// A turn without a shield was a skip.
std::vector<ProposedEvent> OctagonePosition::turnDone(bool seen) const {
  const auto skip = seen ? std::nullopt : situation_->endOfTurn();
  return skip ? std::vector<ProposedEvent>{{*skip, false}} : std::vector<ProposedEvent>();
}

// --- what lies there ---

std::vector<AgreedPiece> OctagonePosition::agreed(const Observation* seen) const {
  std::vector<AgreedPiece> pieces;
  for (const Cell box : boxes())
    if (const auto& laid = state().on(box)) pieces.push_back({faceOf(laid->shield), box, laid->facing});
  if (state().lady && state().director && !anyShieldOnBoard(state())) {
    pieces.push_back({kLady, *state().lady, state().director->facing});
  } else if (const auto sign = seen ? signIn(*seen) : std::nullopt) {
    for (const SeenPiece& piece : seen->pieces)
      if (piece.face() == kLady && piece.pose.at == *sign)
        pieces.push_back({kLady, *situation_->boxAt(*sign), Facing::nearest(piece.pose.angle)});
  }
  return pieces;
}

std::vector<Difference> OctagonePosition::otherTable(const Observation& seen) const {
  std::vector<Difference> differences;
  std::size_t laid = 0;
  for (const Cell box : boxes()) {
    const BoxShows reading = situation_->read(seen, box);
    const auto& lies = state().on(box);
    const bool shows = reading.kind == BoxShows::Kind::Shield;
    const bool gone = reading.kind == BoxShows::Kind::Nothing && lies;
    const bool another = shows && !(lies && lies->shield == reading.shield.shield);
    laid += another;
    if (gone || another)
      differences.push_back({situation_->centre(box), lies ? std::optional(faceOf(lies->shield)) : std::nullopt,
                             shows ? std::optional(faceOf(reading.shield.shield)) : std::nullopt});
  }
  const bool first = !anyShieldOnBoard(state()) && state().handsKnown == HandsKnown::Dealt;
  if (laid <= (first ? kMostNewAtFirst : kMostNew)) differences.clear();
  return differences;
}

/// What cannot be seen at the moment lies there as it did.
std::optional<Event> OctagonePosition::taken(const Observation& seen) const {
  TakePosition position{{}, state().turn, {}};
  bool any = false;
  for (const Cell box : boxes()) {
    const BoxShows reading = situation_->read(seen, box);
    auto& laid = position.board[static_cast<std::size_t>(indexOf(box))];
    if (reading.kind == BoxShows::Kind::Shield || reading.kind == BoxShows::Kind::Unclear)
      laid = reading.shield;
    else if (reading.kind == BoxShows::Kind::Unknown)
      laid = state().on(box);
    any = any || laid;
  }
  return any ? std::optional(toEvent({}, position)) : std::nullopt;
}

// --- what people are asked and say ---

/// What cannot be read is asked about.
std::vector<Doubt> OctagonePosition::doubtsAt(std::span<const infer::Discrepancy> places) const {
  std::vector<Doubt> doubts;
  for (const infer::Discrepancy& each : places) {
    const auto box = situation_->boxAt(each.at);
    if (!box) continue;
    Doubt doubt{{"ask.shield", {{"box", box->name()}}}, situation_->centre(*box), {}};
    for (const Candidate& seen : each.seen)
      if (mayLie(seen.face)) doubt.answers.push_back(seen);
    doubts.push_back(std::move(doubt));
  }
  return doubts;
}

std::optional<Doubt> OctagonePosition::doubtAbout(const Event& event, std::span<const Hypothesis> games) const {
  if (event.action != "place") return std::nullopt;
  std::map<Shield, double> shares;
  for (const Hypothesis& game : games) {
    const auto same = [&](const Event& each) {
      return each.action == "place" && !each.takenBack && each.fields["at"] == event.fields["at"];
    };
    const auto found = std::find_if(game.events.rbegin(), game.events.rend(), same);
    if (found != game.events.rend()) shares[laidBy(*found)->shield] += game.share;
  }
  if (shares.size() < 2) return std::nullopt;
  const Cell box = *parseBox(event.fields["at"].get<std::string>());
  Doubt doubt{{"ask.shield", {{"box", box.name()}}}, situation_->centre(box), {}};
  for (const auto& [shield, share] : shares) doubt.answers.push_back({faceOf(shield), share});
  std::stable_sort(doubt.answers.begin(), doubt.answers.end(),
                   [](const Candidate& a, const Candidate& b) { return a.confidence > b.confidence; });
  constexpr double kDoubtful = 0.8;
  return doubt.answers.front().confidence < kDoubtful ? std::optional(std::move(doubt)) : std::nullopt;
}

bool OctagonePosition::mayLie(const Face& face) const {
  return face == kLady || (face.family() == "shield" && parseShield(face.detail()));
}

std::optional<Event> OctagonePosition::laid(const Event* was, Cell at, const Face& face,
                                            std::optional<Facing> facing) const {
  if (!mayLie(face) || !onBoard(at)) return std::nullopt;
  const auto before =
      was && was->fields.contains("facing") ? Facing::parse(was->fields["facing"].get<std::string>()) : std::nullopt;
  const Facing towards = facing.value_or(before.value_or(Facing::N));
  const int player = was && was->player ? *was->player : state().turn;
  if (face == kLady) return toEvent(player, LayLady{at, towards});
  return toEvent(player, Place{*parseShield(face.detail()), at, towards});
}

std::optional<Message> OctagonePosition::refuses(const Event* event) const {
  if (event && event->action == "position") return std::nullopt;
  if (event && event->action == "lady")
    return state().ladyHasBeenLaid && !state().ending ? std::optional(Message{"refused.lady-lies", {}}) : std::nullopt;
  if (state().ladyHasBeenLaid) return std::nullopt;
  return Message{event ? "refused.lady-first" : "refused.lady-first-turn", {}};
}

// --- the White Lady as a sign ---

/// Once shields lie there she marks the required box, or says that the game is over.
std::optional<TablePoint> OctagonePosition::signIn(const Observation& seen) const {
  for (const SeenPiece& piece : seen.pieces)
    if (piece.face() == kLady && !situation_->concerns(piece) && situation_->boxAt(piece.pose.at)) return piece.pose.at;
  return std::nullopt;
}

bool OctagonePosition::saysOver(const infer::Sign& sign) const { return situation_->saysOver(sign); }

/// Somebody is out by a deal that nobody could know of.
Json OctagonePosition::shownByEnd() const {
  constexpr double kLikely = 0.37;
  Json setup = Json::object();
  const auto out = situation_->outByDeal();
  if (!out || out->chance < kLikely) return setup;
  const auto& holders = out->ended.extraJoker;
  setup["extra_joker"] = {holders[0].value_or(0), holders[1].value_or(1)};
  return setup;
}

}  // namespace octo::tracker::octagone
