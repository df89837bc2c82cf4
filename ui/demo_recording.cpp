#include "ui/demo_recording.h"

#include "tracker/record/record_io.h"
#include "ui/resources.h"

namespace octo::ui {

namespace {

/// In the header of a game that a demo's recording shows.
constexpr const char* kDemo = "demo";

}  // namespace

DemoRecording demoRecording(GameId game) {
  const std::string folder = "recordings/" + std::string(name(game)) + "_demo/";
  GameHeader header = tracker::readRecordFile(resource(folder + "game.octo.jsonl").string()).header;
  header.extra[kDemo] = true;
  return {resource(folder + "video.mp4").string(), std::move(header)};
}

bool isDemo(const GameHeader& header) { return header.extra.value(kDemo, Json()) == true; }

}  // namespace octo::ui
