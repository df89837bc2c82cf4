#include "ui/cli/corner_arguments.h"

#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "ui/calibration.h"
#include "ui/cli/run.h"
#include "vision/capture/public_name.h"

namespace octo::ui {

void addCornerArguments(CLI::App& command, CornerArguments& arguments) {
  command
      .add_option(
          "--corners", arguments.numbers,
          "X,Y,X,Y,X,Y,X,Y: the play area's corners in the picture, pixels: far left, far right, near right, "
          "near left as the player at the near side sees them; used where no board, mat or corner marker is found")
      ->delimiter(',')
      ->expected(1, 64);
}

std::vector<vision::ImagePoint> cornersOf(const CornerArguments& arguments) {
  const auto& numbers = arguments.numbers;
  if (numbers.empty()) return {};
  if (numbers.size() != 8)
    throw BadInput("--corners: eight numbers were expected, not " + std::to_string(numbers.size()));
  std::vector<vision::ImagePoint> corners;
  for (std::size_t i = 0; i < 8; i += 2) corners.push_back({numbers[i], numbers[i + 1]});
  if (const std::string wrong = whatIsWrongWith(corners); !wrong.empty()) throw BadInput("--corners: " + wrong);
  return corners;
}

std::vector<vision::ImagePoint> cornersFor(const CornerArguments& arguments, const std::string& source, GameId game,
                                           cv::Size picture) {
  if (auto given = cornersOf(arguments); !given.empty()) return given;
  const auto kept = keptCalibration(calibrationsFile(), source, game);
  if (!kept) return {};
  if (auto corners = cornersIn(*kept, picture)) return *corners;
  spdlog::warn("{}: the corners that were kept belong to pictures of another shape and are not used",
               vision::publicName(source));
  return {};
}

}  // namespace octo::ui
