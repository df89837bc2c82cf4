// What the engine of tracker/infer/ makes of moves of Octa that a camera sees half done.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "datasets/scene/octa_script.h"
#include "datasets/scene/seen_table.h"
#include "tests/tracker/octa/record_of.h"
#include "tracker/follow/table_follower.h"
#include "tracker/infer/situation.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/octa_arrangement.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/octa_table.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::datasets;
using octa::recordOf;

namespace {

/// A run, made longer below; its owner's turn is over.
const std::string kRunMadeLonger = R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"meld","cards":["6H","7H","8H"]}
{"player":0,"do":"discard","cards":["2H"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"KH","onto":1}
{"player":1,"do":"discard","cards":["5S"]}
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JC","onto":0}
{"player":0,"do":"extend","run":"r1","cards":["4H","5H"]}
{"player":0,"do":"end-turn"}
{"player":1,"do":"draw"}
)";

std::vector<ScriptLook> looksAt(const Record& record) {
  return seenScript(record, layOutOcta(record, 1), {.between = 1}, Random(1));
}

void expectInferred(const Record& record, const std::vector<ScriptLook>& looks) {
  const Layout layout = seededLayout(GameId::Octa, 2);
  const auto makeTable = [&](const GameHeader& of) { return octa::makeTable(of, layout); };
  TableFollower follower(record.header, layout, makeTable, {}, true);
  for (const ScriptLook& look : looks) follower.observe(look.observation);
  follower.finish();
  std::string told, happened;
  for (const TrackedEvent& each : follower.events()) told += each.event.toJson().dump() + "\n";
  for (const Event& each : record.events) happened += each.toJson().dump() + "\n";
  CHECK(told == happened);
}

/// The events told of looks at every step.
void expectInferred(const std::string& events) {
  const Record record = recordOf(events);
  expectInferred(record, looksAt(record));
}

/// Of that game, whose cards were laid below a run elsewhere than it lies, and the run carried there.
void expectCarried(const std::string& events, const std::vector<Face>& added) {
  const Record record = recordOf(events + R"({"player":1,"do":"action","card":"QC","onto":0}
)");
  std::vector<ScriptLook> looks = looksAt(record);
  const TableRect runs = seededLayout(GameId::Octa, 2).neededZone("p0.runs").area;
  const auto isIn = [&](const SeenPiece& piece, const std::vector<Face>& cards) {
    return runs.contains(piece.pose.at) && std::count(cards.begin(), cards.end(), piece.face()) > 0;
  };
  const std::vector<Face> own{Face("6H"), Face("7H"), Face("8H")};
  constexpr int kBefore = 8;
  // They lie there for a while before that.
  const auto last =
      std::find_if(looks.rbegin(), looks.rend(), [](const ScriptLook& look) { return look.event == kBefore + 1; });
  REQUIRE(last != looks.rend());
  ScriptLook waits = *last;
  waits.observation.forearms.clear();
  const auto carriedAt = looks.insert(last.base(), 4, waits);
  for (auto each = carriedAt; each != looks.end(); ++each)
    each->observation.time += static_cast<double>(std::min<std::ptrdiff_t>(each - carriedAt + 1, 4));
  // What is laid below the run lies elsewhere, and the run where it lay until it is carried there.
  std::vector<SeenPiece> run;
  bool laid = false;
  for (ScriptLook& look : looks) {
    auto& pieces = look.observation.pieces;
    if (look.event <= kBefore) {
      run.clear();
      std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(run),
                   [&](const SeenPiece& each) { return isIn(each, own); });
      continue;
    }
    const bool carried = look.event > kBefore + 1;
    if (!carried) std::erase_if(pieces, [&](const SeenPiece& each) { return isIn(each, own); });
    for (SeenPiece& each : pieces) {
      if (!isIn(each, own) && !isIn(each, added)) continue;
      laid |= !carried;
      each.pose.at.y -= 90;
    }
    if (!carried) pieces.insert(pieces.end(), run.begin(), run.end());
    for (ForearmTrack& forearm : look.observation.forearms)
      if (runs.contains(forearm.reached)) forearm.reached.y -= 90;
  }
  REQUIRE(laid);
  expectInferred(record, looks);
}

}  // namespace

