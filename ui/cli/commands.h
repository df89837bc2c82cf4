#pragma once

#include <string>

namespace CLI {
class App;
}

/// The commands of the program, one file each. Each function adds its subcommand to the command line; if that
/// is the one chosen, its callback does the work and sets `status`: 0 done, 1 done and something was found
/// wrong. Bad input is thrown and becomes one line on standard error and exit status 2 (`run.h`).
namespace octo::ui {

void addCalibrate(CLI::App& app, int& status);
void addCameras(CLI::App& app, int& status);
void addDemo(CLI::App& app, int& status);
void addEdition(CLI::App& app, int& status);
void addEnroll(CLI::App& app, int& status);
void addHistory(CLI::App& app, int& status);
void addPrint(CLI::App& app, int& status);
void addRecognize(CLI::App& app, int& status);
void addReferee(CLI::App& app, int& status);
void addReplay(CLI::App& app, int& status);
void addScore(CLI::App& app, int& status);
void addTrack(CLI::App& app, int& status);
/// Not a command: what happens without one. After the commands, to which its options do not belong.
void addWindow(CLI::App& app, int& status);

}  // namespace octo::ui
