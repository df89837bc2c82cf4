#include "datasets/scene/octa_script.h"
#include "datasets/scene/layout_steps.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/datasets/record_text.h"
#include "tracker/follow/follower.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::datasets;
using octo::test::text;
using namespace octo::tracker::octa;
using tracker::Match;

namespace {

constexpr int kSeeds = 30;

/// The state that a line shows: after its event, also where that is taken back.
State shownAfter(const State& before, const tracker::Record& record, const Event& event) {
  State state = before;
  const Move move = parseMove(event, record.header);
  if (event.takenBack || event.stands || !judgeMove(before, event.player, move).breach)
    applyMove(state, event.player, move);
  return state;
}

class Table {
 public:
  explicit Table(const LayoutLine& line) : line_(line), layout_(tracker::seededLayout(GameId::Octa, 2)) {}

  /// The faces in the zone, the topmost last.
  std::vector<std::string> in(const std::string& zone) const {
    std::vector<const ScenePiece*> pieces = piecesIn(layout_.zone(zone)->area);
    std::sort(pieces.begin(), pieces.end(), [](const auto* a, const auto* b) { return a->layer < b->layer; });
    return faces(pieces);
  }

  /// The faces that cover a place of the pot.
  std::vector<std::string> onPot(int place) const {
    const int box = place <= 4 ? place - 1 : place;
    const TablePoint at = layout_.zone("pot")->grid->centre(Cell::at(box % 3, box / 3));
    return faces(piecesIn({at.x - 20, at.y - 20, at.x + 20, at.y + 20}));
  }

  int onPotId(int place) const {
    const int box = place <= 4 ? place - 1 : place;
    const TablePoint at = layout_.zone("pot")->grid->centre(Cell::at(box % 3, box / 3));
    for (const auto* piece : piecesIn({at.x - 20, at.y - 20, at.x + 20, at.y + 20}))
      if (piece->face.family() != "token") return piece->id;
    return -1;
  }

  /// The player's runs, each from the owner's left: "5H 6H back 8H".
  std::multiset<std::string> runs(int player) const {
    std::vector<const ScenePiece*> cards = piecesIn(layout_.zone(player == 0 ? "p0.runs" : "p1.runs")->area);
    std::erase_if(cards, [](const auto* piece) { return piece->face.family() == "token"; });
    const double way = player == 0 ? 1 : -1;
    const double middle = way * -241;
    const auto row = [&](const ScenePiece* piece) { return way * (piece->pose.at.y - middle) > 0 ? 0 : 1; };
    std::sort(cards.begin(), cards.end(), [&](const auto* a, const auto* b) {
      return std::pair(row(a), way * a->pose.at.x) < std::pair(row(b), way * b->pose.at.x);
    });
    std::multiset<std::string> runs;
    std::string run;
    for (std::size_t k = 0; k < cards.size(); ++k) {
      run += (run.empty() ? "" : " ") + plain(cards[k]->face);
      const bool last = k + 1 == cards.size() || row(cards[k]) != row(cards[k + 1]) ||
                        way * (cards[k + 1]->pose.at.x - cards[k]->pose.at.x) > 40;
      if (!last) CHECK(cards[k]->layer < cards[k + 1]->layer);
      if (last) runs.insert(std::exchange(run, {}));
    }
    return runs;
  }

  const ScenePiece& token(int player) const {
    const Face face("token:" + std::to_string(player + 1));
    return *std::find_if(line_.pieces.begin(), line_.pieces.end(), [&](const auto& each) { return each.face == face; });
  }

  static std::string plain(const Face& face) { return face.text() == "deck2:back" ? "back" : face.text(); }

 private:
  std::vector<const ScenePiece*> piecesIn(const TableRect& area) const {
    std::vector<const ScenePiece*> pieces;
    for (const ScenePiece& piece : line_.pieces)
      if (piece.layer > 0 && area.contains(piece.pose.at)) pieces.push_back(&piece);
    return pieces;
  }
  static std::vector<std::string> faces(const std::vector<const ScenePiece*>& pieces) {
    std::vector<std::string> list;
    for (const auto* piece : pieces)
      if (piece->face.family() != "token") list.push_back(plain(piece->face));
    return list;
  }

