#include "tracker/octagone/follower.h"

#include <algorithm>

#include "tracker/follow/news.h"
#include "tracker/octagone/move.h"
#include "tracker/octagone/octagone_table.h"

namespace octo::tracker::octagone {
namespace {

// What a look without the shield says against its lying there. With a forearm over the table in between it was
// probably taken; without one it was probably missed.
constexpr Cost kMissingAfterHand = 3.5;
constexpr Cost kMissing = 1.5;
/// Another shield lies where the latest lay: it was changed more often than it was laid upon.
constexpr Cost kUnderAnother = 2.0;
/// A shield read less surely than this that is gone at the next look, no forearm in between, was none.
constexpr double kGhost = 0.8;
/// So many shields laid without the Lady on the board: nobody marks the required box with her.
constexpr int kAwayFor = 2;
/// A shield that cannot be read is asked about after so many looks.
constexpr int kPatience = 3;
/// What a person says of who laid a shield weighs so much.
constexpr Cost kNotByAnother = 50.0;
/// From here on what a box shows otherwise than before is believed at once, whoever was near.
constexpr double kCertain = 0.95;
/// Under this, a person is asked.
constexpr double kDoubtful = 0.8;
/// More shields than that are not laid between two looks, and not before the first one: the table is another one than
/// it was. One that is missing is more likely not seen.
constexpr std::size_t kMostAtOnce = 4, kMostAtFirst = 3;

std::size_t index(Cell box) { return static_cast<std::size_t>(indexOf(box)); }

bool sameLook(const ShieldReading& a, const ShieldReading& b) { return a.shield == b.shield && a.facing == b.facing; }

double surenessOf(const Act& act) { return act.readings.front().probability; }

Act::Kind kindOf(const Move& move) {
  if (std::holds_alternative<LayLady>(move)) return Act::Kind::Lady;
  if (std::holds_alternative<TakePosition>(move)) return Act::Kind::Position;
  return std::holds_alternative<Place>(move) ? Act::Kind::Shield : Act::Kind::Skip;
}

bool shieldOrLady(const Face& face) {
  return face == kLady || (face.family() == "shield" && parseShield(face.detail()).has_value());
}

/// The first state of each way to play that the header leaves open, the usual one first; by each who may have begun.
std::vector<State> startsOf(GameHeader header, bool firstTold) {
  std::vector<State> starts;
  const std::vector<Json> ways = waysToPlay(header);
  const int first = header.first, players = static_cast<int>(header.players.size());
  for (int player = 0; player < (firstTold ? 1 : players); ++player) {
    header.first = (first + player) % players;
    for (const Json& way : ways) {
      header.options = way;
      starts.push_back(startState(header));
    }
  }
  return starts;
}

}  // namespace

OctagoneFollower::OctagoneFollower(const GameHeader& header, const Layout& layout,
                                   const std::vector<TrackedEvent>& earlier, bool firstTold)
    : told_(header),
      header_(header),
      grid_(gridOf(layout)),
      turnPlaces_(layout),
      explainer_(startsOf(header, firstTold)),
      match_(header),
      firstTold_(firstTold || !earlier.empty()) {
  for (const TrackedEvent& each : earlier) takeUp(each);
  explainAnew();
  for (std::size_t n = 0; n < earlier.size() && n < events_.size(); ++n) {
    events_[n].confidence = earlier[n].confidence;
    events_[n].inferred = earlier[n].inferred;
    events_[n].was = earlier[n].was;
  }
}

void OctagoneFollower::takeUp(const TrackedEvent& earlier) {
  const Move move = parseMove(earlier.event, header_);
  const Verdict verdict = earlier.verdict;
  Act act{.kind = kindOf(move),
          .id = nextId_++,
          .batch = ++batch_,
          .at = {},
          .readings = {},
          .byPlayer = {},
          .player = earlier.event.player};
  if (const auto* lady = std::get_if<LayLady>(&move)) {
    act.at = ladyAt_ = lady->at;
    act.readings = {{Shield::Joker, lady->facing, 1.0}};
  } else if (const auto* place = std::get_if<Place>(&move)) {
    act.at = place->at;
    act.readings = {{place->shield, place->facing, 1.0}};
    ladyAt_.reset();
    ladyLeft_ = ++shieldsAtLady_ > 1;  // with the first shield she may still lie there
  } else if (const auto* position = std::get_if<TakePosition>(&move)) {
    act.position = std::make_shared<const TakePosition>(*position);
    ladyAt_.reset();
  }
  const bool pending = !verdict.legal && !earlier.event.stands && !earlier.event.takenBack;
  if (earlier.event.takenBack) std::tie(act.lies, act.takenBack) = std::pair(kImpossible, 0.0);
  // A breach that was cut off undecided: what the table shows now will tell.
  if (pending) std::tie(act.lies, act.takenBack) = std::pair(0.0, kImpossible);
  act.told = true;
  act.time = earlier.time;
  act.frame = earlier.frame;
  acts_.push_back(std::move(act));
}

Act OctagoneFollower::newAct(Act::Kind kind, std::optional<Cell> at, std::vector<ShieldReading> readings) {
  return Act{.kind = kind,
             .id = nextId_++,
             .batch = batch_,
             .at = at,
             .readings = std::move(readings),
             .byPlayer = {},
             .player = {}};
}

Act OctagoneFollower::seenAct(Act::Kind kind, Cell at, const BoxReading& reading, const Moment& moment) {
  Act act = newAct(kind, at, reading.readings);
  act.byPlayer = forearmCosts(forearmsSince_[index(at)], forearmsBefore_, grid_.centre(at),
                              static_cast<int>(header_.players.size()));
  act.time = moment.observation->time;
  act.frame = moment.observation->frame;
  return act;
}

std::vector<Change> OctagoneFollower::observe(const Observation& observation) {
  Moment moment{&observation, !observation.forearms.empty(), {}};
  ++batch_;
  const BoardReading board = readBoard(observation, grid_);
  latest_ = board;
  std::tie(latestTime_, latestFrame_) = std::pair(observation.time, observation.frame);
  if (!goesOn(board)) return {};
  for (auto& forearms : forearmsSince_)
    forearms.insert(forearms.end(), observation.forearms.begin(), observation.forearms.end());
  // The Lady last: what else lies there tells whether she marks the required box.
  for (const bool ladies : {false, true})
    for (const Cell box : boxes())
      if ((board[index(box)].kind == BoxReading::Kind::Lady) == ladies) look(box, board[index(box)], moment);
  if (!moment.fresh.empty())
    for (const Cell box : boxes())
      if (board[index(box)].kind == BoxReading::Kind::Unclear) lookAtUnclear(box, board[index(box)], moment);
  for (const Cell box : boxes())
    if (board[index(box)].kind == BoxReading::Kind::Empty || board[index(box)].kind == BoxReading::Kind::Lady)
      forearmsSince_[index(box)].clear();  // no shield is there yet
  for (const Act& act : moment.fresh)
    forearmsSince_[index(*act.at)].clear();  // who lays the next one there comes later
  if (moment.hand) forearmsBefore_ = observation.forearms;
  addFresh(std::move(moment.fresh));
  settleMovedLady();
  lookAtMarker(observation);
  std::vector<Change> news = explainAnew();
  watchTheMarker();
  if (!ladyDeclaresEnd()) return news;
  declareEnd(observation.time, observation.frame);
  const std::vector<Change> end = explainAnew();
  news.insert(news.end(), end.begin(), end.end());
  return news;
}

bool OctagoneFollower::goesOn(const BoardReading& board) {
  differences_.clear();
  if (match_.over() || finished_) return true;
  std::vector<Difference> differences;
  std::size_t laid = 0;
  for (const Cell box : boxes()) {
    const BoxReading& reading = board[index(box)];
    const auto lies = known(box);
    const bool shows = reading.kind == BoxReading::Kind::Shield, gone = reading.kind == BoxReading::Kind::Empty && lies;
    const bool same = shows && lies && lies->shield == reading.best().shield;
    const bool another = shows && !same && !denied_[index(box)];
    laid += another;
    if (gone || another)
      differences.push_back({grid_.centre(box), lies ? std::optional(faceOf(lies->shield)) : std::nullopt,
                             shows ? std::optional(faceOf(reading.best().shield)) : std::nullopt});
  }
  const bool first = shieldsSeen() == 0 && !position();
  if (laid <= (first ? kMostAtFirst : kMostAtOnce)) return true;
  differences_ = std::move(differences);
  return false;
}

std::optional<std::size_t> OctagoneFollower::position() const {
  for (std::size_t act = acts_.size(); act-- > 0;)
    if (acts_[act].kind == Act::Kind::Position) return act;
  return std::nullopt;
}

const std::optional<LaidShield>& OctagoneFollower::laidBefore(Cell box) const {
  static const std::optional<LaidShield> none;
  const auto act = position();
  return act ? acts_[*act].position->board[index(box)] : none;
}

std::optional<LaidShield> OctagoneFollower::known(Cell box) const {
  if (const auto top = topAct(box)) {
    const Act& act = acts_[*top];
    if (act.readings.empty()) return std::nullopt;
    return LaidShield{act.readings.front().shield, act.readings.front().facing};
  }
  return laidBefore(box);
}

/// What lay there when the table was taken as it was does not go; another shield on it must be seen twice.
void OctagoneFollower::lookAtLaidBefore(Cell box, const BoxReading& reading, Moment& moment) {
  const LaidShield& lies = *laidBefore(box);
  auto& odd = oddLook_[index(box)];
  if (!reading.clear() || reading.best().shield == lies.shield) {
    odd.reset();
    forearmsSince_[index(box)].clear();
    return;
  }
  const bool again = odd && sameLook(*odd, reading.best());
  odd = reading.best();
  if (again) moment.fresh.push_back(seenAct(Act::Kind::Shield, box, reading, moment));
}

bool OctagoneFollower::canTakeTable() const {
  return latest_ && !differences_.empty() && std::any_of(latest_->begin(), latest_->end(), [](const BoxReading& box) {
           return box.kind == BoxReading::Kind::Shield;
         });
}

/// What cannot be seen at the moment lies there as it did.
std::vector<Change> OctagoneFollower::takeTable(double time, std::int64_t frame) {
  if (!canTakeTable()) throw Refused(header_.game, {"refused.same-table", {}});
  TakePosition position{{}, match_.toMove().value_or(told_.first), {}};
  for (const Cell box : boxes()) {
    const BoxReading& reading = (*latest_)[index(box)];
    auto& laid = position.board[index(box)];
    if (reading.kind == BoxReading::Kind::Unknown)
      laid = known(box);
    else if (reading.kind == BoxReading::Kind::Shield || reading.kind == BoxReading::Kind::Unclear)
      laid = LaidShield{reading.best().shield, reading.best().facing};
  }
  dropDeclaredEnd();
  ++batch_;
  Act act = newAct(Act::Kind::Position, {}, {});
  act.position = std::make_shared<const TakePosition>(std::move(position));
  act.told = true;
  act.time = time;
  act.frame = frame;
  acts_.push_back(std::move(act));
  ladyAt_.reset();
  ladyLeft_ = ladyReturned_ = false;
  for (const Cell box : boxes()) {
    forearmsSince_[index(box)].clear();
    oddLook_[index(box)].reset();
    denied_[index(box)].reset();
    unclear_[index(box)] = 0;
  }
  differences_.clear();
  return explainAnew();
}

void OctagoneFollower::look(Cell box, const BoxReading& reading, Moment& moment) {
  if (reading.kind != BoxReading::Kind::Unclear && reading.kind != BoxReading::Kind::Unknown) unclear_[index(box)] = 0;
  switch (reading.kind) {
    case BoxReading::Kind::Unknown:
      return;
    case BoxReading::Kind::Empty:
      return lookAtEmpty(box, moment.hand);
    case BoxReading::Kind::Lady:
      return lookAtLady(box, reading, moment);
    case BoxReading::Kind::Shield:
      return lookAtShield(box, reading, moment);
    case BoxReading::Kind::Unclear:
      if (++unclear_[index(box)] >= kPatience) lookAtUnclear(box, reading, moment);
  }
}

void OctagoneFollower::lookAtEmpty(Cell box, bool hand) {
  denied_[index(box)].reset();
  if (ladyAt_ == box) {
    ladyAt_.reset();
    ladyLeft_ = true;
  }
  const auto top = topAct(box);
  if (!top) return;
  Act& act = acts_[*top];
  const bool wasLatest = isLatest(*top);
  if (!wasLatest && act.takenBack == kImpossible) return;  // an old shield does not go; it was missed or pushed
  if (!hand && !act.told && act.readings.front().probability < kGhost && wasLatest) {
    acts_.erase(acts_.begin() + static_cast<std::ptrdiff_t>(*top));
    return;
  }
  act.lies += hand ? kMissingAfterHand : kMissing;
  act.takenBack = 0;
}

void OctagoneFollower::lookAtShield(Cell box, const BoxReading& reading, Moment& moment) {
  if (denied_[index(box)] && sameLook(*denied_[index(box)], reading.best())) return;
  denied_[index(box)].reset();
  if (ladyAt_ == box) {
    if (!reading.clear()) return;  // more likely the Lady than a shield in her place
    ladyAt_.reset();
    ladyLeft_ = true;
  }
  const auto top = topAct(box);
  if (!top && laidBefore(box)) return lookAtLaidBefore(box, reading, moment);
  if (!top) {
    moment.fresh.push_back(seenAct(Act::Kind::Shield, box, reading, moment));
    return;
  }
  if (sameLook(acts_[*top].readings.front(), reading.best())) {
    oddLook_[index(box)].reset();
    Act& act = acts_[*top];
    std::tie(act.lies, act.takenBack) = std::pair(0.0, kImpossible);
    if (!act.told && reading.sureness > surenessOf(act)) act.readings = reading.readings;
    forearmsSince_[index(box)].clear();
    return;
  }
  const auto below = actBelow(*top);
  if (below && reading.clear() && sameLook(acts_[*below].readings.front(), reading.best())) {
    std::tie(acts_[*top].lies, acts_[*top].takenBack) = std::pair(kImpossible, 0.0);
    return;
  }
  lookAgain(acts_[*top], reading, moment);
}

/// Whether a forearm ended near the box.
bool OctagoneFollower::near(const std::vector<ForearmTrack>& forearms, Cell box) const {
  constexpr double kNear = 130;  // mm: forearms end at the wrist or at the fingertips
  return std::any_of(forearms.begin(), forearms.end(),
                     [&](const ForearmTrack& forearm) { return distance(forearm.reached, grid_.centre(box)) < kNear; });
}

/// Whoever turns a shield whose arrow led nowhere has taken that back; other turns only correct the reading.
bool OctagoneFollower::brokeFacing(const Act& act) const {
  for (std::size_t n = 0; n < explanation_.events.size(); ++n)
    if (acts_[explanation_.events[n].act].id == act.id && events_[n].verdict.rule == "octagone.facing") return true;
  return false;
}

/// The box shows something else than it did.
void OctagoneFollower::lookAgain(Act& act, const BoxReading& reading, Moment& moment) {
  if (!act.told && reading.clear() && act.time == moment.observation->time) {
    act.readings = reading.readings;  // the same rest read anew: nobody has laid anything since
    return;
  }
  const bool clearBefore = act.told || surenessOf(act) >= kClear;
  const bool latest = isLatest(static_cast<std::size_t>(&act - acts_.data()));
  if (!clearBefore || !reading.clear()) {
    if (act.told || clearBefore) return;  // what is laid upon it will be seen clearly, too
    // A clear look counts instead of the doubtful one before it, two doubtful ones count alike.
    act.readings = reading.clear() ? reading.readings : blended(act.readings, reading.readings, 0.5);
    return;
  }
  const bool turnedOnly = act.readings.front().shield == reading.best().shield;
  if (latest && turnedOnly && !act.told && !brokeFacing(act)) {
    act.readings = reading.readings;  // turned or nudged shortly after: the reading is corrected
    return;
  }
  if (turnedOnly && !latest && (!moment.hand || !moment.fresh.empty())) return;  // pushed
  // Not read quite surely, and nobody was near: more likely this look is wrong. What the next one shows, too, is there.
  auto& odd = oddLook_[index(*act.at)];
  const bool again = odd && sameLook(*odd, reading.best());
  odd = reading.best();
  if (!latest && !again && reading.sureness < kCertain && !near(forearmsSince_[index(*act.at)], *act.at)) return;
  Act other = seenAct(Act::Kind::Shield, *act.at, reading, moment);
  if (latest) std::tie(act.lies, act.takenBack) = std::pair(turnedOnly ? kImpossible : kUnderAnother, 0.0);
  moment.fresh.push_back(std::move(other));
}

void OctagoneFollower::lookAtUnclear(Cell box, const BoxReading& reading, Moment& moment) {
  const auto isThere = [&](const Act& act) { return act.at == box; };
  if (topAct(box) || laidBefore(box) || std::any_of(moment.fresh.begin(), moment.fresh.end(), isThere)) return;
  moment.fresh.push_back(seenAct(Act::Kind::Shield, box, reading, moment));
}

void OctagoneFollower::lookAtLady(Cell box, const BoxReading& reading, Moment& moment) {
  if (const auto top = topAct(box); top && !acts_[*top].told && surenessOf(acts_[*top]) < kClear)
    acts_.erase(acts_.begin() + static_cast<std::ptrdiff_t>(*top));  // it was the Lady, misread
  const auto known = lady();
  if (position()) {  // she marks the required box
    ladyAt_ = box;
    return;
  }
  if (!known) {
    ladyAt_ = box;
    Act act = seenAct(Act::Kind::Lady, box, reading, moment);
    // She comes before every shield; where she is seen late, she was missed before.
    if (!acts_.empty()) act.batch = acts_.front().batch;
    acts_.insert(acts_.begin(), std::move(act));
    return;
  }
  const int shields = shieldsSeen();
  if (ladyAt_ != box) ladyReturned_ = shields - shieldsAtLady_ >= kAwayFor;
  if (ladyAt_ != box && *acts_[*known].at != box) ladyLeft_ = true;
  ladyAt_ = box;
  shieldsAtLady_ = shields;
  const bool started = !moment.fresh.empty() || std::any_of(acts_.begin(), acts_.end(), [](const Act& act) {
    return act.kind != Act::Kind::Lady && act.kind != Act::Kind::Marker;
  });
  Act& act = acts_[*known];
  // What is hidden may be the shield that she goes on from.
  if (started || act.told || reading.sureness < kClear || !moment.observation->hidden.empty()) return;
  // Moved or turned before anybody answered: that is where she lies, unless the first shield tells otherwise.
  if (act.at != box || !sameLook(act.readings.front(), reading.best()))
    if (!ladyBefore_) ladyBefore_ = act;
  act.at = box;
  act.readings = reading.readings;
}

/// Whoever marks the required box with the Lady may move her on before the shield is laid. Where she first lay goes
/// better with the shield then, and she lies on the box that comes after it.
void OctagoneFollower::settleMovedLady() {
  const auto known = lady();
  if (!ladyBefore_ || !known || shieldsSeen() == 0) return;
  std::vector<Act> first = acts_;
  first[*known].at = ladyBefore_->at;
  first[*known].readings = ladyBefore_->readings;
  Explainer asMoved = explainer_, asFirst = explainer_;
  asMoved.explain(acts_, false);
  const std::vector<Cell> next = asFirst.explain(first, false).requiredPerhaps;
  const bool marks = ladyAt_ && std::find(next.begin(), next.end(), *ladyAt_) != next.end();
  if (marks && asFirst.cost() < asMoved.cost()) {
    acts_ = std::move(first);
    ladyLeft_ |= ladyAt_ != acts_[*known].at;
  }
  ladyBefore_.reset();
}

int OctagoneFollower::shieldsSeen() const {
  return static_cast<int>(
      std::count_if(acts_.begin(), acts_.end(), [](const Act& act) { return act.kind == Act::Kind::Shield; }));
}

bool OctagoneFollower::onRequired(Cell box) const {
  const auto& required = explanation_.requiredPerhaps;
  return std::find(required.begin(), required.end(), box) != required.end();
}

void OctagoneFollower::watchTheMarker() {
  if (!ladyAt_ || !ladyLeft_) return;
  const bool marks = onRequired(*ladyAt_);
  looksElsewhere_ = marks ? 0 : looksElsewhere_ + 1;
  if (marks && std::exchange(shieldsAtMark_, shieldsSeen()) != shieldsSeen()) ++marked_;
}

/// Players may mark the required box with the Lady from turn to turn. She declares the end where she lies
/// elsewhere, or comes back after having been away, or lies there when nothing follows. Where she marks the required
/// box she is on her way to the next one at first.
bool OctagoneFollower::ladyDeclaresEnd() const {
  constexpr int kOften = 2;
  const auto known = position() ? std::nullopt : lady();
  const bool declared = (!acts_.empty() && acts_.back().kind == Act::Kind::LadyBack) || notOverAt_ == shieldsSeen();
  if (!known || !ladyAt_ || !ladyLeft_ || declared || match_.over() || shieldsSeen() == 0) return false;
  if (finished_) return true;
  return marked_ >= kOften ? looksElsewhere_ >= 2 : ladyReturned_ || !onRequired(*ladyAt_);
}

void OctagoneFollower::declareEnd(double time, std::int64_t frame) {
  ++batch_;
  Act act = newAct(Act::Kind::LadyBack, ladyAt_, {});
  act.time = time;
  act.frame = frame;
  acts_.push_back(std::move(act));
}

void OctagoneFollower::dropDeclaredEnd() {
  std::erase_if(acts_, [](const Act& act) { return act.kind == Act::Kind::LadyBack; });
}

void OctagoneFollower::addFresh(std::vector<Act> fresh) {
  if (fresh.empty()) return;
  dropDeclaredEnd();
  for (Act& act : fresh) acts_.push_back(std::move(act));
}

/// Where the marker lies says something when it was moved: one left where it is may be forgotten.
void OctagoneFollower::lookAtMarker(const Observation& observation) {
  if (!observation.hidden.empty()) return;  // what it was moved on for may lie there
  const auto marked = turnPlaces_.markedIn(observation);
  const bool moved = marked && inTurnByMarker_ && *marked != *inTurnByMarker_;
  if (marked) inTurnByMarker_ = marked;
  const bool begun = begunOnTable();
  const bool declared = !acts_.empty() && acts_.back().kind == Act::Kind::LadyBack;
  if (!moved || !begun || declared) return;
  ++batch_;
  Act act = newAct(Act::Kind::Marker, {}, {});
  act.player = marked;
  act.time = observation.time;
  act.frame = observation.frame;
  acts_.push_back(std::move(act));
}

std::optional<std::size_t> OctagoneFollower::topAct(Cell box) const {
  for (std::size_t act = acts_.size(); act-- > 0;) {
    if (acts_[act].kind == Act::Kind::Position) return std::nullopt;
    if (acts_[act].kind != Act::Kind::Shield || acts_[act].at != box || acts_[act].lies == kImpossible) continue;
    if (!wasTakenBack(acts_[act]) || isLatest(act)) return act;
  }
  return std::nullopt;
}

std::optional<std::size_t> OctagoneFollower::actBelow(std::size_t top) const {
  for (std::size_t act = top; act-- > 0 && acts_[act].kind != Act::Kind::Position;)
    if (acts_[act].kind == Act::Kind::Shield && acts_[act].at == acts_[top].at && !wasTakenBack(acts_[act])) return act;
  return std::nullopt;
}

bool OctagoneFollower::isLatest(std::size_t act) const {
  return std::all_of(acts_.begin() + static_cast<std::ptrdiff_t>(act) + 1, acts_.end(), [&](const Act& later) {
    return later.kind == Act::Kind::LadyBack || later.kind == Act::Kind::Turn || later.kind == Act::Kind::Marker ||
           wasTakenBack(later);
  });
}

bool OctagoneFollower::wasTakenBack(const Act& act) const {
  return act.lies == kImpossible || takenBack_.contains(act.id);
}

std::optional<std::size_t> OctagoneFollower::lady() const {
  for (std::size_t act = 0; act < acts_.size(); ++act)
    if (acts_[act].kind == Act::Kind::Lady) return act;
  return std::nullopt;
}

std::vector<Change> OctagoneFollower::explainAnew() {
  explanation_ = explainer_.explain(acts_, finished_);
  takenBack_.clear();
  for (std::size_t act = 0; act < acts_.size(); ++act)
    if (!explanation_.lies[act]) takenBack_.insert(acts_[act].id);
  std::vector<TrackedEvent> events;
  for (const ExplainedEvent& each : explanation_.events)
    events.push_back(
        {0, each.event, {}, acts_[each.act].time, acts_[each.act].frame, each.confidence, each.inferred, {}});
  nameWhatIsKnown();
  match_ = Match(header_);
  return takeOver(events_, std::move(events), match_);
}

/// The options found out, in the header: what the table has shown, and whatever the game told is played by.
void OctagoneFollower::nameWhatIsKnown() {
  header_ = told_;
  header_.first = explanation_.first;
  const Options& options = explanation_.options;
  const OptionsShown& shown = explanation_.optionsShown;
  const auto put = [&](const char* name, const Json& value, bool usual, bool known) {
    if (!told_.options.contains(name) && (known || !usual)) header_.options[name] = value;
  };
  const bool five = options.connection == Connection::FiveCorners, marks = options.lady == LadyRole::Marks;
  put("part", options.lastFreeAfterJoker ? 2 : 1, options.lastFreeAfterJoker, shown.part);
  put("lady", marks ? "marks" : "arrow", !marks, shown.lady);
  put("corner", five ? "five" : "four", !five, shown.corner);
  if (explanation_.extraJoker && !told_.setup.contains("extra_joker"))
    header_.setup["extra_joker"] = *explanation_.extraJoker;
}

/// What has not been decided by then was there before.
std::vector<Change> OctagoneFollower::finish() {
  std::vector<Change> changes;
  if (events_.empty() && canTakeTable()) changes = takeTable(latestTime_, latestFrame_);
  finished_ = true;
  if (ladyDeclaresEnd() || (!match_.over() && explainer_.mayBeOut())) declareEnd(acts_.back().time, acts_.back().frame);
  for (Change& change : explainAnew()) changes.push_back(std::move(change));
  return changes;
}

std::vector<Change> OctagoneFollower::correct(const Correction& correction) {
  std::optional<std::size_t> act = topAct(correction.cell);
  if (correction.n) {
    if (*correction.n < 1 || *correction.n > static_cast<int>(explanation_.events.size())) return {};
    const std::size_t n = static_cast<std::size_t>(*correction.n) - 1;
    if (correction.event || !correction.face) return correctEvent(n, correction.event);
    act = explanation_.events[n].act;
  }
  if (!correction.face) {
    if (!act) return {};
    remove(*act);
    return explainAnew();
  }
  if (!shieldOrLady(*correction.face)) return {};
  if (!act) {
    dropDeclaredEnd();
    ++batch_;
    acts_.push_back(newAct(*correction.face == kLady ? Act::Kind::Lady : Act::Kind::Shield, correction.cell, {}));
    act = acts_.size() - 1;
    if (!events_.empty())
      std::tie(acts_.back().time, acts_.back().frame) = std::pair(events_.back().time, events_.back().frame);
  }
  acts_[*act].at = correction.cell;
  return tell(*act, *correction.face, correction.facing);
}

/// What was read there is not believed again.
void OctagoneFollower::remove(std::size_t act) {
  const Act& gone = acts_[act];
  if (gone.at && !gone.readings.empty()) denied_[index(*gone.at)] = gone.readings.front();
  if (gone.kind == Act::Kind::Lady) ladyAt_.reset();
  if (gone.kind == Act::Kind::LadyBack) notOverAt_ = shieldsSeen();
  acts_.erase(acts_.begin() + static_cast<std::ptrdiff_t>(act));
}

std::vector<Change> OctagoneFollower::correctEvent(std::size_t n, const std::optional<Event>& event) {
  if (event) match_.check(*event);
  if (explanation_.events[n].inferred)
    correctConcluded(n, event);
  else
    correctSeen(explanation_.events[n].act, event);
  return explainAnew();
}

/// A skip: its player did something else before what it was concluded from, or what it was concluded from was that
/// player's.
void OctagoneFollower::correctConcluded(std::size_t n, const std::optional<Event>& event) {
  const std::size_t act = explanation_.events[n].act;
  const int player = explanation_.events[n].event.player.value_or(0);
  const double time = acts_[act].time;
  const std::int64_t frame = acts_[act].frame;
  std::size_t first = act;
  while (first > 0 && acts_[first - 1].batch == acts_[act].batch) --first;
  if (acts_[act].kind == Act::Kind::Shield)
    acts_[act].didNotSkip.push_back(player);
  else
    remove(act);
  if (!event) return;
  std::vector<Act> told;
  if (event->player != player) {
    addTurn(*event->player, time, frame);
    acts_.back().didNotSkip = {player};
    told.push_back(std::move(acts_.back()));
    acts_.pop_back();
  }
  ++batch_;
  told.push_back(toldAct(*event, time, frame));
  acts_.insert(acts_.begin() + static_cast<std::ptrdiff_t>(first), told.begin(), told.end());
}

void OctagoneFollower::correctSeen(std::size_t act, const std::optional<Event>& event) {
  if (!event) return remove(act);
  const Act before = acts_[act];
  Act told = toldAct(*event, before.time, before.frame);
  told.batch = before.batch;
  told.stands = event->stands;
  if (told.kind != before.kind || told.at != before.at) {
    if (before.at && !before.readings.empty()) denied_[index(*before.at)] = before.readings.front();
  } else if (told.kind == Act::Kind::Shield) {
    std::tie(told.id, told.lies, told.takenBack) = std::tie(before.id, before.lies, before.takenBack);
    told.didNotSkip = before.didNotSkip;
    // What became of it is told as well; taken back, it may lie there for a while yet.
    if (event->stands) std::tie(told.lies, told.takenBack) = std::pair(0.0, kImpossible);
    if (event->takenBack) {
      std::tie(told.lies, told.takenBack) = std::pair(kImpossible, 0.0);
      if (!before.readings.empty()) denied_[index(*before.at)] = before.readings.front();
    }
  }
  if (told.kind == Act::Kind::Shield) {
    // Whoever it was, the turns before it may have been skipped.
    told.byPlayer.assign(header_.players.size(), kNotByAnother);
    told.byPlayer[static_cast<std::size_t>(*told.player)] = 0;
    told.player.reset();
  }
  acts_[act] = std::move(told);
}

/// The act that a person tells by an event.
Act OctagoneFollower::toldAct(const Event& event, double time, std::int64_t frame) {
  const Move move = parseMove(event, header_);
  Act act = newAct(kindOf(move), {}, {});
  if (const auto* laid = std::get_if<LayLady>(&move)) {
    act.at = laid->at;
    act.readings = {{Shield::Joker, laid->facing, 1.0}};
  } else if (const auto* place = std::get_if<Place>(&move)) {
    act.at = place->at;
    act.readings = {{place->shield, place->facing, 1.0}};
  }
  if (const auto* position = std::get_if<TakePosition>(&move))
    act.position = std::make_shared<const TakePosition>(*position);
  act.player = event.player;
  act.told = true;
  act.time = time;
  act.frame = frame;
  return act;
}

void OctagoneFollower::addTurn(int player, double time, std::int64_t frame) {
  ++batch_;
  Act turn = newAct(Act::Kind::Turn, {}, {});
  turn.player = player;
  turn.told = true;
  turn.time = time;
  turn.frame = frame;
  acts_.push_back(std::move(turn));
}

std::vector<Change> OctagoneFollower::said(const Event& event, double time, std::int64_t frame) {
  match_.check(event);
  if (match_.over()) {
    if (match_.judge(event).legal) return {};  // the end is declared once more
    throw Refused(header_.game, {"refused.over", {}});
  }
  if (event.action == "lady" && lady()) throw Refused(header_.game, {"refused.lady-lies", {}});
  if (event.action == "position") {
    ++batch_;
    acts_.push_back(toldAct(event, time, frame));
    return explainAnew();
  }
  if (event.action != "lady" && !begunOnTable()) throw Refused(header_.game, {"refused.lady-first", {}});
  if (event.player != match_.toMove()) addTurn(*event.player, time, frame);
  ++batch_;
  acts_.push_back(toldAct(event, time, frame));
  if (event.action == "lady") ladyAt_ = acts_.back().at;
  return explainAnew();
}

std::vector<Change> OctagoneFollower::saidTurn(int player, double time, std::int64_t frame) {
  if (player < 0 || player >= static_cast<int>(header_.players.size()))
    throw Refused(header_.game, {"refused.nobody", {}});
  if (match_.over()) throw Refused(header_.game, {"refused.over", {}});
  if (!begunOnTable()) throw Refused(header_.game, {"refused.lady-first-turn", {}});
  const std::vector<Act> before = acts_;
  const std::vector<TrackedEvent> events = events_;
  if (acts_.back().kind == Act::Kind::Position) {  // part of what is taken over
    TakePosition taken = *acts_.back().position;
    taken.turn = player;
    acts_.back().position = std::make_shared<const TakePosition>(std::move(taken));
    return explainAnew();
  }
  // Of two said one after the other the second counts.
  if (acts_.back().kind == Act::Kind::Turn) acts_.pop_back();
  addTurn(player, time, frame);
  std::vector<Change> changes = explainAnew();
  if (match_.toMove() == player) return changes;
  acts_ = before;
  (void)explainAnew();
  events_ = events;
  throw Refused(header_.game, {"refused.turn", {}});
}

std::vector<Change> OctagoneFollower::changeHeader(const HeaderChange& change) {
  GameHeader told = changed(told_, change);
  const bool firstTold = firstTold_ || change.first;
  explainer_ = Explainer(startsOf(told, firstTold));
  told_ = std::move(told);
  firstTold_ = firstTold;
  return explainAnew();
}

std::vector<Change> OctagoneFollower::answer(int question, const Face& face) {
  for (std::size_t act = 0; act < acts_.size(); ++act)
    if (acts_[act].id == question && acts_[act].at && shieldOrLady(face)) return tell(act, face, {});
  return {};
}

/// What lies there, as a person says it; the facing stays as it was read where nothing is said of it.
std::vector<Change> OctagoneFollower::tell(std::size_t act, const Face& face, std::optional<Facing> facing) {
  Act& told = acts_[act];
  if (!told.readings.empty() && !told.told) denied_[index(*told.at)] = told.readings.front();
  const Facing before = told.readings.empty() ? Facing::N : told.readings.front().facing;
  const bool isLady = face == kLady;
  told.kind = isLady ? Act::Kind::Lady : Act::Kind::Shield;
  told.readings = {{isLady ? Shield::Joker : *parseShield(face.detail()), facing.value_or(before), 1.0}};
  told.told = true;
  return explainAnew();
}

/// A turn without a shield was a skip. Before the White Lady lies there nobody can skip.
std::vector<Change> OctagoneFollower::turnDone(double time, std::int64_t frame) {
  const auto inTurn = match_.toMove();
  const bool seen = std::exchange(eventsAtTurnDone_, events_.size()) != events_.size();
  if (seen || !inTurn || match_.over() || !begunOnTable()) return {};
  ++batch_;
  Act skip = newAct(Act::Kind::Skip, {}, {});
  skip.player = inTurn;
  skip.told = true;
  skip.time = time;
  skip.frame = frame;
  acts_.push_back(std::move(skip));
  const auto changes = explainAnew();
  eventsAtTurnDone_ = events_.size();
  return changes;
}

std::vector<Change> OctagoneFollower::undo() {
  if (explanation_.events.empty()) return {};
  const bool turnSaid = acts_.back().kind == Act::Kind::Turn;
  const std::size_t act = turnSaid ? acts_.size() - 1 : explanation_.events.back().act;
  if (acts_[act].kind == Act::Kind::Lady) ladyAt_.reset();
  acts_.erase(acts_.begin() + static_cast<std::ptrdiff_t>(act));
  return explainAnew();
}

std::vector<Question> OctagoneFollower::questions() const {
  std::vector<Question> asked;
  for (const ShieldDoubt& doubt : explanation_.doubts) {
    const Act& act = acts_[doubt.act];
    if (act.told || doubt.shields.size() < 2 || doubt.shields.front().second >= kDoubtful ||
        !explanation_.lies[doubt.act])
      continue;
    Question question{act.id, {"ask.shield", {{"box", act.at->name()}}}, grid_.centre(*act.at), {}};
    for (const auto& [shield, share] : doubt.shields) question.answers.push_back({faceOf(shield), share});
    asked.push_back(std::move(question));
  }
  return asked;
}

std::vector<AgreedPiece> OctagoneFollower::agreed() const {
  std::vector<AgreedPiece> pieces;
  for (std::size_t n = explanation_.events.size(); n-- > 0;) {
    const ExplainedEvent& each = explanation_.events[n];
    if (each.event.action == "position") {
      for (const Cell box : boxes()) {
        const auto& laid = acts_[each.act].position->board[index(box)];
        const auto isThere = [&](const AgreedPiece& piece) { return piece.cell == box; };
        if (laid && std::none_of(pieces.begin(), pieces.end(), isThere))
          pieces.push_back({faceOf(laid->shield), box, laid->facing});
      }
      break;
    }
    if (each.event.action != "place" || each.event.takenBack) continue;
    const Cell at = *acts_[each.act].at;
    if (std::any_of(pieces.begin(), pieces.end(), [&](const AgreedPiece& piece) { return piece.cell == at; })) continue;
    pieces.push_back({Face("shield:" + each.event.fields.at("piece").get<std::string>()), at,
                      *Facing::parse(each.event.fields.at("facing").get<std::string>())});
  }
  const auto known = position() ? std::nullopt : lady();
  if (known && ladyAt_) pieces.push_back({kLady, *ladyAt_, acts_[*known].readings.front().facing});
  return pieces;
}

std::vector<MissingPiece> OctagoneFollower::missing() const {
  if (!acts_.empty() || !differences_.empty()) return {};
  return {{"lady", std::nullopt, kLady}};
}

std::optional<Cell> OctagoneFollower::required() const {
  const Json state = match_.describe();
  const auto found = state.find("required");
  if (match_.over() || found == state.end()) return std::nullopt;
  return Cell::parse(found->get<std::string>());
}

}  // namespace octo::tracker::octagone
