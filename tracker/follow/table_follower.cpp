#include "tracker/follow/table_follower.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tracker/follow/forearms.h"
#include "tracker/follow/news.h"

namespace octo::tracker {
namespace {

/// Where the likeliest game leaves something unexplained for so many rests in a row, people are asked.
constexpr int kPatience = 3;
constexpr std::size_t kMostQuestions = 3;
/// Once the game is over, a table of which so much more is unexplained is being cleared.
constexpr std::size_t kCleared = 3;
/// Looks at a table that is set up and waits are kept up to so many.
constexpr std::size_t kLongestOpening = 60;
/// What speaks for the player who reaches in first having the first turn.
constexpr double kReachedFirst = 0.5;
/// So long the table must lie still for what is not likely enough yet to be told, s: longer than people take from one
/// card of a move to the next.
constexpr double kDoneWith = 4.5;
/// What speaks against each event that people or a record tell being a breach, where they call it none.
constexpr double kToldBreach = 4.5;
/// The engine of `tracker/infer/` tells what is so likely; a breach that nobody took back must be likelier.
constexpr double kLikely = 0.5, kBreachLikely = 0.9;
/// What was said of a piece holds for pieces this near, mm.
constexpr double kSamePlace = 12.0;
/// A place that is pointed at means the piece nearest to it, up to so far, mm.
constexpr double kNearby = 35.0;

/// The setup as it was read, and a few that it may be instead, likeliest first.
std::vector<Json> likeliestSetUps(const Json& read, std::vector<PossibleSetUp> others) {
  constexpr std::size_t kMost = 5;
  std::erase_if(others,
                [&](const PossibleSetUp& each) { return each.likely < PossibleSetUp::kLeast || each.setup == read; });
  std::stable_sort(others.begin(), others.end(),
                   [](const PossibleSetUp& a, const PossibleSetUp& b) { return a.likely > b.likely; });
  if (others.size() > kMost) others.resize(kMost);
  std::vector<Json> setUps{read};
  for (PossibleSetUp& each : others) setUps.push_back(std::move(each.setup));
  return setUps;
}

std::unique_ptr<Position> positionAfter(const GameTable& table, const GameHeader& header,
                                        const std::vector<ExplainedStep>& steps) {
  auto position = table.start(header);
  for (const ExplainedStep& each : steps) playIn(*position, each.event);
  return position;
}

ExplainedStep toldStep(const TrackedEvent& event) {
  return {event.event, event.inferred, !event.verdict.legal, true, event.time, event.frame, 0};
}

std::vector<ExplainedStep> toldSteps(const std::vector<TrackedEvent>& events) {
  std::vector<ExplainedStep> steps;
  for (const TrackedEvent& each : events) steps.push_back(toldStep(each));
  return steps;
}

/// Of the forearms at a look those that laid nothing of what is new since the look before: they did something else. A
/// hand may have laid whatever it came over.
std::vector<ForearmTrack> forearmsThatLaidNothing(const Observation& before, const Observation& now) {
  constexpr double kHalfArm = 90, kBeforeHand = 60;  // mm
  std::vector<ForearmTrack> others = now.forearms;
  for (const SeenPiece& piece : now.pieces) {
    const bool lay = std::any_of(before.pieces.begin(), before.pieces.end(), [&](const SeenPiece& other) {
      return distance(other.pose.at, piece.pose.at) < kSamePlace;
    });
    if (lay) continue;
    std::erase_if(others, [&](const ForearmTrack& forearm) {
      return beyond(forearm, piece.pose.at) > -kBeforeHand && std::abs(rightOf(forearm, piece.pose.at)) < kHalfArm;
    });
  }
  return others;
}

Event withoutGuess(Event event) {
  event.fields.erase(kGuessed);
  return event;
}

/// A breach that something followed stands.
void decide(std::vector<ExplainedStep>& steps, bool finished) {
  for (std::size_t n = 0; n < steps.size(); ++n) {
    ExplainedStep& step = steps[n];
    if (step.told || !step.breach || step.event.takenBack) continue;
    step.event.stands = finished || n + 1 < steps.size();
  }
}

}  // namespace

void playIn(Position& position, const Event& event) {
  if (event.takenBack) return;
  if (event.stands || !position.judge(event).isBreach()) position.apply(event);
}

TableFollower::TableFollower(const GameHeader& header, const Layout& layout, MakeTable makeTable,
                             const std::vector<TrackedEvent>& earlier, bool firstTold)
    : asked_(header),
      header_(header),
      makeTable_(std::move(makeTable)),
      table_(makeTable_(header)),
      turnPlaces_(layout),
      earlier_(earlier.size()),
      firstTold_(firstTold),
      beginners_{header.first} {
  if (table_->beginsEmpty() && !firstTold && earlier.empty()) {
    beginners_.resize(header.players.size());
    std::iota(beginners_.begin(), beginners_.end(), 0);
  }
  if (!header.setup.empty() || !earlier.empty() || table_->beginsEmpty()) begin(earlier);
}

std::vector<Change> TableFollower::begin(const std::vector<TrackedEvent>& earlier) {
  told_ = toldSteps(earlier);
  explainer_ = makeExplainer();
  std::vector<Change> changes = news();
  for (std::size_t n = 0; n < earlier.size() && n < events_.size(); ++n) {
    events_[n].confidence = earlier[n].confidence;
    events_[n].was = earlier[n].was;
  }
  return changes;
}

/// The setup must lie there whole; the first look after it that shows something else is the first move. Where no look
/// shows all of it, all of them together may.
std::vector<Change> TableFollower::watchOpening(const Observation& look) {
  const Observation observation = pinned(look);
  auto setup = table_->setUp(header_, observation);
  const bool again = !opening_.empty() && opening_.back().time == observation.time;
  const bool another = setup && ready_ && !again && setup->setup != ready_->setup;
  const bool anew = another && table_->isAnother(*ready_, *setup);
  if (another && !anew) setup.reset();
  if (setup && (!ready_ || again || anew)) {
    // Forearms laid the setup, unless it lay there before and some piece of it was not seen.
    auto forearms = ready_ || opening_.empty() ? std::vector<ForearmTrack>()
                                               : forearmsThatLaidNothing(opening_.back(), observation);
    ready_ = setup;
    opening_ = {observation};
    opening_.front().forearms = std::move(forearms);
  } else {
    if (again && !ready_) opening_.pop_back();
    opening_.push_back(observation);
    if (opening_.size() > kLongestOpening) opening_.erase(opening_.begin() + (ready_ ? 1 : 0));
  }
  strange_.reset();
  taking_.reset();
  if (!ready_ && beganUnseen(observation)) {
    strange_ = observation;
    notice(observation);
    opening_.clear();  // whatever begins here begins with another look
    return {};
  }
  if (!ready_ && (ready_ = table_->setUpOf(header_, opening_))) opening_.front().forearms.clear();
  if (!ready_ || (setup && !firstTold_) || (!setup && table_->laysAnew(*ready_, observation))) return {};
  return beginGame();
}

/// Where a person said who begins, the game begins with its setup, which may yet be laid anew.
std::optional<std::vector<Change>> TableFollower::setUpAnew(const Observation& observation) {
  if (!mayBeSetUpAnew_) return std::nullopt;
  const auto setup = table_->setUp(asked_, observation);
  if (setup && table_->isAnother(header_, *setup)) {
    ready_ = setup;
    rests_.clear();
    opening_ = {observation};
    opening_.front().forearms.clear();
    return beginGame();
  }
  mayBeSetUpAnew_ = (setup && setup->setup == header_.setup) || table_->laysAnew(header_, observation);
  return std::nullopt;
}

/// Before whom the turn marker lay at the setup; else anybody.
std::vector<int> TableFollower::beginners() const {
  if (const auto marked = turnPlaces_.markedIn(opening_.front())) return {*marked};
  std::vector<int> players(header_.players.size());
  std::iota(players.begin(), players.end(), 0);
  return players;
}

Explainer TableFollower::makeExplainer() { return {starts(), static_cast<int>(header_.players.size())}; }

/// What was told lies there, whatever that game's rules say of it.
Explainer::Start TableFollower::startAfterTold(const GameHeader& header) const {
  Explainer::Start start{table_->start(header)};
  for (const ExplainedStep& each : told_) {
    if (each.breach || each.event.takenBack || !start.position->judge(each.event).isBreach()) {
      playIn(*start.position, each.event);
      continue;
    }
    start.position->apply(each.event);
    start.cost += kToldBreach;
  }
  return start;
}

std::vector<Explainer::Start> TableFollower::starts() {
  std::vector<Explainer::Start> starts;
  beginnings_.clear();
  GameHeader header = header_;
  if (table_->beginsEmpty()) header.options = asked_.options;
  const std::vector<Way> ways = table_->ways(header);
  const std::vector<Json> setUps = setUps_.empty() ? std::vector<Json>{header.setup} : setUps_;
  for (const int each : beginners_)
    for (const Way& way : ways)
      for (const Json& setUp : setUps) {
        header.first = each;
        header.options = way.options;
        header.setup = setUp;
        beginnings_.push_back({each, way.options, setUp});
        starts.push_back(startAfterTold(header));
        starts.back().cost += way.cost + (each == reachedFirst_ ? 0 : kReachedFirst);
      }
  return starts;
}

GameHeader TableFollower::headerNow() const {
  constexpr double kAsGoodAsSure = 0.99;
  GameHeader header = header_;
  const Beginning& likeliest = beginnings_[explainer_->start()];
  header.first = likeliest.first;
  if (!table_->beginsEmpty()) {
    header.setup = likeliest.setup;
    return header;
  }
  header.options = asked_.options;
  header.setup = asked_.setup;
  const bool ended = finished_ || saidOverAt_ == explainer_->game().size();
  const Json shown = ended ? explainer_->position().shownByEnd() : Json::object();
  for (const auto& [field, value] : shown.items())
    if (!header.setup.contains(field)) header.setup[field] = value;
  const std::vector<double> chances = explainer_->starts();
  for (const auto& [option, value] : likeliest.options.items()) {
    double same = 0;
    for (std::size_t start = 0; start < beginnings_.size(); ++start)
      if (beginnings_[start].options[option] == value) same += chances[start];
    if (same >= kAsGoodAsSure || value != beginnings_.front().options[option]) header.options[option] = value;
  }
  return header;
}

std::vector<Change> TableFollower::beginGame() {
  const int asked = header_.first;
  header_ = *ready_;
  header_.first = asked;
  setUps_ = likeliestSetUps(header_.setup, table_->otherSetUps(header_, opening_));
  if (!firstTold_ && !opening_.empty()) {
    beginners_ = beginners();
    const auto reaching =
        std::find_if(opening_.begin(), opening_.end(), [](const Observation& each) { return !each.forearms.empty(); });
    if (reaching != opening_.end())
      reachedFirst_ = whoReachedIn(reaching->forearms, static_cast<int>(header_.players.size()));
  }
  std::vector<Change> changes = begin({});
  mayBeSetUpAnew_ = firstTold_;
  for (const Observation& each : std::exchange(opening_, {}))
    for (Change& change : look(each)) changes.push_back(std::move(change));
  return changes;
}

Result TableFollower::result() const {
  if (match_) return match_->result();
  Result none;
  none.scores.resize(header_.players.size());
  return none;
}

Observation TableFollower::pinned(Observation observation) const {
  for (SeenPiece& piece : observation.pieces)
    for (const Pin& pin : pins_)
      if (distance(piece.pose.at, pin.at) < kSamePlace && (piece.face() == pin.read || piece.face().isUnknown())) {
        piece.faces = {{pin.face, 1.0}};
        piece.presence = 1;
        if (pin.angle) piece.pose.angle = *pin.angle;
      }
  return observation;
}

std::optional<int> TableFollower::newlyMarked(const SeenRest& rest) const {
  const auto marked = turnPlaces_.markedIn(rest.observation);
  if (!marked) return std::nullopt;
  for (auto before = static_cast<std::size_t>(&rest - rests_.data()); before-- > 0;)
    if (const auto was = turnPlaces_.markedIn(rests_[before].observation)) return was == marked ? std::nullopt : marked;
  return std::nullopt;
}

std::optional<infer::Sign> TableFollower::newlySigned(const SeenRest& rest) const {
  constexpr int kOthersPlayed = 2;
  const Position& position = explainer_->position();
  const auto at = position.signIn(rest.observation);
  if (!at || &rest == rests_.data()) return std::nullopt;
  const SeenRest* before = std::prev(&rest);
  const auto isHidden = [&](const TableRect& area) { return area.contains(*at); };
  while (before != rests_.data() &&
         std::any_of(before->observation.hidden.begin(), before->observation.hidden.end(), isHidden))
    --before;
  if (const auto was = position.signIn(before->observation); was && distance(*was, *at) < kNearby) return std::nullopt;
  double seen = 0;
  for (const SeenRest& each : rests_)
    if (&each < &rest && position.signIn(each.observation)) seen = each.observation.time;
  const std::vector<ExplainedStep> steps = explainer_->game();
  const auto since = std::count_if(steps.begin(), steps.end(), [&](const ExplainedStep& step) {
    return !step.inferred && !step.event.takenBack && step.time > seen;
  });
  return infer::Sign{*at, since >= kOthersPlayed};
}

void TableFollower::explain(const SeenRest& rest, bool again) {
  if (!explainer_->position().otherTable(rest.observation).empty()) return;
  ShownRest seen{pinned(rest.observation)};
  seen.again = again;
  seen.denied = rest.denied;
  seen.marked = newlyMarked(rest);
  seen.sign = newlySigned(rest);
  const auto sign = seen.sign;
  explainer_->rest(std::move(seen));
  if (sign && explainer_->position().saysOver(*sign)) saidOverAt_ = explainer_->game().size();
}

std::vector<Change> TableFollower::observe(const Observation& observation) {
  if (observation.inPart) return usesParts() ? look(observation) : std::vector<Change>();
  if (!begun()) return watchOpening(observation);
  if (auto changes = setUpAnew(observation)) return *std::move(changes);
  return look(observation);
}

std::vector<Change> TableFollower::look(const Observation& observation) {
  if (finished_ || closed_) return {};
  still_ = false;
  Observation seen = observation;
  for (ForearmTrack& forearm : seen.forearms) forearm.stayed = !seen.inPart && stillThere(forearm, seen);
  return lookClosely(seen);
}

/// No look before, of which nothing was hidden, showed how it began.
bool TableFollower::beganUnseen(const Observation& observation) const {
  return table_->isOccupied(observation) &&
         std::none_of(opening_.begin(), opening_.end(), [&](const Observation& look) {
           return !look.pieces.empty() && look.hidden.empty() && !table_->isOccupied(look);
         });
}

/// How a game could go on from what lies there, where that is no game that is known.
void TableFollower::notice(const Observation& observation) {
  if (table_->beginsEmpty()) {
    const auto position = explainer_->position().taken(pinned(observation));
    taking_ = position ? std::optional(TakenTable{header_, *position}) : std::nullopt;
  } else {
    taking_ = table_->taken(header_, pinned(observation));
  }
  if (!taking_) return;
  const auto marked = turnPlaces_.markedIn(observation);
  taking_->position.fields["turn"] = marked.value_or(toMove().value_or(header_.first));
}

/// Nobody saw the moves: none of them is called a breach.
bool TableFollower::leadsHere(const Observation& look) const {
  Explainer tried = *explainer_;
  tried.rest({look});
  const std::vector<ExplainedStep> steps = tried.game();
  return tried.unexplained() == 0 &&
         std::all_of(steps.begin(), steps.end(), [](const ExplainedStep& step) { return step.told || !step.breach; });
}

std::vector<Change> TableFollower::lookClosely(const Observation& observation) {
  const bool again = !rests_.empty() && rests_.back().observation.time == observation.time;
  const Observation seen = pinned(observation);
  strange_.reset();
  taking_.reset();
  doubts_.clear();
  if (!finished_ && !explainer_->position().over() && !explainer_->position().otherTable(seen).empty()) {
    strange_ = observation;
    notice(observation);
    return {};
  }
  if (rests_.empty() && words_.empty() && earlier_ > 0 && !leadsHere(seen)) {
    strange_ = observation;
    notice(observation);
    doubts_ = explainer_->doubtsAt(seen);
    return {};
  }
  const bool cleared =
      explainer_->position().mayBeOver() && explainer_->unexplainedAt(seen) >= explainer_->unexplained() + kCleared;
  if (again) {
    const auto denied = rests_.back().denied;
    auto forearms = rests_.back().observation.forearms;
    rests_.back() = {observation, denied};
    rests_.back().observation.forearms.insert(rests_.back().observation.forearms.begin(), forearms.begin(),
                                              forearms.end());
  } else {
    if (events_.size() != deniedAt_) denied_.clear();
    rests_.push_back({observation, denied_});
  }
  explain(rests_.back(), again);
  if (cleared && explainer_->unexplained() > 0) {
    closed_ = true;  // what lies there from now on is no part of the game
    explainer_->forgetLatest();
    rests_.pop_back();
    return {};
  }
  puzzled_ = explainer_->unexplained() > 0 ? puzzled_ + (again ? 0 : 1) : 0;
  if (puzzled_ >= kPatience) {
    doubts_ = explainer_->doubtsAt(seen);
    notice(observation);
  }
  return news();
}

std::vector<ExplainedStep> TableFollower::steps() const {
  std::vector<ExplainedStep> steps = told_;
  for (ExplainedStep& each : explainer_->game()) steps.push_back(std::move(each));
  decide(steps, finished_);
  return steps;
}

/// Those that are likely enough, and all once the table lies still. What was told stays told.
std::size_t TableFollower::countTold(const std::vector<ExplainedStep>& steps) const {
  if (finished_ || closed_ || still_) return steps.size();
  const std::vector<double> sure = explainer_->confidences();
  const auto isUnlikely = [&](std::size_t n) {
    const bool stands = steps[n].breach && !steps[n].event.takenBack;
    return sure[n - told_.size()] < (stands ? kBreachLikely : kLikely);
  };
  std::size_t count = told_.size();
  for (std::size_t n = count; n < steps.size(); ++n)
    if (steps[n].told) count = n + 1;
  while (count < steps.size()) {
    const bool known = count < events_.size() && sameMove(events_[count].event, withoutGuess(steps[count].event));
    if (!known && isUnlikely(count)) break;
    ++count;
  }
  return count;
}

std::size_t TableFollower::belongingTo(GameHeader& header, const std::vector<ExplainedStep>& steps) const {
  std::vector<Event> events;
  std::vector<bool> inferred;
  for (const ExplainedStep& step : steps) {
    events.push_back(step.event);
    inferred.push_back(step.inferred && !step.told);
  }
  return table_->conclude(header, events, inferred);
}

std::vector<Change> TableFollower::news() {
  const std::vector<double> sure = explainer_->confidences();
  std::vector<TrackedEvent> events;
  header_ = headerNow();
  std::vector<ExplainedStep> steps = this->steps();
  const std::size_t count = countTold(steps);
  heldBack_ = count < steps.size();
  steps.resize(count);
  steps.resize(belongingTo(header_, steps));
  for (const ExplainedStep& each : steps) {
    const std::size_t n = events.size();
    const double confidence = n < told_.size() ? 1.0 : sure[n - told_.size()];
    events.push_back({0, withoutGuess(each.event), {}, each.time, each.frame, confidence, each.inferred, {}});
  }
  match_.emplace(header_);
  return takeOver(events_, std::move(events), *match_);
}

std::optional<double> TableFollower::heldUntil() const {
  if (!heldBack_ || rests_.empty()) return std::nullopt;
  return rests_.back().observation.time + kDoneWith;
}

std::vector<Change> TableFollower::still(double time) {
  const auto due = heldUntil();
  if (!due || time < *due) return {};
  still_ = true;
  return news();
}

std::vector<Change> TableFollower::finish() {
  std::vector<Change> changes;
  const auto add = [&](std::vector<Change> more) { changes.insert(changes.end(), more.begin(), more.end()); };
  if (taking_ && (begun() ? events_.empty() : !ready_)) add(takeTable(strange_->time, strange_->frame));
  if (!begun()) return ready_ ? beginGame() : std::vector<Change>();
  if (!finished_) conclude();
  finished_ = true;
  add(news());
  return changes;
}

/// Nothing follows any more.
void TableFollower::conclude() {
  if (explainer_->position().over() || rests_.empty()) return;
  const Observation& latest = rests_.back().observation;
  if (const auto events = explainer_->position().conclude(); !events.empty())
    explainer_->add(events, latest.time, latest.frame);
}

const TableFollower::Word* TableFollower::wordOf(const ExplainedStep& step) const {
  if (step.said == 0) return nullptr;
  const auto found =
      std::find_if(words_.begin(), words_.end(), [&](const Word& word) { return word.saying.id == step.said; });
  return found == words_.end() ? nullptr : &*found;
}

std::size_t TableFollower::restOf(const ExplainedStep& step) const {
  if (const Word* word = wordOf(step)) return word->rests;
  std::size_t rest = 0;
  while (rest < rests_.size() && rests_[rest].observation.time < step.time) ++rest;
  return rest;
}

bool TableFollower::isBefore(const ExplainedStep& step, std::size_t rest) const {
  if (const Word* word = wordOf(step)) return word->rests <= rest;
  return rest < rests_.size() && step.time < rests_[rest].observation.time;
}

/// What was said when so many rests had been seen and is not told yet.
void TableFollower::repeatWords(std::size_t rests) {
  for (const Word& word : words_) {
    const bool known =
        std::any_of(told_.begin(), told_.end(), [&](const ExplainedStep& step) { return step.said == word.saying.id; });
    if (word.rests != rests || known) continue;
    if (word.turnOf)
      (void)explainer_->sayTurn(*word.turnOf, word.saying);
    else
      explainer_->say(word.events, word.saying);
  }
}

void TableFollower::explainFrom(std::vector<ExplainedStep> steps, std::size_t fromRest) {
  for (ExplainedStep& each : steps) each.told = true;
  told_ = std::move(steps);
  if (!told_.empty()) beginners_ = {header_.first};
  Explainer explainer = makeExplainer();
  if (fromRest > 0) explainer.goOnFrom(*explainer_, pinned(rests_[fromRest - 1].observation));
  explainer_ = std::move(explainer);
  closed_ = false;
  repeatWords(fromRest);
  for (std::size_t rest = fromRest; rest < rests_.size(); ++rest) {
    explain(rests_[rest], false);
    repeatWords(rest + 1);
  }
  if (finished_) conclude();
}

/// The first event that a person has replaced once and that was found again: true where there was one.
/// What a person said happened instead is told as theirs, also where it now explains the table by itself.
bool TableFollower::replaceAgain() {
  std::vector<ExplainedStep> known = steps();
  for (std::size_t n = told_.size(); n < known.size(); ++n)
    for (const Replaced& each : replaced_) {
      if (each.time != known[n].time) continue;
      if (!sameMove(each.wrong, known[n].event) && !sameMove(each.right, known[n].event)) continue;
      const ExplainedStep wrong = known[n];
      known.resize(n);
      addInstead(known, wrong, each.right);
      const std::size_t rest = restOf(wrong);
      explainFrom(std::move(known), rest);
      return true;
    }
  return false;
}

std::vector<Change> TableFollower::refold(std::vector<ExplainedStep> steps, std::size_t fromRest) {
  explainFrom(std::move(steps), fromRest);
  while (replaceAgain()) {
  }
  return news();
}

/// The step as it is where the event was another one: a breach that a person tells stands.
ExplainedStep TableFollower::stepFor(const std::vector<ExplainedStep>& before, ExplainedStep step,
                                     const Event& event) const {
  step.event = event;
  step.inferred = false;
  Match match(header_);
  for (const ExplainedStep& each : before) match.play(each.event);
  const Verdict verdict = match.judge(plainly(event));
  step.breach = !verdict.legal && !verdict.applied;
  if (step.breach && !event.takenBack) step.event.stands = true;
  return step;
}

/// The event in place of the wrong one. Where it would be out of turn, turns before it ended without a trace, unless
/// one was concluded there: then that may be what is wrong, and people say so.
void TableFollower::addInstead(std::vector<ExplainedStep>& steps, const ExplainedStep& wrong,
                               const Event& event) const {
  const auto inOrder = [&](const std::vector<ExplainedStep>& before) { return !stepFor(before, wrong, event).breach; };
  const bool concluded = !steps.empty() && steps.back().inferred;
  if (event.player && !concluded && !inOrder(steps)) {
    std::vector<ExplainedStep> more = steps;
    for (std::size_t turns = 1; turns < header_.players.size() && !inOrder(more); ++turns)
      if (const auto end = positionAfter(*table_, header_, more)->situation()->endOfTurn())
        more.push_back({*end, true, false, false, wrong.time, wrong.frame, 0});
    if (inOrder(more)) steps = std::move(more);
  }
  steps.push_back(stepFor(steps, wrong, event));
}

/// From its rest on it is not found again; of what leaves no trace, and may well happen another time, that holds up to
/// the next thing that was seen.
void TableFollower::deny(const ExplainedStep& wrong, const std::vector<ExplainedStep>& steps, std::size_t n,
                         std::size_t rest) {
  const Event plain = plainly(wrong.event);
  std::size_t end = rests_.size();
  if (wrong.inferred) {
    const auto later = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(n), steps.end(),
                                    [&](const ExplainedStep& step) { return restOf(step) > rest; });
    if (later != steps.end())
      end = std::min(end, restOf(*later) + 1);
    else
      denied_.push_back(plain);
  }
  for (std::size_t each = rest; each < end; ++each) rests_[each].denied.push_back(plain);
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
  const auto event =
      explainer_->position().laid(was ? &was->event : nullptr, correction.cell, *correction.face, correction.facing);
  if (!event) return {};
  if (!rests_.empty())
    if (const SeenPiece* piece = pieceNear(rests_.back().observation, explainer_->position().centre(correction.cell)))
      pin(*piece, *correction.face, correction.facing);
  if (was) return correctEvent(static_cast<std::size_t>(was->n) - 1, event);
  const bool first = events_.empty();
  return hear({{0, first ? 0 : events_.back().time, first ? 0 : events_.back().frame}, 0, {{*event, false}}, {}});
}