  const LayoutLine& line_;
  Layout layout_;
};

std::vector<std::string> backIf(int count) {
  return count > 0 ? std::vector<std::string>{"back"} : std::vector<std::string>{};
}

void checkShows(const LayoutLine& line, const State& state) {
  const Table table(line);
  for (int place = 1; place <= kPotPlaces; ++place) {
    std::vector<std::string> card;
    if (state.pot.at(place)) card.push_back(state.pot.at(place)->name());
    CHECK(table.onPot(place) == card);
  }
  std::vector<std::string> discard;
  for (const Discarded& card : state.discard) discard.push_back(card->name());
  CHECK(table.in("discard") == discard);
  for (std::size_t pile = 0; pile < 2; ++pile) {
    std::vector<std::string> actions;
    for (const auto& card : state.openActions[pile]) actions.push_back(card.name());
    CHECK(table.in(pile == 0 ? "action0" : "action1") == actions);
  }
  CHECK(table.in("stock") == backIf(state.stock));
  CHECK(table.in("actions") == backIf(state.actionStack));
  CHECK(table.in("aside") == backIf(state.aside));
  std::array<std::multiset<std::string>, 2> runs;
  for (const Run& run : state.runs) {
    std::string cards;
    for (const tracker::octa::Place& place : run.places)
      cards += (cards.empty() ? "" : " ") + (place.open ? place.card.name() : std::string("back"));
    runs[static_cast<std::size_t>(run.owner)].insert(cards);
  }
  CHECK(table.runs(0) == runs[0]);
  CHECK(table.runs(1) == runs[1]);
  for (int player = 0; player < 2; ++player) {
    const TablePoint at = table.token(player).pose.at;
    const bool atPot = at.x < -190 && std::abs(at.y) < 140;
    CHECK(atPot == !std::holds_alternative<OnRun>(state.token(player)));
    if (std::holds_alternative<InTheMiddle>(state.token(player))) CHECK(std::abs(at.y) < 25);
  }
}

}  // namespace

TEST_CASE("the same seed plays and lays the same game of Octa, another seed another") {
  const auto game = playOcta(7, {2, 0.1});
  CHECK(text(game) == text(playOcta(7, {2, 0.1})));
  CHECK(text(game) != text(playOcta(8, {2, 0.1})));
  CHECK(layOutOcta(game, 7) == layOutOcta(game, 7));
}

TEST_CASE("games of Octa without breaches are in order to their end, and use all that the game has") {
  std::map<std::string, int> actions, endings;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    INFO("seed " << seed);
    const auto record = playOcta(seed, {2, 0});
    Match match(record.header);
    for (const Event& event : record.events) {
      CHECK(match.play(event).legal);
      ++actions[event.action];
      actions["claim"] += event.fields.contains("claim");
      actions["token"] += event.fields.contains("token");
    }
    CHECK(match.over());
    CHECK(record.events.size() > 50);
    CHECK(record.events.size() < 400);
    ++endings[match.result().reason];
  }
  for (const auto* action :
       {"draw", "action", "jack", "queen", "king", "meld", "take-line", "take-run", "swap", "extend", "replace",
        "discard", "end-turn", "restock", "reshuffle-actions", "claim", "token"}) {
    INFO(action);
    CHECK(actions[action] > 0);
  }
  CHECK(endings["octa.octa"] > 0);
}

TEST_CASE("every breach of a game of Octa is marked as standing or taken back, and the game still ends") {
  std::map<std::string, int> rules;
  int standing = 0, takenBack = 0, orderly = 0;
  for (std::uint64_t seed = 0; seed < 2 * kSeeds; ++seed) {
    INFO("seed " << seed);
    const auto record = playOcta(seed, {2, 0.15});
    Match match(record.header);
    for (const Event& event : record.events) {
      const Verdict verdict = match.play(event);
      if (verdict.legal) {
        CHECK_FALSE(event.stands);
        orderly += event.takenBack;
        continue;
      }
      ++rules[verdict.rule];
      CHECK(event.stands != event.takenBack);
      (event.stands ? standing : takenBack) += 1;
    }
    CHECK(match.over());
  }
  CHECK(standing > 50);
  CHECK(takenBack > 50);
  CHECK(orderly > 0);
  for (const auto* rule :
       {"octa.order", "octa.run-suit", "octa.run-order", "octa.run-length", "octa.swap-once", "octa.swap-adjacent",
        "octa.claim", "octa.no-token", "octa.discard-count", "octa.discard-required", "octa.action-suit"}) {
    INFO(rule);
    CHECK(rules[rule] > 0);
  }
}

TEST_CASE("a script of Octa shows the referee's table after every event") {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOcta(seed, {2, seed % 2 == 0 ? 0 : 0.15});
    const auto lines = layOutOcta(record, seed);
    REQUIRE(lines.size() == record.events.size() + 1);
    State state = startState(record.header);
    checkShows(lines[0], state);
    for (std::size_t n = 1; n < lines.size(); ++n) {
      const Event& event = record.events[n - 1];
      INFO("seed " << seed << ", event " << n << ": " << event.toJson().dump());
      CHECK(lines[n].event == static_cast<int>(n));
      const State shown = shownAfter(state, record, event);
      checkShows(lines[n], shown);
      if (!event.takenBack) state = shown;
    }
  }
}

