#include "tracker/record/record_io.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tracker/referee/match.h"

namespace octo::tracker {
namespace {

Json parseLine(const std::string& line) {
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
    if (!std::getline(in, line)) throw Malformed("an empty file where a record's header was expected");
    record.header = GameHeader::fromJson(parseLine(line));
    const Match match(record.header);
    while (++number, std::getline(in, line)) {
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