TEST_CASE("the engine tells a queen of Octa once both places are filled") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"QD","onto":1}
{"player":0,"do":"queen","take":[4,6],"fill":["2S","8C"]}
{"player":0,"do":"discard","cards":["2H","5S","10C"]}
{"player":1,"do":"draw"}
)");
}

TEST_CASE("the engine tells a run of Octa once it is laid whole, and cards laid below its others") {
  expectInferred(kRunMadeLonger);
}

TEST_CASE("the engine tells three cards of Octa discarded one on the other as one move") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"KD","onto":1}
{"player":0,"do":"king","from":"stock"}
{"player":0,"do":"discard","cards":["6H","4H","5S"]}
{"player":1,"do":"draw"}
)");
}

TEST_CASE("the engine tells a line of Octa's pot, whose places the likes of its cards fill, as what it is") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"meld","cards":["2D","3D","4D"],"token":true}
{"player":0,"do":"discard","cards":["6H"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"KH","onto":1}
{"player":1,"do":"discard","cards":["4C"]}
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"QS","onto":0}
{"player":0,"do":"take-line","line":"top","fill":["4C","6H","9S"]}
{"player":0,"do":"meld","cards":["7C","8C","9C"]}
{"player":0,"do":"end-turn"}
{"player":1,"do":"draw"}
)");
}

TEST_CASE("the engine tells a card of Octa swapped with the token on it, whichever is seen first") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"swap","pot":6,"give":"2S","claim":[6,7,8]}
{"player":0,"do":"discard","cards":["2H"]}
{"player":1,"do":"draw"}
)");
}

TEST_CASE("the engine tells nothing where Octa's discards, fanned out, are squared up") {
  const Record record = recordOf(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"KD","onto":1}
{"player":0,"do":"king","from":"stock"}
{"player":0,"do":"discard","cards":["6H","4H","5S"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"JH","onto":0}
)");
  std::vector<ScriptLook> looks = looksAt(record);
  const TableRect pile = seededLayout(GameId::Octa, 2).neededZone("discard").area;
  bool touched = false;
  for (ScriptLook& look : looks) {
    if (look.event < 5) continue;
    auto& seen = look.observation;
    std::erase_if(seen.pieces, [&](const SeenPiece& each) { return pile.contains(each.pose.at) && each.visible < 1; });
    for (SeenPiece& each : seen.pieces)
      if (pile.contains(each.pose.at)) each.pose.at = pile.middle();
    if (!std::exchange(touched, true)) seen.forearms.push_back({Side::Far, 0.97, pile.middle()});
  }
  REQUIRE(touched);
  expectInferred(record, looks);
}

TEST_CASE("the engine tells cards of Octa discarded too many, taken back, as one breach") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"discard","cards":["9C"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"KH","onto":1}
{"player":1,"do":"discard","cards":["5C","10S"],"taken_back":true}
{"player":1,"do":"discard","cards":["5C"]}
{"player":0,"do":"draw"}
)");
}

TEST_CASE("the engine tells a card of Octa's pot that lies again where it lay as taken back") {
  expectInferred(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"swap","pot":3,"give":"7H","taken_back":true}
{"player":0,"do":"discard","cards":["2H"]}
{"player":1,"do":"draw"}
)");
}

TEST_CASE("the engine tells cards of Octa as added to a run that is carried to where they were laid") {
  expectCarried(kRunMadeLonger, {Face("4H"), Face("5H")});
}

TEST_CASE("the engine tells cards of Octa that looked like a run as added to one that is carried there") {
  std::string events = kRunMadeLonger;
  const std::string two = R"(["4H","5H"])";
  events.replace(events.find(two), two.size(), R"(["3H","4H","5H"])");
  expectCarried(events, {Face("3H"), Face("4H"), Face("5H")});
}

