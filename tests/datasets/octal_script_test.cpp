#include "datasets/scene/octal_script.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "datasets/scene/seen_table.h"
#include "tests/datasets/record_text.h"
#include "tracker/follow/follower.h"
#include "tracker/octal/card.h"
#include "tracker/octal/pieces.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::datasets;
using octo::test::text;
using tracker::Match;

namespace {

constexpr int kSeeds = 30;

/// What can be seen of a question, the top card (nearest to player 0) first.
std::vector<std::string> seenIn(const LayoutLine& line, const TableRect& area) {
  const auto shares = visibleShares(line.pieces, vision::printEdition(GameId::Octal));
  std::vector<const ScenePiece*> pieces;
  for (const ScenePiece& piece : line.pieces)
    if (piece.layer > 0 && shares.at(piece.id) > 0.15 && area.contains(piece.pose.at)) pieces.push_back(&piece);
  std::sort(pieces.begin(), pieces.end(), [](const auto* a, const auto* b) { return a->layer > b->layer; });
  std::vector<std::string> faces;
  for (const ScenePiece* piece : pieces) faces.push_back(piece->face.text());
  return faces;
}

bool onTheMat(const LayoutLine& line) {
  return std::all_of(line.pieces.begin(), line.pieces.end(), [](const ScenePiece& piece) {
    return std::abs(piece.pose.at.x) < 272 - 30 && std::abs(piece.pose.at.y) < 216 - 30;
  });
}

bool withinEdition(const LayoutLine& line) {
  std::map<std::string, int> faces;
  for (const ScenePiece& piece : line.pieces) ++faces[piece.face.text()];
  return std::all_of(faces.begin(), faces.end(), [](const auto& each) {
    const auto card = tracker::octal::Card::parse(each.first);
    return !card || each.second <= tracker::octal::copies(*card);
  });
}

/// Of each event the last line.
std::vector<LayoutLine> lastLines(const std::vector<LayoutLine>& script) {
  std::vector<LayoutLine> lines;
  for (const LayoutLine& line : script) {
    if (!lines.empty() && lines.back().event == line.event) lines.pop_back();
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("octal: the same seed plays and lays the same game, another seed another") {
  const auto game = playOctal(7, {4, 0.1});
  CHECK(text(game) == text(playOctal(7, {4, 0.1})));
  CHECK(text(game) != text(playOctal(8, {4, 0.1})));
  CHECK(layOutOctal(game, 7) == layOutOctal(game, 7));
}

TEST_CASE("octal: games without breaches are in order to their end, for three to six players") {
  std::set<std::string> kinds, modes;
  for (const int players : {3, 4, 5, 6})
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(players << " players, seed " << seed);
      const auto record = playOctal(seed, {players, 0});
      Match match(record.header);
      int wrong = 0;
      for (const Event& event : record.events) {
        wrong += !match.play(event).legal;
        kinds.insert(event.action);
      }
      CHECK(wrong == 0);
      CHECK(match.over());
      modes.insert(record.header.options["mode"].get<std::string>());
    }
  CHECK(kinds == std::set<std::string>{"play", "pass", "override", "stack"});
  CHECK(modes.size() == 2);
}

TEST_CASE("octal: every breach is marked as standing or taken back, or is a penalty, and all kinds occur") {
  std::map<std::string, int> rules;
  int standing = 0, takenBack = 0, over = 0;
  for (std::uint64_t seed = 0; seed < 5 * kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0.2});
    Match match(record.header);
    const Event* before = nullptr;
    for (const Event& event : record.events) {
      const auto inTurn = match.toMove();
      const Verdict verdict = match.play(event);
      const bool penalty = verdict.rule == "octal.octo" || verdict.rule == "octal.all-last";
      if (verdict.rule == "octal.stack") {
        CHECK(event.player != inTurn);
        CHECK((before && before->action == "pass"));  // two cards one right after the other are an override to all
      }
      before = &event;
      if (verdict.legal) {
        CHECK_FALSE(event.stands);
        continue;
      }
      ++rules[verdict.rule];
      standing += event.stands;
      takenBack += event.takenBack;
      CHECK((penalty || event.stands != event.takenBack));
    }
    over += match.over();
  }
  CHECK(over == 5 * kSeeds);
  for (const char* rule : {"octal.condition", "octal.arrow", "octal.all-on-all", "octal.override-order",
                           "octal.override-count", "octal.override-hand", "octal.stack", "octal.octo"}) {
    INFO(rule);
    CHECK(rules[rule] > 0);
  }
  CHECK(rules["octal.turn"] == 0);  // it would look like a pass of whoever was in turn
  CHECK(standing > takenBack / 2);
  CHECK(takenBack > standing / 2);
}

