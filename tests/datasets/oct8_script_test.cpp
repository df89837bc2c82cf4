#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "datasets/scene/oct8_script.h"
#include "datasets/scene/zone_place.h"
#include "tests/datasets/record_text.h"
#include "tracker/follow/follower.h"
#include "tracker/oct8/arm.h"
#include "tracker/oct8/pieces.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::datasets;
using octo::test::text;
using tracker::Match;
using tracker::oct8::Arm;

namespace {

constexpr std::uint64_t kSeeds = 12;

/// The faces in a zone by the line of script, as describe() lists arms: sorted names.
std::multiset<std::string> armsIn(const LayoutLine& line, const TableRect& area) {
  std::multiset<std::string> faces;
  for (const ScenePiece& piece : line.pieces)
    if (area.contains(piece.pose.at) && Arm::parse(piece.face.text())) faces.insert(piece.face.text());
  return faces;
}

std::multiset<std::string> namesOf(const Json& arms) {
  std::multiset<std::string> names;
  for (const Json& arm : arms) names.insert(arm.get<std::string>());
  return names;
}

std::vector<ScenePiece> headsIn(const LayoutLine& line, const TableRect& area) {
  std::vector<ScenePiece> heads;
  for (const ScenePiece& piece : line.pieces)
    if (area.contains(piece.pose.at) && piece.face.family() == "head" && piece.face.detail() != "back")
      heads.push_back(piece);
  return heads;
}

bool liesIn(const LayoutLine& line, const TableRect& area, const char* face) {
  return std::any_of(line.pieces.begin(), line.pieces.end(), [&](const ScenePiece& piece) {
    return piece.face.text() == face && area.contains(piece.pose.at);
  });
}

int chipsIn(const LayoutLine& line, const TableRect& area) {
  int count = 0;
  for (const ScenePiece& piece : line.pieces)
    if (piece.face.family() == "chip" && area.contains(piece.pose.at))
      count += std::stoi(std::string(piece.face.detail()));
  return count;
}

void checkAgrees(const LayoutLine& line, const Match& match, const Layout& layout) {
  const Json state = match.describe();
  const auto area = [&](const std::string& zone) { return layout.zone(zone)->area; };
  for (const char* slot : {"s1", "s2", "s3"}) {
    INFO(slot);
    const bool there = state.at("shared").contains(slot);
    const auto heads = headsIn(line, area(slot));
    REQUIRE(heads.size() == (there ? 1U : 0U));
    if (!there) continue;
    CHECK(heads[0].face.detail() == state.at("shared").at(slot).at("head").get<std::string>());
    CHECK(armsIn(line, area(slot)) == namesOf(state.at("shared").at(slot).at("arms")));
  }
  for (std::size_t player = 0; player < state.at("players").size(); ++player) {
    INFO("player " << player);
    const std::string own = "p" + std::to_string(player) + ".";
    const Json& seat = state.at("players").at(player);
    for (const char* zone : {"field", "shipped"}) {
      INFO(zone);
      std::multiset<std::string> arms;
      for (const Json& octopus : seat.at(zone)) arms.merge(namesOf(octopus.at("arms")));
      CHECK(armsIn(line, area(own + zone)) == arms);
      CHECK(headsIn(line, area(own + zone)).size() == seat.at(zone).size());
    }
    CHECK(chipsIn(line, area(own + "chips")) == seat.at("chips").get<int>());
    CHECK(headsIn(line, area(own + "turn")).size() == (seat.at("colour").is_null() ? 0U : 1U));
  }
  CHECK(armsIn(line, area("discard")).size() == state.at("discard").size());
  CHECK(liesIn(line, area("heads"), "head:back") == (state.at("head_deck").get<int>() > 0));
  CHECK(liesIn(line, area("arms"), "back") == (state.at("arm_deck").get<int>() > 0));
}

}  // namespace

TEST_CASE("the same seed plays and lays the same game of Oct8, another seed another") {
  const auto game = playOct8(7, {2, 0.1});
  CHECK(text(game) == text(playOct8(7, {2, 0.1})));
  CHECK(text(game) != text(playOct8(8, {2, 0.1})));
  CHECK(layOutOct8(game, 7) == layOutOct8(game, 7));
  CHECK(layOutOct8(game, 7) != layOutOct8(game, 8));
}

