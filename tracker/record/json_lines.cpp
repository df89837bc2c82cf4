#include "tracker/record/json_lines.h"

namespace octo::tracker {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr int kDeepest = 64;

/// Lists and objects in one another, brackets within texts not counted.
bool isTooDeep(const std::string& line) {
  int depth = 0;
  bool inText = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (inText && c == '\\')
      ++k;
    else if (c == '"')
      inText = !inText;
    else if (!inText && (c == '[' || c == '{') && ++depth > kDeepest)
      return true;
    else if (!inText && (c == ']' || c == '}'))
      --depth;
  }
  return false;
}

}  // namespace

bool JsonLines::next(Json& line) {
  ++number_;
  if (!nextText()) return false;
  if (isTooDeep(text_)) fail("lists or objects more than 64 deep");
  if (text_.find_first_not_of(" \t\r") == std::string::npos) fail("a blank line where an event was expected");
  try {
    line = Json::parse(text_);
  } catch (const Json::exception&) {
    fail("not a JSON object");
  }
  return true;
}

void JsonLines::fail(const std::string& expected) const {
  throw Malformed(name_ + ":" + std::to_string(number_) + ": " + expected);
}

bool JsonLines::nextText() {
  text_.clear();
  std::streambuf& bytes = *in_.rdbuf();
  for (int c = bytes.sbumpc(); c != std::char_traits<char>::eof(); c = bytes.sbumpc()) {
    if (c == '\n') return true;
    if (text_.size() == kLongestLine) fail("a line of more than 1 MiB");
    text_.push_back(static_cast<char>(c));
  }
  in_.setstate(std::ios::eofbit);
  if (in_.bad()) fail("could not be read to its end");
  return !text_.empty();
}

}  // namespace octo::tracker