/// What was said to be the event of that number; nothing where it did not happen.
std::vector<Change> TableFollower::correctEvent(std::size_t n, const std::optional<Event>& event) {
  if (event) match_->check(*event);
  const std::vector<ExplainedStep> steps = this->steps();
  const ExplainedStep wrong = steps[n];
  std::vector<ExplainedStep> known(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(n));
  const std::size_t rest = restOf(wrong);
  std::vector<ExplainedStep> first{wrong};  // what it was taken for before anybody corrected it, too
  std::erase_if(replaced_, [&](const Replaced& each) {
    const bool same = each.time == wrong.time && sameMove(each.right, wrong.event);
    if (same) {
      first.push_back(wrong);
      first.back().event = each.wrong;
      first.back().inferred = each.inferred;
    }
    return same;
  });
  const auto word = std::find_if(words_.begin(), words_.end(),
                                 [&](const Word& each) { return wrong.said != 0 && each.saying.id == wrong.said; });
  if (event) {
    if (known.empty() && !firstTold_ && event->player) header_.first = *event->player;
    addInstead(known, wrong, *event);
    if (word == words_.end())
      for (const ExplainedStep& each : first)
        replaced_.push_back({plainly(each.event), *event, each.time, each.inferred});
    else
      word->events = {{*event, false}}, word->turnOf.reset();
    if (event->takenBack) {  // though it may lie there yet
      for (std::size_t each = rest; each < rests_.size(); ++each) rests_[each].denied.push_back(plainly(*event));
      denied_.push_back(plainly(*event));
    }
  } else if (word != words_.end()) {
    words_.erase(word);
  } else {
    for (const ExplainedStep& each : first) deny(each, steps, n, rest);
  }
  std::vector<Change> changes = refold(std::move(known), rest);
  deniedAt_ = events_.size();
  return changes;
}

