#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>

#include "datasets/commands.h"
#include "datasets/play_arguments.h"
#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/json.h"
#include "vision/edition/edition.h"

namespace octo::datasets {
namespace {

/// The textures' shorter side, pixels: the least that the contract promises.
constexpr double kShortSide = 600.0;
/// The board is looked at box by box, so it needs more: 50 mm boxes at this scale are 300 pixels. A mat has
/// nothing so fine.
constexpr double kLeastPixelsPerMm = 6.0;
constexpr double kMatPixelsPerMm = 3.0;

double pixelsPerMm(const vision::FaceArt& art) {
  const double least = art.shape == vision::Shape::Mat ? kMatPixelsPerMm : kLeastPixelsPerMm;
  return std::max(kShortSide / std::min(art.widthMm, art.heightMm), least);
}

std::string_view shapeName(vision::Shape shape) {
  switch (shape) {
    case vision::Shape::Card:
    case vision::Shape::Marker:
      return "card";
    case vision::Shape::Octagon:
      return "octagon";
    case vision::Shape::Round:
      return "round";
    case vision::Shape::Board:
      return "board";
    case vision::Shape::Mat:
      return "mat";
  }
  return "card";
}

/// Something with two sides.
bool isPiece(const vision::FaceArt& art) {
  return art.shape == vision::Shape::Card || art.shape == vision::Shape::Octagon || art.shape == vision::Shape::Round;
}

/// A face's text as a file name that every system takes.
std::string fileName(const Face& face) {
  std::string name = face.text();
  for (char& c : name)
    if (c == ':') c = '_';
  return name + ".png";
}

Json writeTexture(const vision::Edition& edition, const vision::FaceArt& art, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / fileName(art.face);
  if (!cv::imwrite(file.string(), vision::drawFace(edition, art.face, pixelsPerMm(art))))
    throw std::runtime_error(file.string() + ": cannot be written");
  Json line{{"piece", art.face.text()},  {"file", fileName(art.face)},    {"width_mm", art.widthMm},
            {"height_mm", art.heightMm}, {"shape", shapeName(art.shape)}, {"copies", art.copies}};
  for (int copy = 0; copy < art.copies && isPiece(art); ++copy)
    line["backs"].push_back(edition.backOf(art.face, copy).text());
  return line;
}

void writeTextures(const vision::Edition& edition, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  Json list = Json::array();
  for (const vision::FaceArt& art : edition.faces()) list.push_back(writeTexture(edition, art, folder));
  std::ofstream out(folder / "faces.json");
  out << list.dump(1) << '\n';
  if (!out.flush()) throw std::runtime_error((folder / "faces.json").string() + ": cannot be written");
}

}  // namespace

void addTextures(CLI::App& app, int& status) {
  struct Arguments {
    std::string game, out;
    Editions editions;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("textures", "every face of a game's edition as a picture");
  command->add_option("--game", arguments->game, gameNames())->required();
  command->add_option("--out", arguments->out, "folder for the PNG files and faces.json")->required();
  addEditions(*command, arguments->editions);
  command->callback([arguments, &status] {
    const auto game = parseGame(arguments->game);
    if (!game) throw std::runtime_error("--game: no game named " + arguments->game);
    checkEditions(arguments->editions, *game);
    writeTextures(arguments->editions.empty() ? vision::printEdition(*game) : *arguments->editions.front().whole,
                  arguments->out);
    status = 0;
  });
}

}  // namespace octo::datasets
