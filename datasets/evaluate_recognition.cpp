#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "datasets/board_pictures.h"
#include "datasets/card_tables.h"
#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "datasets/invented_edition.h"
#include "datasets/measure.h"
#include "datasets/other_print.h"
#include "datasets/play_arguments.h"
#include "datasets/scene/board_grid.h"
#include "datasets/scene/random.h"
#include "datasets/scratch_folder.h"
#include "datasets/shots.h"
#include "tracker/vocabulary/json.h"
#include "vision/edition/taught_edition.h"
#include "vision/pipeline.h"
#include "vision/read/taught/recognize_taught.h"
#include "vision/teach/teacher.h"

namespace octo::datasets {
namespace {

struct RecognitionArguments {
  std::string game;
  std::string difficulty = "default";
  std::uint64_t seed = 1;
  int pictures = 20;
  std::string keep;
  std::string print = "own";
  /// Folders of the edition that lies on the tables, and of what was taught of it.
  std::string edition, taught;
  /// Or the style and the seed of an edition that is invented and taught for this evaluation.
  std::string invented;
  std::uint64_t inventedSeed = 1;
  /// Nobody moves in these pictures: how neatly people lay their pieces is all that shows.
  std::optional<Habits> people;
};

/// A shield as truth and reading are compared: where, what, which way.
struct Laid {
  std::string face;
  Facing facing = Facing::N;
  double confidence = 1;
};
using Board = std::map<std::string, Laid>;

/// A reading less sure than this is a question to the players, not a reading.
constexpr double kSure = 0.8;

struct Counts {
  int pictures = 0, tables = 0, boxes = 0, right = 0, unread = 0, misread = 0;
  int shields = 0, facesRight = 0, facingsRight = 0;

  Counts& operator+=(const Counts& other) {
    pictures += other.pictures, tables += other.tables, boxes += other.boxes, right += other.right;
    unread += other.unread, misread += other.misread, shields += other.shields;
    facesRight += other.facesRight, facingsRight += other.facingsRight;
    return *this;
  }
  Json toJson() const {
    return {{"pictures", pictures},
            {"tables_found", tables},
            {"boxes", boxes},
            {"boxes_right", right},
            {"boxes_unread", unread},
            {"boxes_misread", misread},
            {"shields", shields},
            {"faces_right", facesRight},
            {"facings_right", facingsRight},
            {"share_right", boxes == 0 ? 0.0 : static_cast<double>(right) / boxes}};
  }
};

Board truthOf(const std::vector<ScenePiece>& pieces, const Grid& grid) {
  Board board;
  for (const ScenePiece& piece : pieces)
    if (const auto cell = grid.cellAt(piece.pose.at); cell && piece.face.family() == "shield")
      board[cell->name()] = {piece.face.text(), Facing::nearest(piece.pose.angle), 1};
  return board;
}

Board readingOf(const vision::Recognition& seen, const Grid& grid) {
  Board board;
  for (const vision::Sighting& sighting : seen.pieces)
    if (const auto cell = sighting.pose ? grid.cellAt(sighting.pose->at) : std::nullopt)
      board[cell->name()] = {sighting.faces.front().face.text(), Facing::nearest(sighting.pose->angle),
                             sighting.faces.front().confidence * sighting.presence};
  return board;
}

std::string told(const Board& board, const std::string& cell) {
  const auto laid = board.find(cell);
  return laid == board.end() ? "nothing" : laid->second.face + " " + std::string(laid->second.facing.name());
}

void countBox(const Board& truth, const Board& seen, const std::string& cell, Counts& counts, Json& wrong) {
  const auto want = truth.find(cell), have = seen.find(cell);
  const bool sure = have == seen.end() || have->second.confidence >= kSure;
  const bool same = told(truth, cell) == told(seen, cell);
  ++counts.boxes;
  if (want != truth.end()) {
    ++counts.shields;
    counts.facesRight += have != seen.end() && have->second.face == want->second.face ? 1 : 0;
    counts.facingsRight += have != seen.end() && have->second.facing == want->second.facing ? 1 : 0;
  }
  if (same && sure) ++counts.right;
  if (!sure) ++counts.unread;
  if (!same && sure) ++counts.misread;
  if (!same || !sure)
    wrong.push_back({{"cell", cell},
                     {"truth", told(truth, cell)},
                     {"read", told(seen, cell)},
                     {"confidence", have == seen.end() ? 1.0 : have->second.confidence}});
}

void keepPicture(const RecognitionArguments& arguments, std::uint64_t seed, const cv::Mat& picture) {
  if (arguments.keep.empty()) return;
  cv::imwrite((std::filesystem::path(arguments.keep) / (std::to_string(seed) + ".png")).string(), picture);
}

void printSum(const RecognitionArguments& arguments, const Json& counts) {
  Json line{{"evaluation", "recognition"},
            {"game", arguments.game},
            {"difficulty", arguments.difficulty},
            {"print", arguments.print},
            {"first_seed", arguments.seed}};
  if (arguments.people) line["people"] = arguments.people->name();
  line.update(counts);
  std::cout << line.dump() << std::endl;
}

/// The edition that is drawn and the one that reads it.
struct Edition {
  GameId game;
  std::unique_ptr<const vision::TaughtEdition> drawn = nullptr, taught = nullptr;
  /// As drawn, with our own for what its folder lacks: the tables have chips, whether they were taught or not.
  std::unique_ptr<const WholeEdition> whole = nullptr;
  std::unique_ptr<const vision::TaughtRecognizer> reader = nullptr;