std::vector<Change> TableFollower::explainLatestAnew() {
  constexpr std::size_t kUndecided = 12;
  const std::size_t from = rests_.size() > kUndecided ? rests_.size() - kUndecided : 0;
  std::vector<ExplainedStep> known = steps();
  const auto open = std::find_if(known.begin() + static_cast<std::ptrdiff_t>(std::min(earlier_, known.size())),
                                 known.end(), [&](const ExplainedStep& step) { return !isBefore(step, from); });
  known.erase(open, known.end());
  return refold(std::move(known), from);
}

/// What was said last is taken back where nothing has been seen since; otherwise the last event. If that was seen, the
/// looks that showed it are forgotten: what lies there at the next one is compared afresh.
std::vector<Change> TableFollower::undo() {
  if (!words_.empty() && words_.back().rests == rests_.size() && begun()) {
    words_.pop_back();
    return explainLatestAnew();
  }
  if (events_.empty()) return {};
  std::vector<ExplainedStep> known = steps();
  known.resize(events_.size());
  const ExplainedStep last = known.back();
  if (last.inferred || last.told) return correctEvent(events_.size() - 1, std::nullopt);
  known.pop_back();
  const std::size_t rest = restOf(last);
  rests_.resize(rest);
  for (Word& word : words_) word.rests = std::min(word.rests, rest);
  return refold(std::move(known), rest);
}

