#pragma once

#include <istream>
#include <string>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker {

/// JSON objects of a file, one a line.
class JsonLines {
 public:
  /// `name` stands for the file in errors.
  JsonLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// The next line; false after the last one. Throws Malformed where it is no JSON, longer than 1 MiB or nested more
  /// than 64 deep: no line is, and it would only eat memory and stack.
  bool next(Json& line);
  /// Throws Malformed, "NAME:LINE: what was expected", for the line read last.
  [[noreturn]] void fail(const std::string& expected) const;
  /// What `parse` returns; a Malformed that it throws tells the line read last, too.
  template <class Parse>
  auto parsed(Parse parse) const {
    try {
      return parse();
    } catch (const Malformed& error) {
      fail(error.what());
    }
  }

 private:
  bool nextText();

  std::istream& in_;
  std::string name_;
  std::string text_;
  int number_ = 0;
};

}  // namespace octo::tracker