TEST_CASE("octal: what was taken back is not laid again at once: nobody could tell it from nothing") {
  int takenBack = 0;
  for (std::uint64_t seed = 0; seed < 5 * kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0.4});
    for (std::size_t n = 0; n + 1 < record.events.size(); ++n) {
      const Event &event = record.events[n], &next = record.events[n + 1];
      if (!event.takenBack || event.action != "play" || next.action != "play") continue;
      Match match(record.header);
      for (std::size_t k = 0; k < n; ++k) match.play(record.events[k]);
      if (!match.judge(event).legal) continue;
      ++takenBack;
      CHECK(event.fields["card"] != next.fields["card"]);
    }
  }
  CHECK(takenBack > 0);
}

TEST_CASE("octal: a question shows its top card whole and the condition in force, after every event") {
  for (const int players : {3, 4, 5, 6})
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(players << " players, seed " << seed);
      const auto record = playOctal(seed, {players, 0.1});
      const auto script = layOutOctal(record, seed);
      const Layout layout = tracker::seededLayout(GameId::Octal, players);
      Match match(record.header);
      int wrong = 0, event = -1;
      for (std::size_t n = 0; n < script.size(); ++n) {
        CHECK(onTheMat(script[n]));
        CHECK(withinEdition(script[n]));
        // Now and then two lines tell of one event.
        if (n + 1 < script.size() && script[n + 1].event == script[n].event) continue;
        REQUIRE(script[n].event == ++event);
        if (event > 0 && !match.play(record.events[static_cast<std::size_t>(event) - 1]).applied) continue;
        const Json questions = match.describe()["questions"];
        for (std::size_t k = 0; k < questions.size(); ++k) {
          const auto seen = seenIn(script[n], layout.zone("question" + std::to_string(k))->area);
          wrong += seen.size() < 2 || seen[0] != questions[k]["top"] || seen[1] != questions[k]["asking"];
        }
      }
      CHECK(wrong == 0);
      CHECK(event == static_cast<int>(record.events.size()));
    }
}

TEST_CASE("octal: mode and podium are those of the options") {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    CHECK(playOctal(seed, {4, 0.1, {{"mode", "single"}}}).header.setup["questions"].size() == 1);
    CHECK(playOctal(seed, {5, 0.1, {{"mode", "twin"}}}).header.setup["questions"].size() == 2);
    CHECK(playOctal(seed, {6, 0.1, {{"podium", 1}}}).header.options == Json{{"mode", "single"}, {"podium", 1}});
  }
  CHECK_THROWS_AS(playOctal(1, {6, 0, {{"mode", "twin"}}}), Malformed);
  CHECK_THROWS_AS(playOctal(1, {4, 0, {{"podium", 3}}}), Malformed);
}

TEST_CASE("octal: where the deck is refilled, two cards of each question are left and no older discard") {
  int refilled = 0;
  for (const int players : {3, 6})
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(players << " players, seed " << seed);
      const auto record = playOctal(seed, {players, 0.1, {{"mode", "single"}}});
      const auto script = layOutOctal(record, seed);
      const Layout layout = tracker::seededLayout(GameId::Octal, players);
      Match match(record.header);
      for (const LayoutLine& line : script) {
        if (line.event != match.events() + 1) continue;
        const int before = match.describe()["deck"].get<int>();
        match.play(record.events[static_cast<std::size_t>(line.event) - 1]);
        if (match.describe()["deck"].get<int>() <= before || line.hands.empty()) continue;
        ++refilled;
        int inQuestion = 0, discards = 0, highest = 0;
        for (const ScenePiece& piece : line.pieces) {
          highest = std::max(highest, piece.layer);
          inQuestion += piece.layer > 0 && layout.zone("question0")->area.contains(piece.pose.at);
          discards += piece.layer > 0 && layout.zone("discard")->area.contains(piece.pose.at);
        }
        CHECK(inQuestion == 2);
        CHECK(discards <= 1);  // of whoever drew
        CHECK(highest <= 2);   // where the pile is gone nothing hovers
      }
    }
  CHECK(refilled > 10);
}