std::vector<Change> TableFollower::hear(Word word) {
  word.saying.id = ++lastWord_;
  word.rests = rests_.size();
  if (word.turnOf) {
    if (!explainer_->sayTurn(*word.turnOf, word.saying)) throw Refused(header_.game, {"refused.turn", {}});
  } else {
    explainer_->say(word.events, word.saying);
  }
  words_.push_back(std::move(word));
  return news();
}

std::vector<Change> TableFollower::said(const Event& event, double time, std::int64_t frame) {
  if (!begun()) throw Refused(header_.game, {"refused.not-begun", {}});
  if (event.action == "octo") return saidOcto(event);
  match_->check(event);
  if (match_->over() && !match_->judge(event).legal) throw Refused(header_.game, {"refused.over", {}});
  if (const auto why = explainer_->position().refuses(&event)) throw Refused(header_.game, *why);
  return hear({{0, time, frame}, 0, {{plainly(event), false}}, {}});
}

std::vector<Change> TableFollower::saidTurn(int player, double time, std::int64_t frame) {
  if (!begun()) throw Refused(header_.game, {"refused.not-begun", {}});
  if (player < 0 || player >= static_cast<int>(header_.players.size()))
    throw Refused(header_.game, {"refused.nobody", {}});
  if (match_->over()) throw Refused(header_.game, {"refused.over", {}});
  if (const auto why = explainer_->position().refuses(nullptr)) throw Refused(header_.game, *why);
  std::vector<Change> changes;
  std::optional<Word> before;
  if (std::vector<ExplainedStep> known = steps(); !known.empty() && known.back().event.action == "position") {
    const auto word = std::find_if(words_.begin(), words_.end(),
                                   [&](const Word& each) { return each.saying.id == known.back().said; });
    if (word != words_.end()) {  // whose turn it is, is part of what was taken over
      word->events.back().event.fields["turn"] = player;
      known.pop_back();
      return refold(std::move(known), word->rests);
    }
  }
  if (!words_.empty() && words_.back().turnOf && words_.back().rests == rests_.size()) {
    if (words_.back().turnOf == player && match_->toMove() == player) return {};
    before = words_.back();  // of two said one after the other the second counts
    changes = undo();
  }
  try {
    for (Change& change : hear({{0, time, frame}, 0, {}, player})) changes.push_back(std::move(change));
  } catch (const Malformed&) {
    if (before) (void)hear(*before);
    throw;
  }
  return changes;
}

