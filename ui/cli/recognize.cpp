#include <CLI/App.hpp>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/edition_argument.h"
#include "ui/cli/recognition_json.h"
#include "ui/cli/run.h"
#include "vision/capture/picture.h"
#include "vision/edition/taught_edition.h"
#include "vision/pipeline.h"
#include "vision/read/taught/recognize_taught.h"

namespace octo::ui {
namespace {

struct RecognizeArguments {
  std::string game;
  std::string edition;
  CornerArguments corners;
  std::vector<std::string> images;
};

using Recognizing = std::function<vision::Recognition(const cv::Mat&, const std::vector<vision::ImagePoint>&)>;

std::string recognizeImage(GameId game, const Recognizing& recognizing, const std::string& file,
                           const std::vector<vision::ImagePoint>& corners) {
  const cv::Mat picture = vision::loadPicture(file);
  const auto start = std::chrono::steady_clock::now();
  const vision::Recognition seen = recognizing(picture, corners);
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

/// An edition says how faces look: the one that can be printed (Octa is played with any deck), or one that was taught.
Recognizing recognizingWith(GameId game, const std::string& text) {
  const auto edition = taughtEdition("--edition", text, game);
  if (!edition)
    return [game](const cv::Mat& bgr, const auto& corners) { return vision::recognize(game, bgr, corners); };
  const auto recognizer = std::make_shared<const vision::TaughtRecognizer>(*edition);
  return [edition, recognizer](const cv::Mat& bgr, const auto& corners) { return recognizer->recognize(bgr, corners); };
}

/// Every image is read, also beside a broken one, of which only the error is told.
void recognizeImages(const RecognizeArguments& arguments, int& status) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected " + gameNames());
  const Recognizing recognizing = recognizingWith(*game, arguments.edition);
  const auto corners = cornersOf(arguments.corners);
  for (const std::string& image : arguments.images) {
    try {
      std::cout << recognizeImage(*game, recognizing, image, corners) << std::endl;
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
  command->add_option("--game", arguments->game, gameNames())->required();
  addEditionArgument(*command, arguments->edition);
  addCornerArguments(*command, arguments->corners);
  command->add_option("images", arguments->images, "PNG, JPEG, WebP or BMP files")->required();
  command->callback([arguments, &status] {
    status = 0;
    recognizeImages(*arguments, status);
  });
}

}  // namespace octo::ui
