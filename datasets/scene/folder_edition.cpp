#include "datasets/scene/folder_edition.h"

#include <cairo.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "tracker/vocabulary/event.h"
#include "vision/edition/paint.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostListBytes = 1 << 20, kMostPictureBytes = 16 << 20;
constexpr int kMostCopies = 200, kMostSide = 8000;
constexpr double kLeastSideMm = 5, kMostSideMm = 1500;
/// Of a card's corners, mm.
constexpr double kRoundedMm = 3.0;

struct ListedPiece {
  vision::FaceArt art;
  std::string picture;
};

struct EditionList {
  std::string game;
  std::vector<ListedPiece> pieces;
};

class EditionListReader {
 public:
  explicit EditionListReader(const fs::path& file) : file_(file) {}

  EditionList read() const {
    std::error_code failed;
    const auto size = fs::file_size(file_, failed);
    if (failed) throw Malformed(file_.string() + ": cannot be read; an edition's list was expected");
    if (size > kMostListBytes) throw Malformed(file_.string() + ": expected at most 1 MB");
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    try {
      return list(toml::parse(text));
    } catch (const toml::parse_error& error) {
      throw wrong(error.source().begin.line, std::string("expected TOML: ") + std::string(error.description()));
    }
  }

 private:
  Malformed wrong(toml::source_index line, const std::string& what) const {
    return Malformed(file_.string() + ":" + std::to_string(line) + ": " + what);
  }

  EditionList list(const toml::table& root) const {
    EditionList result;
    const auto game = root["game"].value<std::string>();
    if (!game) throw wrong(1, "expected game = octagone, octal, oct8 or octa");
    result.game = *game;
    const toml::array* pieces = root["piece"].as_array();
    if (!pieces || pieces->empty()) throw wrong(1, "expected [[piece]] tables");
    for (const toml::node& each : *pieces) {
      const toml::table* piece = each.as_table();
      if (!piece) throw wrong(each.source().begin.line, "expected a [[piece]] table");
      result.pieces.push_back(listed(*piece));
    }
    return result;
  }

  ListedPiece listed(const toml::table& piece) const {
    const auto line = piece.source().begin.line;
    const auto face = piece["piece"].value<std::string>();
    if (!face || face->empty() || face->size() > 40) throw wrong(line, "expected piece = a face");
    ListedPiece result{{Face(*face), shape(piece, line), side(piece, "width_mm", line), side(piece, "height_mm", line)},
                       {}};
    const auto count = piece["count"].value_or<std::int64_t>(1);
    if (count < 1 || count > kMostCopies)
      throw wrong(line, "expected a count from 1 to " + std::to_string(kMostCopies));
    result.art.copies = static_cast<int>(count);
    const toml::array* pictures = piece["pictures"].as_array();
    const auto picture = pictures && !pictures->empty() ? (*pictures)[0].value<std::string>() : std::nullopt;
    if (!picture) throw wrong(line, "expected pictures = [\"FILE\", …]");
    if (const fs::path path(*picture); path.is_absolute() || *path.begin() == "..")
      throw wrong(line, "expected pictures within the folder, got " + *picture);
    result.picture = *picture;
    return result;
  }

  vision::Shape shape(const toml::table& piece, toml::source_index line) const {
    constexpr std::array kShapes{std::pair{"card", vision::Shape::Card}, std::pair{"octagon", vision::Shape::Octagon},
                                 std::pair{"round", vision::Shape::Round}, std::pair{"board", vision::Shape::Board}};
    const auto name = piece["shape"].value_or<std::string>("card");
    for (const auto& [known, shape] : kShapes)
      if (name == known) return shape;
    throw wrong(line, "expected shape = card, octagon, round or board");
  }

  double side(const toml::table& piece, const char* name, toml::source_index line) const {
    const auto length = piece[name].value<double>();
    if (!length || !(*length >= kLeastSideMm && *length <= kMostSideMm))
      throw wrong(line, std::string("expected ") + name + " from 5 to 1500");
    return *length;
  }

  fs::path file_;
};