  vision::Recognition recognize(const cv::Mat& bgr) const {
    return reader ? reader->recognize(bgr) : vision::recognize(game, bgr);
  }
};

Edition editionOf(const std::string& drawn, const std::string& taught, GameId game) {
  Edition edition{game};
  if (!drawn.empty()) {
    edition.drawn = std::make_unique<const vision::TaughtEdition>(drawn);
    edition.whole = std::make_unique<const WholeEdition>(*edition.drawn);
  }
  if (!taught.empty()) {
    edition.taught = std::make_unique<const vision::TaughtEdition>(taught);
    edition.reader = std::make_unique<const vision::TaughtRecognizer>(*edition.taught);
  }
  return edition;
}

/// Two pictures a face, as the guide asks of a player. A piece that does not stand out in one of them is said.
void teach(const vision::TaughtEdition& drawn, GameId game, std::uint64_t seed, const std::string& folder) {
  vision::Teacher teacher(game, "invented");
  takeShots(drawn, 2, seed, [&](const Shot& shot) {
    try {
      teacher.show(shot.face, shot.bgr);
    } catch (const vision::EditionError& error) {
      spdlog::warn("{}", error.what());
    }
  });
  teacher.write(folder);
}

Edition inventedAndTaught(const RecognitionArguments& arguments, GameId game) {
  const ScratchFolder folder;
  const std::string drawn = folder / "drawn", taught = folder / "taught";
  inventEdition(game, editionStyle(arguments.invented), arguments.inventedSeed, drawn);
  teach(vision::TaughtEdition(drawn), game, arguments.inventedSeed, taught);
  return editionOf(drawn, taught, game);
}

Counts evaluateBoard(const RecognitionArguments& arguments, const Edition& which, const StageOptions& options,
                     std::uint64_t seed) {
  const Grid grid = boardGrid(GameId::Octagone).value();
  const Print print = parsePrint(arguments.print).value();
  const Habits people = habitsOr(arguments.people, seed, 2);
  const auto pieces = randomShields(seed, &people);
  const vision::Edition& edition =
      which.whole ? static_cast<const vision::Edition&>(*which.whole) : vision::printEdition(GameId::Octagone);
  cv::Mat picture = tablePicture(*printedAs(print, edition), pieces, options, seed).bgr;
  lightAs(print, picture, seed);
  const vision::Recognition seen = which.recognize(picture);
  const Board truth = truthOf(pieces, grid), reading = readingOf(seen, grid);
  Json wrong = Json::array();
  Counts counts;
  ++counts.pictures;
  counts.tables += seen.table ? 1 : 0;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      countBox(truth, reading, Cell::at(column, row).name(), counts, wrong);
  if (wrong.empty()) return counts;
  std::cout << Json{{"seed", seed}, {"tilt", *options.tilt}, {"table", seen.table.has_value()}, {"wrong", wrong}}.dump()
            << std::endl;
  keepPicture(arguments, seed, picture);
  return counts;
}

/// What became of some of the pieces.
struct Fates {
  int pieces = 0, right = 0, misread = 0, unread = 0, missed = 0;

