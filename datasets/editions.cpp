#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <string>

#include "datasets/commands.h"
#include "datasets/invented_edition.h"
#include "datasets/shots.h"
#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/json.h"
#include "vision/edition/taught_edition.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

struct InventArguments {
  std::string game, style, out;
  std::uint64_t seed = 1;
};

struct ShotArguments {
  std::string edition, out;
  std::uint64_t seed = 1;
  int views = 2;
  bool outlines = false;
};

void invent(const InventArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game || *game == GameId::Octa)
    throw std::runtime_error("--game " + arguments.game + ": expected octagone, octal or oct8");
  inventEdition(*game, editionStyle(arguments.style), arguments.seed, arguments.out);
}

void writeShots(const ShotArguments& arguments) {
  const vision::TaughtEdition edition(arguments.edition);
  fs::create_directories(arguments.out);
  std::ofstream out(fs::path(arguments.out) / "shots.jsonl");
  int number = 0;
  takeShots(edition, arguments.views, arguments.seed, [&](const Shot& shot) {
    const std::string file = std::to_string(++number) + ".jpg";
    if (!cv::imwrite((fs::path(arguments.out) / file).string(), shot.bgr, {cv::IMWRITE_JPEG_QUALITY, 92}))
      throw std::runtime_error(arguments.out + "/" + file + ": cannot be written");
    Json line{{"image", file}, {"piece", shot.face.text()}};
    if (arguments.outlines)
      for (const cv::Point2d& p : shot.outline) line["outline"].push_back({p.x, p.y});
    out << line.dump() << '\n';
  });
  if (!out.flush()) throw std::runtime_error(arguments.out + "/shots.jsonl: cannot be written");
}

}  // namespace

void addEditions(CLI::App& app, int&) {
  const auto invented = std::make_shared<InventArguments>();
  CLI::App* invention = app.add_subcommand("invent", "an edition that nobody printed, drawn by chance");
  invention->add_option("--game", invented->game, "octagone, octal or oct8")->required();
  invention->add_option("--style", invented->style, "ornate, photographic or minimal")->required();
  invention->add_option("--seed", invented->seed, "default 1");
  invention->add_option("--out", invented->out, "the edition's folder")->required();
  invention->callback([invented] { invent(*invented); });

  const auto shots = std::make_shared<ShotArguments>();
  CLI::App* shooting =
      app.add_subcommand("shots", "each piece of an edition alone on a bare table, rendered, to be taught");
  shooting->add_option("--edition", shots->edition, "the edition's folder")->required();
  shooting->add_option("--views", shots->views, "pictures a face, default 2")->check(CLI::Range(1, 8));
  shooting->add_option("--seed", shots->seed, "default 1");
  shooting->add_flag("--outlines", shots->outlines, "tell the pieces' corners");
  shooting->add_option("--out", shots->out, "folder for the pictures and shots.jsonl")->required();
  shooting->callback([shots] { writeShots(*shots); });
}

}  // namespace octo::datasets