cv::Mat pictureIn(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  std::error_code failed;
  const auto size = fs::file_size(file, failed);
  if (failed || size > kMostPictureBytes) throw Malformed(file.string() + ": expected a picture of at most 16 MB");
  cv::Mat picture, bgra;
  try {
    picture = cv::imread(file.string(), cv::IMREAD_UNCHANGED);
  } catch (const cv::Exception&) {  // said below
  }
  if (picture.empty() || picture.depth() != CV_8U) throw Malformed(file.string() + ": expected a picture");
  if (std::max(picture.cols, picture.rows) > kMostSide)
    throw Malformed(file.string() + ": expected at most 8000 pixels a side");
  if (picture.channels() == 4) return picture;
  cv::cvtColor(picture, bgra, picture.channels() == 1 ? cv::COLOR_GRAY2BGRA : cv::COLOR_BGR2BGRA);
  return bgra;
}

void shapePath(cairo_t* c, const vision::FaceArt& art) {
  const double w = art.widthMm, h = art.heightMm;
  if (art.shape == vision::Shape::Octagon)
    vision::octagonPath(c, w / 2, h / 2, w);
  else if (art.shape == vision::Shape::Round)
    cairo_arc(c, w / 2, h / 2, w / 2, 0, vision::kTurn);
  else if (art.shape == vision::Shape::Card)
    vision::roundedPath(c, 0, 0, w, h, kRoundedMm);
  else
    cairo_rectangle(c, 0, 0, w, h);
}

}  // namespace

FolderEdition::FolderEdition(const fs::path& folder)
    : name_((folder / "").parent_path().filename().string()), print_(nullptr) {
  const EditionList list = EditionListReader(folder / "edition.toml").read();
  const auto game = parseGame(list.game);
  if (!game)
    throw Malformed((folder / "edition.toml").string() + ": expected game = octagone, octal, oct8 or octa, got " +
                    list.game);
  game_ = *game;
  print_ = &vision::printEdition(game_);
  for (const ListedPiece& piece : list.pieces) {
    cv::Mat picture = pictureIn(folder, piece.picture);
    // Cairo's colours are multiplied by alpha.
    picture.forEach<cv::Vec4b>([](cv::Vec4b& p, const int*) {
      for (int i = 0; i < 3; ++i) p[i] = static_cast<uchar>((p[i] * p[3] + 127) / 255);
    });
    if (!pictures_.emplace(piece.art.face, picture).second)
      throw Malformed((folder / "edition.toml").string() + ": expected each piece once, got " + piece.art.face.text() +
                      " again");
    own_.push_back(piece.art);
  }
  faces_ = own_;
  for (const vision::FaceArt& art : print_->faces())
    if (!pictures_.contains(art.face)) faces_.push_back(art);
}

const vision::FaceArt& FolderEdition::art(const Face& face) const {
  const auto found = std::find_if(faces_.begin(), faces_.end(), [&](const auto& art) { return art.face == face; });
  return found == faces_.end() ? print_->art(face) : *found;
}

void FolderEdition::draw(cairo_t* c, const Face& face) const {
  const auto found = pictures_.find(face);
  if (found == pictures_.end()) return print_->draw(c, face);
  const vision::FaceArt& piece = art(face);
  const cv::Mat& picture = found->second;
  const std::unique_ptr<cairo_surface_t, vision::CairoDestroy> surface(cairo_image_surface_create_for_data(
      picture.data, CAIRO_FORMAT_ARGB32, picture.cols, picture.rows, static_cast<int>(picture.step)));
  cairo_save(c);
  cairo_new_path(c);
  shapePath(c, piece);
  cairo_clip(c);
  cairo_scale(c, piece.widthMm / picture.cols, piece.heightMm / picture.rows);
  cairo_set_source_surface(c, surface.get(), 0, 0);
  cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_GOOD);
  cairo_pattern_set_extend(cairo_get_source(c), CAIRO_EXTEND_PAD);
  cairo_paint(c);
  cairo_restore(c);
}

Face FolderEdition::backOf(const Face& face, int copy) const {
  const Face printed = print_->backOf(face, copy);
  const bool lacking = printed.text().ends_with("back") && !pictures_.contains(printed);
  return lacking && pictures_.contains(Face::back()) ? Face::back() : printed;
}

}  // namespace octo::datasets
