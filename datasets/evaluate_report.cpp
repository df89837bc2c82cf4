#include <CLI/App.hpp>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "tracker/vocabulary/json.h"

namespace octo::datasets {
namespace {

/// What `evaluate recognition` counted of one game, print or light, and band of tilts.
struct PieceSum {
  int pictures = 0, pieces = 0, right = 0, misread = 0, unread = 0, missed = 0, extra = 0;
  int shields = 0, facings = 0;

  void add(const Json& line) {
    const auto count = [&](const char* card, const char* box) { return line.value(card, line.value(box, 0)); };
    pictures += line.at("pictures").get<int>();
    pieces += count("pieces", "boxes");
    right += count("right", "boxes_right");
    misread += count("misread", "boxes_misread");
    unread += count("unread", "boxes_unread");
    missed += line.value("missed", 0), extra += line.value("extra", 0);
    shields += line.value("shields", 0), facings += line.value("facings_right", 0);
  }
};

using Sums = std::map<std::tuple<std::string, std::string, std::string>, PieceSum>;

/// The lines of one band of tilts; those of single pictures and of all bands together say nothing more.
void addLine(const Json& line, Sums& sums) {
  if (line.value("evaluation", "") != "recognition" || !line.contains("tilt")) return;
  const std::string game = line.at("game"), print = line.at("print");
  std::string tilt = std::to_string(line.at("tilt").at(0).get<int>());
  tilt += "–" + std::to_string(line.at("tilt").at(1).get<int>()) + "°";
  sums[{game, print, tilt}].add(line);
  sums[{game, print, "all"}].add(line);
}

void readLines(const std::string& file, Sums& sums) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) try {
      addLine(Json::parse(text), sums);
    } catch (const Json::exception&) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": expected a line of evaluate recognition");
    }
}

std::string percent(int part, int whole) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << (whole > 0 ? 100.0 * part / whole : 0.0) << " %";
  return text.str();
}

void printPage(const Sums& sums) {
  std::cout
      << "| game | print or light | tilt | tables | pieces | right | misread | `?` | missed | invented | facings |\n"
         "| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |\n";
  for (const auto& [key, sum] : sums) {
    const auto& [game, print, tilt] = key;
    std::cout << "| " << game << " | " << print << " | " << tilt << " | " << sum.pictures << " | " << sum.pieces
              << " | " << percent(sum.right, sum.pieces) << " | " << sum.misread << " | " << sum.unread << " | "
              << sum.missed << " | " << sum.extra << " | " << (sum.shields > 0 ? percent(sum.facings, sum.shields) : "")
              << " |\n";
  }
}

}  // namespace

void addEvaluateReport(CLI::App& app, int& status) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = evaluateCommand(app).add_subcommand(
      "report", "what files of evaluate recognition say together, as a table in Markdown");
  command->add_option("files", *files, "JSON lines, of any games, prints and seeds")->required();
  command->callback([files, &status] {
    Sums sums;
    for (const std::string& file : *files) readLines(file, sums);
    printPage(sums);
    status = 0;
  });
}

}  // namespace octo::datasets