TEST_CASE("the engine tells a run of Octa whose first card slipped aside as another was laid") {
  const char* laidThen = GENERATE("7H", "8H");
  const Record record = recordOf(kRunMadeLonger);
  const Record laid{record.header, {record.events.begin(), record.events.begin() + 5}};
  std::vector<ScriptLook> looks = looksAt(laid);
  const TableRect runs = seededLayout(GameId::Octa, 2).neededZone("p0.runs").area;
  int slipped = 0;
  for (ScriptLook& look : looks) {
    auto& pieces = look.observation.pieces;
    const auto inRun = [&](const char* face) {
      return std::find_if(pieces.begin(), pieces.end(), [&](const SeenPiece& each) {
        return each.face() == Face(face) && runs.contains(each.pose.at);
      });
    };
    if (inRun(laidThen) == pieces.end() || inRun("6H") == pieces.end()) continue;
    inRun("6H")->pose.at.x -= 25;
    ++slipped;
  }
  REQUIRE(slipped > 1);
  expectInferred(laid, looks);
}

TEST_CASE("the engine tells cards of Octa as added below a run that was moved along before") {
  constexpr int kMoved = 7;
  const Record record = recordOf(kRunMadeLonger);
  std::vector<ScriptLook> looks = looksAt(record);
  const TableRect runs = seededLayout(GameId::Octa, 2).neededZone("p0.runs").area;
  bool first = true;
  for (ScriptLook& look : looks) {
    if (look.event < kMoved) continue;
    for (SeenPiece& each : look.observation.pieces)
      if (runs.contains(each.pose.at)) each.pose.at.x += 70;
    if (std::exchange(first, false)) look.observation.forearms = {{Side::Near, 0.99, {runs.x0 + 100, runs.middle().y}}};
  }
  expectInferred(record, looks);
}

TEST_CASE("the engine tells the like of a card below, laid on the action pile of Octa whose top card looks out") {
  // No other jack of diamonds is left that could be laid on this one.
  const Record record = recordOf(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"JD","onto":1}
{"player":0,"do":"discard","cards":["2H"]}
{"player":1,"do":"draw"}
{"player":1,"do":"action","card":"JD","onto":0}
{"player":1,"do":"discard","cards":["5S"]}
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"QD","onto":0}
{"player":0,"do":"discard","cards":["4H"]}
{"player":1,"do":"draw"}
)");
  std::vector<ScriptLook> looks = looksAt(record);
  const TableRect pile = seededLayout(GameId::Octa, 2).neededZone("action0").area;
  const Face jack("JD"), queen("QD");
  bool covered = false;
  for (ScriptLook& look : looks) {
    auto& pieces = look.observation.pieces;
    const auto top = std::find_if(pieces.begin(), pieces.end(), [&](const SeenPiece& each) {
      return pile.contains(each.pose.at) && (each.face() == jack || each.face() == queen);
    });
    if (top == pieces.end()) continue;
    covered |= top->face() == jack;
    if (!covered) continue;
    // The one below looks out beside it.
    SeenPiece below = *top;
    below.faces = {{top->face() == jack ? queen : jack, 0.98}};
    below.visible = 0.17;
    (top->face() == jack ? below : *top).pose.at.x += 6;
    pieces.push_back(below);
  }
  REQUIRE(covered);
  expectInferred(record, looks);
}

TEST_CASE("who has filled a place of Octa's pot does not fill it with another card in the same move") {
  const Record record = recordOf(R"(
{"player":0,"do":"draw"}
{"player":0,"do":"action","card":"QD","onto":1}
)");
  const Layout layout = seededLayout(GameId::Octa, 2);
  const auto position = octa::makeTable(record.header, layout)->start(record.header);
  for (const Event& each : record.events) position->apply(each);
  const auto situation = position->situation();
  const octa::OctaPlaces places = octa::placesOf(layout);
  const auto cardAt = [&](const char* card, std::size_t place) {
    return SeenPiece{{{Face(card), 0.98}}, 1.0, {places.pot[place - 1], 0}, 1.0};
  };
  const SeenPiece first = cardAt("2S", 4), second = cardAt("8C", 6), other = cardAt("5C", 4);
  infer::Difference before, after;
  before.news = {&first, &second};
  after.news = {&other, &second};
  const auto queens = [](const std::vector<infer::NextEvent>& events) {
    return std::count_if(events.begin(), events.end(), [](const auto& each) { return each.event.action == "queen"; });
  };
  const auto events = situation->nextEvents(before, 0);
  CHECK(queens(events) > 0);
  const auto open = std::find_if(events.begin(), events.end(), [](const infer::NextEvent& each) {
    return each.open && each.event.fields.value("takes", std::vector<int>()) == std::vector<int>{4, 6};
  });
  REQUIRE(open != events.end());
  CHECK(queens(situation->turnsOut(*open, infer::Difference(), 0)) > 0);
  CHECK(queens(situation->turnsOut(*open, after, 0)) == 0);
}

