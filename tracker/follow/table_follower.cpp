#include "tracker/follow/table_follower.h"

#include <algorithm>
#include <utility>

#include "tracker/follow/forearms.h"
#include "tracker/follow/guess.h"
#include "tracker/follow/news.h"
#include "tracker/follow/octo_call.h"

namespace octo::tracker {
namespace {

constexpr std::size_t kMostQuestions = 3;
/// So long the table must lie still for what is not likely enough yet to be told, s: longer than people take from one
/// card of a move to the next.
constexpr double kDoneWith = 4.5;

void append(std::vector<Change>& changes, std::vector<Change> more) {
  for (Change& change : more) changes.push_back(std::move(change));
}

}  // namespace

TableFollower::TableFollower(const GameHeader& header, const Layout& layout, MakeTable makeTable,
                             const std::vector<TrackedEvent>& earlier, bool firstTold)
    : game_(header, layout, std::move(makeTable), firstTold) {
  if (!header.setup.empty() || !earlier.empty() || game_.table().beginsEmpty()) begin(earlier);
}

std::vector<Change> TableFollower::begin(const std::vector<TrackedEvent>& earlier) {
  game_.begin(earlier);
  std::vector<Change> changes = news();
  for (std::size_t n = 0; n < earlier.size() && n < events_.size(); ++n) {
    events_[n].confidence = earlier[n].confidence;
    events_[n].was = earlier[n].was;
  }
  return changes;
}

/// With the setup that lies there.
std::vector<Change> TableFollower::beginGame(bool mayBeSetUpAnew) {
  game_.begin(*opening_.setUp(), opening_.looks());
  std::vector<Change> changes = news();
  for (const Observation& each : opening_.begin(mayBeSetUpAnew)) append(changes, look(each));
  return changes;
}

Result TableFollower::result() const {
  if (match_) return match_->result();
  Result none;
  none.scores.resize(header().players.size());
  return none;
}

std::vector<Change> TableFollower::observe(const Observation& observation) {
  if (observation.inPart) return usesParts() ? look(observation) : std::vector<Change>();
  if (!begun()) return watchOpening(observation);
  if (opening_.isLaidAnew(observation, game_.table(), game_.asked(), header())) return beginGame(game_.firstTold());
  return look(observation);
}

std::vector<Change> TableFollower::watchOpening(const Observation& observation) {
  const Observation seen = game_.pins().apply(observation);
  mismatch_.clear();
  switch (opening_.watch(seen, game_.table(), header(), game_.firstTold())) {
    case Opening::Shows::SetUp:
      return {};
    case Opening::Shows::UnseenGame:
      mismatch_.showOther(seen, game_.goesOnFrom(seen, toMove()));
      return {};
    case Opening::Shows::Beginning:
      return beginGame(game_.firstTold());
  }
  return {};
}

std::vector<Change> TableFollower::look(const Observation& observation) {
  if (game_.isFinished() || game_.isClosed()) return {};
  still_ = false;
  Observation seen = observation;
  tellStayed(seen);
  return lookClosely(seen);
}

std::vector<Change> TableFollower::lookClosely(const Observation& observation) {
  const Observation seen = game_.pins().apply(observation);
  const Position& position = game_.position();
  mismatch_.clear();
  if (!game_.isFinished() && !position.over() && !position.otherTable(seen).empty()) {
    mismatch_.showOther(observation, game_.goesOnFrom(observation, toMove()));
    return {};
  }
  if (game_.isUnseen() && !game_.leadsTo(seen)) {
    mismatch_.showOther(observation, game_.goesOnFrom(observation, toMove()), game_.explainer().doubtsAt(seen));
    return {};
  }
  const bool again = game_.rests().isAgain(observation), first = game_.isUnseen();
  if (!game_.see(observation, events_.size())) return {};
  if (mismatch_.hasLasted(game_.explainer().unexplained(), again, first))
    mismatch_.ask(game_.explainer().doubtsAt(seen), game_.goesOnFrom(observation, toMove()));
  return news();
}

std::vector<Change> TableFollower::news() {
  std::vector<ExplainedStep> steps = game_.steps();
  const std::vector<double> sure = game_.confidences();
  const bool settled = game_.isFinished() || game_.isClosed() || still_;
  const std::size_t count = settled ? steps.size() : countTold(steps, sure, events_);
  heldBack_ = count < steps.size();
  steps.resize(count);
  steps.resize(game_.concludeHeader(steps));
  std::vector<TrackedEvent> events;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const ExplainedStep& step = steps[n];
    events.push_back({0, withoutGuess(step.event), {}, step.time, step.frame, sure[n], step.inferred, {}});
  }
  match_.emplace(header());
  return takeOver(events_, std::move(events), *match_);
}

std::optional<double> TableFollower::heldUntil() const {
  if (!heldBack_ || game_.rests().empty()) return std::nullopt;
  return game_.rests().latest()->time + kDoneWith;
}

std::vector<Change> TableFollower::still(double time) {
  const auto due = heldUntil();
  if (!due || time < *due) return {};
  still_ = true;
  return news();
}