std::vector<Change> TableFollower::saidOcto(const Event& event) {
  if (header_.game != GameId::Octal) throw Malformed("\"Octo!\" is called in The OCTAL only");
  if (!event.player) throw Malformed("\"player\" is missing");
  const auto laid = std::find_if(events_.rbegin(), events_.rend(), [&](const TrackedEvent& each) {
    const std::string& action = each.event.action;
    return each.event.player == event.player && !each.event.takenBack &&
           (action == "play" || action == "override" || action == "stack");
  });
  if (laid == events_.rend()) throw Refused(header_.game, {"refused.no-card", {}});
  Event other = laid->event;
  const bool called = event.fields.value("called", true);
  if (other.fields.value("octo", false) == called) return {};
  other.fields.erase("octo");
  if (called) other.fields["octo"] = true;
  other.stands = other.stands && laid->verdict.rule != "octal.octo";
  return correct({.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = laid->n, .event = other});
}

std::vector<Change> TableFollower::changeHeader(const HeaderChange& change) {
  GameHeader asked = changed(asked_, change), header = changed(header_, change);
  auto table = makeTable_(asked);
  if (!begun()) {
    asked_ = std::move(asked);
    header_ = std::move(header);
    table_ = std::move(table);
    if (change.first) firstTold_ = true, beginners_ = {header_.first};
    ready_.reset();
    std::vector<Change> changes;
    for (const Observation& each : std::exchange(opening_, {}))
      for (Change& news : observe(each)) changes.push_back(std::move(news));
    return changes;
  }
  std::vector<ExplainedStep> known = told_;
  known.resize(std::min(earlier_, known.size()));
  std::size_t from = 0;
  try {
    (void)Match(header);
  } catch (const Malformed&) {
    if (!known.empty()) throw;
    from = readSetUpAgain(header, *table);
  }
  Match match(header);
  for (const ExplainedStep& each : known) match.play(each.event);
  const auto before = std::exchange(table_, std::move(table));  // what was explained so far may look at it
  if (header.setup != header_.setup) setUps_.clear();
  asked_ = std::move(asked);
  header_ = std::move(header);
  if (change.first) firstTold_ = true, beginners_ = {header_.first};
  return refold(std::move(known), from);
}

