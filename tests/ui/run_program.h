#pragma once

#include <sys/wait.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace octo::test {

struct Ran {
  int status = -1;
  std::string out;
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }
};

/// Runs the program; standard error goes to standard output where `both`. `before`: variables of the
/// environment.
inline Ran run(const std::string& arguments, bool both = false, const std::string& before = "") {
  const std::string command =
      before + " " + std::string(OCTO_PROGRAM) + " " + arguments + (both ? " 2>&1" : " 2>/dev/null");
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  Ran ran;
  std::array<char, 4096> buffer{};
  while (const std::size_t read = fread(buffer.data(), 1, buffer.size(), pipe)) ran.out.append(buffer.data(), read);
  const int status = pclose(pipe);
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

}  // namespace octo::test
