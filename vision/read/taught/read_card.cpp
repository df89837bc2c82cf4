#include "vision/read/taught/read_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>

namespace octo::vision {
namespace {

/// Of all faces, those compared in detail.
constexpr std::size_t kShortlist = 16;
/// Before, so many references are compared by their colours, too; and then so many of each face.
constexpr std::size_t kMostByColour = 64;
constexpr int kMostOfFace = 2;
/// Difference (`differenceOf`) below which a place is explained by a face; and for comparing without shifts.
constexpr float kExplained = 1.3F;
/// No place makes a face less likely than by that: something may lie there.
constexpr float kMostUnlike = 3;
/// Correlation of what is explained, of a card that something covers which is none. A face is possible if its
/// correlations, everywhere and where faces differ, sum up to so much less than the likeliest face's.
constexpr double kAlikeWhereItShows = 0.75, kAsAlike = 0.4;
/// How much a square millimetre that differs says between two faces, natural logarithm: what lies beside says the same.
constexpr double kEvidenceAMm2 = 0.6;
/// As a share of what is signal in the details that tell, how much of that counts.
constexpr double kEvidenceOfDetail = 0.5;
/// Details of faces scatter by more than that, standard deviation.
constexpr double kScatters = 0.25;
/// Faces that are compared in full with a strip; and two of them differ, as they lie, above that.
constexpr std::size_t kMostLying = 16;
constexpr double kApartAsTheyLie = 0.6;
/// What is so much less likely, natural logarithm, need not be told more exactly.
constexpr double kMuchLess = 40;
/// In details of brightness two of them differ above that; how much a square millimetre of that says, natural
/// logarithm, for each of the squared difference; and how much difference a place may show at most.
constexpr double kDetailsDiffer = 0.5, kEvidenceOfPart = 2;
constexpr float kMostOfDetail = 2;
/// From so many pixels a millimetre the evidence on a strip counts in full; below, as far as there are pixels that
/// tell.
constexpr double kSharp = 1.26;
/// Grey levels that the darkest print has anyway, and how much of a card may be lighter or darker than the rest of it
/// by light alone, natural logarithm.
constexpr float kDarkest = 12, kOtherLight = 0.5F;

constexpr int kLanes = cv::v_float32x4::nlanes;

/// A face that it may show, and how the card differs from it.
struct Likely {
  const FaceReference* reference;
  /// That part of it, its details of brightness, and how the card differs there.
  Look face;
  cv::Mat detail, off;
  /// The two colours of the light on the card if it shows this, compared with that in the picture taught, and how
  /// much brighter it is, natural logarithm.
  cv::Vec3f light;
};

/// How unlike the card, without that cast, and the face are where the mask says so, each place counting only so much:
/// something may cover it. `tells`: how much each place counts, or empty.
double unlike(const Look& card, const cv::Vec2f& cast, const Look& face, const cv::Mat& mask,
              const cv::Mat& tells = {}) {
  const cv::v_float32x4 most = cv::v_setall_f32(kMostUnlike), open = cv::v_setall_f32(1.0F / 255);
  const std::array<cv::v_float32x4, 3> casts{cv::v_setzero_f32(), cv::v_setall_f32(cast[0]), cv::v_setall_f32(cast[1])};
  const int whole = mask.cols / kLanes * kLanes;
  double sum = 0;
  for (int y = 0; y < mask.rows; ++y) {
    const auto *a = card.features.ptr<cv::Vec3f>(y), *b = face.features.ptr<cv::Vec3f>(y);
    const auto* tint = card.tint.ptr<float>(y);
    const auto* here = mask.ptr<uchar>(y);
    const float* counts = tells.empty() ? nullptr : tells.ptr<float>(y);
    cv::v_float32x4 line = cv::v_setzero_f32();
    for (int x = 0; x < whole; x += kLanes) {
      std::array<cv::v_float32x4, 3> ones, others;
      cv::v_load_deinterleave(a[x].val, ones[0], ones[1], ones[2]);
      cv::v_load_deinterleave(b[x].val, others[0], others[1], others[2]);
      const cv::v_float32x4 light = cv::v_load(tint + x);
      cv::v_float32x4 squares = cv::v_setzero_f32();
      for (std::size_t c = 0; c < ones.size(); ++c) {
        const cv::v_float32x4 off = ones[c] - others[c] - casts[c] * light;
        squares += off * off;
      }
      const cv::v_float32x4 share = open * cv::v_cvt_f32(cv::v_reinterpret_as_s32(cv::v_load_expand_q(here + x)));
      const cv::v_float32x4 least = share * cv::v_min(squares, most);
      line += counts ? least * cv::v_load(counts + x) : least;
    }
    sum += cv::v_reduce_sum(line);
    for (int x = whole; x < mask.cols; ++x) {
      if (!here[x]) continue;
      const cv::Vec3f off = a[x] - b[x] - cv::Vec3f(0, cast[0], cast[1]) * tint[x];
      sum += (counts ? counts[x] : 1) * std::min(kMostUnlike, off.dot(off));
    }
  }
  return sum;
}

/// How well details of brightness go together where the mask says so, -1 to 1.
double correlation(const cv::Mat& one, const cv::Mat& other, const cv::Mat& mask) {
  double both = 0, ones = 1e-6, others = 1e-6;
  for (int y = 0; y < one.rows; ++y) {
    const auto *a = one.ptr<float>(y), *b = other.ptr<float>(y);
    const auto* here = mask.ptr<uchar>(y);
    for (int x = 0; x < one.cols; ++x) {
      if (!here[x]) continue;
      both += a[x] * b[x];
      ones += a[x] * a[x];
      others += b[x] * b[x];
    }
  }
  return both / std::sqrt(ones * others);
}

/// Places beside each other in a line of a picture.
struct Stretch {
  int y, x, length;
};

/// Every second line of what shows of a card: what lies between tells the same of where it lies.
std::vector<Stretch> stretchesOf(const cv::Mat& open) {
  std::vector<Stretch> stretches;
  for (int y = 0; y < open.rows; y += 2) {
    const auto* here = open.ptr<uchar>(y);
    for (int x = 0; x < open.cols; ++x)
      if (here[x] && (x == 0 || !here[x - 1]))
        stretches.push_back({y, x, 1});
      else if (here[x])
        ++stretches.back().length;
  }
  return stretches;
}

/// As `correlation`, but for what the card alone has in it.
double alikeness(const cv::Mat& detail, const cv::Mat& theirs, const std::vector<Stretch>& stretches) {
  double both = 0, squares = 1e-3;
  for (const auto& [y, x, length] : stretches) {
    const float *a = detail.ptr<float>(y) + x, *b = theirs.ptr<float>(y) + x;
    cv::v_float32x4 products = cv::v_setzero_f32(), others = products;
    int i = 0;
    for (; i + kLanes <= length; i += kLanes) {
      const cv::v_float32x4 other = cv::v_load(b + i);
      products += cv::v_load(a + i) * other;
      others += other * other;
    }
    both += cv::v_reduce_sum(products), squares += cv::v_reduce_sum(others);
    for (; i < length; ++i) both += a[i] * b[i], squares += b[i] * b[i];
  }
  return both / std::sqrt(squares);
}

/// How well the face goes together with the card (`alikeness`) where it goes best, and how far that is, in pixels, from
/// where the face would be. First every second place is tried, then those around the best.
std::pair<double, cv::Point> offOf(const cv::Mat& detail, const std::vector<Stretch>& open, const FaceReference& face,
                                   const cv::Rect& part) {
  constexpr int kStep = 2;
  std::pair<double, cv::Point> best{-1e9, {0, 0}};
  const auto look = [&](cv::Point off) {
    if (const double alike = alikeness(detail, face.detailMovedBy(off, part), open); alike > best.first)
      best = {alike, off};
  };
  for (int y = -kStep; y <= kStep; y += kStep)
    for (int x = -kStep; x <= kStep; x += kStep) look({x, y});
  const cv::Point about = best.second;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      if (x != 0 || y != 0) look(about + cv::Point(x, y));
  return best;
}

/// The details of a strip where it shows.
class StripDetail {
 public:
  StripDetail(cv::Mat detail, const cv::Mat& open)
      : detail_(std::move(detail)),
        open_(stretchesOf(open)),
        own_(std::max(1e-3, alikeness(detail_, detail_, open_))) {}

