#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "ui/cli/commands.h"
#include "ui/cli/run.h"

int main(int argc, char** argv) {
  CLI::App app{"Octoscope watches a table, referees the game on it and keeps it"};
  app.set_version_flag("--version", "octoscope " OCTO_VERSION, "Print the version and exit");
  int status = 0;
  octo::ui::addCalibrate(app, status);
  octo::ui::addCameras(app, status);
  octo::ui::addDemo(app, status);
  octo::ui::addEdition(app, status);
  octo::ui::addEnroll(app, status);
  octo::ui::addHistory(app, status);
  octo::ui::addPrint(app, status);
  octo::ui::addRecognize(app, status);
  octo::ui::addReferee(app, status);
  octo::ui::addReplay(app, status);
  octo::ui::addScore(app, status);
  octo::ui::addTrack(app, status);
  octo::ui::addWindow(app, status);
  return octo::ui::runCommandLine(app, argc, argv, status);
}
