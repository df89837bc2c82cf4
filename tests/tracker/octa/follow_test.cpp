// Whole games as scripts lay them, told to the follower as good eyes would see them.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "datasets/scene/octa_script.h"
#include "datasets/scene/seen_table.h"
#include "tracker/follow/follower.h"
#include "tracker/referee/match.h"

namespace {

using namespace octo;
using namespace octo::datasets;
using tracker::Record;

std::unique_ptr<tracker::Follower> followed(const Record& record, std::uint64_t seed, const Eyesight& eyes) {
  auto follower = tracker::follow(record.header, tracker::seededLayout(GameId::Octa, 2));
  for (const ScriptLook& look : seenScript(record, layOutOcta(record, seed), eyes, Random(seed)))
    follower->observe(look.observation);
  follower->finish();
  return follower;
}

std::string listed(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += event.toJson().dump() + "\n";
  return text;
}

std::string listed(const std::vector<TrackedEvent>& events) {
  std::string text;
  for (const TrackedEvent& each : events) text += each.event.toJson().dump() + "\n";
  return text;
}

Result resultOf(const Record& record) {
  tracker::Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  return match.result();
}

/// Events until something else than these was done, or the record ends.
Record upTo(Record record, std::size_t events) {
  record.events.resize(std::min(events, record.events.size()));
  return record;
}

}  // namespace

TEST_CASE("games of Octa in order are followed to the last event") {
  int exact = 0;
  constexpr int kGames = 6;
  for (std::uint64_t seed = 300; seed < 300 + kGames; ++seed) {
    const Record record = playOcta(seed, {2, 0});
    const auto follower = followed(record, seed, {});
    INFO("seed " << seed << "\n" << listed(follower->events()));
    exact += listed(follower->events()) == listed(record.events);
    CHECK(follower->result().scores == resultOf(record).scores);
  }
  CHECK(exact >= kGames - 1);
}

TEST_CASE("games of Octa are followed where cards lie some millimetres from where they are seen") {
  for (std::uint64_t seed = 320; seed < 322; ++seed) {
    const Record record = playOcta(seed, {2, 0});
    const auto follower = followed(record, seed, {.offMm = 1.5, .offDegrees = 1.5});
    INFO("seed " << seed << "\n" << listed(follower->events()));
    CHECK(listed(follower->events()) == listed(record.events));
  }
}

TEST_CASE("a card of Octa's pot that lies again where it lay was taken back, and is no second swap") {
  std::istringstream lines(R"({"octoscope":1,"game":"octa","players":["Ann","Ben"],"first":0,"options":{},"setup":)"
                           R"({"pot":["4C","6H","7C","9D","6C","AD","3S","4S"],"actions":["QD","QC"]}}
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"swap","pot":3,"give":"7H","taken_back":true}
{"player":0,"do":"discard","cards":["2H"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"KH","onto":1}
{"player":1,"do":"discard","cards":["5S"]}
)");
  const Record record = tracker::readRecord(lines, "lines");
  const auto follower = followed(record, 1, {.between = 1});
  CHECK(listed(follower->events()) == listed(record.events));
}

TEST_CASE("after any events of Octa all that is open on the table can be drawn") {
  const Record record = upTo(playOcta(300, {2, 0}), 60);
  const auto pieces = tracker::lyingAfter(record.header, tracker::seededLayout(GameId::Octa, 2), record.events);
  tracker::Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  std::multiset<std::string> open, drawn;
  const Json state = match.describe();
  for (const Json& card : state["pot"])
    if (card.is_string()) open.insert(card.get<std::string>());
  for (const auto& [name, run] : state["runs"].items())
    for (const Json& card : run["places"]) open.insert(card.get<std::string>());
  for (const tracker::LyingPiece& piece : pieces) drawn.insert(piece.face.text());
  CHECK(state["runs"].size() > 1);
  for (const std::string& card : open) CHECK(drawn.count(card) >= open.count(card));
  CHECK(drawn.count("token:1") == 1);
  CHECK(drawn.count("token:2") == 1);
}

TEST_CASE("Octa's setup is read from the table") {
  const Record record = playOcta(1, {2, 0});
  Record asked = record;
  asked.header.setup = Json::object();
  auto follower = tracker::follow(asked.header, tracker::seededLayout(GameId::Octa, 2), {}, true);
  for (const ScriptLook& look : seenScript(upTo(record, 6), layOutOcta(upTo(record, 6), 1), {}, Random(1)))
    follower->observe(look.observation);
  CHECK(follower->header().setup == record.header.setup);
  CHECK(follower->events().size() >= 4);
}

TEST_CASE("what is drawn leaves no trace but an arm at the stock, and is marked as concluded") {
  const Record record = upTo(playOcta(2, {2, 0}), 12);
  const auto follower = followed(record, 2, {});
  int draws = 0;
  for (const TrackedEvent& each : follower->events()) {
    draws += each.event.action == "draw";
    const bool unseen = each.event.action == "draw" || each.event.action == "end-turn";
    if (unseen) CHECK(each.inferred);
    if (each.event.action == "swap" || each.event.action == "meld") CHECK_FALSE(each.inferred);
  }
  CHECK(draws >= 2);
}

TEST_CASE("a breach of Octa is named, and stands or was taken back as the table shows") {
  int breaches = 0, named = 0;
  for (std::uint64_t seed = 310; seed < 316; ++seed) {
    const Record record = playOcta(seed, {2, 0.12});
    const auto follower = followed(record, seed, {});
    tracker::Match match(record.header);
    for (const Event& event : record.events) {
      const Verdict verdict = match.play(event);
      if (verdict.legal) continue;
      ++breaches;
      named += std::any_of(follower->events().begin(), follower->events().end(), [&](const TrackedEvent& each) {
        return each.event == event && each.verdict.rule == verdict.rule;
      });
    }
  }
  CHECK(breaches > 8);
  CHECK(named * 2 > breaches);
}