/// Played otherwise the game begins with other pieces: fills in the setup that lies there then; the rest that shows it.
/// Throws Malformed where none does.
std::size_t TableFollower::readSetUpAgain(GameHeader& header, const GameTable& table) const {
  GameHeader asked = header;
  asked.setup = Json::object();
  for (std::size_t rest = 0; rest < rests_.size(); ++rest)
    if (const auto found = table.setUp(asked, rests_[rest].observation)) {
      header.setup = found->setup;
      return rest;
    }
  throw Refused(header_.game, {"refused.setup", {}});
}

std::vector<AgreedPiece> TableFollower::agreed() const {
  if (!explainer_) return {};
  return explainer_->position().agreed(rests_.empty() ? nullptr : &rests_.back().observation);
}

std::optional<Cell> TableFollower::required() const {
  if (!match_ || match_->over()) return std::nullopt;
  const Json state = match_->describe();
  const auto found = state.find("required");
  return found == state.end() ? std::nullopt : Cell::parse(found->get<std::string>());
}

std::vector<MissingPiece> TableFollower::missing() const {
  if (table_->beginsEmpty())
    return events_.empty() && !strange_ ? table_->missing(header_, {}) : std::vector<MissingPiece>();
  if (begun() || ready_) return {};
  return table_->missing(header_, opening_.empty() ? Observation() : opening_.back());
}

