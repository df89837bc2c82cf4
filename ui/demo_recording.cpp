#include "ui/demo_recording.h"

#include "tracker/record/record_io.h"
#include "ui/resources.h"

namespace octo::ui {

DemoRecording demoRecording(GameId game) {
  const std::string folder = "recordings/" + std::string(name(game)) + "_demo/";
  return {resource(folder + "video.mp4").string(),
          tracker::readRecordFile(resource(folder + "game.octo.jsonl").string()).header};
}

}  // namespace octo::ui
