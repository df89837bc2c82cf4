#include "tracker/record/record_io.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tracker/record/json_lines.h"
#include "tracker/referee/match.h"

namespace octo::tracker {
Record readRecord(std::istream& in, const std::string& name) {
  JsonLines lines(in, name);
  Record record;
  Json line;
  if (!lines.next(line)) lines.fail("an empty file where a record's header was expected");
  record.header = lines.parsed([&] { return GameHeader::fromJson(line); });
  const Match match = lines.parsed([&] { return Match(record.header); });
  while (lines.next(line)) {
    record.events.push_back(lines.parsed([&] { return Event::fromJson(line); }));
    lines.parsed([&] { match.check(record.events.back()); });
  }
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