std::vector<Change> TableFollower::finish() {
  std::vector<Change> changes;
  const bool nothingKnown = begun() ? events_.empty() : !isSetUp();
  const Observation* look = mismatch_.otherTable() ? mismatch_.otherTable() : game_.rests().latest();
  if (nothingKnown && canTakeTable() && look) append(changes, takeTable(look->time, look->frame));
  if (!begun()) return isSetUp() ? beginGame(game_.firstTold()) : std::vector<Change>();
  game_.finish();
  append(changes, news());
  return changes;
}

std::vector<Change> TableFollower::correct(const Correction& correction) {
  if (!begun() || (correction.n && (*correction.n < 1 || *correction.n > static_cast<int>(events_.size())))) return {};
  if (correction.n && (correction.event || !correction.face))
    return correctEvent(static_cast<std::size_t>(*correction.n) - 1, correction.event);
  return correctBox(correction);
}

/// The event that brought what lies there, or who is in turn laid it now.
std::vector<Change> TableFollower::correctBox(const Correction& correction) {
  const auto lies = [&](const TrackedEvent& each) {
    return !each.event.takenBack && each.event.fields.contains("at") &&
           each.event.fields["at"] == correction.cell.name();
  };
  const auto found =
      correction.n ? std::prev(events_.rend(), *correction.n) : std::find_if(events_.rbegin(), events_.rend(), lies);
  const TrackedEvent* was = found == events_.rend() ? nullptr : &*found;
  if (!correction.face)
    return was ? correctEvent(static_cast<std::size_t>(was->n) - 1, std::nullopt) : std::vector<Change>();
  const Position& position = game_.position();
  const auto event = position.laid(was ? &was->event : nullptr, correction.cell, *correction.face, correction.facing);
  if (!event) return {};
  if (const Observation* latest = game_.rests().latest())
    if (const SeenPiece* piece = pieceNear(*latest, position.centre(correction.cell)))
      game_.pin(*piece, *correction.face, correction.facing);
  if (was) return correctEvent(static_cast<std::size_t>(was->n) - 1, event);
  const bool first = events_.empty();
  return say({{*event, false}}, first ? 0 : events_.back().time, first ? 0 : events_.back().frame);
}

std::vector<Change> TableFollower::correctEvent(std::size_t n, const std::optional<Event>& event) {
  if (event) match_->check(*event);
  game_.correct(n, event);
  std::vector<Change> changes = news();
  game_.correctionDone(events_.size());
  return changes;
}

/// What was said last is taken back where nothing has been seen since; otherwise the last event. If that was seen, the
/// looks that showed it are forgotten: what lies there at the next one is compared afresh.
std::vector<Change> TableFollower::undo() {
  if (begun() && game_.latestWord()) {
    game_.unsayLatest();
    return news();
  }
  if (events_.empty()) return {};
  const std::size_t last = events_.size() - 1;
  const ExplainedStep step = game_.steps()[last];
  if (step.inferred || step.told) return correctEvent(last, std::nullopt);
  game_.takeOut(last);
  return news();
}

std::vector<Change> TableFollower::say(std::vector<ProposedEvent> events, double time, std::int64_t frame) {
  game_.say(std::move(events), time, frame);
  return news();
}

std::vector<Change> TableFollower::sayTurn(int player, double time, std::int64_t frame) {
  game_.sayTurn(player, time, frame);
  return news();
}

std::vector<Change> TableFollower::said(const Event& event, double time, std::int64_t frame) {
  if (!begun()) throw Refused(header().game, {"refused.not-begun", {}});
  if (event.action == "octo") {
    const auto correction = octoCalled(event, header().game, events_);
    return correction ? correct(*correction) : std::vector<Change>();
  }
  match_->check(event);
  if (match_->over() && !match_->judge(event).legal) throw Refused(header().game, {"refused.over", {}});
  if (const auto why = game_.position().refuses(&event)) throw Refused(header().game, *why);
  return say({{plainly(event), false}}, time, frame);
}

std::vector<Change> TableFollower::saidTurn(int player, double time, std::int64_t frame) {
  if (!begun()) throw Refused(header().game, {"refused.not-begun", {}});
  if (player < 0 || player >= static_cast<int>(header().players.size()))
    throw Refused(header().game, {"refused.nobody", {}});
  if (match_->over()) throw Refused(header().game, {"refused.over", {}});
  if (const auto why = game_.position().refuses(nullptr)) throw Refused(header().game, *why);
  if (game_.sayTurnOfTaken(player)) return news();
  std::vector<Change> changes;
  std::optional<Word> before;
  if (const Word* latest = game_.latestWord(); latest && latest->turnOf) {
    if (latest->turnOf == player && match_->toMove() == player) return {};
    before = *latest;  // of two said one after the other the second counts
    changes = undo();
  }
  try {
    append(changes, sayTurn(player, time, frame));
  } catch (const Malformed&) {
    if (before) (void)sayTurn(*before->turnOf, before->saying.time, before->saying.frame);
    throw;
  }
  return changes;
}

std::vector<Change> TableFollower::changeHeader(const HeaderChange& change) {
  game_.change(change);
  if (begun()) return news();
  std::vector<Change> changes;
  for (const Observation& each : opening_.readAgain()) append(changes, observe(each));
  return changes;
}

