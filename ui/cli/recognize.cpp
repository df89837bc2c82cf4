#include <CLI/App.hpp>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/vocabulary/cell.h"
#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/run.h"
#include "vision/capture/picture.h"
#include "vision/edition/edition.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

struct Arguments {
  std::string game;
  std::vector<std::string> images;
};

double rounded(double value, double parts) { return std::round(value * parts) / parts; }

Json outlineJson(const std::vector<vision::ImagePoint>& outline) {
  Json corners = Json::array();
  for (const vision::ImagePoint& p : outline) corners.push_back({rounded(p.x, 10), rounded(p.y, 10)});
  return corners;
}

/// The box and the facing of a shield whose place on the board is known.
void addPlace(Json& piece, GameId game, const vision::Sighting& sighting) {
  if (sighting.kind != "shield" || !sighting.pose) return;
  const auto boxes = vision::printEdition(game).boxes();
  const auto cell = boxes ? boxes->cellAt(sighting.pose->at) : std::nullopt;
  if (!cell) return;
  piece["cell"] = cell->name();
  piece["facing"] = std::string(Facing::nearest(sighting.pose->angle).name());
}

Json pieceJson(GameId game, const vision::Sighting& sighting) {
  Json piece{{"piece", sighting.faces.front().face.text()},
             {"kind", sighting.kind},
             {"confidence", rounded(sighting.faces.front().confidence * sighting.presence, 10000)},
             {"outline", outlineJson(sighting.outline)},
             {"angle", rounded(sighting.imageAngle, 10)},
             {"visible", rounded(sighting.visible, 100)}};
  addPlace(piece, game, sighting);
  for (std::size_t i = 1; i < sighting.faces.size(); ++i)
    piece["runners_up"].push_back(
        {{"piece", sighting.faces[i].face.text()}, {"confidence", rounded(sighting.faces[i].confidence, 10000)}});
  return piece;
}

Json tableJson(const std::optional<vision::TableView>& table) {
  if (!table) return nullptr;
  Json rows = Json::array();
  const cv::Matx33d& h = table->homography();
  for (int r = 0; r < 3; ++r) rows.push_back({h(r, 0), h(r, 1), h(r, 2)});
  return rows;
}

std::string recognizeImage(GameId game, const std::string& file) {
  const cv::Mat picture = vision::loadPicture(file);
  const auto start = std::chrono::steady_clock::now();
  const vision::Recognition seen = vision::recognize(game, picture);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  Json line{{"image", file},
            {"width", picture.cols},
            {"height", picture.rows},
            {"ms", rounded(took.count(), 10)},
            {"table", tableJson(seen.table)},
            {"pieces", Json::array()}};
  for (const vision::Sighting& sighting : seen.pieces) line["pieces"].push_back(pieceJson(game, sighting));
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Every image is read, also beside a broken one, of which only the error is told.
void recognizeImages(const Arguments& arguments, int& status) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected octagone, octal, oct8 or octa");
  for (const std::string& image : arguments.images) {
    try {
      std::cout << recognizeImage(*game, image) << std::endl;
    } catch (const vision::SourceError& error) {
      status = complain(error.what());
    } catch (const std::out_of_range& error) {
      throw BadInput(error.what());
    }
  }
}

}  // namespace

void addRecognize(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("recognize", "what lies in each image, a JSON line an image");
  command->add_option("--game", arguments->game, "octagone, octal, oct8 or octa")->required();
  command->add_option("images", arguments->images, "PNG, JPEG, WebP or BMP files")->required();
  command->callback([arguments, &status] {
    status = 0;
    recognizeImages(*arguments, status);
  });
}

}  // namespace octo::ui
