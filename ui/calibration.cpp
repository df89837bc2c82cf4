#include "ui/calibration.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "tracker/vocabulary/json.h"
#include "ui/history/write_file.h"
#include "ui/settings.h"
#include "vision/capture/public_name.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

/// Pixels: a table whose corners lie closer together cannot be read.
constexpr double kLeastSide = 40;
/// Share by which the shape of two pictures of one camera may differ: rounding of odd sizes.
constexpr double kSameShape = 0.01;

double cross(vision::ImagePoint a, vision::ImagePoint b, vision::ImagePoint c) {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

bool isFor(const Calibration& calibration, const std::string& source, GameId game) {
  return calibration.source == vision::publicName(source) && calibration.game == game;
}

Calibration fromJson(const Json& json) {
  Calibration calibration;
  json.at("source").get_to(calibration.source);
  const auto game = parseGame(json.at("game").get<std::string>());
  if (!game) throw std::runtime_error("names a game that is not known");
  calibration.game = *game;
  calibration.picture = {json.at("width").get<int>(), json.at("height").get<int>()};
  for (const Json& corner : json.at("corners"))
    calibration.corners.push_back({corner.at(0).get<double>(), corner.at(1).get<double>()});
  if (calibration.picture.width <= 0 || calibration.picture.height <= 0)
    throw std::runtime_error("has a picture without a size");
  if (const std::string wrong = whatIsWrongWith(calibration.corners); !wrong.empty()) throw std::runtime_error(wrong);
  return calibration;
}

Json toJson(const Calibration& calibration) {
  Json corners = Json::array();
  for (const vision::ImagePoint& corner : calibration.corners) corners.push_back({corner.x, corner.y});
  return {{"source", vision::publicName(calibration.source)},
          {"game", name(calibration.game)},
          {"width", calibration.picture.width},
          {"height", calibration.picture.height},
          {"corners", corners}};
}

/// A broken file is no calibration, and said; the next one that is kept takes its place.
std::vector<Calibration> readAll(const fs::path& file) {
  std::vector<Calibration> all;
  std::ifstream in(file);
  if (file.empty() || !in) return all;
  try {
    for (const Json& each : Json::parse(in)) all.push_back(fromJson(each));
  } catch (const std::exception& error) {
    spdlog::warn("{}: is not what calibrations look like ({}); what it says is not used", file.string(), error.what());
    all.clear();
  }
  return all;
}

void writeAll(const fs::path& file, const std::vector<Calibration>& all) {
  Json list = Json::array();
  for (const Calibration& each : all) list.push_back(toJson(each));
  std::error_code ignored;  // writing says what is wrong
  fs::create_directories(file.parent_path(), ignored);
  writeFile(file, list.dump(2) + '\n');
}

}  // namespace

fs::path calibrationsFile() {
  const fs::path settings = settingsFile();
  return settings.empty() ? settings : settings.parent_path() / "calibrations.json";
}

std::string whatIsWrongWith(const std::vector<vision::ImagePoint>& corners) {
  if (corners.size() != 4) return "four corners were expected, not " + std::to_string(corners.size());
  for (std::size_t i = 0; i < 4; ++i) {
    const vision::ImagePoint a = corners[i], b = corners[(i + 1) % 4], c = corners[(i + 2) % 4];
    if (!std::isfinite(a.x) || !std::isfinite(a.y)) return "the corners must be numbers of pixels";
    if (std::hypot(b.x - a.x, b.y - a.y) < kLeastSide) return "two of the corners lie too close together";
    if (cross(a, b, c) <= 0)
      return "the corners do not go round the table clockwise: far left, far right, near right, near left, "
             "as the player at the near side sees them";
  }
  return "";
}

std::optional<Calibration> keptCalibration(const fs::path& file, const std::string& source, GameId game) {
  for (Calibration& each : readAll(file))
    if (isFor(each, source, game)) return std::move(each);
  return std::nullopt;
}

void keepCalibration(const fs::path& file, const Calibration& calibration) {
  auto all = readAll(file);
  std::erase_if(all, [&](const Calibration& each) { return isFor(each, calibration.source, calibration.game); });
  all.push_back(calibration);
  writeAll(file, all);
}

bool forgetCalibration(const fs::path& file, const std::string& source, GameId game) {
  auto all = readAll(file);
  if (std::erase_if(all, [&](const Calibration& each) { return isFor(each, source, game); }) == 0) return false;
  writeAll(file, all);
  return true;
}

std::optional<std::vector<vision::ImagePoint>> cornersIn(const Calibration& calibration, cv::Size picture) {
  const double x = static_cast<double>(picture.width) / calibration.picture.width;
  const double y = static_cast<double>(picture.height) / calibration.picture.height;
  if (std::abs(x / y - 1) > kSameShape) return std::nullopt;
  std::vector<vision::ImagePoint> corners;
  for (const vision::ImagePoint& corner : calibration.corners) corners.push_back({corner.x * x, corner.y * y});
  return corners;
}

}  // namespace octo::ui
