#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "ui/cli/commands.h"
#include "ui/doubt_log.h"
#include "ui/history/event_lines.h"

namespace octo::ui {
namespace {

int replay(const std::string& folder) {
  const auto print = [](const Json& line) { std::cout << printed(line) << '\n'; };
  const auto doubts = replayDoubts(folder, [&](const std::vector<tracker::Change>& changes) {
    for (const tracker::Change& change : changes) print(changeLine(change));
  });
  for (const ReplayedDoubt& each : doubts)
    if (!each.same) print({{"doubt", each.kept}, {"now", each.now}});
  const auto same = std::count_if(doubts.begin(), doubts.end(), [](const ReplayedDoubt& each) { return each.same; });
  print({{"doubts", doubts.size()}, {"same", same}});
  return same == static_cast<std::ptrdiff_t>(doubts.size()) ? 0 : 1;
}

}  // namespace

void addReplay(CLI::App& app, int& status) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "replay", "Follow again what `track --save-doubt` kept, without its pictures: which doubts are the same today");
  command->add_option("folder", *folder, "The folder")->required();
  command->callback([folder, &status] { status = replay(*folder); });
}

}  // namespace octo::ui
