#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "datasets/board_pictures.h"
#include "datasets/card_tables.h"
#include "datasets/commands.h"
#include "datasets/invented_edition.h"
#include "datasets/scene/random.h"
#include "datasets/scratch_folder.h"
#include "datasets/whole_edition.h"
#include "tracker/vocabulary/json.h"
#include "vision/edition/taught_edition.h"
#include "vision/geometry/from_above.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_fit.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/taught/card_spotter.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

struct TablesArguments {
  std::string out;
  std::uint64_t seed = 1;
  int pictures = 20;
};

/// Pictures of each edition: drawing one takes as long as a picture.
constexpr std::uint64_t kOfEdition = 3;

/// Oct8 more often: its columns leave narrow strips.
constexpr std::array kGames{GameId::Octal, GameId::Oct8, GameId::Oct8};

/// An invented edition on a table of chance, straight from above; its pieces in pixels. Null where the table is not
/// found.
Json writeTable(const WholeEdition& edition, GameId game, std::uint64_t seed, const std::string& file) {
  Random random = Random(seed).fork("table");
  StageOptions options;
  options.difficulty =
      random.pick(std::array{Difficulty::Easy, Difficulty::Default, Difficulty::Default, Difficulty::Hard});
  options.tilt = random.between(0, 48);
  const auto mats = vision::playersWithGround(edition);
  options.players = random.pick(mats);
  const Habits people = habitsOr(std::nullopt, seed, options.players);
  const auto pieces = randomCards(game, options.players, seed, &people, &edition);
  const cv::Mat bgr = tablePicture(edition, pieces, options, seed).bgr;
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  const auto found = vision::findMat(game, vision::findMarkers(gray), {});
  if (!found.table) return nullptr;
  const vision::FaceArt* card = nullptr;
  for (const vision::FaceArt& art : edition.faces())
    if (art.shape == vision::Shape::Card) card = &art;
  const double scale = vision::spotterScale(*card);
  const auto area = vision::areaBetween(edition.marksOf(vision::groundFor(edition, options.players)));
  const cv::Mat above = vision::seenFromAbove(bgr, *found.table, area, scale, cv::INTER_LINEAR);
  if (!cv::imwrite(file, above, {cv::IMWRITE_JPEG_QUALITY, 88})) throw std::runtime_error(file + ": cannot be written");
  Json laid = Json::array();
  for (const ScenePiece& piece : pieces) {
    if (piece.layer == 0) continue;
    const vision::FaceArt& art = edition.art(piece.face);
    laid.push_back({{"layer", piece.layer},
                    {"shape", art.shape == vision::Shape::Card ? "card" : "round"},
                    {"x", (piece.pose.at.x - area.x0) * scale},
                    {"y", (area.y1 - piece.pose.at.y) * scale},
                    {"angle", piece.pose.angle},
                    {"width", art.widthMm * scale},
                    {"height", art.heightMm * scale}});
  }
  return {{"image", fs::path(file).filename().string()}, {"seed", seed}, {"pieces", laid}};
}

/// The seeds of the tables in a list; what is no line of one counts as none.
std::set<std::uint64_t> seedsIn(const fs::path& list) {
  std::set<std::uint64_t> seeds;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);)
    if (const Json table = Json::parse(line, nullptr, false); table.is_object())
      seeds.insert(table.value("seed", std::uint64_t{0}));
  return seeds;
}

/// Goes on where it was stopped.
void writeTables(const TablesArguments& arguments) {
  fs::create_directories(arguments.out);
  const fs::path folder(arguments.out), list = folder / "tables.jsonl";
  const std::set<std::uint64_t> drawnBefore = seedsIn(list);
  std::ofstream out(list, std::ios::app);
  const std::uint64_t end = arguments.seed + static_cast<std::uint64_t>(arguments.pictures);
  for (std::uint64_t first = arguments.seed; first < end; first += kOfEdition) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t seed = first; seed < std::min(end, first + kOfEdition); ++seed)
      if (!drawnBefore.contains(seed)) missing.push_back(seed);
    if (missing.empty()) continue;
    Random random = Random(first).fork("edition");
    const GameId game = random.pick(kGames);
    const auto style = static_cast<EditionStyle>(random.below(static_cast<int>(kEditionStyles.size())));
    const ScratchFolder scratch;
    inventEdition(game, style, first, scratch / "drawn");
    const vision::TaughtEdition drawn((scratch / "drawn").string());
    const WholeEdition edition(drawn);
    for (const std::uint64_t seed : missing)
      if (const Json line = writeTable(edition, game, seed, (folder / (std::to_string(seed) + ".jpg")).string());
          !line.is_null())
        out << line.dump() << std::endl;
  }
  if (!out.flush()) throw std::runtime_error(list.string() + ": cannot be written");
}

}  // namespace

void addDrawnTables(CLI::App& app, int&) {
  const auto arguments = std::make_shared<TablesArguments>();
  CLI::App* command = app.add_subcommand(
      "tables", "tables of chance with cards of invented editions, from straight above, for train spotter");
  command->add_option("--seed", arguments->seed, "of the first picture; the others follow");
  command->add_option("--pictures", arguments->pictures, "how many, default 20")->check(CLI::Range(1, 1000000));
  command->add_option("--out", arguments->out, "folder for the pictures and tables.jsonl")->required();
  command->callback([arguments] { writeTables(*arguments); });
}

}  // namespace octo::datasets
