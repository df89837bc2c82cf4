#include <CLI/App.hpp>

#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/print_line.h"
#include "vision/capture/cameras.h"

namespace octo::ui {

void addCameras(CLI::App& app, int&) {
  app.add_subcommand("cameras", "The cameras of this machine, with what --source takes for each")->callback([] {
    for (const vision::Camera& camera : vision::cameras())
      printLine(Json{{"camera", camera.name}, {"source", camera.source}, {"device", camera.device}});
  });
}

}  // namespace octo::ui
