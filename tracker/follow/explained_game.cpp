#include "tracker/follow/explained_game.h"

#include <algorithm>
#include <utility>

#include "tracker/follow/forearms.h"
#include "tracker/follow/guess.h"
#include "tracker/follow/new_sign.h"
#include "tracker/referee/match.h"

namespace octo::tracker {
namespace {

/// What speaks against each event that people or a record tell being a breach, where they call it none.
constexpr double kToldBreach = 4.5;
/// Once the game is over, a table of which so much more is unexplained is being cleared.
constexpr std::size_t kCleared = 3;
/// So many of the latest rests decide what is not settled yet.
constexpr std::size_t kUndecided = 12;
/// A game that was cut off goes on at a table of which no more than one piece to so many seen is unexplained: one is
/// misread or lies askew now and then, of another game's table hardly any is where it should be.
constexpr std::size_t kToOneUnexplained = 5;
/// An event less sure is asked about.
constexpr double kDoubtful = 0.8;

/// A breach that something followed stands.
void decide(std::vector<ExplainedStep>& steps, bool finished) {
  for (std::size_t n = 0; n < steps.size(); ++n) {
    ExplainedStep& step = steps[n];
    if (step.told || !step.breach || step.event.takenBack) continue;
    step.event.stands = finished || n + 1 < steps.size();
  }
}

/// Played otherwise the game begins with other pieces: fills in the setup that lies there then; the rest that shows it.
/// Throws Refused where none does.
std::size_t readSetUpAgain(GameHeader& header, const GameTable& table, const SeenRests& rests) {
  GameHeader asked = header;
  asked.setup = Json::object();
  for (std::size_t rest = 0; rest < rests.size(); ++rest)
    if (const auto found = table.setUp(asked, rests[rest].observation)) {
      header.setup = found->setup;
      return rest;
    }
  throw Refused(header.game, {"refused.setup", {}});
}

}  // namespace

ExplainedGame::ExplainedGame(const GameHeader& header, const Layout& layout, MakeTable makeTable, bool firstTold)
    : asked_(header),
      header_(header),
      makeTable_(std::move(makeTable)),
      table_(makeTable_(header)),
      turnPlaces_(layout),
      starts_(header, firstTold) {}

void ExplainedGame::begin(std::span<const TrackedEvent> earlier) {
  told_.clear();
  for (const TrackedEvent& each : earlier)
    told_.push_back({each.event, each.inferred, !each.verdict.legal, true, each.time, each.frame, 0});
  earlier_ = told_.size();
  if (table_->beginsEmpty() && !firstTold() && earlier.empty()) starts_.allowAnybody(header_.players.size());
  explainer_ = makeExplainer();
}

void ExplainedGame::begin(const GameHeader& setUp, const std::vector<Observation>& opening) {
  const int first = header_.first;
  header_ = setUp;
  header_.first = first;
  rests_.forgetFrom(0);
  starts_.readSetUp(header_.setup, table_->otherSetUps(header_, opening));
  if (!firstTold() && !opening.empty()) {
    if (const auto marked = markedIn(opening.front()))
      starts_.allowOnly(*marked);
    else
      starts_.allowAnybody(header_.players.size());
    const auto reaching =
        std::find_if(opening.begin(), opening.end(), [](const Observation& each) { return !each.forearms.empty(); });
    if (reaching != opening.end())
      starts_.seeReaching(whoReachedIn(reaching->forearms, static_cast<int>(header_.players.size())));
  }
  begin({});
}

void ExplainedGame::change(const HeaderChange& change) {
  GameHeader asked = changed(asked_, change), header = changed(header_, change);
  std::shared_ptr<const GameTable> table = makeTable_(asked);
  std::vector<ExplainedStep> known = told_;
  known.resize(std::min(earlier_, known.size()));
  std::size_t from = 0;
  if (hasBegun()) {
    try {
      (void)Match(header);
    } catch (const Malformed&) {
      if (!known.empty()) throw;
      from = readSetUpAgain(header, *table, rests_);
    }
    Match match(header);
    for (const ExplainedStep& each : known) match.play(each.event);
    if (header.setup != header_.setup) starts_.forgetSetUps();
  }
  std::swap(table_, table);  // what was explained so far may look at the one before, up to the end of this function
  asked_ = std::move(asked);
  header_ = std::move(header);
  if (change.first) starts_.tellFirst(header_.first);
  if (hasBegun()) explainAnew(std::move(known), from);
}

void ExplainedGame::pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing) {
  pins_.pin(piece, face, facing);
}