TEST_CASE("games of Oct8 without breaches are in order to their end, for two to four players") {
  std::map<std::string, int> actions;
  for (const int players : {2, 3, 4})
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(players << " players, seed " << seed);
      const auto record = playOct8(seed, {players, 0});
      Match match(record.header);
      for (const Event& event : record.events) {
        ++actions[event.action];
        const Verdict verdict = match.play(event);
        INFO(event.toJson().dump() << " " << verdict.because);
        REQUIRE(verdict.legal);
      }
      CHECK(match.over());
      CHECK(record.events.size() < 400);
    }
  for (const char* action : {"turn-draw", "draw", "attach", "swap-hand", "swap", "chip", "ship", "discard", "refill",
                             "end-turn", "reveal"}) {
    INFO(action);
    CHECK(actions[action] > 0);
  }
}

TEST_CASE("at the end of Oct8 most players show their octopus colour, in any order, some a wrong one first") {
  int shown = 0, onlySaid = 0, corrected = 0, inOtherOrder = 0;
  for (std::uint64_t seed = 0; seed < 4 * kSeeds; ++seed) {
    const auto record = playOct8(seed, {2 + static_cast<int>(seed % 3), 0});
    Match match(record.header);
    std::vector<int> players;
    for (const Event& event : record.events) {
      match.play(event);
      if (event.action != "reveal") continue;
      CHECK(match.over());
      const bool again = !players.empty() && players.back() == *event.player;
      corrected += again;
      if (again) CHECK(event.fields != std::prev(&event)->fields);
      if (!again) players.push_back(*event.player);
    }
    shown += static_cast<int>(players.size());
    onlySaid += static_cast<int>(match.result().unrevealed.size());
    inOtherOrder += !std::is_sorted(players.begin(), players.end());
    CHECK(players.size() + match.result().unrevealed.size() == record.header.players.size());
  }
  CHECK(shown > 5 * onlySaid);
  CHECK(onlySaid > 3);
  CHECK(corrected > 3);
  CHECK(inOtherOrder > 10);
}

TEST_CASE("every breach of a game of Oct8 is marked as standing or taken back, and every kind occurs") {
  std::map<std::string, int> rules;
  int standing = 0, takenBack = 0, legallyTakenBack = 0;
  for (std::uint64_t seed = 0; seed < 4 * kSeeds; ++seed) {
    const auto record = playOct8(seed, {2 + static_cast<int>(seed % 3), 0.2});
    Match match(record.header);
    for (const Event& event : record.events) {
      const Verdict verdict = match.play(event);
      legallyTakenBack += verdict.legal && event.takenBack;
      if (verdict.legal) continue;
      ++rules[verdict.rule];
      INFO(event.toJson().dump());
      CHECK(event.stands != event.takenBack);
      (event.stands ? standing : takenBack) += 1;
    }
  }
  CHECK(standing > 50);
  CHECK(takenBack > 50);
  CHECK(legallyTakenBack > 5);
  for (const char* rule : {"turn-draw-colour", "eight", "phase", "must-act", "swap-sum", "block", "actions",
                           "ship-early", "field-limit", "refill"}) {
    INFO(rule);
    CHECK(rules["oct8." + std::string(rule)] > 0);
  }
}

TEST_CASE("a script of Oct8 shows what the referee says lies there, also where breaches stand") {
  for (const int players : {2, 3, 4})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto record = playOct8(seed, {players, 0.15});
      const auto lines = layOutOct8(record, seed);
      const Layout layout = tracker::seededLayout(GameId::Oct8, players);
      REQUIRE(lines.size() == record.events.size() + 1);
      Match match(record.header);
      checkAgrees(lines[0], match, layout);
      for (std::size_t n = 1; n < lines.size(); ++n) {
        INFO(players << " players, seed " << seed << ", event " << n << ": " << record.events[n - 1].toJson().dump());
        CHECK(lines[n].event == static_cast<int>(n));
        // What is taken back lies there in its own line only.
        Match shown = match;
        Event event = record.events[n - 1];
        match.play(event);
        event.takenBack = false;
        event.stands = true;
        shown.play(event);
        checkAgrees(lines[n], shown, layout);
      }
    }
}

TEST_CASE("nobody swaps like cards in a game of Oct8, which nobody could see") {
  int swaps = 0;
  for (std::uint64_t seed = 0; seed < 4 * kSeeds; ++seed)
    for (const Event& event : playOct8(seed, {2, 0.2}).events) {
      swaps += event.action == "swap";
      if (event.action == "swap") CHECK(event.fields.at("take") != event.fields.at("for"));
      if (event.action == "swap-hand") CHECK(event.fields.at("give") != Json::array({event.fields.at("take")}));
    }
  CHECK(swaps > 50);
}