TEST_CASE("whoever takes other cards of the discard pile than the two on top takes it up or spreads it") {
  int taken = 0, lifted = 0, spread = 0;
  for (std::uint64_t seed = 0; seed < 4 * kSeeds; ++seed) {
    const auto record = playOcta(seed, {2, 0});
    const auto lines = layOutOcta(record, seed);
    State state = startState(record.header);
    for (std::size_t n = 1; n < lines.size(); ++n) {
      const Event& event = record.events[n - 1];
      if (lines[n].look) {
        INFO("seed " << seed << ", event " << n);
        REQUIRE(event.action == "king");
        CHECK(lines[n].look->ids.size() == state.discard.size());
        (lines[n].look->spread.empty() ? lifted : spread) += 1;
        const auto steps = stepsTo(lines[n], lines[n - 1].pieces);
        CHECK(steps.front().size() == state.discard.size());
        CHECK(steps.back().size() == state.discard.size() - 2);
        auto pieces = lines[n - 1].pieces;
        for (const auto& step : steps) datasets::apply(pieces, step);
        CHECK(pieces.size() == lines[n].pieces.size());
      }
      if (event.action == "king" && event.fields.at("from") == "discard") ++taken;
      applyMove(state, event.player, parseMove(event, record.header));
    }
  }
  CHECK(taken > lifted + spread);
  CHECK(lifted > 3);
  CHECK(spread > 0);
}

TEST_CASE("a card of Octa that goes from place to place stays the same piece, and a card drawn is seen by the hand") {
  int fromPile = 0, drawn = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOcta(seed, {2, 0});
    const auto lines = layOutOcta(record, seed);
    State state = startState(record.header);
    for (std::size_t n = 1; n < lines.size(); ++n) {
      const Event& event = record.events[n - 1];
      std::map<int, Face> before;
      for (const auto& piece : lines[n - 1].pieces) before.emplace(piece.id, piece.face);
      for (const auto& piece : lines[n].pieces)
        if (const auto was = before.find(piece.id); was != before.end()) CHECK(was->second == piece.face);
      if (event.action == "take-run" && !state.discard.empty()) {
        const std::string top = event.fields.at("fill")[0];
        fromPile += std::any_of(lines[n].pieces.begin(), lines[n].pieces.end(), [&](const ScenePiece& piece) {
          return piece.face.text() == top && before.count(piece.id) && piece.pose.at.x < -190;
        });
      }
      if (event.action == "draw") {
        ++drawn;
        REQUIRE(lines[n].hands.size() == 1);
        CHECK(lines[n].hands[0].player == event.player);
        CHECK(lines[n].hands[0].from->x == Approx(-136));
      } else if (event.action != "king") {
        CHECK(lines[n].hands.empty());
      }
      applyMove(state, event.player, parseMove(event, record.header));
    }
  }
  CHECK(fromPile > 5);
  CHECK(drawn > 300);
}

TEST_CASE("a card that comes back to the table when a move of Octa is taken back is the same piece") {
  int back = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOcta(seed, {2, 0.3});
    const auto lines = layOutOcta(record, seed);
    for (std::size_t n = 2; n < lines.size(); ++n) {
      if (record.events[n - 2].action != "swap" || !record.events[n - 2].takenBack) continue;
      if (record.events[n - 1].action == "swap") continue;
      ++back;
      const int place = record.events[n - 2].fields.at("pot");
      CHECK(Table(lines[n]).onPotId(place) == Table(lines[n - 2]).onPotId(place));
    }
  }
  CHECK(back > 3);
}

TEST_CASE("cards of Octa's script lie inexactly, and on the table") {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto lines = layOutOcta(playOcta(seed, {2, 0.1}), seed);
    std::set<double> angles;
    for (const LayoutLine& line : lines) {
      std::set<int> ids;
      for (const ScenePiece& piece : line.pieces) {
        CHECK(ids.insert(piece.id).second);
        if (piece.layer == 0) continue;
        CHECK(std::abs(piece.pose.at.x) < 434 - 30);
        CHECK(std::abs(piece.pose.at.y) < 336 - 40);
        angles.insert(piece.pose.angle);
      }
    }
    CHECK(angles.size() > 50);
  }
}

TEST_CASE("only records of Octa are laid out as Octa") {
  tracker::Record other;
  other.header.game = GameId::Oct8;
  CHECK_THROWS_AS(layOutOcta(other, 1), Malformed);
}
