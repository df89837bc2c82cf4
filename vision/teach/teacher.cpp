#include "vision/teach/teacher.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <system_error>
#include <tuple>

#include "vision/teach/lone_piece.h"
#include "vision/teach/look.h"

namespace octo::vision {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostViews = 8;
/// Pixels a millimetre at which faces are compared: print of half a millimetre still shows.
constexpr double kLookScale = 3;
/// Two faces that differ by less, mm², cannot be told apart for sure: a numeral of 2 mm by 3 mm.
constexpr double kTooAlikeMm2 = 6;

bool isBack(const Face& face) { return face.text().ends_with("back"); }

/// What somebody who teaches an edition is asked for: cards and shields by their faces.
bool isAskedFor(const FaceArt& art) {
  return (art.shape == Shape::Card || art.shape == Shape::Octagon) && !isBack(art.face) && art.face.text() != "turn" &&
         art.face.family() != "marker";
}

/// "1:greater" of "1:greater:up": editions of The OCTAL differ in their arrows.
std::string withoutArrow(GameId game, const Face& face) {
  const std::string& text = face.text();
  return game == GameId::Octal ? text.substr(0, text.rfind(':')) : text;
}

FaceArt artOf(GameId game, const Face& face) {
  const Edition& print = printEdition(game);
  for (const FaceArt& art : print.faces())
    if (art.face == face) return art;
  for (FaceArt art : print.faces())
    if (withoutArrow(game, art.face) == withoutArrow(game, face)) return art.face = face, art;
  throw EditionError("\"" + face.text() + "\" is no piece of " + std::string(title(game)));
}

Look lookOf(const cv::Mat& view, const FaceArt& art) {
  cv::Mat smaller;
  const cv::Size size(static_cast<int>(std::lround(art.widthMm * kLookScale)),
                      static_cast<int>(std::lround(art.heightMm * kLookScale)));
  cv::resize(view, smaller, size, 0, 0, cv::INTER_AREA);
  return lookAt(smaller, art, kLookScale);
}

double unlike(const Look& one, const Look& other) { return cv::sum(differenceOf(one, other))[0]; }

/// Of the pictures that either may be, and of all ways to turn the other, the two that are most alike: both show the
/// same piece.
std::pair<cv::Mat, cv::Mat> mostAlike(const std::vector<cv::Mat>& ones, const std::vector<cv::Mat>& others,
                                      const FaceArt& art) {
  std::pair<cv::Mat, cv::Mat> best;
  double least = std::numeric_limits<double>::infinity();
  std::vector<Look> looks;
  for (const cv::Mat& one : ones) looks.push_back(lookOf(one, art));
  for (const cv::Mat& other : others)
    for (int step = 0; step < turnsOf(art); ++step) {
      const cv::Mat candidate = turned(other, art, step);
      const Look look = lookOf(candidate, art);
      for (std::size_t i = 0; i < ones.size(); ++i)
        if (const double off = unlike(looks[i], look); off < least) least = off, best = {ones[i], candidate};
    }
  return best;
}

std::string fileNameOf(const Face& face, std::size_t view) {
  std::string name = face.text();
  std::replace(name.begin(), name.end(), ':', '_');
  return name + (view ? "_" + std::to_string(view + 1) : "") + ".png";
}

/// A whole file or none of it.
void writeBytes(const fs::path& file, const std::string& bytes) {
  const fs::path part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << bytes;
  out.close();
  std::error_code error;
  if (out) fs::rename(part, file, error);
  if (!out || error) throw EditionError(file.string() + ": cannot be written");
}

void checkFolder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw EditionError(folder.string() + ": is no folder");
  if (fs::is_directory(folder, error) && !fs::is_empty(folder, error) && !fs::exists(folder / "edition.toml", error))
    throw EditionError(folder.string() + ": holds other files (expected a new folder, or one with an edition)");
  fs::create_directories(folder, error);
  if (error) throw EditionError(folder.string() + ": " + error.message());
}

}  // namespace

Teacher::Teacher(GameId game, std::string name) : game_(game), name_(std::move(name)) {}

