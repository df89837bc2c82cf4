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

TEST_CASE("a game of Oct8 with a breach is followed word for word, whether it stands or is taken back") {
  for (const std::uint64_t seed : {1, 4}) {
    INFO("seed " << seed);
    const Seen game = seen(played(seed, 0.1), seed);
    CHECK(lines(*following(game)) == lines(game.record.events));
  }
}

TEST_CASE("a move that rests show half done, some with an arm over the table, is one move") {
  const Seen game = seen(played(61003, 0), 61003, {.between = 1, .armStays = 0.4});
  const auto follower = following(game);
  CHECK(lines(*follower) == lines(game.record.events));
}

TEST_CASE("the table is drawn as it is laid") {
  const Record record = played(900, 0);
  const auto script = datasets::layOutOct8(record, 900);
  const Layout layout = seededLayout(GameId::Oct8, 2);
  const auto near = [](const LyingPiece& piece, const std::vector<datasets::ScenePiece>& pieces, double mm) {
    return std::any_of(pieces.begin(), pieces.end(), [&](const datasets::ScenePiece& each) {
      return each.face == piece.face && distance(each.pose.at, piece.pose.at) < mm;
    });
  };
  // People lay within a few millimetres; the order of the arms in a column is not known.
  for (const auto& [events, mm] : {std::pair<std::size_t, double>{0, 15}, {12, 8 * 22 + 15}}) {
    INFO(events << " events");
    const auto& pieces = script[events].pieces;
    const auto lying = lyingAfter(record.header, layout,
                                  {record.events.begin(), record.events.begin() + static_cast<std::ptrdiff_t>(events)});
    CHECK(lying.size() >= 6);
    for (const LyingPiece& piece : lying)
      if (!piece.face.isUnknown()) CHECK(near(piece, pieces, mm));
  }
}