std::vector<Difference> TableFollower::differences() const {
  std::vector<Difference> differences;
  if (begun() && strange_) differences = explainer_->position().otherTable(pinned(*strange_));
  if (!begun() && strange_)
    for (const SeenPiece& piece : strange_->pieces)
      if (!piece.face().isUnknown()) differences.push_back({piece.pose.at, {}, piece.face()});
  for (const Doubt& doubt : doubts_) {
    Difference difference{doubt.at};
    if (!doubt.answers.empty()) difference.seen = doubt.answers.front().face;
    differences.push_back(std::move(difference));
  }
  return differences;
}

std::vector<Question> TableFollower::questions() const {
  std::vector<Question> questions;
  for (const Doubt& doubt : asked())
    questions.push_back({static_cast<int>(questions.size()) + 1, doubt.text, doubt.at, doubt.answers});
  return questions;
}

std::vector<Doubt> TableFollower::asked() const {
  std::vector<Doubt> asked;
  if (!strange_) asked = doubts_;
  if (explainer_ && !finished_) {
    constexpr double kDoubtful = 0.8;
    const std::vector<ExplainedStep> game = explainer_->game();
    const std::vector<double> sure = explainer_->confidences();
    for (std::size_t n = 0; n < game.size(); ++n)
      if (!game[n].told && !game[n].event.takenBack && sure[n] < kDoubtful)
        if (auto doubt = explainer_->position().doubtAbout(game[n].event, explainer_->hypotheses()))
          asked.push_back(std::move(*doubt));
  }
  if (explainer_ && !finished_)
    for (Doubt& doubt : explainer_->position().openQuestions()) asked.push_back(std::move(doubt));
  if (asked.size() > kMostQuestions) asked.resize(kMostQuestions);
  return asked;
}