void Teacher::show(const Face& face, const cv::Mat& bgr, const std::optional<std::vector<ImagePoint>>& outline) {
  if (!isFaceOf(game_, face)) throw EditionError("\"" + face.text() + "\" is no piece of " + std::string(title(game_)));
  const FaceArt art = artOf(game_, face);
  const std::size_t corners = uprightCorners(art, 1).size();
  if (outline && outline->size() != corners)
    throw EditionError("the outline of " + face.text() + " has " + std::to_string(outline->size()) +
                       " corners (expected " + std::to_string(corners) + ")");
  const auto outlines = outline ? std::vector<std::vector<ImagePoint>>{*outline} : outlinesOfLonePiece(bgr, art);
  if (outlines.empty())
    throw EditionError("no single piece stands out (expected " + face.text() + " alone on a bare table)");
  std::vector<cv::Mat> possible;
  for (const auto& each : outlines)
    if (cv::Mat view = uprightPiece(bgr, each, art, art.shape == Shape::Board ? kTaughtScale / 2 : kTaughtScale);
        !view.empty())
      possible.push_back(view);
  if (possible.empty()) throw EditionError("the outline of " + face.text() + " is no piece's");
  Learnt& learnt = learnt_.try_emplace(face, Learnt{art, {}, {}}).first->second;
  if (learnt.views.size() == kMostViews) return;
  if (learnt.views.empty()) {
    learnt.views.push_back(possible.front());
    learnt.possibleFirst = outline ? std::vector{possible.front()} : possible;
    return;
  }
  if (!outline) std::tie(learnt.views.front(), possible.front()) = mostAlike(learnt.possibleFirst, possible, art);
  learnt.possibleFirst = {learnt.views.front()};
  learnt.views.push_back(possible.front());
}

std::vector<TaughtReport> Teacher::report() const {
  std::vector<TaughtReport> reports;
  std::map<Face, Look> looks;
  for (const auto& [face, learnt] : learnt_)
    if (learnt.art.shape != Shape::Board) looks.emplace(face, lookOf(learnt.views.front(), learnt.art));
  for (const auto& [face, learnt] : learnt_) {
    TaughtReport& report = reports.emplace_back(TaughtReport{face, static_cast<int>(learnt.views.size())});
    report.ok = true;
    if (learnt.art.shape == Shape::Board) continue;
    for (const auto& [other, look] : looks) {
      if (other == face || look.features.size() != looks.at(face).features.size()) continue;
      const double off = differingMm2(looks.at(face), look);
      if (report.nearest && off >= report.distanceMm2) continue;
      report.nearest = other;
      report.distanceMm2 = off;
    }
    // Two decks may well have the same back.
    report.ok = !report.nearest || report.distanceMm2 >= kTooAlikeMm2 || (isBack(face) && isBack(*report.nearest));
  }
  for (const FaceArt& art : printEdition(game_).faces()) {
    const auto shown = [&](const auto& each) {
      return withoutArrow(game_, each.first) == withoutArrow(game_, art.face);
    };
    if (isAskedFor(art) && std::none_of(learnt_.begin(), learnt_.end(), shown)) reports.push_back({art.face});
  }
  return reports;
}

void Teacher::write(const fs::path& folder) const {
  if (learnt_.empty()) throw EditionError(folder.string() + ": no piece was shown (expected at least one)");
  checkFolder(folder);
  EditionList list{name_, game_, {}, {}, {}};
  for (const auto& [face, learnt] : learnt_) {
    TaughtFace& taught = list.faces.emplace_back(TaughtFace{learnt.art, {}});
    for (std::size_t view = 0; view < learnt.views.size(); ++view) {
      taught.pictures.push_back(fileNameOf(face, view));
      std::vector<unsigned char> png;
      cv::imencode(".png", learnt.views[view], png);
      writeBytes(folder / taught.pictures.back(), std::string(png.begin(), png.end()));
    }
  }
  // Last: a folder without it is no edition yet.
  writeBytes(folder / "edition.toml", editionToml(list));
}

}  // namespace octo::vision
