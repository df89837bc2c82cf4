#include "vision/read/taught/taught_faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <opencv2/core/hal/intrin.hpp>
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
/// References that are compared in one go: some of a processor's vectors.
constexpr std::size_t kAtOnce = 8;
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

/// The numbers of so many of them, the greatest first.
std::vector<std::size_t> greatestOf(const std::vector<float>& values, std::size_t many) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  many = std::min(many, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(many), order.end(),
                    [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  order.resize(many);
  return order;
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

cv::Mat detailOf(const cv::Mat& features) {
  cv::Mat detail;
  cv::extractChannel(features, detail, 0);
  cv::blur(detail, detail, kNoise);
  return detail;
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

ReferenceDetails::ReferenceDetails(const std::vector<FaceReference>& all, Look FaceReference::*which,
                                   const std::vector<int>& places) {
  if (all.empty()) return;
  count = (all.size() + kAtOnce - 1) / kAtOnce * kAtOnce;
  detail.assign(places.size() * count, 0);
  square.assign(places.size() * count, 0);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const cv::Mat& features = (all[n].*which).features;
    if (features.size() != (all.front().*which).features.size()) continue;  // goes with none
    std::size_t at = n;
    for (const int place : places) {
      const float value = features.at<cv::Vec3f>(place / features.cols, place % features.cols)[0];
      detail[at] = value;
      square[at] = value * value;
      at += count;
    }
  }
}

References::References(std::vector<FaceReference> seen, double pixelsPerMm)
    : scale(pixelsPerMm),
      all(std::move(seen)),
      details(all, &FaceReference::rough, everyPlaceOf(all)),
      apart(placesApart(all)),
      detailsApart(all, &FaceReference::fine, apart),
      tells(whatTells(all)) {}

std::vector<const FaceReference*> References::likeliest(std::size_t many,
                                                        const std::vector<ReferenceDetails::Shown>& shown) const {
  std::vector<float> alike = details.alike(shown);
  alike.resize(all.size());
  std::vector<const FaceReference*> some;
  for (const std::size_t n : greatestOf(alike, many)) some.push_back(&all[n]);
  return some;
}

std::vector<float> ReferenceDetails::alike(const Look& look, const cv::Mat& open) const {
  std::vector<Shown> shown;
  std::size_t place = 0;
  for (int y = 0; y < open.rows; ++y)
    for (int x = 0; x < open.cols; ++x, ++place)
      if (open.at<uchar>(y, x)) shown.push_back({place, look.features.at<cv::Vec3f>(y, x)[0]});
  return alike(shown);
}

std::vector<float> ReferenceDetails::alike(const std::vector<Shown>& shown) const {
  std::vector<float> both(count, 0), others(count, 1e-6F);
  double ones = 1e-6;
  for (const Shown& each : shown) {
    ones += each.detail * each.detail;
    const float *details = &detail[each.place * count], *squares = &square[each.place * count];
    const cv::v_float32x4 own = cv::v_setall_f32(each.detail);
    for (std::size_t n = 0; n < count; n += cv::v_float32x4::nlanes) {
      cv::v_store(&both[n], cv::v_load(&both[n]) + own * cv::v_load(details + n));
      cv::v_store(&others[n], cv::v_load(&others[n]) + cv::v_load(squares + n));
    }
  }
  for (std::size_t n = 0; n < count; ++n) both[n] /= static_cast<float>(std::sqrt(ones * others[n]));
  return both;
}

ReferenceDetails ReferenceDetails::likeliest(std::size_t many, const std::vector<Shown>& shown) const {
  ReferenceDetails some;
  some.count = std::min(count, (many + kAtOnce - 1) / kAtOnce * kAtOnce);
  const std::vector<std::size_t> order = greatestOf(alike(shown), some.count);
  const std::size_t places = count == 0 ? 0 : detail.size() / count;
  some.detail.resize(places * some.count);
  some.square.resize(places * some.count);
  for (std::size_t place = 0; place < places; ++place)
    for (std::size_t n = 0; n < some.count; ++n) {
      some.detail[place * some.count + n] = detail[place * count + order[n]];
      some.square[place * some.count + n] = square[place * count + order[n]];
    }
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
    const cv::Size size(static_cast<int>(std::lround(arts.front().widthMm * kRoughScale)),
                        static_cast<int>(std::lround(arts.front().heightMm * kRoughScale)));
    roughMask = lookAt(cv::Mat(size, CV_8UC3, cv::Scalar::all(0)), arts.front(), kRoughScale).mask;
    // A little more than what shows the edge: there, what lies beside makes the detail look otherwise.
    cv::erode(roughMask, roughMask, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}), {-1, -1}, 1, cv::BORDER_CONSTANT,
              cv::Scalar(0));
    thinMask = thinned(roughMask);
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
