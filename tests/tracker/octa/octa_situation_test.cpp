// What the engine of tracker/infer/ makes of moves of Octa that a camera sees half done.
#include <catch2/catch.hpp>
#include <sstream>

#include "datasets/scene/octa_script.h"
#include "datasets/scene/seen_table.h"
#include "tracker/follow/table_follower.h"
#include "tracker/octa/octa_position.h"
#include "tracker/record/record_io.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::datasets;

namespace {

Record recordOf(const std::string& events) {
  std::istringstream lines(R"({"octoscope":1,"game":"octa","players":["Ann","Ben"],"first":0,"options":{},"setup":)"
                           R"({"pot":["4C","6H","7C","9D","6C","AD","3S","4S"],"actions":["QD","QC"]}})" +
                           events);
  return readRecord(lines, "lines");
}

/// The events told of looks at every step.
void expectInferred(const std::string& events) {
  const Record record = recordOf(events);
  const Layout layout = seededLayout(GameId::Octa, 2);
  const auto makeTable = [&](const GameHeader& of) { return octa::makeInferredTable(of, layout); };
  TableFollower follower(record.header, layout, makeTable, {}, true);
  for (const ScriptLook& look : seenScript(record, layOutOcta(record, 1), {.between = 1}, Random(1)))
    follower.observe(look.observation);
  follower.finish();
  std::string told, happened;
  for (const TrackedEvent& each : follower.events()) told += each.event.toJson().dump() + "\n";
  for (const Event& each : record.events) happened += each.toJson().dump() + "\n";
  CHECK(told == happened);
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
  expectInferred(R"(
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
)");
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
