#include "vision/read/rounds/round_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/geometry/from_above.h"

namespace octo::vision {
namespace {

/// Pixels a mm at which discs are looked for, and at which they are judged.
constexpr double kCoarse = 0.75, kFine = 1.5;
/// A place is looked at closely in so much around a piece there, mm.
constexpr double kAround = 4;
/// Likeness from which a place is looked at closely, and from which a piece lies there.
constexpr double kCandidate = 0.35, kLeast = 0.5;
/// The outermost mm of a disc mix with what lies around.
constexpr double kRim = 0.6;
/// Standard deviation of what lens and pixels blur together, pixels.
constexpr double kBlurPx = 0.85;
/// Grey levels by which what lies there must vary.
constexpr double kLeastContrast = 9.0;

constexpr double kRingsPerMm = 8.0;

/// What the drawing has at each distance from its middle, averaged over all turns.
std::vector<cv::Vec3d> ringsOf(const cv::Mat& art) {
  std::vector<cv::Vec3d> rings(static_cast<std::size_t>(art.cols / 2 + 2), cv::Vec3d(0, 0, 0));
  std::vector<int> counts(rings.size(), 0);
  const double middle = (art.cols - 1) / 2.0;
  for (int y = 0; y < art.rows; ++y)
    for (int x = 0; x < art.cols; ++x) {
      const auto ring = static_cast<std::size_t>(std::hypot(x - middle, y - middle));
      const cv::Vec4b& pixel = art.at<cv::Vec4b>(y, x);
      if (ring >= rings.size() || pixel[3] != 255) continue;
      rings[ring] += cv::Vec3d(pixel[0], pixel[1], pixel[2]);
      ++counts[ring];
    }
  for (std::size_t i = 0; i < rings.size(); ++i)
    rings[i] = counts[i] > 0 ? rings[i] / counts[i] : i > 0 ? rings[i - 1] : cv::Vec3d(0, 0, 0);
  return rings;
}

/// Each colour's mean over the disc becomes 0, all together have the square sum 1; outside the disc 0.
cv::Mat normalised(const cv::Mat& picture, const cv::Mat& mask) {
  cv::Mat inside;
  mask.convertTo(inside, CV_8U);
  cv::Mat result = picture - cv::mean(picture, inside);
  cv::Mat channels[3];
  cv::split(result, channels);
  for (cv::Mat& channel : channels) channel = channel.mul(mask);
  cv::merge(channels, 3, result);
  return result / std::max(1e-6, cv::norm(result));
}

cv::Mat fromAbove(const cv::Mat& bgr, const TableView& view, const TableRect& area, double scale) {
  cv::Mat above = seenFromAbove(bgr, view, area, scale, cv::INTER_LINEAR);
  above.convertTo(above, CV_32FC3);
  return above;
}

/// On rendered tables all that were found were there, and went with their drawings by 0.57 to 0.9; the least likely of
/// them may not be. Dark and light sides of a piece are each other's negatives: `lead` was never below 1.
double chance(const FoundRound& round) {
  return std::clamp(0.8 + 1.2 * (round.likeness - kLeast), 0.8, 0.99) * std::clamp(round.lead / 0.4, 0.5, 1.0);
}

}  // namespace

RoundPieces::RoundPieces(const Edition& edition) {
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Round)
      kinds_.push_back({art.face, art.widthMm, ringsOf(drawFace(edition, art.face, kRingsPerMm))});
}

DrawnDisc RoundPieces::seen(const Kind& kind, double scale, double blurMm) {
  const int side = 2 * static_cast<int>(kind.across * scale / 2) + 1;
  cv::Mat picture(side, side, CV_32FC3), disc = cv::Mat::zeros(side, side, CV_32F);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double away = std::hypot(x - side / 2, y - side / 2) / scale;
      const auto ring = std::min(kind.rings.size() - 1, static_cast<std::size_t>(away * kRingsPerMm));
      picture.at<cv::Vec3f>(y, x) = kind.rings[ring];
      disc.at<float>(y, x) = away < kind.across / 2 - kRim ? 1.0F : 0.0F;
    }
  cv::GaussianBlur(picture, picture, {}, blurMm * scale);
  return {normalised(picture, disc), disc};
}

double RoundPieces::likeness(const cv::Mat& above, cv::Point2d at, const DrawnDisc& drawn) {
  cv::Mat shown, inside;
  cv::getRectSubPix(above, drawn.picture.size(), cv::Point2f(at), shown);
  drawn.disc.convertTo(inside, CV_8U);
  shown -= cv::mean(shown, inside);
  cv::Mat channels[3];
  cv::split(shown, channels);
  for (cv::Mat& channel : channels) channel = channel.mul(drawn.disc);
  cv::merge(channels, 3, shown);
  const double least = std::sqrt(3.0 * cv::sum(drawn.disc)[0]) * kLeastContrast;
  return shown.dot(drawn.picture) / std::max(least, cv::norm(shown));
}

