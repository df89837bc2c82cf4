#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/geometry/geometry.h"

namespace CLI {
class App;
}

namespace octo::ui {

/// Where the play area lies in the picture, as a command line may say it.
struct CornerArguments {
  std::vector<double> numbers;
};

/// Adds --corners.
void addCornerArguments(CLI::App& command, CornerArguments& arguments);

/// As given: four, or none. Throws BadInput.
std::vector<vision::ImagePoint> cornersOf(const CornerArguments& arguments);

/// As given, otherwise those that were kept for the source (said in the log), otherwise none. `picture`: the
/// size of its pictures.
std::vector<vision::ImagePoint> cornersFor(const CornerArguments& arguments, const std::string& source, GameId game,
                                           cv::Size picture);

}  // namespace octo::ui
