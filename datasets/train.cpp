#include <spawn.h>
#include <sys/wait.h>

#include <CLI/App.hpp>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "datasets/commands.h"

extern char** environ;

namespace octo::datasets {
namespace {

struct TrainArguments {
  std::string scripts = "datasets/cards", work = "build/cards", models = "vision/models";
  double passes = 1;
};

struct SpotterArguments {
  std::string scripts = "datasets/spotter", work = "build/spotter", models = "vision/models", device = "cpu";
  int tables = 258, steps = 9000, workers = 2;
};

/// Runs a program to its end; its exit status.
int runProgram(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ); error != 0)
    throw std::system_error(error, std::generic_category(), words[0] + " cannot be started");
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waiting for " + words[0]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

std::string scriptIn(const std::string& folder, const std::string& name) {
  const std::string script = (std::filesystem::path(folder) / name).string();
  if (!std::filesystem::exists(script))
    throw std::runtime_error(script + ": not there; run this from the top of the checkout");
  return script;
}

int trainCards(const TrainArguments& arguments) {
  const std::string script = scriptIn(arguments.scripts, "make_models.py");
  return runProgram({"/usr/bin/python3", script, "--work", arguments.work, "--out", arguments.models, "--passes",
                     std::to_string(arguments.passes)});
}

/// Draws the tables, learns from them and writes the ONNX file.
int trainSpotter(const SpotterArguments& arguments) {
  const std::string script = scriptIn(arguments.scripts, "train.py"), tables = arguments.work + "/tables";
  if (const int status = runProgram({"/proc/self/exe", "tables", "--seed", "1000", "--pictures",
                                     std::to_string(arguments.tables), "--out", tables});
      status != 0)
    return status;
  const std::vector<std::string> learn{"/usr/bin/python3", script,
                                       "--data",           tables,
                                       "--work",           arguments.work,
                                       "--device",         arguments.device,
                                       "--steps",          std::to_string(arguments.steps),
                                       "--workers",        std::to_string(arguments.workers)};
  if (const int status = runProgram(learn); status != 0) return status;
  return runProgram(
      {"/usr/bin/python3", script, "--data", tables, "--work", arguments.work, "--out", arguments.models});
}

}  // namespace

void addTrain(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<TrainArguments>();
  CLI::App* command = app.add_subcommand("train", "networks, from pictures drawn here; goes on where it was stopped");
  command->require_subcommand(1);
  CLI::App* cards =
      command->add_subcommand("cards", "the reader of French-suited cards: draws, trains, writes ONNX files");
  cards->add_option("--work", arguments->work,
                    "folder for pictures (4 GB), logs and what is half done, default build/cards");
  cards->add_option("--models", arguments->models, "folder for the ONNX files, default vision/models");
  cards->add_option("--scripts", arguments->scripts, "folder of the training scripts, default datasets/cards");
  cards->add_option("--passes", arguments->passes, "share of the usual passes: 0.1 is a quick try, default 1");
  cards->callback([arguments, &status] { status = trainCards(*arguments); });

  const auto spotting = std::make_shared<SpotterArguments>();
  CLI::App* spotter = command->add_subcommand(
      "spotter", "what tells where cards of any print lie: draws, trains, writes the ONNX file");
  spotter->add_option("--work", spotting->work, "folder for tables and what is half done, default build/spotter");
  spotter->add_option("--models", spotting->models, "folder for the ONNX file, default vision/models");
  spotter->add_option("--scripts", spotting->scripts, "folder of the training scripts, default datasets/spotter");
  spotter->add_option("--tables", spotting->tables, "how many are drawn, default 258");
  spotter->add_option("--steps", spotting->steps,
                      "of 64 squares each, default 9000: 8 minutes on an H100 with 15 workers");
  spotter->add_option("--device", spotting->device, "cpu or cuda");
  spotter->add_option("--workers", spotting->workers, "processes that make squares, default 2");
  spotter->callback([spotting, &status] { status = trainSpotter(*spotting); });
}

}  // namespace octo::datasets