  Fates& operator+=(const Fates& other) {
    pieces += other.pieces, right += other.right, misread += other.misread;
    unread += other.unread, missed += other.missed;
    return *this;
  }
  /// Beside the other counts, each named after these pieces, too.
  void addTo(Json& json, const std::string& which) const {
    json[which + "_pieces"] = pieces, json[which + "_right"] = right, json[which + "_misread"] = misread;
    json[which + "_unread"] = unread, json[which + "_missed"] = missed;
  }
};

/// A piece that shows so much of itself is whole; of one that shows less than the other, half or more is covered.
constexpr double kWhole = 0.97, kHalf = 0.5;

/// What was found of the pieces of one table or many. A card of which less shows than its index is not asked for.
struct CardCounts {
  int pictures = 0, tables = 0, pieces = 0, right = 0, misread = 0, unread = 0, missed = 0, extra = 0;
  Fates whole, halfCovered;
  /// Of each picture, that its reading took.
  std::vector<double> ms;

  /// Counts one piece of which that share shows.
  void count(double visible, int CardCounts::*fate, int Fates::*same) {
    ++pieces, ++(this->*fate);
    if (visible >= kWhole) ++whole.pieces, ++(whole.*same);
    if (visible < kHalf) ++halfCovered.pieces, ++(halfCovered.*same);
  }

