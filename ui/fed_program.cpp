#include "ui/fed_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

extern char** environ;

namespace octo::ui {
namespace {

constexpr std::chrono::milliseconds kLookEvery{20};

bool waitFor(pid_t child, std::chrono::milliseconds longest, const std::atomic<bool>& stop) {
  const auto end = std::chrono::steady_clock::now() + longest;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (stop || std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(kLookEvery);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool runOn(int input, const std::vector<std::string>& command, std::chrono::milliseconds longest,
           const std::atomic<bool>& stop) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& each : words) arguments.push_back(each.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  for (const int each : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, each, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool begun = posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  return begun && waitFor(child, longest, stop);
}

}  // namespace

bool feedProgram(const std::vector<std::string>& command, std::string_view input, std::chrono::milliseconds longest,
                 const std::atomic<bool>& stop) {
  const int file = ::memfd_create("octoscope", MFD_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, input.data(), input.size()) == static_cast<ssize_t>(input.size());
  ::lseek(file, 0, SEEK_SET);
  const bool done = written && runOn(file, command, longest, stop);
  ::close(file);
  return done;
}

}  // namespace octo::ui