  /// How well the face goes together with it, -1 to 1, where it goes best, and how far that is (`offOf`), pixels.
  std::pair<double, cv::Point> fitOf(const FaceReference& face, const cv::Rect& part) const {
    const auto [alike, off] = offOf(detail_, open_, face, part);
    return {alike / own_, off};
  }

 private:
  cv::Mat detail_;
  std::vector<Stretch> open_;
  double own_;
};

/// How well the card goes together with each reference at those places that show and tell them apart.
std::vector<float> alikeApart(const CardPart& fine, const References& references) {
  std::vector<ReferenceDetails::Shown> shown;
  const int columns = references.tells.cols;
  for (std::size_t i = 0; i < references.apart.size(); ++i) {
    const cv::Point at(references.apart[i] % columns, references.apart[i] / columns);
    if (!fine.where.contains(at)) continue;
    if (const cv::Point here = at - fine.where.tl(); fine.look.mask.at<uchar>(here))
      shown.push_back({i, fine.look.features.at<cv::Vec3f>(here)[0]});
  }
  return references.detailsApart.alike(shown);
}

/// The references most like the card, those of a few faces; best first.
std::vector<const FaceReference*> shortlist(const CardLook& card, const References& references, bool isClose) {
  const Look& rough = card.rough;
  const cv::Mat& open = card.openRough;
  const std::vector<float> alike = references.details.alike(rough, open), apart = alikeApart(card.fine, references);
  std::vector<float> both(alike.size());
  for (std::size_t n = 0; n < both.size(); ++n) both[n] = alike[n] + apart[n];
  const double best = *std::max_element(both.begin(), both.end());
  const double everywhere = static_cast<double>(kMostUnlike) * std::max(1, cv::countNonZero(open));
  std::vector<std::pair<double, const FaceReference*>> order;
  for (std::size_t n = 0; n < references.all.size(); ++n)
    if (isClose || (alike[n] > kLeastAlike && both[n] > best - kAsAlike))
      order.push_back({-both[n], &references.all[n]});
  const auto isBetter = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(order.begin(), order.end(), isBetter);
  if (!isClose && order.size() > kMostByColour) order.resize(kMostByColour);
  // Faces may differ by colour alone, which details of brightness do not tell.
  for (auto& [off, reference] : order)
    off += unlike(rough, castOf(rough, reference->rough, open), reference->rough, open) / everywhere;
  std::sort(order.begin(), order.end(), isBetter);
  std::vector<const FaceReference*> chosen;
  std::map<std::size_t, int> faces;
  for (const auto& [off, reference] : order) {
    if (!faces.contains(reference->face) && !isClose && faces.size() == kShortlist) continue;
    if (++faces[reference->face] <= kMostOfFace) chosen.push_back(reference);
  }
  return chosen;
}

/// Where two faces differ, as they lie.
cv::Mat apartIn(const Look& one, const Look& other) {
  cv::Mat squares(one.features.size(), CV_32F), smooth;
  for (int y = 0; y < squares.rows; ++y)
    putSquares(one.features.ptr<cv::Vec3f>(y), other.features.ptr<cv::Vec3f>(y), squares.ptr<float>(y), squares.cols);
  cv::boxFilter(squares, smooth, CV_32F, {5, 5});
  return smooth > kApartAsTheyLie;
}

/// What of the evidence speaks for the one and against the other, natural logarithm: only where their pictures differ
/// tells anything.
double evidence(const Likely& one, const Likely& other, const cv::Mat& apart, const cv::Mat& tells) {
  cv::Mat more = (other.off - one.off).mul(tells);
  more.setTo(0, apart == 0);
  return cv::sum(more)[0] / (kFineScale * kFineScale) * kEvidenceAMm2;
}

/// Contrast of the card's details compared with the face's: a lens takes some.
float contrastOf(const cv::Mat& detail, const cv::Mat& face, const cv::Mat& mask) {
  double both = 0, squares = 1e-6;
  for (int y = 0; y < mask.rows; ++y)
    for (int x = 0; x < mask.cols; ++x)
      if (mask.at<uchar>(y, x)) {
        const float theirs = face.at<float>(y, x);
        both += theirs * detail.at<float>(y, x), squares += theirs * theirs;
      }
  return static_cast<float>(std::clamp(both / squares, 0.5, 1.2));
}

/// Places that are some part of the print.
using PrintPart = std::vector<cv::Point>;

/// The parts in which one face's details differ from the other's. The parts of a sign are one.
std::vector<PrintPart> partsApart(const cv::Mat& one, const cv::Mat& other, float contrast, const cv::Mat& mask) {
  constexpr int kNear = 2;  // pixels
  const cv::Mat differs = (cv::abs(one - other) * contrast > kDetailsDiffer) & mask;
  cv::Mat near, numbers;
  cv::dilate(differs, near, {}, {-1, -1}, kNear);
  std::vector<PrintPart> parts(static_cast<std::size_t>(cv::connectedComponents(near, numbers)));
  for (int y = 0; y < differs.rows; ++y)
    for (int x = 0; x < differs.cols; ++x)
      if (differs.at<uchar>(y, x)) parts[static_cast<std::size_t>(numbers.at<int>(y, x))].emplace_back(x, y);
  return parts;
}

/// How unlike the card is to the face in that part where the face, in one piece, goes best: it may lie a pixel beside.
float unlikeIn(const PrintPart& part, const cv::Mat& detail, const cv::Mat& face, float contrast,
               const cv::Mat& tells) {
  auto least = std::numeric_limits<float>::max();
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      float sum = 0;
      for (const cv::Point& at : part) {
        const cv::Point there(std::clamp(at.x + dx, 0, face.cols - 1), std::clamp(at.y + dy, 0, face.rows - 1));
        const float off =
            std::clamp(detail.at<float>(at) - contrast * face.at<float>(there), -kMostOfDetail, kMostOfDetail);
        sum += tells.at<float>(at) * off * off;
      }
      least = std::min(least, sum);
    }
  return least;
}

/// As `evidence`, but of details alone, and of each part as a whole: of a strip small signs are all that tells faces
/// apart, and place by place something near explains half of them.
double evidenceOfParts(const cv::Mat& detail, const cv::Mat& mask, const Likely& one, const Likely& other,
                       float contrast, const cv::Mat& tells) {
  double more = 0;
  for (const PrintPart& part : partsApart(one.detail, other.detail, contrast, mask))
    more += unlikeIn(part, detail, other.detail, contrast, tells) - unlikeIn(part, detail, one.detail, contrast, tells);
  return more / (kFineScale * kFineScale) * kEvidenceOfPart;
}

/// How many times as bright as the face the card is.
float brighter(float card, float face) { return (card + kDarkest) / (face + kDarkest); }

/// 255 where the card is as much brighter than the face as `gain`, natural logarithm, or nearly.
cv::Mat isInLight(const Look& look, const Look& face, float gain) {
  const float least = std::exp(gain - kOtherLight), most = std::exp(gain + kOtherLight);
  cv::Mat is(look.level.size(), CV_8U);
  for (int y = 0; y < is.rows; ++y) {
    const auto *card = look.level.ptr<float>(y), *theirs = face.level.ptr<float>(y);
    auto* here = is.ptr<uchar>(y);
    for (int x = 0; x < is.cols; ++x) {
      const float ratio = brighter(card[x], theirs[x]);
      here[x] = ratio > least && ratio < most ? 255 : 0;
    }
  }
  return is;
}

/// Of all of it that shows: what light and the camera's exposure make.
float gainOf(const Look& look, const Look& face) {
  std::vector<float> ratios;
  for (int y = 0; y < look.mask.rows; y += 3)
    for (int x = 0; x < look.mask.cols; x += 3)
      if (look.mask.at<uchar>(y, x)) ratios.push_back(brighter(look.level.at<float>(y, x), face.level.at<float>(y, x)));
  if (ratios.empty()) return 0;
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return std::log(*middle);
}

/// How much of the evidence against another face counts where the likeliest goes together so well with the card in the
/// places that tell the two apart: where blur or a wrong place leaves little of either, differences are chance.
double weightOf(double alike) {
  alike = std::clamp(alike, 0.0, 0.99);
  return std::min(1.0, kEvidenceOfDetail * alike * alike / (1 - alike * alike));
}

/// What all faces together tell of a card that is compared closely, mostly a strip: where their details scatter, and
/// how well the one that goes best goes together with it, -1 to 1.
struct Strip {
  cv::Mat scatters;
  double alike = -1;
  /// The share of the evidence that counts, 0 to 1: a camera far away shows the strip with fewer pixels.
  double sharpness = 1;
  /// Faces that were not compared in full.
  std::size_t others = 0;
};

/// `look`: that part of the card, its mask where it may be seen. `strip`: of one compared closely alone. `tells`:
/// how much each place counts (`References::tells`).
std::optional<ReadCard> decided(const TaughtFaces& faces, const PlanePose& pose, const Look& look, const cv::Rect& part,
                                const std::vector<Likely>& likely, const CardDemands& demands, const Strip& strip,
                                const cv::Mat& tells) {
  const bool isClose = !strip.scatters.empty();
  if (likely.empty()) return std::nullopt;
  constexpr double kAMm2 = kFineScale * kFineScale;
  // What none of them explains is covered by something else, and says nothing.
  cv::Mat least;
  for (const Likely& each : likely) least = least.empty() ? each.off.clone() : cv::Mat(cv::min(least, each.off));
  // A flat dark thing on a card is none of its print, though it has no detail that would be out of place.
  const cv::Mat& open = look.mask;
  const cv::Mat seen = (least < kExplained) & isInLight(look, likely.front().face, likely.front().light[2]) & open;
  const auto apartOf = [&](const Likely& one, const Likely& other) -> cv::Mat {
    return seen & (isClose ? apartIn(one.face, other.face) : faces.apartAt(*one.reference, *other.reference)(part));
  };
  std::size_t best = 0;
  const cv::Mat detail = detailOf(look.features);
  // Where each differs from the likeliest.
  std::vector<cv::Mat> apart(likely.size());
  const auto evidenceAgainst = [&](std::size_t i, float contrast) {
    const Likely& other = likely[i];
    apart[i] = apartOf(likely[best], other);
    const double plain = (isClose ? strip.sharpness : 1) * evidence(likely[best], other, apart[i], tells);
    if (!isClose || plain > kMuchLess) return plain;
    return plain + strip.sharpness * evidenceOfParts(detail, seen, likely[best], other, contrast, tells);
  };
  std::vector<double> against(likely.size(), 0);
  for (std::size_t round = 0; round < likely.size(); ++round) {
    const float contrast = isClose ? contrastOf(detail, likely[best].detail, seen) : 1;
    for (std::size_t i = 0; i < likely.size(); ++i) against[i] = i == best ? 0 : evidenceAgainst(i, contrast);
    const auto better = static_cast<std::size_t>(std::min_element(against.begin(), against.end()) - against.begin());
    if (better == best || against[better] >= 0) break;
    best = better;
  }
  ReadCard read{pose, {}, 0, 0, strip.others};
  read.pose.angle += 360.0 * likely[best].reference->turn / turnsOf(faces.arts.front());
  const cv::Mat telling = tellingOf(look, open) | tellingOf(likely[best].face, open);
  const cv::Mat explained = (likely[best].off < kExplained) & open;
  const double all = std::max(1, cv::countNonZero(telling)),
               whole = cv::countNonZero(likely[best].reference->fine.mask);
  const double openShare = std::max(1, cv::countNonZero(open));
  const double told = cv::countNonZero(telling & explained);
  read.tellingMm2 = told / kAMm2;
  read.visible = cv::countNonZero(explained) / whole;
  if (cv::countNonZero(explained) < demands.explained * openShare) return std::nullopt;
  const cv::Mat& shown = likely[best].detail;
  if (demands.isUnderAnything &&
      (read.visible < kMoreThanStrip || correlation(detail, shown, explained) < kAlikeWhereItShows))
    return std::nullopt;
  // Of a blurred strip a face may be likeliest that has no print there: it is a card if it goes together with any.
  const double alike = std::max(strip.alike, correlation(detail, shown, open));
  if (alike < (read.visible < kMoreThanStrip ? demands.alike : demands.alikeWhole)) return std::nullopt;
  if (read.tellingMm2 < kLeastTellingMm2 || told / all < kLeastTellingShare || read.visible < demands.share)
    return std::nullopt;
  const double alikeWhereTold = isClose ? correlation(detail, shown, strip.scatters) : 1;
  for (std::size_t i = 0; i < likely.size(); ++i) {
    const bool isRival = isClose && likely[i].reference->face != likely[best].reference->face;
    const double weight = isRival ? weightOf(std::min(alikeWhereTold, correlation(detail, shown, apart[i]))) : 1;
    read.likely.push_back({likely[i].reference->face, weight * std::max(0.0, against[i]), likely[i].light});
  }
  return read;
}

/// A face where the card is that may show it.
struct Lying {
  const FaceReference* reference;
  Look face;
  cv::Mat detail;
  /// Of the card's light, compared with that in the picture taught: each has a light of its own.
  cv::Vec2f cast;
};

/// Where the details of these faces scatter.
cv::Mat placesApart(const std::vector<std::pair<double, Lying>>& faces) {
  Scatter details(faces.front().second.face.features.size());
  for (const auto& [off, each] : faces) details.add(each.detail);
  return details.variance() > kScatters * kScatters;
}

/// Those parts of these faces. A strip tells a card's place less well than the whole of it: each is moved to where it
/// goes best with the strip, and only the most alike are left.
std::vector<Lying> lyingOf(const Look& look, const cv::Rect& part, const std::vector<const FaceReference*>& references,
                           bool isClose, const cv::Mat& tells, Strip& strip) {
  std::vector<Lying> lying;
  if (!isClose) {
    for (const FaceReference* each : references) {
      Look face = each->movedBy({0, 0}, part);
      const cv::Vec2f cast = castOf(look, face, look.mask);
      lying.push_back({each, std::move(face), each->detailMovedBy({0, 0}, part), cast});
    }
    return lying;
  }
  const StripDetail detail(detailOf(look.features), look.mask);
  std::vector<std::pair<double, Lying>> order;
  for (const FaceReference* each : references) {
    const auto [alike, off] = detail.fitOf(*each, part);
    strip.alike = std::max(strip.alike, alike);
    Look face = each->movedBy(off, part);
    const cv::Vec2f cast = castOf(look, face, look.mask);
    const double against = unlike(look, cast, face, look.mask, tells);
    order.emplace_back(against, Lying{each, std::move(face), each->detailMovedBy(off, part), cast});
  }
  strip.scatters = placesApart(order) & look.mask;
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto isKnown = [&](std::size_t face) {
    return std::any_of(lying.begin(), lying.end(), [&](const Lying& each) { return each.reference->face == face; });
  };
  std::set<std::size_t> others;
  for (auto& [off, each] : order) {
    if (isKnown(each.reference->face)) continue;
    if (lying.size() < kMostLying)
      lying.push_back(std::move(each));
    else
      others.insert(each.reference->face);
  }
  strip.others = others.size();
  return lying;
}

}  // namespace

