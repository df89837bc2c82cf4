#pragma once

#include <filesystem>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/geometry/geometry.h"

namespace octo::ui {

/// Where the play area lies in the picture of one source, as a person showed it.
struct Calibration {
  /// As the source was named: a camera's number, a file, an address.
  std::string source;
  GameId game = GameId::Octagone;
  /// Of the picture in which the corners were shown, pixels.
  cv::Size picture;
  /// Four, from the table's top left clockwise as player 0 sees it, pixels of that picture.
  std::vector<vision::ImagePoint> corners;
};

/// octoscope/calibrations.json under $XDG_CONFIG_HOME, by default ~/.config. Empty where there is no such
/// place.
std::filesystem::path calibrationsFile();

/// Four corners of a convex quadrilateral that is wider than a few pixels, in clockwise order in the picture.
/// What is wrong with them otherwise, in one sentence; empty where they are good.
std::string whatIsWrongWith(const std::vector<vision::ImagePoint>& corners);

/// What is kept for this source and game. Nothing where there is none or the file cannot be read (said in the
/// log).
std::optional<Calibration> keptCalibration(const std::filesystem::path& file, const std::string& source, GameId game);
/// In place of an earlier one. Throws BadInput (`ui/cli/run.h`) where it cannot be written.
void keepCalibration(const std::filesystem::path& file, const Calibration& calibration);
/// True where there was one. Throws BadInput where the file cannot be written.
bool forgetCalibration(const std::filesystem::path& file, const std::string& source, GameId game);

/// The corners in a picture of another size from the same camera. Nothing where its shape is another: the
/// camera shows another part of the table then.
std::optional<std::vector<vision::ImagePoint>> cornersIn(const Calibration& calibration, cv::Size picture);

}  // namespace octo::ui
