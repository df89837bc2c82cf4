#pragma once

namespace CLI {
class App;
}

/// The commands of the workshop, one file each; see `ui/cli/commands.h` for how they work.
namespace octo::datasets {

void addBench(CLI::App& app, int& status);
void addDrawnTables(CLI::App& app, int& status);
void addEditions(CLI::App& app, int& status);
void addEndure(CLI::App& app, int& status);
void addEvaluateAll(CLI::App& app, int& status);
void addEvaluateCardless(CLI::App& app, int& status);
void addEvaluateCards(CLI::App& app, int& status);
void addEvaluateLikeness(CLI::App& app, int& status);
void addEvaluateTracking(CLI::App& app, int& status);
void addEvaluateRecognition(CLI::App& app, int& status);
void addEvaluateReport(CLI::App& app, int& status);
void addFit(CLI::App& app, int& status);
void addRender(CLI::App& app, int& status);
void addScript(CLI::App& app, int& status);
void addTextures(CLI::App& app, int& status);
void addTrain(CLI::App& app, int& status);

}  // namespace octo::datasets