std::vector<Hypothesis> TableFollower::hypotheses() const {
  if (!explainer_) return {};
  std::vector<Hypothesis> all = explainer_->hypotheses();
  for (Hypothesis& each : all) {
    std::vector<Event> events;
    for (const ExplainedStep& told : told_) events.push_back(told.event);
    events.insert(events.end(), each.events.begin(), each.events.end());
    for (Event& event : events) event = withoutGuess(std::move(event));
    each.events = std::move(events);
  }
  return all;
}

std::vector<LyingPiece> TableFollower::lying() const {
  return explainer_ ? explainer_->position().lying() : std::vector<LyingPiece>();
}

std::vector<Change> TableFollower::answer(int question, const Face& face) {
  const std::vector<Doubt> asked = this->asked();
  if (question < 1 || question > static_cast<int>(asked.size())) return {};
  const Doubt& doubt = asked[static_cast<std::size_t>(question) - 1];
  if (!explainer_->position().mayLie(face)) return {};
  return doubt.about ? answerAbout(*doubt.about, face) : tell(doubt.at, face);
}

std::vector<Change> TableFollower::answerAbout(const Event& about, const Face& face) {
  const auto event = explainer_->position().answered(about, face);
  const std::vector<ExplainedStep> known = steps();
  const auto isAbout = [&](const ExplainedStep& step) { return plainly(step.event) == plainly(about); };
  const auto step = std::find_if(known.rbegin(), known.rend(), isAbout);
  if (!event || step == known.rend()) return {};
  Correction correction{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = {}, .event = event};
  correction.n = static_cast<int>(known.rend() - step);
  return correct(correction);
}

void TableFollower::pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing) {
  const Pin pin{piece.pose.at, piece.face(), face, facing ? std::optional(facing->degrees()) : std::nullopt};
  std::erase_if(pins_,
                [&](const Pin& other) { return distance(other.at, pin.at) < kSamePlace && other.read == pin.read; });
  pins_.push_back(pin);
}

/// The look of which the game explains nothing yet: of a table that does not match it, or that waits for its setup.
const Observation* TableFollower::unexplained() const {
  if (strange_) return &*strange_;
  return begun() || opening_.empty() ? nullptr : &opening_.back();
}

const SeenPiece* TableFollower::pieceNear(const Observation& seen, TablePoint at) {
  const SeenPiece* found = nullptr;
  double least = kNearby;
  for (const SeenPiece& piece : seen.pieces)
    if (const double away = distance(piece.pose.at, at); away < least) {
      least = away;
      found = &piece;
    }
  return found;
}

std::vector<Change> TableFollower::tell(TablePoint at, const Face& face) {
  const auto nearest = [&](const Observation& seen) { return pieceNear(seen, at); };
  const Observation* look = unexplained();
  if (!look && !rests_.empty()) look = &rests_.back().observation;
  const SeenPiece* piece = look ? nearest(*look) : nullptr;
  if (!piece) throw Refused(header_.game, {"refused.no-piece", {}});
  if (look == unexplained()) {
    pin(*piece, face);
    const Observation seen = *look;
    return begun() ? lookClosely(seen) : watchOpening(seen);
  }
  // Since when it has lain there and been read so.
  const Face read = piece->face();
  std::size_t since = rests_.size() - 1;
  while (since > 0) {
    const SeenPiece* before = nearest(rests_[since - 1].observation);
    if (!before || (before->face() != read && !before->face().isUnknown())) break;
    --since;
  }
  pin(*piece, face);
  std::vector<ExplainedStep> known = steps();
  std::erase_if(known, [&](const ExplainedStep& step) { return !isBefore(step, since); });
  doubts_.clear();
  puzzled_ = 0;
  return refold(std::move(known), since);
}

/// What is known of the game before stays; what lay there before anybody looked is no longer looked for.
std::vector<Change> TableFollower::takeTable(double time, std::int64_t frame) {
  if (!taking_) throw Refused(header_.game, {"refused.same-table", {}});
  const TakenTable taken = *std::exchange(taking_, std::nullopt);
  std::vector<Change> changes;
  const std::optional<Observation> seen = std::exchange(strange_, std::nullopt);
  doubts_.clear();
  puzzled_ = 0;
  if (!begun()) {
    ready_ = taken.header;
    opening_.clear();
    changes = beginGame();
    mayBeSetUpAnew_ = false;
  }
  for (Change& change : hear({{0, time, frame}, 0, {{taken.position, false}}, {}}))
    changes.push_back(std::move(change));
  if (seen)
    for (Change& change : lookClosely(*seen)) changes.push_back(std::move(change));
  return changes;
}

std::vector<Change> TableFollower::turnDone(double time, std::int64_t frame) {
  if (!begun()) return {};
  still_ = true;  // nothing of it is to come
  std::vector<Change> changes = heldBack_ ? news() : std::vector<Change>();
  const bool seen = std::exchange(eventsAtTurnDone_, events_.size()) != events_.size();
  const Position& position = explainer_->position();
  if (finished_ || position.over()) return changes;
  std::vector<ProposedEvent> events = position.turnDone(seen);
  if (events.empty()) return changes;
  for (Change& change : hear({{0, time, frame}, 0, std::move(events), {}})) changes.push_back(std::move(change));
  eventsAtTurnDone_ = events_.size();
  return changes;
}

}  // namespace octo::tracker
