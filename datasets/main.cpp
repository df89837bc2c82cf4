#include <malloc.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "datasets/commands.h"
#include "ui/cli/run.h"

int main(int argc, char** argv) {
  // Scenes need the same large pictures again and again. Given back to the system each time, they would cost as much
  // time in its page faults as the drawing takes.
  constexpr int kKept = 1 << 30;  // bytes
  mallopt(M_TRIM_THRESHOLD, kKept);
  mallopt(M_MMAP_THRESHOLD, kKept);
  CLI::App app{"The workshop of Octoscope: textures, scenes, training, evaluation"};
  int status = 0;
  octo::datasets::addTextures(app, status);
  octo::datasets::addDrawnTables(app, status);
  octo::datasets::addEditions(app, status);
  octo::datasets::addTrain(app, status);
  octo::datasets::addEvaluateAll(app, status);
  octo::datasets::addEvaluateCardless(app, status);
  octo::datasets::addEvaluateCards(app, status);
  octo::datasets::addEvaluateLikeness(app, status);
  octo::datasets::addEvaluateTracking(app, status);
  octo::datasets::addScript(app, status);
  octo::datasets::addRender(app, status);
  octo::datasets::addEvaluateRecognition(app, status);
  octo::datasets::addEvaluateReport(app, status);
  octo::datasets::addFit(app, status);
  octo::datasets::addBench(app, status);
  octo::datasets::addEndure(app, status);
  return octo::ui::runCommandLine(app, argc, argv, status);
}
