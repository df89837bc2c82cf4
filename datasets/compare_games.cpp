#include "datasets/compare_games.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "datasets/known_event.h"
#include "tracker/referee/match.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::Record;

bool samePiece(const Event& a, const Event& b) {
  return a.action == "place" && b.action == "place" && a.player == b.player && a.fields.at("at") == b.fields.at("at") &&
         a.fields.at("piece") == b.fields.at("piece");
}

Event withoutFrame(Event event) {
  event.fields.erase("frame");
  return event;
}

/// For each true event the position of the tracked one it is, in order, as many as possible; -1 where there is none.
template <class Each, class Same>
std::vector<int> matched(const std::vector<Each>& truth, const std::vector<Each>& tracked, const Same& same) {
  const std::size_t rows = truth.size(), columns = tracked.size();
  std::vector<std::vector<int>> most(rows + 1, std::vector<int>(columns + 1, 0));
  std::vector<std::vector<bool>> alike(rows, std::vector<bool>(columns));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;) {
      alike[i][j] = same(truth[i], tracked[j]);
      most[i][j] = alike[i][j] ? most[i + 1][j + 1] + 1 : std::max(most[i + 1][j], most[i][j + 1]);
    }
  std::vector<int> match(rows, -1);
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (alike[i][j])
      match[i++] = static_cast<int>(j++);
    else if (most[i + 1][j] >= most[i][j + 1])
      ++i;
    else
      ++j;
  }
  return match;
}

/// True events that are breaches, told by their verdict or by a later event.
std::vector<std::string> rulesBroken(const Record& record) {
  std::vector<std::string> rules(record.events.size());
  Match match(record.header);
  for (std::size_t n = 0; n < record.events.size(); ++n) {
    const Verdict verdict = match.play(record.events[n]);
    if (!verdict.legal) rules[n] = verdict.rule;
    for (const Exposure& exposure : verdict.exposes) rules[static_cast<std::size_t>(exposure.n) - 1] = exposure.rule;
  }
  return rules;
}

Result resultOf(const Record& record) {
  Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  return match.result();
}

Record recordOf(const Record& truth, const std::vector<Understood>& tracked) {
  Record record{truth.header, {}};
  for (const Understood& each : tracked) record.events.push_back(each.event.event);
  return record;
}

std::vector<Event> plain(const std::vector<Event>& events) {
  std::vector<Event> list;
  for (const Event& event : events) list.push_back(withoutFrame(event));
  return list;
}

/// What is known of the events, in order: rules broken as they are and as they were told, and which leave a trace.
struct Judged {
  std::vector<std::string> broken, claimed;
  std::vector<bool> leavesTrace;
};

GameComparison counted(const Record& truth, const std::vector<Understood>& tracked, const std::vector<int>& match,
                       const Judged& judged, double framesPerSecond) {
  std::vector<bool> claimRight(tracked.size(), false), right(tracked.size(), false);
  GameComparison comparison;
  comparison.tracked = static_cast<int>(tracked.size());
  for (std::size_t n = 0; n < truth.events.size(); ++n) {
    const Event& event = truth.events[n];
    auto& count = (judged.leavesTrace[n] ? comparison.visible : comparison.inferred)[event.action];
    ++count.truly;
    comparison.breaches += !judged.broken[n].empty();
    if (match[n] < 0) {
      if (comparison.firstMissed.empty()) comparison.firstMissed = event.toJson().dump();
      continue;
    }
    ++count.right;
    const auto position = static_cast<std::size_t>(match[n]);
    const bool same = judged.broken[n] == judged.claimed[position];
    comparison.found += !judged.broken[n].empty() && same;
    claimRight[position] = same;
    right[position] = true;
    if (event.fields.contains("frame"))
      comparison.delays.push_back(
          static_cast<double>(tracked[position].told - event.fields.at("frame").get<std::int64_t>()) / framesPerSecond);
  }
  for (std::size_t n = 0; n < tracked.size(); ++n) {
    std::size_t bin = 0;
    while (bin + 1 < comparison.bySureness.size() && tracked[n].sure >= GameComparison::kSureness[bin + 1]) ++bin;
    ++comparison.bySureness[bin].truly;
    comparison.bySureness[bin].right += right[n];
  }
  for (std::size_t n = 0; n < judged.claimed.size(); ++n)
    comparison.falselyClaimed += !judged.claimed[n].empty() && !claimRight[n];
  return comparison;
}

}  // namespace