  CardCounts& operator+=(const CardCounts& other) {
    pictures += other.pictures, tables += other.tables, pieces += other.pieces, right += other.right;
    misread += other.misread, unread += other.unread, missed += other.missed, extra += other.extra;
    whole += other.whole, halfCovered += other.halfCovered;
    ms.insert(ms.end(), other.ms.begin(), other.ms.end());
    return *this;
  }
  double medianMs() const {
    std::vector<double> sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : quantile(sorted, 0.5);
  }
  Json toJson() const {
    Json json{{"pictures", pictures}, {"tables_found", tables},
              {"ms", medianMs()},     {"pieces", pieces},
              {"right", right},       {"misread", misread},
              {"unread", unread},     {"missed", missed},
              {"extra", extra},       {"share_right", pieces == 0 ? 0.0 : static_cast<double>(right) / pieces}};
    whole.addTo(json, "whole");
    halfCovered.addTo(json, "covered");
    return json;
  }
};

/// Less than the strip of 18 mm that the narrowest step leaves of a card.
constexpr double kLeastVisible = 0.16;
/// Millimetres: a card that lies farther from where it was seen is another.
constexpr double kSamePlace = 9;

/// The likeliest faces and their confidences.
Json candidatesOf(const vision::Sighting& sighting) {
  constexpr std::size_t kMost = 3;
  Json candidates = Json::array();
  for (const Candidate& each : sighting.faces)
    if (!each.face.isUnknown() && candidates.size() < kMost) candidates.push_back({each.face.text(), each.confidence});
  return candidates;
}

void countCards(const std::vector<ScenePiece>& pieces, const std::map<int, double>& visible,
                const vision::Recognition& seen, CardCounts& sum, Json& wrong) {
  std::vector<bool> used(seen.pieces.size(), false);
  const auto nearest = [&](const ScenePiece& piece, bool sameFace) {
    for (std::size_t i = 0; i < seen.pieces.size(); ++i) {
      const vision::Sighting& sighting = seen.pieces[i];
      if (used[i] || !sighting.pose || (sameFace && sighting.faces.front().face != piece.face)) continue;
      if (distance(sighting.pose->at, piece.pose.at) < kSamePlace) return static_cast<int>(i);
    }
    return -1;
  };
  std::vector<const ScenePiece*> left;
  for (const ScenePiece& piece : pieces) {
    if (piece.layer == 0) continue;
    const bool asked = visible.at(piece.id) >= kLeastVisible;
    const int at = nearest(piece, true);
    if (at >= 0) used[static_cast<std::size_t>(at)] = true;
    if (at >= 0 && asked) sum.count(visible.at(piece.id), &CardCounts::right, &Fates::right);
    if (at < 0 && asked) left.push_back(&piece);
  }
  for (const ScenePiece* piece : left) {
    const int at = nearest(*piece, false);
    if (at >= 0) used[static_cast<std::size_t>(at)] = true;
    const std::string read = at < 0 ? "nothing" : seen.pieces[static_cast<std::size_t>(at)].faces.front().face.text();
    const double shows = visible.at(piece->id);
    if (at < 0)
      sum.count(shows, &CardCounts::missed, &Fates::missed);
    else if (read == "?")
      sum.count(shows, &CardCounts::unread, &Fates::unread);
    else
      sum.count(shows, &CardCounts::misread, &Fates::misread);
    wrong.push_back({{"truth", piece->face.text()},
                     {"x", piece->pose.at.x},
                     {"y", piece->pose.at.y},
                     {"read", read},
                     {"visible", visible.at(piece->id)}});
    if (at >= 0) wrong.back()["candidates"] = candidatesOf(seen.pieces[static_cast<std::size_t>(at)]);
  }
  for (std::size_t i = 0; i < seen.pieces.size(); ++i) {
    if (used[i] || seen.pieces[i].faces.front().face.isUnknown()) continue;
    ++sum.extra;
    wrong.push_back({{"truth", "nothing"}, {"read", seen.pieces[i].faces.front().face.text()}});
  }
}

/// Bounds of the camera's tilt in degrees; tables are spread evenly over all of it.
constexpr std::array kTilts{0.0, 15.0, 30.0, 45.0};
constexpr std::size_t kBands = kTilts.size() - 1;

/// The seed says all, so that an evaluation can be made in pieces.
std::size_t bandOf(std::uint64_t seed) { return seed % kBands; }

CardCounts evaluateCardTable(const RecognitionArguments& arguments, const Edition& which, StageOptions options,
                             std::uint64_t seed) {
  const GameId game = which.game;
  const vision::Edition& edition =
      which.whole ? static_cast<const vision::Edition&>(*which.whole) : vision::printEdition(game);
  const Print print = parsePrint(arguments.print).value();
  const auto mats = vision::playersWithGround(edition);
  options.players = mats[seed / kBands % mats.size()];
  const Habits people = habitsOr(arguments.people, seed, options.players);
  const auto pieces = randomCards(game, options.players, seed, &people, &edition);
  TablePicture picture = tablePicture(*printedAs(print, edition), pieces, options, seed);
  lightAs(print, picture.bgr, seed);
  const auto start = std::chrono::steady_clock::now();
  const vision::Recognition seen = which.recognize(picture.bgr);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  Json wrong = Json::array();
  CardCounts counts;
  ++counts.pictures;
  counts.ms.push_back(took.count());
  counts.tables += seen.table ? 1 : 0;
  countCards(pieces, picture.visible, seen, counts, wrong);
  if (wrong.empty()) return counts;
  std::cout << Json{{"seed", seed},
                    {"players", options.players},
                    {"tilt", *options.tilt},
                    {"table", seen.table.has_value()},
                    {"wrong", wrong}}
                   .dump()
            << std::endl;
  keepPicture(arguments, seed, picture.bgr);
  return counts;
}

StageOptions optionsOf(std::uint64_t seed, Difficulty difficulty) {
  StageOptions options;
  options.difficulty = difficulty;
  options.tilt = Random(seed).fork("tilt").between(kTilts[bandOf(seed)], kTilts[bandOf(seed) + 1]);
  return options;
}

/// `evaluateTable(options, seed)` counts one picture.
template <typename EvaluateTable>
void evaluateTables(const RecognitionArguments& arguments, Difficulty difficulty, EvaluateTable evaluateTable) {
  using BandCounts = std::invoke_result_t<EvaluateTable, StageOptions, std::uint64_t>;
  std::array<BandCounts, kBands> bands;
  for (int i = 0; i < arguments.pictures; ++i) {
    const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(i);
    bands[bandOf(seed)] += evaluateTable(optionsOf(seed, difficulty), seed);
  }
  BandCounts all;
  for (std::size_t band = 0; band < kBands; ++band) {
    all += bands[band];
    Json counts = bands[band].toJson();
    counts["tilt"] = {kTilts[band], kTilts[band + 1]};
    printSum(arguments, counts);
  }
  printSum(arguments, all.toJson());
}

void evaluate(const RecognitionArguments& arguments, int& status) {
  const auto game = parseGame(arguments.game);
  if (!game) throw std::runtime_error("--game " + arguments.game + ": expected " + gameNames());
  const auto difficulty = parseDifficulty(arguments.difficulty);
  if (!difficulty)
    throw std::runtime_error("--difficulty " + arguments.difficulty + ": expected easy, default or hard");
  if (!parsePrint(arguments.print))
    throw std::runtime_error("--print " + arguments.print + ": expected own, grey, faded, warm or dusk");
  if (!arguments.keep.empty()) std::filesystem::create_directories(arguments.keep);
  status = 0;
  const Edition edition = arguments.invented.empty() ? editionOf(arguments.edition, arguments.taught, *game)
                                                     : inventedAndTaught(arguments, *game);
  if (*game == GameId::Octagone)
    evaluateTables(arguments, *difficulty, [&](const StageOptions& options, std::uint64_t seed) {
      return evaluateBoard(arguments, edition, options, seed);
    });
  else
    evaluateTables(arguments, *difficulty, [&](const StageOptions& options, std::uint64_t seed) {
      return evaluateCardTable(arguments, edition, options, seed);
    });
}

}  // namespace

void addEvaluateRecognition(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RecognitionArguments>();
  CLI::App* command =
      evaluateCommand(app).add_subcommand("recognition", "tables of chance, rendered, read and compared");
  command->add_option("--game", arguments->game, gameNames())->required();
  command->add_option("--seed", arguments->seed, "of the first picture; the others follow");
  command->add_option("--pictures", arguments->pictures, "how many, default 20")->check(CLI::Range(1, 1000000));
  command->add_option("--difficulty", arguments->difficulty, "easy, default or hard");
  command->add_option("--print", arguments->print,
                      "own; grey or faded: as other printers do it; warm or dusk: another light");
  command->add_option("--edition", arguments->edition, "an edition's folder: its pieces lie on the tables");
  command->add_option("--taught", arguments->taught, "what was taught of it (enroll): the folder that reads them");
  command
      ->add_option(
          "--invented", arguments->invented,
          "instead of the two: ornate, photographic or minimal; an edition drawn by chance and taught from two "
          "pictures a face")
      ->excludes("--edition", "--taught");
  command->add_option("--invented-seed", arguments->inventedSeed, "of that edition and its pictures, default 1");
  addPeople(*command, arguments->people);
  command->add_option("--keep", arguments->keep, "folder for the pictures that were not read right");
  command->callback([arguments, &status] { evaluate(*arguments, status); });
}

}  // namespace octo::datasets
