#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "datasets/scene/oct8_script.h"
#include "datasets/scene/seen_table.h"
#include "tests/tracker/oct8/games.h"
#include "tracker/follow/follower.h"

using namespace octo;
using namespace octo::tracker;
using datasets::Eyesight;

namespace {

/// A game and what eyes see of it.
struct Seen {
  Record record;
  std::vector<datasets::ScriptLook> looks;
};

Seen seen(Record record, std::uint64_t seed, const Eyesight& eyes = {}) {
  const auto lines = datasets::layOutOct8(record, seed);
  auto looks = datasets::seenScript(record, lines, eyes, datasets::Random(seed).fork("eyes"));
  return {std::move(record), std::move(looks)};
}

Record played(std::uint64_t seed, double breaches) { return datasets::playOct8(seed, {2, breaches}); }

std::unique_ptr<Follower> following(const Seen& game) {
  auto follower = follow(game.record.header, seededLayout(GameId::Oct8, 2));
  for (const auto& look : game.looks) follower->observe(look.observation);
  follower->finish();
  return follower;
}

std::vector<std::string> lines(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : events) lines.push_back(event.toJson().dump());
  return lines;
}

std::vector<std::string> lines(const Follower& follower) {
  std::vector<Event> events;
  for (const TrackedEvent& each : follower.events()) events.push_back(each.event);
  return lines(events);
}

Result resultOf(const Record& record) {
  Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  return match.result();
}

}  // namespace

TEST_CASE("whole games of Oct8 are followed word for word, draws and ends of turns that leave no trace too") {
  for (const std::uint64_t seed : {900, 901}) {
    INFO("seed " << seed);
    const Seen game = seen(played(seed, 0), seed);
    const auto follower = following(game);
    CHECK(lines(*follower) == lines(game.record.events));
    CHECK(follower->result() == resultOf(game.record));
  }
}

TEST_CASE("breaches of Oct8 are named, standing or taken back, and nobody is accused who did nothing wrong") {
  const std::uint64_t seed = 3;
  const Seen game = seen(played(seed, 0.1), seed);
  const auto follower = following(game);
  CHECK(lines(*follower) == lines(game.record.events));
  CHECK(std::count_if(follower->events().begin(), follower->events().end(),
                      [](const TrackedEvent& each) { return !each.verdict.legal; }) == 3);
}

TEST_CASE("a table of Oct8 half-way through a move, and a card that cannot be read for a while, change nothing") {
  const std::uint64_t seed = 4;
  Seen game = seen(played(seed, 0), seed, Eyesight{.between = 1});
  for (std::size_t look = 3; look < game.looks.size(); look += 7)
    game.looks[look].observation.pieces[look % 5].faces = {{Face::unknown(), 0.6}};
  CHECK(following(game)->result() == resultOf(game.record));
}
