#pragma once

#include <string>

#include "tracker/vocabulary/event.h"

namespace octo::ui {

/// A recording that comes with the program.
struct DemoRecording {
  std::string video;
  /// Who plays by which options, and how it begins.
  GameHeader header;
};

/// Throws BadInput where it is not there.
DemoRecording demoRecording(GameId game);

/// The game was begun with a demo: nobody plays it on.
bool isDemo(const GameHeader& header);

}  // namespace octo::ui