std::vector<AgreedPiece> TableFollower::agreed() const {
  return begun() ? game_.position().agreed(game_.rests().latest()) : std::vector<AgreedPiece>();
}

std::optional<Cell> TableFollower::required() const {
  if (!match_ || match_->over()) return std::nullopt;
  const Json state = match_->describe();
  const auto found = state.find("required");
  return found == state.end() ? std::nullopt : Cell::parse(found->get<std::string>());
}

std::vector<MissingPiece> TableFollower::missing() const {
  const GameTable& table = game_.table();
  if (table.beginsEmpty())
    return events_.empty() && !mismatch_.otherTable() ? table.missing(header(), {}) : std::vector<MissingPiece>();
  if (isSetUp()) return {};
  return table.missing(header(), opening_.looks().empty() ? Observation() : opening_.looks().back());
}

std::vector<Difference> TableFollower::differences() const {
  return mismatch_.differences(begun() ? &game_.position() : nullptr, game_.pins());
}

std::vector<Question> TableFollower::questions() const {
  std::vector<Question> questions;
  for (const Doubt& doubt : asked())
    questions.push_back({static_cast<int>(questions.size()) + 1, doubt.text, doubt.at, doubt.answers});
  return questions;
}

std::vector<Doubt> TableFollower::asked() const {
  std::vector<Doubt> asked = mismatch_.questions();
  if (begun() && !game_.isFinished())
    for (Doubt& doubt : game_.doubts()) asked.push_back(std::move(doubt));
  if (asked.size() > kMostQuestions) asked.resize(kMostQuestions);
  return asked;
}

std::vector<Hypothesis> TableFollower::hypotheses() const {
  return begun() ? game_.hypotheses() : std::vector<Hypothesis>();
}

std::vector<LyingPiece> TableFollower::lying() const {
  return begun() ? game_.position().lying() : std::vector<LyingPiece>();
}

std::vector<Change> TableFollower::answer(int question, const Face& face) {
  const std::vector<Doubt> asked = this->asked();
  if (question < 1 || question > static_cast<int>(asked.size())) return {};
  const Doubt& doubt = asked[static_cast<std::size_t>(question) - 1];
  if (!game_.position().mayLie(face)) return {};
  return doubt.about ? answerAbout(*doubt.about, face) : tell(doubt.at, face);
}

std::vector<Change> TableFollower::answerAbout(const Event& about, const Face& face) {
  const auto event = game_.position().answered(about, face);
  const std::vector<ExplainedStep> known = game_.steps();
  const auto isAbout = [&](const ExplainedStep& step) { return plainly(step.event) == plainly(about); };
  const auto step = std::find_if(known.rbegin(), known.rend(), isAbout);
  if (!event || step == known.rend()) return {};
  Correction correction{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = {}, .event = event};
  correction.n = static_cast<int>(known.rend() - step);
  return correct(correction);
}

const Observation* TableFollower::unexplained() const {
  if (const Observation* other = mismatch_.otherTable()) return other;
  return begun() || opening_.looks().empty() ? nullptr : &opening_.looks().back();
}

std::vector<Change> TableFollower::tell(TablePoint at, const Face& face) {
  const Observation* unexplained = this->unexplained();
  const Observation* latest = unexplained ? unexplained : game_.rests().latest();
  const SeenPiece* piece = latest ? pieceNear(*latest, at) : nullptr;
  if (!piece) throw Refused(header().game, {"refused.no-piece", {}});
  if (unexplained) {
    game_.pin(*piece, face);
    const Observation seen = *unexplained;
    return begun() ? lookClosely(seen) : watchOpening(seen);
  }
  game_.tell(*piece, at, face);
  mismatch_.settle();
  return news();
}

/// What is known of the game before stays; what lay there before anybody looked is no longer looked for.
std::vector<Change> TableFollower::takeTable(double time, std::int64_t frame) {
  if (!canTakeTable()) throw Refused(header().game, {"refused.same-table", {}});
  std::vector<Change> changes;
  std::optional<Observation> seen;
  if (const Observation* other = mismatch_.otherTable()) seen = *other;
  const TakenTable taken = mismatch_.take();
  if (!begun()) {
    opening_ = Opening(taken.header);
    changes = beginGame(false);
  }
  append(changes, say({{taken.position, false}}, time, frame));
  if (seen) append(changes, lookClosely(*seen));
  return changes;
}

std::vector<Change> TableFollower::turnDone(double time, std::int64_t frame) {
  if (!begun()) return {};
  still_ = true;  // nothing of it is to come
  std::vector<Change> changes = heldBack_ ? news() : std::vector<Change>();
  const bool seen = std::exchange(eventsAtTurnDone_, events_.size()) != events_.size();
  const Position& position = game_.position();
  if (game_.isFinished() || position.over()) return changes;
  std::vector<ProposedEvent> events = position.turnDone(seen);
  if (events.empty()) return changes;
  append(changes, say(std::move(events), time, frame));
  eventsAtTurnDone_ = events_.size();
  return changes;
}

}  // namespace octo::tracker
