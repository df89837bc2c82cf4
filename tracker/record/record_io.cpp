#include "tracker/record/record_io.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tracker/referee/match.h"

namespace octo::tracker {
namespace {

/// No line of a record is nearly as long or as deep; what is, would only eat memory and stack.
constexpr std::size_t kLongestLine = 1 << 20;
constexpr int kDeepest = 64;

/// The next line without its end; false where there is none. Throws Malformed where it is too long.
bool nextLine(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& bytes = *in.rdbuf();
  for (int c = bytes.sbumpc(); c != std::char_traits<char>::eof(); c = bytes.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() == kLongestLine) throw Malformed("a line of more than 1 MiB");
    line.push_back(static_cast<char>(c));
  }
  in.setstate(std::ios::eofbit);
  return !line.empty();
}

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

Json parseLine(const std::string& line) {
  if (isTooDeep(line)) throw Malformed("lists or objects more than 64 deep");
  if (line.find_first_not_of(" \t\r") == std::string::npos) throw Malformed("a blank line where an event was expected");
  try {
    return Json::parse(line);
  } catch (const Json::exception&) {
    throw Malformed("not a JSON object");
  }
}

}  // namespace

Record readRecord(std::istream& in, const std::string& name) {
  Record record;
  std::string line;
  int number = 0;
  try {
    ++number;
    if (!nextLine(in, line)) throw Malformed("an empty file where a record's header was expected");
    record.header = GameHeader::fromJson(parseLine(line));
    const Match match(record.header);
    while (++number, nextLine(in, line)) {
      record.events.push_back(Event::fromJson(parseLine(line)));
      match.check(record.events.back());
    }
  } catch (const Malformed& error) {
    throw Malformed(name + ":" + std::to_string(number) + ": " + error.what());
  }
  if (in.bad()) throw Malformed(name + ":" + std::to_string(number) + ": could not be read to its end");
  return record;
}

Record readRecordFile(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw Malformed(path + ": is a directory; a game record was expected");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Malformed(path + ": " + std::strerror(errno) + "; a game record was expected");
  return readRecord(in, path);
}

void writeRecord(std::ostream& out, const Record& record) {
  out << record.header.toJson().dump() << '\n';
  for (const Event& event : record.events) out << event.toJson().dump() << '\n';
}

}  // namespace octo::tracker