std::vector<RoundPieces::Place> RoundPieces::likelyPlaces(const cv::Mat& bgr, const TableView& view,
                                                          const TableRect& area, double blurMm) const {
  const cv::Mat coarse = fromAbove(bgr, view, area, kCoarse);
  std::map<int, std::pair<std::vector<std::size_t>, std::vector<DrawnDisc>>> ofSize;
  for (std::size_t number = 0; number < kinds_.size(); ++number) {
    DrawnDisc drawn = seen(kinds_[number], kCoarse, blurMm);
    auto& [numbers, drawings] = ofSize[drawn.disc.cols];
    numbers.push_back(number);
    drawings.push_back(std::move(drawn));
  }
  std::vector<Place> places;
  for (const auto& [size, kinds] : ofSize) {
    const std::vector<cv::Mat> maps = likenessMaps(coarse, kinds.second, kLeastContrast);
    for (std::size_t i = 0; i < maps.size(); ++i) {
      if (maps[i].empty()) continue;
      cv::Mat largest;
      cv::dilate(maps[i], largest, cv::Mat::ones(7, 7, CV_8U));
      const double half = kinds.second[i].disc.cols / 2.0;
      for (int y = 0; y < maps[i].rows; ++y)
        for (int x = 0; x < maps[i].cols; ++x)
          if (const float value = maps[i].at<float>(y, x);
              value >= static_cast<float>(kCandidate) && value >= largest.at<float>(y, x))
            places.push_back({kinds.first[i], {area.x0 + (x + half) / kCoarse, area.y1 - (y + half) / kCoarse}});
    }
  }
  return places;
}

std::optional<FoundRound> RoundPieces::foundAt(const Place& place, const cv::Mat& bgr, const TableView& view,
                                               const std::vector<DrawnDisc>& drawn) const {
  const TableRect area =
      TableRect{place.at.x, place.at.y, place.at.x, place.at.y}.grown(kinds_[place.kind].across / 2 + kAround);
  const cv::Mat fine = fromAbove(bgr, view, area, kFine);
  const DrawnDisc& own = drawn[place.kind];
  FoundRound round{kinds_[place.kind].face, Face::unknown(), {}, -1, 0};
  cv::Point2d best;
  const cv::Point2d about((place.at.x - area.x0) * kFine - 0.5, (area.y1 - place.at.y) * kFine - 0.5);
  for (double step : {1.0, 0.4}) {
    const cv::Point2d start = step == 1.0 ? about : best;
    for (int j = -2; j <= 2; ++j)
      for (int i = -2; i <= 2; ++i) {
        const cv::Point2d at = start + cv::Point2d(i, j) * step;
        if (const double like = likeness(fine, at, own); like > round.likeness) round.likeness = like, best = at;
      }
  }
  if (round.likeness < kLeast) return std::nullopt;
  double second = -1;
  for (std::size_t other = 0; other < kinds_.size(); ++other)
    if (other != place.kind)
      if (const double like = likeness(fine, best, drawn[other]); like > second)
        second = like, round.runnerUp = kinds_[other].face;
  round.lead = round.likeness - second;
  if (round.lead <= 0) return std::nullopt;
  round.at = {area.x0 + (best.x + 0.5) / kFine, area.y1 - (best.y + 0.5) / kFine};
  return round;
}

std::vector<FoundRound> RoundPieces::find(const cv::Mat& bgr, const TableView& view, const TableRect& area) const {
  std::vector<FoundRound> found;
  if (kinds_.empty()) return found;
  const double reach = kinds_.front().across / 2 + 2;
  const TableRect wide = area.grown(reach);
  const double blurMm = kBlurPx / view.scaleAt(area.middle());
  const std::vector<Place> places = likelyPlaces(bgr, view, wide, blurMm);
  if (places.empty()) return found;
  std::vector<DrawnDisc> drawn;
  for (const Kind& each : kinds_) drawn.push_back(seen(each, kFine, blurMm));
  std::vector<std::optional<FoundRound>> there(places.size());
  cv::parallel_for_({0, static_cast<int>(places.size())}, [&](const cv::Range& range) {
    for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
      there[i] = foundAt(places[i], bgr, view, drawn);
  });
  for (std::optional<FoundRound>& each : there)
    if (each) found.push_back(std::move(*each));
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.likeness > b.likeness; });
  std::vector<FoundRound> kept;
  for (const FoundRound& round : found) {
    const auto near = [&](const FoundRound& other) {
      return distance(round.at, other.at) < 0.6 * kinds_.front().across;
    };
    if (std::none_of(kept.begin(), kept.end(), near)) kept.push_back(round);
  }
  return kept;
}

Sighting RoundPieces::sightingOf(const FoundRound& round, const TableView& view) const {
  Sighting sighting;
  const double sure = chance(round);
  sighting.faces = {{round.face, sure}};
  if (!round.runnerUp.isUnknown()) sighting.faces.push_back({round.runnerUp, (1 - sure) * 0.5});
  sighting.kind = std::string(round.face.family());
  sighting.pose = TablePose{round.at, 0};
  const auto kind =
      std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& each) { return each.face == round.face; });
  const double radius = kind->across / 2;
  for (int corner = 0; corner < 8; ++corner) {
    const double turn = (corner - 0.5) * std::numbers::pi / 4;
    sighting.outline.push_back(
        view.imageFromTable({round.at.x + radius * std::sin(turn), round.at.y + radius * std::cos(turn)}));
  }
  return sighting;
}

}  // namespace octo::vision