Record asSeen(const Record& record) {
  Record seen{record.header, {}};
  Match match(record.header);
  for (const Event& event : record.events) {
    auto& events = seen.events;
    if (!events.empty() && events.back().takenBack && samePiece(events.back(), event) &&
        match.judge(withoutFrame(events.back())).rule != "octagone.facing")
      events.pop_back();
    match.play(event);
    events.push_back(event);
  }
  return seen;
}

namespace {

/// What the table shows of a record: nobody sees who was dealt an extra joker, and so no breach in a skip that another
/// deal would allow.
Record asPublic(Record record) {
  record.header.setup.erase("extra_joker");
  Match match(record.header);
  for (Event& event : record.events) {
    if (event.action == "skip" && event.stands && match.judge(withoutFrame(event)).legal) event.stands = false;
    match.play(withoutFrame(event));
  }
  return record;
}

/// Rules broken as they were told, event by event.
std::vector<std::string> rulesTold(const std::vector<Understood>& tracked) {
  std::vector<std::string> rules(tracked.size());
  for (std::size_t n = 0; n < tracked.size(); ++n) {
    const Verdict& verdict = tracked[n].event.verdict;
    if (!verdict.legal) rules[n] = verdict.rule;
    for (const Exposure& exposure : verdict.exposes) rules.at(static_cast<std::size_t>(exposure.n) - 1) = exposure.rule;
  }
  return rules;
}

/// Over in the same way, with the same winners and scores; of a pair only the sum can be known.
bool sameOutcome(const Result& a, const Result& b) {
  const auto sums = [](std::vector<int> scores) {
    if (scores.size() == 4) scores = {scores[0] + scores[2], scores[1] + scores[3]};
    return scores;
  };
  return a.over == b.over && a.reason == b.reason && a.winners == b.winners && sums(a.scores) == sums(b.scores);
}

GameComparison compareShields(const Record& record, const std::vector<Understood>& tracked, const Result& result,
                              double framesPerSecond) {
  const Record truth = asPublic(asSeen(record));
  const Record understood = recordOf(truth, tracked);
  const std::vector<int> match = matched(plain(truth.events), understood.events, std::equal_to<>());
  const std::vector<std::string> broken = rulesBroken(truth), claimed = rulesTold(tracked);
  std::vector<bool> leavesTrace;
  for (const Event& event : truth.events) leavesTrace.push_back(event.action != "skip");
  GameComparison comparison =
      counted(truth, tracked, match, {broken, claimed, std::move(leavesTrace)}, framesPerSecond);
  comparison.exact = comparison.visibleExact =
      plain(truth.events) == understood.events && comparison.falselyClaimed == 0;
  comparison.resultRight = sameOutcome(result, resultOf(asSeen(record)));
  return comparison;
}

std::vector<std::string> rulesOf(const std::vector<KnownEvent>& events) {
  std::vector<std::string> rules;
  for (const KnownEvent& event : events) rules.push_back(event.rule);
  return rules;
}

bool allSame(const std::vector<KnownEvent>& a, const std::vector<KnownEvent>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameEvent);
}

std::vector<KnownEvent> thatLeaveTraces(std::vector<KnownEvent> events) {
  std::erase_if(events, [](const KnownEvent& event) { return !event.leavesTrace; });
  return events;
}

GameComparison compareCards(const Record& truth, const std::vector<Understood>& tracked, const Result& result,
                            double framesPerSecond, int first, const Json& setup) {
  Record told = recordOf(truth, tracked);
  told.header.first = first;
  for (const auto& [field, value] : setup.items()) told.header.setup[field] = value;
  const std::vector<KnownEvent> known = knownEvents(truth), understood = knownEvents(told);
  std::vector<bool> leavesTrace;
  for (const KnownEvent& event : known) leavesTrace.push_back(event.leavesTrace);
  GameComparison comparison = counted(truth, tracked, matched(known, understood, sameEvent),
                                      {rulesOf(known), rulesOf(understood), std::move(leavesTrace)}, framesPerSecond);
  comparison.exact = first == truth.header.first && allSame(known, understood);
  comparison.visibleExact = allSame(thatLeaveTraces(known), thatLeaveTraces(understood));
  comparison.resultRight = result == resultOf(truth);
  return comparison;
}

}  // namespace

GameComparison compareGames(const Record& truth, const std::vector<Understood>& tracked, const Result& result,
                            double framesPerSecond, std::optional<int> first, const Json& setup) {
  if (truth.header.game == GameId::Octagone) return compareShields(truth, tracked, result, framesPerSecond);
  return compareCards(truth, tracked, result, framesPerSecond, first.value_or(truth.header.first), setup);
}

}  // namespace octo::datasets
