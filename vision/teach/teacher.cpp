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
/// Two pictures of a face that are likelier right than others may differ by so many times as much.
constexpr double kNearlyAsAlike = 1.3;

bool isBack(const Face& face) { return face.text().ends_with("back"); }

bool isCardOrShield(const FaceArt& art) {
  return (art.shape == Shape::Card || art.shape == Shape::Octagon) && art.face.text() != "turn" &&
         art.face.family() != "marker";
}

/// Cards and shields by their faces.
bool isAskedFor(const FaceArt& art) { return isCardOrShield(art) && !isBack(art.face); }

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

/// Of the pictures that either may be, the likeliest first, and of all ways to turn the other, the two that are most
/// alike: both show the same piece. Two that are nearly as alike but likelier are preferred: what is printed along a
/// piece's edge, taken for the edge in both, goes together as well as the whole does.
std::pair<cv::Mat, cv::Mat> mostAlike(const std::vector<cv::Mat>& ones, const std::vector<cv::Mat>& others,
                                      const FaceArt& art) {
  struct Pair {
    double off;
    std::size_t one, other;
    int step;
  };
  std::vector<Look> looks;
  for (const cv::Mat& one : ones) looks.push_back(lookOf(one, art));
  std::vector<Pair> pairs;
  for (std::size_t j = 0; j < others.size(); ++j)
    for (int step = 0; step < turnsOf(art); ++step) {
      const Look look = lookOf(turned(others[j], art, step), art);
      for (std::size_t i = 0; i < ones.size(); ++i) pairs.push_back({unlike(looks[i], look), i, j, step});
    }
  const auto least =
      std::min_element(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.off < b.off; });
  const double nearly = kNearlyAsAlike * least->off;
  std::erase_if(pairs, [&](const Pair& each) { return each.off > nearly; });
  const Pair& best = *std::min_element(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::pair(a.one + a.other, a.off) < std::pair(b.one + b.other, b.off);
  });
  return {ones[best.one], turned(others[best.other], art, best.step)};
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

std::vector<Face> facesToTeach(GameId game) {
  std::vector<Face> board, faces, backs;
  for (const FaceArt& art : printEdition(game).faces()) {
    if (art.shape == Shape::Board)
      board.push_back(art.face);
    else if (isAskedFor(art))
      faces.push_back(art.face);
    else if (isCardOrShield(art) && isBack(art.face))
      backs.push_back(art.face);
  }
  board.insert(board.end(), faces.begin(), faces.end());
  board.insert(board.end(), backs.begin(), backs.end());
  return board;
}

bool mustBeTaught(GameId game, const Face& face) { return isAskedFor(artOf(game, face)); }

bool differInArrowAtMost(GameId game, const Face& one, const Face& other) {
  return withoutArrow(game, one) == withoutArrow(game, other);
}

Teacher::Teacher(GameId game, std::string name) : game_(game), name_(std::move(name)) {}

Teacher::Teacher(const TaughtEdition& edition)
    : game_(edition.game()),
      name_(edition.list().name),
      author_(edition.list().author),
      licence_(edition.list().licence) {
  for (const TaughtFace& taught : edition.list().faces) {
    const auto& pictures = edition.pictures(taught.art.face);
    learnt_.emplace(taught.art.face, Learnt{taught.art, pictures, {pictures.front()}});
  }
}

FaceArt Teacher::art(const Face& face) const {
  const auto taught = learnt_.find(face);
  return taught == learnt_.end() ? artOf(game_, face) : taught->second.art;
}

ShownPiece Teacher::look(const Face& face, const cv::Mat& bgr,
                         const std::optional<std::vector<ImagePoint>>& outline) const {
  if (!isFaceOf(game_, face)) throw EditionError("\"" + face.text() + "\" is no piece of " + std::string(title(game_)));
  const FaceArt art = this->art(face);
  const std::size_t corners = uprightCorners(art, 1).size();
  if (outline && outline->size() != corners)
    throw EditionError("the outline of " + face.text() + " has " + std::to_string(outline->size()) +
                       " corners (expected " + std::to_string(corners) + ")");
  using Outlines = std::vector<std::vector<ImagePoint>>;
  ShownPiece shown;
  for (const auto& each : outline ? Outlines{*outline} : outlinesOfLonePiece(bgr, art))
    if (cv::Mat view = uprightPiece(bgr, each, art, art.shape == Shape::Board ? kTaughtScale / 2 : kTaughtScale);
        !view.empty()) {
      shown.outlines.push_back(each);
      shown.uprights.push_back(view);
    }
  if (outline && shown.outlines.empty()) throw EditionError("the outline of " + face.text() + " is no piece's");
  return shown;
}