TEST_CASE("octal: of two questions that ask for the same one is exchanged before the first move") {
  int exchanged = 0;
  for (std::uint64_t seed = 0; seed < 4 * kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0, {{"mode", "twin"}}});
    const auto script = layOutOctal(record, seed);
    if (script[1].event != 0) continue;
    ++exchanged;
    const Layout layout = tracker::seededLayout(GameId::Octal, 4);
    std::set<tracker::octal::Condition> first;
    for (const char* zone : {"question0", "question1"}) {
      const auto seen = seenIn(script[0], layout.zone(zone)->area);
      REQUIRE(seen.size() == 2);
      first.insert(tracker::octal::Card::parse(seen[1])->condition());
    }
    CHECK(first.size() == 1);
    for (std::size_t k = 0; k < 2; ++k) {
      const Json& question = record.header.setup["questions"][k];
      const auto seen = seenIn(script[1], layout.zone("question" + std::to_string(k))->area);
      CHECK(seen == std::vector<std::string>{question["over"], question["under"]});
    }
  }
  CHECK(exchanged > 4);
}

TEST_CASE("octal: what is taken back lies there in its own line and is gone in the next") {
  int found = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0.2});
    const auto script = lastLines(layOutOctal(record, seed));
    for (std::size_t n = 0; n + 1 < record.events.size(); ++n) {
      if (!record.events[n].takenBack || record.events[n].action != "play") continue;
      const auto face = Face(record.events[n].fields["card"].get<std::string>());
      const auto& piece = script[n + 1].pieces.back();
      CHECK(piece.face == face);
      CHECK(std::none_of(script[n + 2].pieces.begin(), script[n + 2].pieces.end(),
                         [&](const ScenePiece& each) { return each.id == piece.id; }));
      ++found;
    }
  }
  CHECK(found > 5);
}

TEST_CASE("octal: a hand goes to the deck for every card drawn, and a full hand discards") {
  int drawn = 0, discarded = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0});
    const auto script = lastLines(layOutOctal(record, seed));
    const TableRect discards = tracker::seededLayout(GameId::Octal, 4).zone("discard")->area;
    for (std::size_t n = 0; n < record.events.size(); ++n) {
      if (record.events[n].action != "pass") continue;
      REQUIRE(script[n + 1].hands.size() == 1);
      CHECK(script[n + 1].hands[0].player == *record.events[n].player);
      ++drawn;
      const bool more = script[n + 1].pieces.size() > script[n].pieces.size();
      discarded += more;
      if (more) CHECK(discards.contains(script[n + 1].pieces.back().pose.at));
    }
  }
  CHECK(drawn > 100);
  CHECK(discarded > 10);
}

TEST_CASE("octal: who forgot to call draws once the card lies there") {
  int drawn = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctal(seed, {4, 0.3});
    const auto script = layOutOctal(record, seed);
    Match match(record.header);
    for (std::size_t n = 0; n < record.events.size(); ++n) {
      if (match.play(record.events[n]).rule != "octal.octo") continue;
      const auto isOfEvent = [&](const LayoutLine& line) { return line.event == static_cast<int>(n) + 1; };
      const auto laid = std::find_if(script.begin(), script.end(), isOfEvent);
      REQUIRE((laid != script.end() && laid + 1 != script.end()));
      CHECK(laid->hands.empty());
      CHECK(isOfEvent(laid[1]));
      CHECK(laid[1].hands.size() >= 2);
      ++drawn;
    }
  }
  CHECK(drawn > 3);
}
