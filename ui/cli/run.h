#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace octo::ui {

/// Bad usage or bad input found by a command itself; the message is the line the user reads.
class BadInput : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Tells the user of bad input in one line on standard error; the exit status for it, 2. For commands that go on with
/// their other inputs; the rest throw.
int complain(std::string message);

/// Parses the arguments and runs the chosen command. Whatever is thrown becomes one line on standard error and exit
/// status 2; an exit status 0 or 1 is the command's. Standard output is flushed, and a failure to write to it (a full
/// disk, a closed pipe) is an error too. Logs go to standard error.
int runCommandLine(CLI::App& app, int argc, char** argv, const int& status);

}  // namespace octo::ui