void Teacher::show(const Face& face, const cv::Mat& bgr, const std::optional<std::vector<ImagePoint>>& outline) {
  const ShownPiece shown = look(face, bgr, outline);
  if (shown.outlines.empty())
    throw EditionError("no single piece stands out (expected " + face.text() + " alone on a bare table)");
  show(face, shown);
}

void Teacher::show(const Face& face, const ShownPiece& shown) {
  Learnt& learnt = learnt_.try_emplace(face, Learnt{artOf(game_, face), {}, {}}).first->second;
  if (learnt.views.size() >= kMostViews) return;
  hasChanged(face);
  if (learnt.views.empty()) {
    learnt.views.push_back(shown.uprights.front());
    learnt.possibleFirst = shown.uprights;
    return;
  }
  cv::Mat view;
  std::tie(learnt.views.front(), view) = mostAlike(learnt.possibleFirst, shown.uprights, learnt.art);
  learnt.possibleFirst = {learnt.views.front()};
  learnt.views.push_back(view);
}

void Teacher::forget(const Face& face) {
  learnt_.erase(face);
  hasChanged(face);
}

void Teacher::rename(const Face& from, const Face& to) {
  auto taught = learnt_.extract(from);
  hasChanged(from);
  if (taught.empty()) return;
  taught.key() = taught.mapped().art.face = to;
  learnt_.erase(to);
  learnt_.insert(std::move(taught));
  hasChanged(to);
}

void Teacher::setCopies(const Face& face, int copies) {
  if (const auto taught = learnt_.find(face); taught != learnt_.end())
    taught->second.art.copies = std::clamp(copies, 0, kMostCopies);
}

void Teacher::hasChanged(const Face& face) {
  looks_.erase(face);
  std::erase_if(apart_, [&](const auto& pair) { return pair.first.first == face || pair.first.second == face; });
}

const std::vector<cv::Mat>& Teacher::views(const Face& face) const {
  static const std::vector<cv::Mat> none;
  const auto taught = learnt_.find(face);
  return taught == learnt_.end() ? none : taught->second.views;
}

std::optional<Likeness> Teacher::likeness(const Face& face, const ShownPiece& shown) const {
  const auto taught = learnt_.find(face);
  if (taught == learnt_.end() || taught->second.art.shape == Shape::Board) return std::nullopt;
  const FaceArt& art = taught->second.art;
  const Look last = lookOf(taught->second.views.back(), art);
  std::optional<Likeness> most;
  for (std::size_t i = 0; i < shown.uprights.size(); ++i) {
    if (shown.uprights[i].size() != taught->second.views.back().size()) continue;
    for (int step = 0; step < turnsOf(art); ++step) {
      const Look now = lookOf(turned(shown.uprights[i], art, step), art);
      const double off = differingMm2(last, now);
      if (!most || off < most->offMm2)
        most = Likeness{off, i, step, kLookColour * cv::norm(castOf(last, now, last.mask))};
    }
  }
  return most;
}

std::vector<TaughtReport> Teacher::report() const {
  std::vector<TaughtReport> reports;
  for (const auto& [face, learnt] : learnt_)
    if (learnt.art.shape != Shape::Board && !looks_.contains(face))
      looks_.emplace(face, lookOf(learnt.views.front(), learnt.art));
  const auto apart = [&](const Face& face, const Face& other) {
    const auto [known, fresh] = apart_.try_emplace({face, other});
    if (fresh) known->second = differingMm2(looks_.at(face), looks_.at(other));
    return known->second;
  };
  for (const auto& [face, learnt] : learnt_) {
    TaughtReport& report = reports.emplace_back(TaughtReport{face, static_cast<int>(learnt.views.size())});
    report.ok = true;
    if (learnt.art.shape == Shape::Board) continue;
    for (const auto& [other, look] : looks_) {
      if (other == face || look.features.size() != looks_.at(face).features.size()) continue;
      const double off = apart(face, other);
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

EditionList Teacher::list() const {
  EditionList list{name_, game_, author_, licence_, {}};
  for (const auto& [face, learnt] : learnt_) {
    TaughtFace& taught = list.faces.emplace_back(TaughtFace{learnt.art, {}});
    for (std::size_t view = 0; view < learnt.views.size(); ++view) taught.pictures.push_back(fileNameOf(face, view));
  }
  return list;
}

void Teacher::write(const fs::path& folder) const {
  if (learnt_.empty()) throw EditionError(folder.string() + ": no piece was shown (expected at least one)");
  checkFolder(folder);
  const EditionList list = this->list();
  for (const TaughtFace& taught : list.faces)
    for (std::size_t view = 0; view < taught.pictures.size(); ++view) {
      std::vector<unsigned char> png;
      cv::imencode(".png", views(taught.art.face)[view], png);
      writeBytes(folder / taught.pictures[view], std::string(png.begin(), png.end()));
    }
  // Last: a folder without it is no edition yet.
  writeBytes(folder / "edition.toml", editionToml(list));
}

}  // namespace octo::vision
