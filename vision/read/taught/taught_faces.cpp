#include "vision/read/taught/taught_faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "vision/locate/table_fit.h"

namespace octo::vision {
namespace {

/// Pixels a millimetre at which features of the faces are taken.
constexpr double kBankScale = 2.5;
/// Two faces differ where the difference of their pictures is above that.
constexpr double kApart = 0.3;
/// And all of them where their details scatter by more than that, standard deviation; so many such places tell enough.
constexpr double kScatters = 0.25;
constexpr std::size_t kMostApart = 4000;
/// What is finer is a camera's noise, pixels.
const cv::Size kNoise(3, 3);
/// A face is compared with a card so far around each place, pixels; and the variance of a detail that noise makes.
const cv::Size kBeside(5, 5);
constexpr double kNoiseOfDetail = 0.02;

cv::Mat withMargin(const cv::Mat& picture) {
  cv::Mat wide;
  cv::copyMakeBorder(picture, wide, kMostOff, kMostOff, kMostOff, kMostOff, cv::BORDER_REPLICATE);
  return wide;
}

std::vector<cv::Mat> featuresOf(const std::vector<FaceReference>& all, Look FaceReference::*which) {
  std::vector<cv::Mat> features;
  for (const FaceReference& each : all) features.push_back((each.*which).features);
  return features;
}

std::vector<int> everyPlaceOf(const std::vector<FaceReference>& all) {
  std::vector<int> places(all.empty() ? 0 : all.front().rough.features.total());
  std::iota(places.begin(), places.end(), 0);
  return places;
}

std::vector<int> placesApart(const std::vector<FaceReference>& all) {
  if (all.empty()) return {};
  const cv::Size size = all.front().fine.features.size();
  cv::Mat detail;
  Scatter details(size);
  for (const FaceReference& each : all) {
    if (each.fine.features.size() != size) continue;
    cv::extractChannel(each.fine.features, detail, 0);
    details.add(detail);
  }
  const cv::Mat scatter = details.variance();
  std::vector<int> places;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      if (all.front().fine.mask.at<uchar>(y, x) && scatter.at<float>(y, x) > kScatters * kScatters)
        places.push_back(y * size.width + x);
  std::vector<int> some;
  const std::size_t step = places.size() / kMostApart + 1;
  for (std::size_t i = 0; i < places.size(); i += step) some.push_back(places[i]);
  return some;
}

/// Of the details at each place, the share of their variance that is between faces, not between pictures of a face.
cv::Mat whatTells(const std::vector<FaceReference>& all) {
  if (all.empty()) return {};
  const cv::Mat mask(all.front().fine.mask);
  const cv::Rect whole({}, mask.size());
  Scatter details(mask.size());
  cv::Mat within = cv::Mat::zeros(mask.size(), CV_32F);
  double pairs = 0;
  std::map<std::pair<std::size_t, int>, cv::Mat> first;
  for (const FaceReference& each : all) {
    if (each.fine.mask.size() != mask.size()) continue;
    const cv::Mat detail = each.detailMovedBy({0, 0}, whole);
    details.add(detail);
    const auto [other, isFirst] = first.try_emplace({each.face, each.turn}, detail);
    if (isFirst) continue;
    cv::accumulateSquare(detail - other->second, within);
    pairs += 2;
  }
  cv::Mat between = details.variance();
  if (pairs > 0) within /= pairs;
  // A little beside, the same is seen.
  cv::blur(between, between, kBeside);
  cv::blur(within, within, kBeside);
  cv::Mat told;
  between = cv::max(between - within, 0);
  cv::divide(between, between + within + kNoiseOfDetail, told);
  return told;
}

}  // namespace

void Scatter::add(const cv::Mat& picture) {
  cv::accumulate(picture, sum_);
  cv::accumulateSquare(picture, squares_);
  ++count_;
}

cv::Mat withoutNoise(const cv::Mat& detail) {
  cv::Mat plain;
  cv::blur(detail, plain, kNoise);
  return plain;
}

cv::Mat detailOf(const cv::Mat& features) {
  cv::Mat detail;
  cv::extractChannel(features, detail, 0);
  return withoutNoise(detail);
}

FaceReference::FaceReference(std::size_t whose, int turned, Look thin, const Look& sharp)
    : face(whose),
      turn(turned),
      rough(std::move(thin)),
      features_(withMargin(sharp.features)),
      level_(withMargin(sharp.level)),
      tint_(withMargin(sharp.tint)),
      detail_(detailOf(features_)) {
  fine.scale = sharp.scale;
  fine.mask = sharp.mask;
  fine = movedBy({0, 0}, cv::Rect({}, sharp.mask.size()));
}

Look FaceReference::movedBy(cv::Point off, const cv::Rect& part) const {
  const cv::Rect from = part + off + cv::Point(kMostOff, kMostOff);
  return {features_(from), fine.scale, level_(from), tint_(from), fine.mask(part)};
}

cv::Mat FaceReference::detailMovedBy(cv::Point off, const cv::Rect& part) const {
  return detail_(part + off + cv::Point(kMostOff, kMostOff));
}

cv::Mat thinned(const cv::Mat& picture) {
  cv::Mat thin((picture.rows + 1) / 2, picture.cols / 2, picture.type());
  const std::size_t bytes = picture.elemSize();
  for (int y = 0; y < thin.rows; ++y) {
    const uchar* from = picture.ptr(2 * y) + static_cast<std::size_t>(y % 2) * bytes;
    uchar* to = thin.ptr(y);
    for (int x = 0; x < thin.cols; ++x, from += 2 * bytes, to += bytes) std::copy_n(from, bytes, to);
  }
  return thin;
}

Look thinned(const Look& look) {
  return {thinned(look.features), look.scale, thinned(look.level), thinned(look.tint), thinned(look.mask)};
}

cv::Mat tellingOf(const Look& look, const cv::Mat& open) {
  cv::Mat detail;
  cv::extractChannel(look.features, detail, 0);
  return (cv::abs(detail) > kTelling) & open;
}

References::References(std::vector<FaceReference> seen, double pixelsPerMm)
    : scale(pixelsPerMm),
      all(std::move(seen)),
      details(featuresOf(all, &FaceReference::rough), everyPlaceOf(all)),
      apart(placesApart(all)),
      detailsApart(featuresOf(all, &FaceReference::fine), apart),
      tells(whatTells(all)) {}

std::vector<const FaceReference*> References::likeliest(std::size_t many, std::vector<float> alike) const {
  alike.resize(all.size());
  std::vector<const FaceReference*> some;
  for (const std::size_t n : greatestOf(alike, many)) some.push_back(&all[n]);
  return some;
}

TaughtFaces::TaughtFaces(const TaughtEdition& edition) {
  const auto sift = cv::SIFT::create(0, 3, kLeastContrast);
  for (const TaughtFace& face : edition.list().faces) {
    // Round pieces have too little print, and a board is no piece.
    if (face.art.shape != Shape::Card && face.art.shape != Shape::Octagon) continue;
    arts.push_back(face.art);
    pictures_.push_back(edition.pictures(face.art.face));
    for (const cv::Mat& picture : pictures_.back()) learn(*sift, picture);
  }
  for (const int players : playersWithGround(edition)) {
    const TableRect mat = areaBetween(edition.marksOf(groundFor(edition, players)));
    area = area ? TableRect{std::min(area->x0, mat.x0), std::min(area->y0, mat.y0), std::max(area->x1, mat.x1),
                            std::max(area->y1, mat.y1)}
                : mat;
  }
  if (const auto grid = edition.boxes())
    for (int row = 0; row < grid->rows; ++row)
      for (int column = 0; column < grid->columns; ++column) boxes.push_back(grid->centre(Cell::at(column, row)));
  if (!arts.empty()) {
    roughMask = maskOf(arts.front(), kRoughScale);
    // A little more than what shows the edge: there, what lies beside makes the detail look otherwise.
    cv::erode(roughMask, roughMask, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}), {-1, -1}, 1, cv::BORDER_CONSTANT,
              cv::Scalar(0));
    thinMask = thinned(roughMask);
    fineMask = maskOf(arts.front(), kFineScale);
  }
  if (!features.empty()) index = std::make_unique<cv::flann::Index>(descriptors_, cv::flann::KDTreeIndexParams(4));
}

