#include "ui/cli/run.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <exception>
#include <iostream>
#include <string>

namespace octo::ui {
namespace {

constexpr int kBadInput = 2;

}  // namespace

/// An error is one line, whatever a library put into its message.
int complain(std::string message) {
  for (char& c : message)
    if (c == '\n' || c == '\r') c = ' ';
  std::cerr << "octoscope: " << message << '\n';
  return kBadInput;
}

int runCommandLine(CLI::App& app, int argc, char** argv, const int& status) {
  std::ios::sync_with_stdio(false);
  spdlog::set_default_logger(spdlog::stderr_color_mt("octoscope"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);  // --help
    return complain(std::string(error.what()) + " (see --help)");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
  if (!std::cout.flush()) return complain("standard output could not be written");
  return status;
}

}  // namespace octo::ui
