#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numbers>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <string>

#include "datasets/board_pictures.h"
#include "datasets/commands.h"
#include "datasets/invented_edition.h"
#include "datasets/scene/random.h"
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

/// What somebody who teaches an edition has before the camera: a part of a bare table, and nothing beside the piece.
class BareTable final : public vision::Edition {
 public:
  explicit BareTable(const vision::Edition& edition)
      : edition_(edition), faces_{{Face("table"), vision::Shape::Mat, kWidthMm, kHeightMm}} {}

  const std::vector<vision::FaceArt>& faces() const override { return faces_; }
  const vision::FaceArt& art(const Face& face) const override {
    return face == faces_.front().face ? faces_.front() : edition_.art(face);
  }
  void draw(cairo_t* context, const Face& face) const override { edition_.draw(context, face); }
  Face ground(int) const override { return faces_.front().face; }

 private:
  static constexpr double kWidthMm = 280, kHeightMm = 200;
  const vision::Edition& edition_;
  std::vector<vision::FaceArt> faces_;
};

void invent(const InventArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game || *game == GameId::Octa)
    throw std::runtime_error("--game " + arguments.game + ": expected octagone, octal or oct8");
  const auto* style = std::find(kEditionStyles.begin(), kEditionStyles.end(), arguments.style);
  if (style == kEditionStyles.end())
    throw std::runtime_error("--style " + arguments.style + ": expected ornate, photographic or minimal");
  inventEdition(*game, static_cast<EditionStyle>(style - kEditionStyles.begin()), arguments.seed, arguments.out);
}

/// Nobody lays a piece exactly; its picture is upright within some 20 degrees.
ScenePiece laid(const Face& face, Random& random) {
  return {1, face, {{random.normal(15, 30), random.normal(10, 20)}, random.normal(7, 20)}, 1, true};
}

void takeShots(const ShotArguments& arguments) {
  const vision::TaughtEdition edition(arguments.edition);
  const BareTable table(edition);
  fs::create_directories(arguments.out);
  std::ofstream out(fs::path(arguments.out) / "shots.jsonl");
  int number = 0;
  for (const vision::TaughtFace& each : edition.list().faces)
    for (int view = 0; view < arguments.views; ++view) {
      const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(number);
      Random random = Random(seed).fork("shot");
      StageOptions options;
      options.difficulty = Difficulty::Easy;
      options.tilt = random.between(0, 25);
      Stage stage(table, options, seed);
      ScenePiece piece = laid(each.art.face, random);
      // Pieces are laid so that they point up for the camera, wherever it stands.
      const cv::Vec3d right = stage.camera().right();
      piece.pose.angle -= std::atan2(right[1], right[0]) * 180 / std::numbers::pi;
      stage.rest({piece});
      Moment moment;
      moment.lying = {piece};
      cv::Mat picture;
      stage.draw(moment, moment, 0.0, picture);
      const std::string file = std::to_string(++number) + ".jpg";
      if (!cv::imwrite((fs::path(arguments.out) / file).string(), picture, {cv::IMWRITE_JPEG_QUALITY, 92}))
        throw std::runtime_error(arguments.out + "/" + file + ": cannot be written");
      Json line{{"image", file}, {"piece", each.art.face.text()}};
      if (arguments.outlines)
        for (const cv::Point2d& p : stage.outline(piece)) line["outline"].push_back({p.x, p.y});
      out << line.dump() << '\n';
    }
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
  shooting->callback([shots] { takeShots(*shots); });
}

}  // namespace octo::datasets
