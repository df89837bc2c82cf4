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

int trainCards(const TrainArguments& arguments) {
  const std::string script = (std::filesystem::path(arguments.scripts) / "make_models.py").string();
  if (!std::filesystem::exists(script))
    throw std::runtime_error(script + ": not there; run this from the top of the checkout");
  return runProgram({"/usr/bin/python3", script, "--work", arguments.work, "--out", arguments.models, "--passes",
                     std::to_string(arguments.passes)});
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
}

}  // namespace octo::datasets
