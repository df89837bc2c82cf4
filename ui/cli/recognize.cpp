#include <CLI/App.hpp>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/recognition_json.h"
#include "ui/cli/run.h"
#include "vision/capture/picture.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

struct RecognizeArguments {
  std::string game;
  std::string edition = "print";
  CornerArguments corners;
  std::vector<std::string> images;
};

std::string recognizeImage(GameId game, const std::string& file, const std::vector<vision::ImagePoint>& corners) {
  const cv::Mat picture = vision::loadPicture(file);
  const auto start = std::chrono::steady_clock::now();
  const vision::Recognition seen = vision::recognize(game, picture, corners);
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

/// An edition says how faces look. There is the one that can be printed, and Octa is played with any deck.
void checkEdition(const RecognizeArguments& arguments) {
  if (arguments.edition != "print")
    throw BadInput("--edition " + arguments.edition +
                   ": is not known; \"print\" was expected, the edition that can be printed");
}

/// Every image is read, also beside a broken one, of which only the error is told.
void recognizeImages(const RecognizeArguments& arguments, int& status) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected octagone, octal, oct8 or octa");
  checkEdition(arguments);
  const auto corners = cornersOf(arguments.corners);
  for (const std::string& image : arguments.images) {
    try {
      std::cout << recognizeImage(*game, image, corners) << std::endl;
    } catch (const vision::SourceError& error) {
      status = complain(error.what());
    } catch (const std::out_of_range& error) {
      throw BadInput(error.what());
    }
  }
}

}  // namespace

void addRecognize(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RecognizeArguments>();
  CLI::App* command = app.add_subcommand("recognize", "what lies in each image, a JSON line an image");
  command->add_option("--game", arguments->game, "octagone, octal, oct8 or octa")->required();
  command->add_option("--edition", arguments->edition, "What the faces look like")->capture_default_str();
  addCornerArguments(*command, arguments->corners);
  command->add_option("images", arguments->images, "PNG, JPEG, WebP or BMP files")->required();
  command->callback([arguments, &status] {
    status = 0;
    recognizeImages(*arguments, status);
  });
}

}  // namespace octo::ui
