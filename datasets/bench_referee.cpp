#include "datasets/bench_referee.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "datasets/measure.h"
#include "datasets/play/dealer.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {
namespace {

constexpr int kEvents = 100000;
/// Different events considered in each position; a game of the shortest kind has about 40 positions.
constexpr int kConsidered = 50;

/// What somebody at the table may try here and take back.
std::vector<Event> considered(const Dealer& dealer, const tracker::Match& match, Chance& chance) {
  std::vector<Event> events;
  while (static_cast<int>(events.size()) < kConsidered) {
    events.push_back(chance.upTo(1) ? spoilt(dealer, match, chance) : dealer.any(match, chance));
    events.back().takenBack = true;
  }
  return events;
}

/// No game is nearly as long: a whole game of legal events, and before each of them a share of others taken
/// back, so that the referee works in every position.
tracker::Record longRecord(const Dealer& dealer, Chance& chance) {
  tracker::Record record{dealer.header(chance), {}};
  std::vector<Event> game;
  std::vector<std::vector<Event>> asides;
  tracker::Match match(record.header);
  while (const auto event = dealer.legal(match, chance)) {
    asides.push_back(considered(dealer, match, chance));
    game.push_back(*event);
    match.play(*event);
  }
  const std::size_t share = kEvents / game.size();
  for (std::size_t k = 0; k < game.size(); ++k) {
    for (std::size_t n = 1; n < share; ++n) record.events.push_back(asides[k][n % asides[k].size()]);
    record.events.push_back(game[k]);
  }
  while (record.events.size() < kEvents) record.events.push_back(asides.back().front());
  return record;
}

std::string textOf(const tracker::Record& record) {
  std::ostringstream text;
  writeRecord(text, record);
  return text.str();
}

std::size_t parseAlone(const std::string& text) {
  std::istringstream in(text);
  std::size_t fields = 0;
  for (std::string line; std::getline(in, line);) fields += Json::parse(line).size();
  return fields;
}

/// As `octoscope referee` does it, down to the lines it prints.
std::size_t readAndJudge(const std::string& text) {
  std::istringstream in(text);
  const tracker::Record record = tracker::readRecord(in, "bench");
  tracker::Match match(record.header);
  std::size_t printed = 0;
  for (const Event& event : record.events) printed += match.play(event).toJson().dump().size();
  return printed + match.result().toJson().dump().size();
}

void printWithRate(Json line) {
  line["events_per_s"] = std::llround(kEvents * 1e3 / line["median_ms"].get<double>());
  print(line);
}

void keep(const std::string& text, const std::filesystem::path& file) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  if (!(out << text).flush()) throw std::runtime_error(file.string() + ": could not be written");
}

}  // namespace

void benchReferee(int times, const std::string& records) {
  for (const GameId game : kGames) {
    Chance chance(1);
    const std::string text = textOf(longRecord(dealerOf(game), chance));
    const std::string name(title(game));
    if (!records.empty()) keep(text, std::filesystem::path(records) / (std::string(octo::name(game)) + ".octo.jsonl"));
    printWithRate(measure("baseline: 100000 events of " + name + " parsed as JSON", times, [&] { parseAlone(text); }));
    printWithRate(
        measure("referee: 100000 events of " + name + " read and judged", times, [&] { readAndJudge(text); }));
  }
}

}  // namespace octo::datasets
