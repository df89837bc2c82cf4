#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <sstream>

#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"
#include "ui/cli/commands.h"
#include "ui/cli/run.h"

namespace octo::ui {
namespace {

struct RefereeArguments {
  std::vector<std::string> files;
  std::string language = "en";
};

struct Judged {
  std::string lines;
  bool foundBreach = false;
};

void appendLine(std::string& lines, const Json& line) {
  // Names in records may hold broken UTF-8; a line must not.
  lines += line.dump(-1, ' ', false, Json::error_handler_t::replace);
  lines += '\n';
}

Json numbered(int n, const Verdict& verdict) {
  Json line{{"n", n}};
  line.update(verdict.toJson());
  return line;
}

Judged judgeRecord(const tracker::Record& record, const std::string& language) {
  Judged judged;
  tracker::Match match(record.header, language);
  for (const Event& event : record.events) {
    const Verdict verdict = match.play(event);
    judged.foundBreach |= !verdict.legal || !verdict.exposes.empty();
    appendLine(judged.lines, numbered(match.events(), verdict));
  }
  appendLine(judged.lines, match.result().toJson());
  return judged;
}

/// Every file is judged, also beside a malformed one, of which only the error is told.
void judgeFiles(const RefereeArguments& arguments, int& status) {
  for (const std::string& file : arguments.files) {
    try {
      const Judged judged = judgeRecord(tracker::readRecordFile(file), arguments.language);
      std::cout << judged.lines;
      if (judged.foundBreach && status == 0) status = 1;
    } catch (const Malformed& error) {
      status = complain(error.what());
    }
  }
}

}  // namespace

void addReferee(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RefereeArguments>();
  CLI::App* command = app.add_subcommand("referee", "Judge game records: a verdict for every event, and the result");
  command->add_option("FILE", arguments->files, "Game records, *.octo.jsonl")->required();
  command->add_option("--language", arguments->language, "Language of the sentences")
      ->check(CLI::IsMember(tracker::languages()));
  command->callback([arguments, &status] { judgeFiles(*arguments, status); });
}

}  // namespace octo::ui