TEST_CASE("what is taken back in Oct8 lies again as it lay") {
  int cards = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOct8(seed, {2, 0.2});
    const auto lines = layOutOct8(record, seed);
    for (std::size_t n = 1; n + 1 < lines.size(); ++n) {
      if (!record.events[n - 1].takenBack) continue;
      // Whatever is gone for a moment is there again, unless the next event takes it.
      if (record.events[n].action != "draw" && record.events[n].action != "end-turn") continue;
      INFO("seed " << seed << ", event " << n << ": " << record.events[n - 1].toJson().dump());
      for (const ScenePiece& piece : lines[n - 1].pieces) {
        if (!Arm::parse(piece.face.text())) continue;
        const auto& after = lines[n + 1].pieces;
        CHECK(std::find(after.begin(), after.end(), piece) != after.end());
        ++cards;
      }
    }
  }
  CHECK(cards > 20);
}

TEST_CASE("columns of Oct8 go towards their owner, each arm over the one before") {
  for (const int players : {2, 4}) {
    const auto record = playOct8(3, {players, 0});
    const auto lines = layOutOct8(record, 3);
    const Layout layout = tracker::seededLayout(GameId::Oct8, players);
    int columns = 0;
    for (const LayoutLine& line : lines)
      for (int player = -1; player < players; ++player) {
        const double angle = player < 0 ? 0 : angleFor(seat(player, players));
        const auto zone = player < 0 ? std::string("s2") : "p" + std::to_string(player) + ".field";
        const Place up = placeOf(layout.zone(zone)->area, angle);
        const auto rightAndUp = [&](const ScenePiece& piece) {
          const TablePoint x = up.at(1, 0), y = up.at(0, 1);
          const double dx = piece.pose.at.x - up.centre.x, dy = piece.pose.at.y - up.centre.y;
          return std::pair{dx * (x.x - up.centre.x) + dy * (x.y - up.centre.y),
                           dx * (y.x - up.centre.x) + dy * (y.y - up.centre.y)};
        };
        for (const ScenePiece& head : headsIn(line, layout.zone(zone)->area)) {
          std::vector<ScenePiece> arms;
          for (const ScenePiece& piece : line.pieces)
            if (Arm::parse(piece.face.text()) && layout.zone(zone)->area.contains(piece.pose.at) &&
                std::abs(rightAndUp(piece).first - rightAndUp(head).first) < 12)
              arms.push_back(piece);
          std::sort(arms.begin(), arms.end(), [&](const ScenePiece& a, const ScenePiece& b) {
            return rightAndUp(a).second > rightAndUp(b).second;
          });
          const ScenePiece* above = &head;
          for (const ScenePiece& arm : arms) {
            CHECK(arm.layer > above->layer);
            CHECK(rightAndUp(*above).second - rightAndUp(arm).second == Approx(22).margin(9));
            CHECK(std::abs(std::remainder(arm.pose.angle - angle, 360.0)) < 9);
            above = &arm;
          }
          columns += arms.size() > 1;
        }
      }
    CHECK(columns > 20);
  }
}

TEST_CASE("a card off the arm deck of Oct8 that goes to a hand shows in a script as its player's hand only") {
  const auto record = playOct8(5, {2, 0});
  const auto lines = layOutOct8(record, 5);
  const TableRect deck = tracker::seededLayout(GameId::Oct8, 2).zone("arms")->area;
  int hidden = 0;
  for (std::size_t n = 1; n < lines.size(); ++n) {
    const Event& event = record.events[n - 1];
    const bool offDeck = (event.action == "turn-draw" && event.fields.at("to") == "hand") ||
                         (event.action == "draw" && event.fields.at("from").front() == "deck");
    INFO(event.toJson().dump());
    CHECK(lines[n].hands.empty() != offDeck);
    for (const SceneHand& hand : lines[n].hands) {
      ++hidden;
      CHECK(hand.player == event.player);
      REQUIRE(hand.from);
      CHECK(deck.contains(*hand.from));
    }
  }
  CHECK(hidden > 10);
}

TEST_CASE("no octopus of Oct8 lies on another, since nobody makes more than a field has room for") {
  constexpr double kAcross = 60, kDown = 85;  // a card, but for how inexactly people lay them, mm
  for (const std::uint64_t seed : {88204, 88209}) {
    const auto record = playOct8(seed, {2, 0.05});
    for (const LayoutLine& line : layOutOct8(record, seed)) {
      INFO("seed " << seed << ", event " << line.event);
      const auto heads = headsIn(line, {-1000, -1000, 1000, 1000});
      for (const ScenePiece& one : heads)
        for (const ScenePiece& other : heads)
          if (one.id < other.id)
            REQUIRE((std::abs(one.pose.at.x - other.pose.at.x) > kAcross ||
                     std::abs(one.pose.at.y - other.pose.at.y) > kDown));
    }
  }
}
