#include "datasets/scene/choreography.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "datasets/scene/card_table.h"
#include "datasets/scene/script.h"
#include "tests/datasets/choreographed.h"

using namespace octo;
using namespace octo::datasets;

namespace {

bool samePieces(std::vector<ScenePiece> a, std::vector<ScenePiece> b) {
  const auto byId = [](const ScenePiece& x, const ScenePiece& y) { return x.id < y.id; };
  std::sort(a.begin(), a.end(), byId);
  std::sort(b.begin(), b.end(), byId);
  return a == b;
}

}  // namespace

TEST_CASE("hands make every layout of a card game, and leave the table at rest") {
  for (const GameId game : {GameId::Octal, GameId::Oct8, GameId::Octa})
    for (const std::uint64_t seed : {1, 2}) {
      INFO(name(game) << ", seed " << seed);
      const auto record = playGame(game, seed, {0, 0.1});
      const auto script = layOut(record, seed);
      const auto moments = choreograph(script, optionsFor(record), Random(seed));
      std::vector<ScenePiece> lying;
      std::size_t settled = 0, wrong = 0, moving = 0;
      for (const Moment& moment : moments) {
        if (moment.lying) lying = *moment.lying;
        for (const CarriedPiece& carried : moment.carried) {
          const bool lies = std::any_of(lying.begin(), lying.end(),
                                        [&](const ScenePiece& piece) { return piece.id == carried.piece.id; });
          wrong += lies || carried.height < 0;
        }
        for (const int event : moment.settled) {
          ++settled;
          wrong += !moment.arms.empty() || !samePieces(lying, script[static_cast<std::size_t>(event)].pieces);
        }
        moving += !moment.arms.empty();
      }
      CHECK(wrong == 0);
      CHECK(settled == record.events.size());
      CHECK(moving > moments.size() / 5);
      CHECK(moving < moments.size() * 4 / 5);
    }
}

TEST_CASE("a card is drawn off a deck that looks the same afterwards, by the player's own arm") {
  CardTable table(GameId::Oct8, 2, Random(5));
  const TablePoint deck = table.place("arms").at(0, 0);
  const int id = table.lay(Face::back(), table.place("arms").pose(0, 0));
  std::vector<LayoutLine> script{table.line(0)};
  table.takes(1, deck);
  script.push_back(table.line(1));
  ChoreographyOptions options;
  options.actors = {1};
  bool carried = false, gone = false;
  double nearest = 1e9;
  for (const Moment& moment : choreograph(script, options, Random(3))) {
    if (moment.lying)
      gone = gone || std::none_of(moment.lying->begin(), moment.lying->end(),
                                  [&](const ScenePiece& piece) { return piece.id == id; });
    for (const ArmState& arm : moment.arms) {
      CHECK(arm.player == 1);
      // Player 1 sits at the far side: the arm reaches towards player 0.
      CHECK(std::cos(arm.direction * CV_PI / 180) < 0);
      nearest = std::min(nearest, std::hypot(arm.at.x - deck.x, arm.at.y - deck.y));
    }
    for (const CarriedPiece& piece : moment.carried) carried = carried || piece.piece.face == Face::back();
  }
  CHECK(carried);
  CHECK_FALSE(gone);
  CHECK(nearest < 20);
}

TEST_CASE("a pile is taken away as one bundle, a card is turned over on its way") {
  CardTable table(GameId::Octa, 2, Random(5));
  const Place pile = table.place("discard");
  for (const char* face : {"5H", "6H", "7H"}) table.lay(Face(face), pile.pose(0, 0));
  const int closed = table.lay(Face::back(), table.place("p0.runs").pose(0, 0));
  std::vector<LayoutLine> script{table.line(0)};
  for (const int id : {1, 2, 3}) table.remove(id);
  script.push_back(table.line(1));
  table.turnOver(closed, Face("2S"));
  script.push_back(table.line(2));
  ChoreographyOptions options;
  options.actors = {0, 0};
  std::size_t most = 0;
  std::set<std::string> faces;
  for (const Moment& moment : choreograph(script, options, Random(3))) {
    most = std::max(most, moment.carried.size());
    for (const CarriedPiece& carried : moment.carried)
      if (carried.piece.id == closed) faces.insert(carried.piece.face.text());
  }
  CHECK(most == 3);
  CHECK(faces == std::set<std::string>{"back", "2S"});
}

TEST_CASE("the table is knocked and the lamp switched once where that is asked for, and no hand is there then") {
  const auto record = playGame(GameId::Octal, 3, {});
  ChoreographyOptions options = optionsFor(record);
  options.bump = options.lamp = options.telephone = true;
  int bumps = 0, lamps = 0, telephones = 0;
  for (const Moment& moment : choreograph(layOut(record, 3), options, Random(3)))
    for (const Mishap mishap : moment.mishaps) {
      ++(mishap == Mishap::Bump ? bumps : mishap == Mishap::Lamp ? lamps : telephones);
      CHECK(moment.arms.empty() == (mishap != Mishap::Telephone));
    }
  CHECK(bumps == 1);
  CHECK(lamps == 1);
  CHECK(telephones == 2);
}