bool isStrip(const cv::Mat& openRough, const TaughtFaces& faces) {
  return cv::countNonZero(openRough) < kMoreThanStrip * cv::countNonZero(faces.thinMask);
}

StripFit stripFitOf(const StripLook& strip, std::vector<const FaceReference*>& faces, std::size_t most) {
  StripFit best;
  const StripDetail detail(strip.detail, strip.open);
  std::vector<std::pair<double, const FaceReference*>> order;
  for (const FaceReference* each : faces) {
    const auto [alike, off] = detail.fitOf(*each, strip.where);
    if (alike > best.alike) best = {alike, cv::Point2d(off) / kFineScale};
    order.emplace_back(-alike, each);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  faces.clear();
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) faces.push_back(order[i].second);
  return best;
}

std::optional<ReadCard> readCard(const TaughtFaces& faces, const References& references, const PlanePose& pose,
                                 const CardLook& card, const CardDemands& demands, Comparison comparison) {
  const auto& [part, look] = card.fine;
  std::vector<Likely> likely;
  const bool isClose = comparison == Comparison::Closely;
  const cv::Mat tells = references.tells(part);
  Strip strip;
  strip.sharpness = std::min(1.0, std::pow(references.scale / kSharp, 2));
  std::vector<Lying> lying = lyingOf(look, part, shortlist(card, references, isClose), isClose, tells, strip);
  for (Lying& each : lying) {
    Likely other{each.reference,
                 each.face,
                 each.detail,
                 differenceOf(look, each.face, each.cast),
                 {each.cast[0], each.cast[1], gainOf(look, each.face)}};
    const auto same = std::find_if(likely.begin(), likely.end(), [&](const Likely& known) {
      return known.reference->face == each.reference->face && known.reference->turn == each.reference->turn;
    });
    if (same == likely.end())
      likely.push_back(std::move(other));
    else if (cv::sum(other.off)[0] < cv::sum(same->off)[0])
      *same = std::move(other);
  }
  return decided(faces, pose, look, part, likely, demands, strip, tells);
}

}  // namespace octo::vision