TEST_CASE("a move of Octa begins with less of the same move, and no other begins it") {
  const Record record = recordOf("");
  const auto situation =
      octa::makeTable(record.header, seededLayout(GameId::Octa, 2))->start(record.header)->situation();
  const auto event = [](const char* text) { return Event::fromJson(Json::parse(text)); };
  const Event discarded = event(R"({"player":0,"do":"discard","cards":["2H","5S"]})"),
              meld = event(R"({"player":0,"do":"meld","cards":["6H","7H","8H"],"token":true})"),
              claiming = event(R"({"player":0,"do":"swap","pot":3,"give":"7H","claim":[2,3,4]})");
  CHECK(situation->begins(event(R"({"player":0,"do":"discard","cards":["2H"]})"), discarded));
  CHECK_FALSE(situation->begins(event(R"({"player":0,"do":"discard","cards":["5S"]})"), discarded));
  CHECK_FALSE(situation->begins(discarded, discarded));
  CHECK(situation->begins(event(R"({"player":0,"do":"meld","cards":["6H","7H"]})"), meld));
  CHECK(situation->begins(event(R"({"player":0,"do":"meld","cards":["6H","7H","8H"]})"), meld));
  CHECK_FALSE(situation->begins(event(R"({"player":1,"do":"meld","cards":["6H","7H","8H"]})"), meld));
  CHECK_FALSE(situation->begins(meld, meld));
  CHECK(situation->begins(event(R"({"player":0,"do":"swap","pot":3,"give":"7H"})"), claiming));
  CHECK_FALSE(situation->begins(event(R"({"player":0,"do":"swap","pot":2,"give":"7H"})"), claiming));
  CHECK_FALSE(situation->begins(claiming, claiming));
  const Event extended = event(R"({"player":0,"do":"extend","run":"r1","cards":["4H","5H"]})");
  CHECK(situation->begins(event(R"({"player":0,"do":"extend","run":"r1","cards":["5H"]})"), extended));
  CHECK_FALSE(situation->begins(event(R"({"player":0,"do":"extend","run":"r2","cards":["5H"]})"), extended));
}

TEST_CASE("cards of a run of Octa that are lifted lie beside those laid below them, wherever the run was moved to") {
  const Record record = recordOf("");
  const auto places = std::make_shared<const octa::OctaPlaces>(octa::placesOf(seededLayout(GameId::Octa, 2)));
  octa::State state = octa::startState(record.header);
  octa::OctaArrangement arrangement(places, state);
  const auto show = [&](const octa::Move& move, const octa::LaidAs& laid) {
    octa::State after = state;
    octa::applyMove(after, 0, move);
    arrangement.show(state, after, 0, move, laid);
    state = std::move(after);
  };
  const auto cards = [](std::initializer_list<const char*> names) {
    std::vector<octa::Card> all;
    for (const char* name : names) all.push_back(*octa::Card::parse(name));
    return all;
  };
  const bool lifted = GENERATE(true, false);
  show(octa::Meld{cards({"6H", "7H", "8H"}), false}, {});
  const auto& run = arrangement.runs().front();
  std::map<infer::PieceId, TablePoint> moved;
  for (const auto& card : run.cards) moved[card.id] = {run.lowest.x + 90, run.lowest.y};
  arrangement.moveInRuns(moved);
  show(octa::Extend{run.number, cards({"5H"})}, {.run = TablePoint{0, -180}, .lifted = lifted});
  REQUIRE(run.cards.size() == 4);
  for (std::size_t k = 1; k < run.cards.size(); ++k) CHECK(run.cards[k].at.has_value() != lifted);
}