std::optional<TakenTable> ExplainedGame::goesOnFrom(const Observation& look, std::optional<int> toMove) const {
  std::optional<TakenTable> taken;
  if (!table_->beginsEmpty())
    taken = table_->taken(header_, pins_.apply(look));
  else if (const auto lying = position().taken(pins_.apply(look)))
    taken = TakenTable{header_, *lying};
  if (taken) taken->position.fields["turn"] = markedIn(look).value_or(toMove.value_or(header_.first));
  return taken;
}

Explainer ExplainedGame::makeExplainer() {
  GameHeader header = header_;
  if (table_->beginsEmpty()) header.options = asked_.options;
  std::vector<Explainer::Start> starts;
  for (const PossibleStart& each : starts_.combine(header, table_->ways(header))) {
    starts.push_back(startAfterTold(each.header));
    starts.back().cost += each.cost;
  }
  return {std::move(starts), static_cast<int>(header_.players.size())};
}

/// What was told lies there, whatever that game's rules say of it.
Explainer::Start ExplainedGame::startAfterTold(const GameHeader& header) const {
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

/// With the options found out: what the table has shown, and whatever the likeliest game is played by.
GameHeader ExplainedGame::headerNow() const {
  GameHeader header = header_;
  const GameHeader& likeliest = starts_.at(explainer_->start()).header;
  header.first = likeliest.first;
  if (!table_->beginsEmpty()) {
    header.setup = likeliest.setup;
    return header;
  }
  header.options = asked_.options;
  header.setup = asked_.setup;
  const bool ended = finished_ || saidOverAt_ == explainer_->game().size();
  const Json shown = ended ? position().shownByEnd() : Json::object();
  for (const auto& [field, value] : shown.items())
    if (!header.setup.contains(field)) header.setup[field] = value;
  const Json found = starts_.optionsFound(explainer_->start(), explainer_->starts());
  for (const auto& [option, value] : found.items()) header.options[option] = value;
  return header;
}

void ExplainedGame::explain(std::size_t rest, bool again) {
  const Observation& look = rests_[rest].observation;
  if (!position().otherTable(look).empty()) return;
  ShownRest shown{pins_.apply(look)};
  shown.again = again;
  shown.denied = rests_[rest].denied;
  shown.marked = turnPlaces_.newlyMarked(rests_.upTo(rest));
  shown.sign = newSign(rests_.upTo(rest), position(), explainer_->game());
  const auto sign = shown.sign;
  explainer_->rest(std::move(shown));
  if (sign && position().saysOver(*sign)) saidOverAt_ = explainer_->game().size();
}

bool ExplainedGame::see(const Observation& look, std::size_t events) {
  const bool cleared =
      position().mayBeOver() && explainer_->unexplainedAt(pins_.apply(look)) >= explainer_->unexplained() + kCleared;
  const bool again = rests_.isAgain(look);
  rests_.add(look, events);
  explain(rests_.size() - 1, again);
  if (!cleared || explainer_->unexplained() == 0) return true;
  closed_ = true;
  explainer_->forgetLatest();
  rests_.forgetFrom(rests_.size() - 1);
  return false;
}

void ExplainedGame::finish() {
  if (!finished_) conclude();
  finished_ = true;
}

/// Nothing follows any more.
void ExplainedGame::conclude() {
  const Observation* latest = rests_.latest();
  if (!latest) return;
  explainer_->end(latest->time, latest->frame);
  if (position().over()) return;
  if (const auto events = position().conclude(); !events.empty()) explainer_->add(events, latest->time, latest->frame);
}

bool ExplainedGame::leadsTo(const Observation& look) const {
  Explainer tried = *explainer_;
  tried.rest({look});
  const std::vector<ExplainedStep> steps = tried.game();
  return kToOneUnexplained * tried.unexplained() <= look.pieces.size() &&
         std::all_of(steps.begin(), steps.end(), [](const ExplainedStep& step) { return step.told || !step.breach; });
}

void ExplainedGame::say(std::vector<ProposedEvent> events, double time, std::int64_t frame) {
  hear({.saying = {0, time, frame}, .events = std::move(events)});
}

void ExplainedGame::sayTurn(int player, double time, std::int64_t frame) {
  hear({.saying = {0, time, frame}, .turnOf = player});
}

void ExplainedGame::hear(Word word) {
  word.saying.id = words_.newId();
  word.rests = rests_.size();
  if (word.turnOf) {
    if (!explainer_->sayTurn(*word.turnOf, word.saying)) throw Refused(header_.game, {"refused.turn", {}});
  } else {
    explainer_->say(word.events, word.saying);
  }
  words_.add(std::move(word));
}

bool ExplainedGame::sayTurnOfTaken(int player) {
  std::vector<ExplainedStep> known = steps();
  if (known.empty() || known.back().event.action != "position") return false;
  Word* word = words_.of(known.back());
  if (!word) return false;
  word->events.back().event.fields["turn"] = player;
  known.pop_back();
  explainAnew(std::move(known), word->rests);
  return true;
}

void ExplainedGame::unsayLatest() {
  words_.removeLatest();
  explainLatestAnew();
}

void ExplainedGame::explainLatestAnew() {
  const std::size_t from = rests_.size() > kUndecided ? rests_.size() - kUndecided : 0;
  std::vector<ExplainedStep> known = steps();
  const auto open = std::find_if(known.begin() + static_cast<std::ptrdiff_t>(std::min(earlier_, known.size())),
                                 known.end(), [&](const ExplainedStep& step) { return !isBefore(step, from); });
  known.erase(open, known.end());
  explainAnew(std::move(known), from);
}

std::size_t ExplainedGame::restOf(const ExplainedStep& step) const {
  if (const Word* word = words_.of(step)) return word->rests;
  return rests_.firstAt(step.time);
}

bool ExplainedGame::isBefore(const ExplainedStep& step, std::size_t rest) const {
  if (const Word* word = words_.of(step)) return word->rests <= rest;
  return rest < rests_.size() && step.time < rests_[rest].observation.time;
}

void ExplainedGame::repeatWords(std::size_t rests) {
  for (const Word& word : words_.saidAt(rests, told_))
    if (word.turnOf)
      (void)explainer_->sayTurn(*word.turnOf, word.saying);
    else
      explainer_->say(word.events, word.saying);
}

void ExplainedGame::explainAnew(std::vector<ExplainedStep> steps, std::size_t fromRest) {
  explainFrom(std::move(steps), fromRest);
  while (replaceAgain()) {
  }
}

void ExplainedGame::explainFrom(std::vector<ExplainedStep> steps, std::size_t fromRest) {
  for (ExplainedStep& each : steps) each.told = true;
  told_ = std::move(steps);
  if (!told_.empty()) starts_.allowOnly(header_.first);
  Explainer explainer = makeExplainer();
  if (fromRest > 0) explainer.goOnFrom(*explainer_, pins_.apply(rests_[fromRest - 1].observation));
  explainer_ = std::move(explainer);
  closed_ = false;
  repeatWords(fromRest);
  for (std::size_t rest = fromRest; rest < rests_.size(); ++rest) {
    explain(rest, false);
    repeatWords(rest + 1);
  }
  if (finished_) conclude();
}

/// The first step that a person has replaced once and that was found again: true where there was one. What was said to
/// have happened instead is told as theirs, also where it now explains the table by itself.
bool ExplainedGame::replaceAgain() {
  std::vector<ExplainedStep> known = steps();
  for (std::size_t n = told_.size(); n < known.size(); ++n)
    if (const auto right = replacements_.insteadOf(known[n], told_)) {
      const ExplainedStep wrong = known[n];
      known.resize(n);
      addInstead(known, wrong, *right, *table_, header_);
      explainFrom(std::move(known), restOf(wrong));
      return true;
    }
  return false;
}

void ExplainedGame::correct(std::size_t n, const std::optional<Event>& event) {
  const std::vector<ExplainedStep> steps = this->steps();
  const ExplainedStep& wrong = steps[n];
  std::vector<ExplainedStep> known(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(n));
  const std::size_t rest = restOf(wrong);
  const std::vector<ExplainedStep> all = replacements_.takeAll(wrong);
  Word* word = words_.of(wrong);
  if (event) {
    if (known.empty() && !firstTold() && event->player) header_.first = *event->player;
    addInstead(known, wrong, *event, *table_, header_);
    if (word)
      word->events = {{*event, false}}, word->turnOf.reset();
    else
      for (const ExplainedStep& each : all) replacements_.add({plainly(each.event), *event, each.time, each.inferred});
    if (event->takenBack) {  // though it may lie there yet
      rests_.deny(plainly(*event), rest, rests_.size());
      rests_.denyNext(plainly(*event));
    }
  } else if (word) {
    words_.removeOf(wrong);
  } else {
    for (const ExplainedStep& each : all) deny(each, steps, n, rest);
  }
  explainAnew(std::move(known), rest);
}

/// From its rest on it is not found again; of what leaves no trace, and may well happen another time, that holds up to
/// the next thing that was seen.
void ExplainedGame::deny(const ExplainedStep& wrong, const std::vector<ExplainedStep>& steps, std::size_t n,
                         std::size_t rest) {
  const Event plain = plainly(wrong.event);
  std::size_t end = rests_.size();
  if (wrong.inferred) {
    const auto later = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(n), steps.end(),
                                    [&](const ExplainedStep& step) { return restOf(step) > rest; });
    if (later != steps.end())
      end = std::min(end, restOf(*later) + 1);
    else
      rests_.denyNext(plain);
  }
  rests_.deny(plain, rest, end);
}

