#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "tracker/vocabulary/event.h"

namespace octo::tracker {

/// A game as it is written down: `*.octo.jsonl`, a header and one event a line.
struct Record {
  GameHeader header;
  std::vector<Event> events;
};

/// Reads a record and checks every line against its game, so that whoever judges it later meets no malformed line.
/// `name` stands for the file in errors. Throws Malformed: "NAME:LINE: what was expected".
Record readRecord(std::istream& in, const std::string& name);

/// As `readRecord`, from a file. Throws Malformed also where the file cannot be read.
Record readRecordFile(const std::string& path);

void writeRecord(std::ostream& out, const Record& record);

}  // namespace octo::tracker
