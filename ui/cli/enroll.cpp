#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/print_line.h"
#include "ui/cli/recognition_json.h"
#include "ui/cli/run.h"
#include "vision/capture/picture.h"
#include "vision/capture/source.h"
#include "vision/teach/teacher.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostShotsBytes = 16 << 20;
constexpr std::size_t kMostShots = 5000;

struct EnrollArguments {
  std::string game, out, shots, name;
};

/// A line of SHOTS: which piece a picture shows.
struct Shot {
  std::string where;
  fs::path image;
  Face face = Face::unknown();
  std::optional<std::vector<vision::ImagePoint>> outline;
};

std::vector<vision::ImagePoint> outlineOf(const Json& corners, const std::string& where) {
  const BadInput wrong(where + ": \"outline\" must be a list of corners [x, y] in pixels");
  if (!corners.is_array() || corners.size() > 8) throw wrong;
  std::vector<vision::ImagePoint> outline;
  for (const Json& corner : corners) {
    if (!corner.is_array() || corner.size() != 2 || !corner[0].is_number() || !corner[1].is_number()) throw wrong;
    const vision::ImagePoint p{corner[0].get<double>(), corner[1].get<double>()};
    if (!(std::abs(p.x) < 1e5) || !(std::abs(p.y) < 1e5)) throw wrong;
    outline.push_back(p);
  }
  return outline;
}

/// What lies on top of a card that is turned over.
Face backOf(GameId game, const Face& face) {
  return face.text().ends_with("back") ? face : vision::printEdition(game).backOf(face, 0);
}

std::string textOf(const Json& line, const char* key, const std::string& where) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_string()) throw BadInput(where + ": \"" + key + "\" is missing, or no text");
  return found->get<std::string>();
}

/// An image is looked for beside the list first.
Shot shotOf(const Json& line, GameId game, const fs::path& folder, const std::string& where) {
  if (!line.is_object())
    throw BadInput(where + ": an object such as {\"image\":\"a.jpg\",\"piece\":\"red:5\"} was expected");
  for (const auto& [key, value] : line.items())
    if (key != "image" && key != "piece" && key != "outline" && key != "side" && key != "board")
      throw BadInput(where + ": \"" + key + "\" is no key of a shot; it has image, piece, outline, side and board");
  Shot shot{where, textOf(line, "image", where), Face::unknown(), std::nullopt};
  if (shot.image.is_relative() && fs::exists(folder / shot.image)) shot.image = folder / shot.image;
  const bool board = line.value("board", Json(false)) == Json(true);
  shot.face = board && !line.contains("piece") ? Face("board") : Face(textOf(line, "piece", where));
  if (!vision::isFaceOf(game, shot.face))
    throw BadInput(where + ": \"" + shot.face.text() + "\" is no piece of " + std::string(title(game)));
  if (const auto side = line.find("side"); side != line.end()) {
    if (*side != "back" && *side != "front") throw BadInput(where + ": \"side\" must be front or back");
    if (*side == "back") shot.face = backOf(game, shot.face);
  }
  if (line.contains("outline")) shot.outline = outlineOf(line["outline"], where);
  return shot;
}

std::vector<Shot> readShots(const fs::path& file, GameId game) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw BadInput(file.string() + ": no such file");
  if (fs::file_size(file, error) > kMostShotsBytes) throw BadInput(file.string() + ": more than 16 MB");
  std::ifstream in(file);
  std::vector<Shot> shots;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    const std::string where = file.string() + ":" + std::to_string(++number);
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Json line = Json::parse(text, nullptr, false);
    if (line.is_discarded()) throw BadInput(where + ": a line of JSON was expected");
    shots.push_back(shotOf(line, game, file.parent_path(), where));
    if (shots.size() > kMostShots)
      throw BadInput(file.string() + ": more than " + std::to_string(kMostShots) + " shots");
  }
  if (shots.empty()) throw BadInput(file.string() + ": no shot (expected a line for each picture)");
  return shots;
}

void printReport(const vision::TaughtReport& report) {
  Json line{{"piece", report.face.text()}, {"views", report.views}};
  line["nearest"] = nullptr;
  if (report.nearest)
    line["nearest"] = {{"piece", report.nearest->text()}, {"distance", rounded(report.distanceMm2, 10)}};
  line["ok"] = report.ok;
  printLine(line);
}

void enroll(const EnrollArguments& arguments, int& status) {
  const GameId game = gameOf(arguments.game);
  const std::vector<Shot> shots = readShots(arguments.shots, game);
  const std::string name = fs::absolute(fs::path(arguments.out) / "").parent_path().filename().string();
  vision::Teacher teacher(game, arguments.name.empty() ? name : arguments.name);
  for (const Shot& shot : shots) try {
      teacher.show(shot.face, vision::loadPicture(shot.image), shot.outline);
    } catch (const vision::SourceError& error) {
      status = complain(shot.where + ": " + error.what());
    } catch (const vision::EditionError& error) {
      status = complain(shot.where + ": " + shot.image.string() + ": " + error.what());
    }
  teacher.write(arguments.out);
  for (const vision::TaughtReport& report : teacher.report()) {
    printReport(report);
    if (!report.ok) status = std::max(status, 1);
  }
}

}  // namespace

void addEnroll(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<EnrollArguments>();
  CLI::App* command = app.add_subcommand("enroll", "Learn the faces of a bought edition from pictures of its pieces");
  command->add_option("--game", arguments->game, gameNames())->required();
  command->add_option("--out", arguments->out, "The edition's folder, to be written")->required();
  command->add_option("--shots", arguments->shots, "JSON lines, each with an image and the piece that lies in it alone")
      ->required();
  command->add_option("--name", arguments->name, "What the edition is called; otherwise as its folder");
  command->callback([arguments, &status] {
    status = 0;
    enroll(*arguments, status);
  });
}

}  // namespace octo::ui