void ExplainedGame::takeOut(std::size_t n) {
  std::vector<ExplainedStep> known = steps();
  const std::size_t rest = restOf(known[n]);
  known.resize(n);
  rests_.forgetFrom(rest);
  words_.forgetRestsFrom(rest);
  explainAnew(std::move(known), rest);
}

void ExplainedGame::tell(const SeenPiece& piece, TablePoint at, const Face& face) {
  const std::size_t since = rests_.lyingSince(at);
  pins_.pin(piece, face);
  std::vector<ExplainedStep> known = steps();
  std::erase_if(known, [&](const ExplainedStep& step) { return !isBefore(step, since); });
  explainAnew(std::move(known), since);
}

std::vector<ExplainedStep> ExplainedGame::steps() const {
  std::vector<ExplainedStep> steps = told_;
  for (ExplainedStep& each : explainer_->game()) steps.push_back(std::move(each));
  decide(steps, finished_);
  return steps;
}

std::vector<double> ExplainedGame::confidences() const {
  std::vector<double> sure(told_.size(), 1.0);
  for (const double each : explainer_->confidences()) sure.push_back(each);
  return sure;
}

std::size_t ExplainedGame::concludeHeader(const std::vector<ExplainedStep>& steps) {
  header_ = headerNow();
  std::vector<Event> events;
  std::vector<bool> inferred;
  for (const ExplainedStep& step : steps) {
    events.push_back(step.event);
    inferred.push_back(step.inferred && !step.told);
  }
  return table_->conclude(header_, events, inferred);
}

std::vector<Hypothesis> ExplainedGame::hypotheses() const {
  std::vector<Hypothesis> all = explainer_->hypotheses();
  for (Hypothesis& each : all) {
    std::vector<Event> events;
    for (const ExplainedStep& told : told_) events.push_back(withoutGuess(told.event));
    for (Event& event : each.events) events.push_back(withoutGuess(std::move(event)));
    each.events = std::move(events);
  }
  return all;
}

std::vector<Doubt> ExplainedGame::doubts() const {
  std::vector<Doubt> doubts;
  const std::vector<ExplainedStep> game = explainer_->game();
  const std::vector<double> sure = explainer_->confidences();
  for (std::size_t n = 0; n < game.size(); ++n)
    if (!game[n].told && !game[n].event.takenBack && sure[n] < kDoubtful)
      if (auto doubt = position().doubtAbout(game[n].event, explainer_->hypotheses()))
        doubts.push_back(std::move(*doubt));
  for (Doubt& doubt : position().openQuestions()) doubts.push_back(std::move(doubt));
  return doubts;
}

}  // namespace octo::tracker