void TaughtFaces::learn(cv::SIFT& sift, const cv::Mat& picture) {
  const FaceArt& art = arts.back();
  cv::Mat gray;
  cv::cvtColor(picture, gray, cv::COLOR_BGR2GRAY);
  const cv::Size size(static_cast<int>(std::lround(art.widthMm * kBankScale)),
                      static_cast<int>(std::lround(art.heightMm * kBankScale)));
  cv::resize(gray, gray, size, 0, 0, cv::INTER_AREA);
  std::vector<cv::KeyPoint> points;
  cv::Mat found;
  sift.detectAndCompute(gray, {}, points, found);
  for (const cv::KeyPoint& p : points)
    features.push_back({arts.size() - 1,
                        {(p.pt.x + 0.5) / kBankScale - art.widthMm / 2, (p.pt.y + 0.5) / kBankScale - art.heightMm / 2},
                        p.angle,
                        p.size / kBankScale});
  descriptors_.push_back(found);
}

const References& TaughtFaces::seenAt(double pixelsPerMm) const {
  const std::scoped_lock lock(busy_);
  const int level = std::clamp(static_cast<int>(std::lround(std::log2(pixelsPerMm) * 3)), -2, 3);
  const auto known = references_.find(level);
  if (known != references_.end()) return *known->second;
  std::vector<FaceReference> all;
  const double blurred = std::exp2(level / 3.0);
  for (std::size_t face = 0; face < arts.size(); ++face)
    for (const cv::Mat& picture : pictures_[face]) {
      const FaceArt& art = arts[face];
      const auto sized = [&](const cv::Mat& from, double scale, int how) {
        cv::Mat to;
        cv::resize(
            from, to,
            {static_cast<int>(std::lround(art.widthMm * scale)), static_cast<int>(std::lround(art.heightMm * scale))},
            0, 0, how);
        return to;
      };
      const auto shown = [&](double scale) {
        const bool coarser = blurred < scale;
        const cv::Mat seen = coarser ? sized(picture, blurred, cv::INTER_AREA) : picture;
        return sized(seen, scale, coarser ? cv::INTER_LINEAR : cv::INTER_AREA);
      };
      const cv::Mat rough = shown(kRoughScale), fine = shown(kFineScale);
      for (int turn = 0; turn < turnsOf(art); ++turn)
        all.emplace_back(face, turn, thinned(lookAt(turned(rough, art, turn), art, kRoughScale)),
                         lookAt(turned(fine, art, turn), art, kFineScale));
    }
  return *(references_[level] = std::make_unique<const References>(std::move(all), blurred));
}

cv::Mat TaughtFaces::apartAt(const FaceReference& one, const FaceReference& other) const {
  /// 22 kB each.
  constexpr std::size_t kMostKept = 2000;
  const std::scoped_lock lock(busy_);
  const auto known = apart_.find({&one, &other});
  if (known != apart_.end()) return known->second;
  if (apart_.size() >= kMostKept) apart_.clear();
  return apart_[{&one, &other}] = differenceOf(one.fine, other.fine) > kApart;
}

}  // namespace octo::vision
