#include "vision/read/taught/taught_cards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <numeric>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/flann.hpp>
#include <opencv2/imgproc.hpp>
#include <set>

#include "vision/locate/table_fit.h"
#include "vision/read/taught/look_from_above.h"
#include "vision/teach/lone_piece.h"
#include "vision/teach/look.h"

namespace octo::vision {
namespace {

/// Pixels a millimetre at which features of the faces are taken; at which cards are laid straight and ordered; and at
/// which faces are told apart.
constexpr double kBankScale = 2.5, kRoughScale = 1, kFineScale = 2;
/// Weak features count, too: on a table of a metre a card is 90 pixels high.
constexpr double kContrast = 0.015;
constexpr int kMostFeatures = 12000;
/// Features agree on a card's place within so much, mm, turn, degrees, and size, natural logarithm.
constexpr double kAgreeMm = 9, kAgreeDegrees = 16, kAgreeSize = 0.35;
constexpr int kLeastVotes = 2;
/// Where no table is known: inliers of a card that tells the plane around it, how exactly they agree, pixels, and how
/// far one card tells it, mm.
constexpr int kLeastForPlane = 9;
constexpr double kPlanePixels = 3, kPlaneReach = 110;
constexpr std::size_t kMostPlanes = 80;
constexpr std::size_t kMostPoses = 400;
/// Of all faces, those compared in detail.
constexpr std::size_t kShortlist = 6;
/// Before, so many references are compared by their colours, too; and then so many of each face.
constexpr std::size_t kMostByColour = 24;
constexpr int kMostOfFace = 2;
/// Difference (`differenceOf`) below which a place is explained by a face; and for comparing without shifts.
constexpr float kExplained = 1.3F;
/// No place makes a face less likely than by that: something may lie there.
constexpr double kMostUnlike = 3;
/// A place tells something of a card where its look is above that.
constexpr float kTelling = 0.55F;
/// What must be explained of a card before it is one: telling places, mm², their share of those that no other card
/// covers, and the share of the whole card.
constexpr double kLeastTellingMm2 = 20, kLeastTellingShare = 0.5, kLeastShare = 0.1;
/// Of what no other card covers, so much is explained by the face of a card that nothing else covers; and of one that
/// something does. What chance makes of the edges of other cards and of the mat is below 0.9.
constexpr double kExplainedAll = 0.92, kExplainedMost = 0.5;
/// Of the whole card; and the correlation of what is explained.
constexpr double kMoreThanStrip = 0.42, kAlikeWhereItShows = 0.75;
/// Correlation with some face, without which it is no card of the edition, before and after its place is known well;
/// and how much less than the likeliest face has leaves a face possible.
constexpr double kLeastAlike = 0.35, kRoughlyAlike = 0.44, kSurelyAlike = 0.58, kAsAlike = 0.25;
/// How far a card may leave another uncovered, how far it may lie aside of it, mm, and turned, degrees; and the steps
/// in which such places are looked for.
constexpr double kLeastStrip = 14, kMostStrip = 34, kStripAside = 4, kStripStep = 2, kStripTurn = 6, kStripTurnStep = 3;
/// Of those, the likeliest so far from each other are looked at closely.
constexpr std::size_t kMostTried = 6;
constexpr double kLeastAlikeAbout = 0.25;
constexpr double kOtherPlaceMm = 3.5;
/// A pattern that repeats fits as well a little beside its place, but for the edge: so far around, mm, it is looked
/// for.
constexpr double kRepeatsMm = 16, kRepeatStep = 2;
/// As a share of what showed before.
constexpr double kLittleMore = 0.04;
/// Left out along a card that covers another, mm: there its edge and shadow show.
constexpr double kBesideMm = 1.5;
/// How much a square millimetre that differs says between two faces, natural logarithm: what lies beside says the same.
constexpr double kEvidenceAMm2 = 0.35;
/// Grey levels that the darkest print has anyway, and how much of a card may be lighter or darker than the rest of it
/// by light alone, natural logarithm.
constexpr double kDarkest = 12, kOtherLight = 0.5;
/// Two faces differ where the difference of their pictures is above that.
constexpr double kApart = 0.3;
/// The light on a card differs from that on the others by so much, standard deviations, as `Likely::light`; what is
/// odder may be a shadow. And by so much less likely is another face of a card that is told by its print alone.
constexpr std::array<double, 3> kLightDiffers{0.45, 0.45, 0.25};
constexpr double kMostOdd = 8, kTooOdd = 5, kSurelyOther = 4;
/// Below that confidence the answer is `?`.
constexpr double kSure = 0.9;

/// In the plane: mm, x right, y down; degrees clockwise.
struct Pose {
  cv::Point2d at;
  double angle;
};

cv::Point2d turnedBy(cv::Point2d p, double degrees) {
  const double a = degrees * std::numbers::pi / 180, c = std::cos(a), s = std::sin(a);
  return {p.x * c - p.y * s, p.x * s + p.y * c};
}

/// A face's feature: mm from the card's middle, y down; its size in mm.
struct Feature {
  std::size_t face;
  cv::Point2d at;
  double angle, size;
};

struct Vote {
  Pose pose;
  /// Where on the plane it was seen, and where on the card it is.
  cv::Point2d seen, onCard;
  int keypoint;
};

/// A picture of a face for comparing, as sharp as the camera shows it.
struct Reference {
  std::size_t face;
  /// By how many of `turnsOf` its kind the piece is turned clockwise: many look nearly the same then.
  int turn;
  /// `rough` is thinned.
  Look rough, fine;
};

/// Every second place of every second line, those of the next line but one between them: a quarter of a picture tells
/// nearly as well how alike two are, as what lies beside says the same.
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
constexpr int kThinned = 4;

Look partOf(const Look& look, const cv::Rect& part) {
  return {look.features(part), look.scale, look.level(part), look.tint(part), look.mask(part)};
}

Look thinned(const Look& look) {
  return {thinned(look.features), look.scale, thinned(look.level), thinned(look.tint), thinned(look.mask)};
}

/// The details of all references, each place's beside each other: how well a card goes with all of them is told in one
/// go.
struct Details {
  /// Of as many references as there are, rounded up.
  std::size_t count = 0;
  std::vector<float> detail, square;

  explicit Details(const std::vector<Reference>& all) {
    constexpr std::size_t kAtOnce = 8;
    if (all.empty()) return;
    const cv::Mat& first = all.front().rough.features;
    count = (all.size() + kAtOnce - 1) / kAtOnce * kAtOnce;
    detail.assign(first.total() * count, 0);
    square.assign(first.total() * count, 0);
    for (std::size_t n = 0; n < all.size(); ++n) {
      const cv::Mat& features = all[n].rough.features;
      if (features.size() != first.size()) continue;  // goes with none
      std::size_t place = n;
      for (int y = 0; y < features.rows; ++y)
        for (int x = 0; x < features.cols; ++x, place += count) {
          const float value = features.at<cv::Vec3f>(y, x)[0];
          detail[place] = value;
          square[place] = value * value;
        }
    }
  }

  /// How well they go together with the thinned look's where `open` says so, -1 to 1 each.
  std::vector<float> alike(const Look& look, const cv::Mat& open) const {
    std::vector<Shown> shown;
    std::size_t place = 0;
    for (int y = 0; y < open.rows; ++y)
      for (int x = 0; x < open.cols; ++x, ++place)
        if (open.at<uchar>(y, x)) shown.push_back({place, look.features.at<cv::Vec3f>(y, x)[0]});
    return alike(shown);
  }

  /// A place, counted line by line, and the detail that it shows.
  struct Shown {
    std::size_t place;
    float detail;
  };
  std::vector<float> alike(const std::vector<Shown>& shown) const {
    std::vector<float> both(count, 0), others(count, 1e-6F);
    double ones = 1e-6;
    for (const Shown& each : shown) {
      ones += each.detail * each.detail;
      const float *details = &detail[each.place * count], *squares = &square[each.place * count];
      for (std::size_t n = 0; n < count; ++n) {
        both[n] += each.detail * details[n];
        others[n] += squares[n];
      }
    }
    for (std::size_t n = 0; n < count; ++n) both[n] /= static_cast<float>(std::sqrt(ones * others[n]));
    return both;
  }
};

/// The references as a camera sees them from some distance.
struct References {
  explicit References(std::vector<Reference> seen) : all(std::move(seen)), details(all) {}
  std::vector<Reference> all;
  Details details;
};

double angleBetween(double a, double b) { return std::abs(std::remainder(a - b, 360.0)); }

}  // namespace

struct TaughtFaces {
  std::vector<FaceArt> arts;
  std::vector<std::vector<cv::Mat>> pictures;
  std::vector<Feature> features;
  std::unique_ptr<cv::flann::Index> index;
  cv::Mat descriptors;
  /// Where a card is, straightened at `kRoughScale`.
  cv::Mat roughMask, thinMask;
  /// Where the game's cards may lie.
  std::optional<TableRect> area;
  mutable std::mutex busy;
  mutable std::map<int, std::unique_ptr<const References>> references;
  /// Where two of them differ, 8-bit, as was asked before.
  mutable std::map<std::pair<const Reference*, const Reference*>, cv::Mat> apart;

  explicit TaughtFaces(const TaughtEdition& edition) {
    const auto sift = cv::SIFT::create(0, 3, kContrast);
    for (const TaughtFace& face : edition.list().faces) {
      // Round pieces have too little print, and a board is no piece.
      if (face.art.shape != Shape::Card && face.art.shape != Shape::Octagon) continue;
      arts.push_back(face.art);
      pictures.push_back(edition.pictures(face.art.face));
      for (const cv::Mat& picture : pictures.back()) learn(*sift, picture);
    }
    for (const int players : playersWithGround(edition)) {
      const TableRect mat = areaBetween(edition.marksOf(groundFor(edition, players)));
      area = area ? TableRect{std::min(area->x0, mat.x0), std::min(area->y0, mat.y0), std::max(area->x1, mat.x1),
                              std::max(area->y1, mat.y1)}
                  : mat;
    }
    if (!arts.empty()) {
      const cv::Size size(static_cast<int>(std::lround(arts.front().widthMm * kRoughScale)),
                          static_cast<int>(std::lround(arts.front().heightMm * kRoughScale)));
      roughMask = lookAt(cv::Mat(size, CV_8UC3, cv::Scalar::all(0)), arts.front(), kRoughScale).mask;
      // A little more than what shows the edge: there, what lies beside makes the detail look otherwise.
      cv::erode(roughMask, roughMask, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}), {-1, -1}, 1,
                cv::BORDER_CONSTANT, cv::Scalar(0));
      thinMask = thinned(roughMask);
    }
    if (!features.empty()) index = std::make_unique<cv::flann::Index>(descriptors, cv::flann::KDTreeIndexParams(4));
  }

  void learn(cv::SIFT& sift, const cv::Mat& picture) {
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
      features.push_back(
          {arts.size() - 1,
           {(p.pt.x + 0.5) / kBankScale - art.widthMm / 2, (p.pt.y + 0.5) / kBankScale - art.heightMm / 2},
           p.angle,
           p.size / kBankScale});
    descriptors.push_back(found);
  }

  /// As a camera that shows so many pixels a millimetre sees the faces.
  const References& seenAt(double pixelsPerMm) const {
    const std::scoped_lock lock(busy);
    const int level = std::clamp(static_cast<int>(std::lround(std::log2(pixelsPerMm) * 3)), -2, 3);
    const auto known = references.find(level);
    if (known != references.end()) return *known->second;
    std::vector<Reference> all;
    const double blurred = std::exp2(level / 3.0);
    for (std::size_t face = 0; face < arts.size(); ++face)
      for (const cv::Mat& picture : pictures[face]) {
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
          all.push_back({face, turn, thinned(lookAt(turned(rough, art, turn), art, kRoughScale)),
                         lookAt(turned(fine, art, turn), art, kFineScale)});
      }
    return *(references[level] = std::make_unique<const References>(std::move(all)));
  }

  /// 255 where two references differ.
  cv::Mat apartAt(const Reference& one, const Reference& other) const {
    /// 22 kB each.
    constexpr std::size_t kMostKept = 2000;
    const std::scoped_lock lock(busy);
    const auto known = apart.find({&one, &other});
    if (known != apart.end()) return known->second;
    if (apart.size() >= kMostKept) apart.clear();
    return apart[{&one, &other}] = differenceOf(one.fine, other.fine) > kApart;
  }
};

namespace {

/// Features of the picture, and of each the feature of the edition that is most like it.
struct SeenFeatures {
  std::vector<cv::KeyPoint> points;
  std::vector<std::size_t> like;
};

/// Adds those of a part of the picture, where the mask says so.
void addFeatures(const cv::Mat& bgr, const cv::Rect& part, const cv::Mat& mask, const TaughtFaces& faces,
                 SeenFeatures& seen) {
  cv::Mat gray, descriptors, nearest, distances;
  cv::cvtColor(bgr(part), gray, cv::COLOR_BGR2GRAY);
  std::vector<cv::KeyPoint> points;
  cv::SIFT::create(kMostFeatures, 3, kContrast)->detectAndCompute(gray, mask, points, descriptors);
  if (points.empty() || !faces.index) return;
  faces.index->knnSearch(descriptors, nearest, distances, 1, cv::flann::SearchParams(48));
  for (int i = 0; i < nearest.rows; ++i) {
    seen.points.push_back(points[static_cast<std::size_t>(i)]);
    seen.points.back().pt += cv::Point2f(part.tl());
    seen.like.push_back(static_cast<std::size_t>(nearest.at<int>(i, 0)));
  }
}

SeenFeatures featuresOf(const cv::Mat& bgr, const TaughtFaces& faces) {
  SeenFeatures seen;
  addFeatures(bgr, cv::Rect({}, bgr.size()), {}, faces, seen);
  return seen;
}

/// Of areas that do not overlap. Where one reaches beyond what a camera can see it shows nothing.
SeenFeatures featuresIn(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                        const TaughtFaces& faces) {
  /// Pixels around an area that its features are computed from, too.
  constexpr int kAround = 12;
  constexpr double kFarAway = 1e5;
  SeenFeatures seen;
  for (const TableRect& area : areas) {
    std::vector<cv::Point> corners;
    for (const TablePoint& corner :
         {TablePoint{area.x0, area.y0}, {area.x1, area.y0}, {area.x1, area.y1}, {area.x0, area.y1}}) {
      const ImagePoint p = table.imageFromTable(corner);
      if (std::abs(p.x) < kFarAway && std::abs(p.y) < kFarAway)
        corners.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    }
    if (corners.size() < 4) continue;
    cv::Rect part = cv::boundingRect(corners);
    part += cv::Size(2 * kAround, 2 * kAround);
    part -= cv::Point(kAround, kAround);
    part &= cv::Rect({}, bgr.size());
    if (part.empty()) continue;
    for (cv::Point& corner : corners) corner -= part.tl();
    cv::Mat mask = cv::Mat::zeros(part.size(), CV_8U);
    cv::fillConvexPoly(mask, corners, 255);
    addFeatures(bgr, part, mask, faces, seen);
  }
  return seen;
}

using Outlines = std::vector<std::vector<ImagePoint>>;

/// Reads the cards that lie in one plane of one picture.
class PlaneReader {
 public:
  /// `above`: outlines in the picture of cards read before, which none of those to be read covers; those read now are
  /// added. `reach`: how far from the plane's origin cards are looked for, mm.
  PlaneReader(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane, double reach, Outlines& above)
      : faces_(faces), bgr_(bgr), plane_(plane), fromAbove_(bgr_, plane_), reach_(reach), above_(above) {}

  /// The cards that hide nothing come first, those they cover after them: what lies under a card that was read is no
  /// evidence against the one below. `more`: where cards may lie besides; `isWanted`: whether one in that place is
  /// looked at.
  template <typename IsWanted>
  std::vector<Sighting> read(const SeenFeatures& seen, const std::vector<Pose>& more, const IsWanted& isWanted) {
    vote(seen);
    std::vector<Guess> guesses;
    std::vector<Pose> places = more;
    for (const Pose& pose : poses())
      if (std::none_of(more.begin(), more.end(), [&](const Pose& known) { return isSamePlace(pose, known); }))
        places.push_back(pose);
    std::erase_if(places, [&](const Pose& pose) { return !isWanted(pose); });
    std::vector<std::optional<Guess>> tried(places.size());
    cv::parallel_for_({0, static_cast<int>(places.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        tried[i] = guessAt(places[i]);
    });
    for (std::optional<Guess>& guess : tried)
      if (guess) guesses.push_back(std::move(*guess));
    std::vector<Sighting> sightings;
    std::vector<Read> cards;
    double leastExplained = kExplainedAll;
    while (!guesses.empty()) {
      // The others may be looked at again once what covers them is known.
      const auto possible =
          std::partition(guesses.begin(), guesses.end(), [](const Guess& each) { return each.isPossible; });
      if (possible == guesses.begin()) {
        if (leastExplained == kExplainedMost) break;
        // Those left may lie under something that is no card.
        leastExplained = kExplainedMost;
        for (Guess& each : guesses) each.isPossible = each.alike >= kLeastAlike;
        continue;
      }
      const auto best = std::max_element(guesses.begin(), possible, [](const Guess& a, const Guess& b) {
        return a.alike * a.tellingMm2 < b.alike * b.tellingMm2;
      });
      const auto card = readAt(best->pose, leastExplained);
      if (!card) {
        best->isPossible = false;  // until something is known to cover it
        continue;
      }
      guesses.erase(best);
      sightings.push_back(sightingOf(*card));
      cards.push_back(*card);
      above_.push_back(sightings.back().outline);
      // Those that it covers are looked at anew, without what it covers.
      std::erase_if(guesses, [&](Guess& other) {
        return cv::norm(other.pose.at - card->pose.at) <= 2 * kMostReach && !look(other);
      });
      for (const Pose& pose : stripsBeside(card->pose))
        if (isWanted(pose))
          if (auto guess = guessAt(pose)) guesses.push_back(std::move(*guess));
    }
    const auto light = lightOn(cards);
    std::vector<Sighting> sure;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      // A strip of the table may have as little print as one of a card, but hardly its brightness and colour.
      if (cards[i].visible < kMoreThanStrip && light && oddnessOf(likeliest(cards[i]).light, *light) > kTooOdd)
        continue;
      sightings[i].faces = facesOf(cards[i], light);
      sure.push_back(std::move(sightings[i]));
    }
    return sure;
  }

  std::vector<Sighting> read(const SeenFeatures& seen) {
    return read(seen, {}, [](const Pose&) { return true; });
  }

 private:
  /// So near each other there are no two cards that both show: the better of the two places is found anyway.
  static bool isSamePlace(const Pose& one, const Pose& other) {
    return cv::norm(one.at - other.at) < 3 && angleBetween(one.angle, other.angle) < 5;
  }

  /// From a card's middle to its corner, mm, at most.
  static constexpr double kMostReach = 60;

  /// A face that it may show, and how the card differs from it.
  struct Likely {
    const Reference* reference;
    /// That part of it, and how the card differs there.
    Look face;
    cv::Mat off;
    /// The two colours of the light on the card if it shows this, compared with that in the picture taught, and how
    /// much brighter it is, natural logarithm.
    cv::Vec3f light;
  };
  struct Guess {
    Pose pose;
    /// How well it goes together with the likeliest face, as long as nothing is known to cover it; and how much there
    /// is to see of it, mm².
    double alike = 0, tellingMm2 = 0;
    bool isPossible = false;
    /// Thinned.
    Look look = {};
    /// How many of its places no other card covered when it was looked at.
    int open = std::numeric_limits<int>::max();
  };
  struct Read {
    /// What speaks against it being this, compared with the likeliest, natural logarithm; and the light if it is.
    struct Face {
      std::size_t face;
      double against;
      cv::Vec3f light;
    };
    Pose pose;
    std::vector<Face> likely;
    double tellingMm2 = 0, visible = 0;
  };

  ImagePoint imageOf(cv::Point2d at) const { return plane_.imageFromTable({at.x, -at.y}); }

  cv::Point2d planeOf(cv::Point2d pixel) const {
    const TablePoint at = plane_.tableFromImage({pixel.x, pixel.y});
    return {at.x, -at.y};
  }

  void vote(const SeenFeatures& seen) {
    for (std::size_t i = 0; i < seen.points.size(); ++i) {
      const cv::KeyPoint& point = seen.points[i];
      const Feature& feature = faces_.features[seen.like[i]];
      const cv::Point2d at(point.pt.x + 0.5, point.pt.y + 0.5);
      const double a = point.angle * std::numbers::pi / 180;
      const cv::Point2d here = planeOf(at), there = planeOf(at + 2 * cv::Point2d(std::cos(a), std::sin(a)));
      const double mmPerPixel = cv::norm(there - here) / 2;
      if (!(mmPerPixel > 0) || std::abs(std::log(point.size * mmPerPixel / feature.size)) > kAgreeSize) continue;
      const double angle = std::atan2(there.y - here.y, there.x - here.x) * 180 / std::numbers::pi - feature.angle;
      votes_.push_back({{here - turnedBy(feature.at, angle), angle}, here, feature.at, static_cast<int>(i)});
    }
  }

  /// Where several features agree on a card, those with the most votes first.
  std::vector<Pose> poses() const {
    std::map<std::pair<int, int>, std::vector<std::size_t>> grid;
    const auto cellOf = [](cv::Point2d at) {
      return std::pair(static_cast<int>(std::floor(at.x / kAgreeMm)), static_cast<int>(std::floor(at.y / kAgreeMm)));
    };
    for (std::size_t i = 0; i < votes_.size(); ++i) grid[cellOf(votes_[i].pose.at)].push_back(i);
    const auto agreeing = [&](const Pose& pose) {
      std::vector<std::size_t> found;
      const auto [x, y] = cellOf(pose.at);
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) {
          const auto cell = grid.find({x + dx, y + dy});
          if (cell == grid.end()) continue;
          for (const std::size_t i : cell->second)
            if (cv::norm(votes_[i].pose.at - pose.at) < kAgreeMm &&
                angleBetween(votes_[i].pose.angle, pose.angle) < kAgreeDegrees)
              found.push_back(i);
        }
      return found;
    };
    struct Cluster {
      Pose pose;
      int votes;
    };
    std::vector<Cluster> clusters;
    for (const Vote& each : votes_) {
      const auto found = agreeing(each.pose);
      if (static_cast<int>(found.size()) >= kLeastVotes) clusters.push_back({each.pose, countOf(found)});
    }
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const Cluster& a, const Cluster& b) { return a.votes > b.votes; });
    std::vector<Pose> poses;
    for (const Cluster& each : clusters) {
      if (cv::norm(each.pose.at) > reach_) continue;
      if (each.votes < kLeastVotes || poses.size() >= kMostPoses) break;
      const auto isNear = [&](const Pose& other) {
        return cv::norm(other.at - each.pose.at) < kAgreeMm &&
               angleBetween(other.angle, each.pose.angle) < kAgreeDegrees;
      };
      if (std::none_of(poses.begin(), poses.end(), isNear)) poses.push_back(fitted(each.pose, agreeing(each.pose)));
    }
    return poses;
  }

  /// One feature of the picture counts once, however many features of faces are like it; so does one of the card.
  int countOf(const std::vector<std::size_t>& found) const {
    std::set<std::pair<int, int>> places;
    for (const std::size_t i : found)
      places.insert({static_cast<int>(votes_[i].seen.x / 2), static_cast<int>(votes_[i].seen.y / 2)});
    return static_cast<int>(places.size());
  }

  /// The place and turn on which they agree best; those far off count less each time.
  Pose fitted(Pose pose, const std::vector<std::size_t>& found) const {
    for (int round = 0; round < 4; ++round) {
      cv::Point2d seen(0, 0), card(0, 0);
      double sum = 0, dot = 0, cross = 0;
      std::vector<double> weights;
      for (const std::size_t i : found) {
        const double off = cv::norm(pose.at + turnedBy(votes_[i].onCard, pose.angle) - votes_[i].seen);
        weights.push_back(1 / (1 + off * off / 4));
        seen += weights.back() * votes_[i].seen;
        card += weights.back() * votes_[i].onCard;
        sum += weights.back();
      }
      seen *= 1 / sum, card *= 1 / sum;
      for (std::size_t k = 0; k < found.size(); ++k) {
        const cv::Point2d s = votes_[found[k]].seen - seen, c = votes_[found[k]].onCard - card;
        dot += weights[k] * c.dot(s);
        cross += weights[k] * c.cross(s);
      }
      if (std::hypot(dot, cross) > 1e-6) pose.angle = std::atan2(cross, dot) * 180 / std::numbers::pi;
      pose.at = seen - turnedBy(card, pose.angle);
    }
    return pose;
  }

  std::array<cv::Point2d, 4> cornersOf(const Pose& pose, const FaceArt& art) const {
    const double x = art.widthMm / 2, y = art.heightMm / 2;
    std::array<cv::Point2d, 4> corners{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
    for (cv::Point2d& each : corners) each = pose.at + turnedBy(each, pose.angle);
    return corners;
  }

  /// Where the card's corners show; nothing where most of it lies outside the picture.
  std::vector<cv::Point2f> inPicture(const Pose& pose) const {
    std::vector<cv::Point2f> there;
    int inside = 0;
    for (const cv::Point2d& corner : cornersOf(pose, faces_.arts.front())) {
      const ImagePoint p = imageOf(corner);
      if (!(std::abs(p.x) < 1e5) || !(std::abs(p.y) < 1e5)) return {};
      there.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
      inside += p.x >= 0 && p.y >= 0 && p.x < bgr_.cols && p.y < bgr_.rows ? 1 : 0;
    }
    if (inside < 2 || cv::contourArea(there, true) <= 0) there.clear();
    return there;
  }
  bool isInPicture(const Pose& pose) const { return !inPicture(pose).empty(); }

  /// The card straightened; nothing where most of it lies outside the picture.
  std::optional<cv::Mat> straightened(const Pose& pose, const FaceArt& art, double scale) const {
    const std::vector<cv::Point2f> there = inPicture(pose);
    if (there.empty()) return std::nullopt;
    const auto w = static_cast<float>(art.widthMm * scale), h = static_cast<float>(art.heightMm * scale);
    const std::vector<cv::Point2f> here{{-0.5F, -0.5F}, {w - 0.5F, -0.5F}, {w - 0.5F, h - 0.5F}, {-0.5F, h - 0.5F}};
    cv::Mat card;
    cv::warpPerspective(bgr_, card, cv::getPerspectiveTransform(here, there),
                        {static_cast<int>(std::lround(w)), static_cast<int>(std::lround(h))},
                        cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    return card;
  }

  /// What the card shows, thinned.
  Look roughLook(const Pose& pose) const {
    const FaceArt& art = faces_.arts.front();
    const cv::Size size((faces_.roughMask.cols) / 2, (faces_.roughMask.rows + 1) / 2);
    Look look{cv::Mat(size, CV_32FC3), kRoughScale, {}, cv::Mat(size, CV_32F), faces_.thinMask};
    const cv::Point2d right = turnedBy({1, 0}, pose.angle), down = turnedBy({0, 1}, pose.angle);
    for (int y = 0; y < size.height; ++y) {
      auto* features = look.features.ptr<cv::Vec3f>(y);
      auto* tint = look.tint.ptr<float>(y);
      const cv::Point2d line = pose.at + (2 * y + 0.5 - art.heightMm / 2) * down;
      for (int x = 0; x < size.width; ++x) {
        const cv::Vec4f here = fromAbove_.at(line + (2 * x + y % 2 + 0.5 - art.widthMm / 2) * right);
        features[x] = {here[0], here[1], here[2]};
        tint[x] = here[3];
      }
    }
    return look;
  }

  /// 255 where the card may be seen: it is no place of a card that was read before and lies above it.
  cv::Mat openAt(const Pose& pose, const FaceArt& art, const cv::Mat& mask, double scale) const {
    cv::Mat open = mask.clone();
    for (const std::vector<ImagePoint>& above : above_) {
      std::vector<cv::Point2d> corners;
      cv::Point2d middle(0, 0);
      for (const ImagePoint& corner : above) {
        corners.push_back(planeOf({corner.x, corner.y}));
        middle += corners.back() / static_cast<double>(above.size());
      }
      if (cv::norm(middle - pose.at) > 2 * kMostReach) continue;
      std::vector<cv::Point> polygon;
      for (const cv::Point2d& corner : corners) {
        const cv::Point2d out =
            corner + (corner - middle) * (1.4 * kBesideMm / std::max(1.0, cv::norm(corner - middle)));
        const cv::Point2d on = turnedBy(out - pose.at, -pose.angle) + cv::Point2d(art.widthMm / 2, art.heightMm / 2);
        polygon.emplace_back(cv::Point2d(on * scale));
      }
      cv::fillConvexPoly(open, polygon, 0);
    }
    return open;
  }

  /// How unlike they are where the mask says so, each place counting only so much: something may cover it.
  static double unlike(const Look& one, const Look& other, const cv::Mat& mask) {
    double sum = 0;
    const cv::Mat plain = withoutCast(one, castOf(one, other, mask));
    for (int y = 0; y < plain.rows; ++y) {
      const auto *a = plain.ptr<cv::Vec3f>(y), *b = other.features.ptr<cv::Vec3f>(y);
      const auto* here = mask.ptr<uchar>(y);
      for (int x = 0; x < plain.cols; ++x) {
        if (!here[x]) continue;
        const cv::Vec3f off = a[x] - b[x];
        sum += std::min(kMostUnlike, static_cast<double>(off.dot(off)));
      }
    }
    return sum;
  }

  /// How well the details of brightness go together where the mask says so, -1 to 1.
  static double correlation(const cv::Mat& one, const cv::Mat& other, const cv::Mat& mask) {
    double both = 0, ones = 1e-6, others = 1e-6;
    for (int y = 0; y < one.rows; ++y) {
      const auto *a = one.ptr<cv::Vec3f>(y), *b = other.ptr<cv::Vec3f>(y);
      const auto* here = mask.ptr<uchar>(y);
      for (int x = 0; x < one.cols; ++x) {
        if (!here[x]) continue;
        both += a[x][0] * b[x][0];
        ones += a[x][0] * a[x][0];
        others += b[x][0] * b[x][0];
      }
    }
    return both / std::sqrt(ones * others);
  }

  /// The references most like the thinned look, those of at most so many faces; best first.
  static std::vector<const Reference*> shortlist(const Look& rough, const cv::Mat& open, const References& references,
                                                 std::size_t most) {
    const std::vector<float> alike = references.details.alike(rough, open);
    double best = kLeastAlike;
    for (const float share : alike) best = std::max<double>(best, share);
    const double everywhere = kMostUnlike * std::max(1, cv::countNonZero(open));
    std::vector<std::pair<double, const Reference*>> order;
    for (std::size_t n = 0; n < references.all.size(); ++n)
      if (alike[n] > std::max(kLeastAlike, best - kAsAlike)) order.push_back({-alike[n], &references.all[n]});
    const auto isBetter = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::sort(order.begin(), order.end(), isBetter);
    if (order.size() > kMostByColour) order.resize(kMostByColour);
    // Faces may differ by colour alone, which details of brightness do not tell.
    for (auto& [off, reference] : order) off += unlike(rough, reference->rough, open) / everywhere;
    std::sort(order.begin(), order.end(), isBetter);
    std::vector<const Reference*> chosen;
    std::map<std::size_t, int> faces;
    for (const auto& [off, reference] : order) {
      if (!faces.contains(reference->face) && faces.size() == most) continue;
      if (++faces[reference->face] <= kMostOfFace) chosen.push_back(reference);
    }
    return chosen;
  }

  const References* referencesAt(const Pose& pose) const {
    const double scale = plane_.scaleAt({pose.at.x, -pose.at.y});
    return scale > 0.3 && scale < 100 ? &faces_.seenAt(scale) : nullptr;
  }

  static cv::Mat tellingOf(const Look& look, const cv::Mat& open) {
    cv::Mat detail;
    cv::extractChannel(look.features, detail, 0);
    return (cv::abs(detail) > kTelling) & open;
  }

  /// Where cards may lie of which that card leaves a strip: too little for features to agree on, but people lay them
  /// straight, so that few places are possible.
  std::vector<Pose> stripsBeside(const Pose& card) const {
    const FaceArt& art = faces_.arts.front();
    const References* all = referencesAt(card);
    if (art.shape != Shape::Card || !all) return {};
    std::vector<Pose> found;
    for (const double side : {0.0, 90.0, 180.0, 270.0}) {
      // Beyond this edge of the card it is the next.
      const cv::Point2d out = turnedBy({0, -1}, card.angle + side), along = turnedBy({1, 0}, card.angle + side);
      std::vector<std::pair<Pose, int>> tries;
      for (double step = kLeastStrip; step <= kMostStrip; step += kStripStep)
        for (double aside = -kStripAside; aside <= kStripAside; aside += kStripStep)
          for (double turn = -kStripTurn; turn <= kStripTurn; turn += kStripTurnStep)
            tries.push_back({{card.at + step * out + aside * along, card.angle + turn}, static_cast<int>(step)});
      std::vector<double> worth(tries.size(), 0);
      cv::parallel_for_({0, static_cast<int>(tries.size())}, [&](const cv::Range& range) {
        for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
          worth[i] = worthOfStrip(tries[i].first, side, tries[i].second, *all);
      });
      std::vector<std::size_t> order(tries.size());
      std::iota(order.begin(), order.end(), 0U);
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
      std::vector<Pose> likely;
      for (std::size_t k = 0; k < order.size() && likely.size() < kMostTried && worth[order[k]] > 0; ++k) {
        const Pose& pose = tries[order[k]].first;
        if (std::none_of(likely.begin(), likely.end(),
                         [&](const Pose& other) { return cv::norm(other.at - pose.at) < kOtherPlaceMm; }))
          likely.push_back(pose);
      }
      if (likely.empty()) continue;
      std::vector<double> alike(likely.size(), 0);
      cv::parallel_for_({0, static_cast<int>(likely.size())}, [&](const cv::Range& range) {
        for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i) {
          const cv::Mat open = thinned(openAt(likely[i], art, faces_.roughMask, kRoughScale));
          if (cv::countNonZero(open) < kLeastShare * cv::countNonZero(faces_.thinMask)) continue;
          likely[i] = settled(likely[i], open, *all);
          alike[i] = likenessAt(likely[i], open, *all);
        }
      });
      const auto best = std::max_element(alike.begin(), alike.end());
      if (*best > kRoughlyAlike) found.push_back(likely[static_cast<std::size_t>(best - alike.begin())]);
    }
    return found;
  }

  /// How well a strip of that card, so many mm along that side of it, goes together with some face, by how much it
  /// shows; 0 where it does not.
  double worthOfStrip(const Pose& card, double side, int mm, const References& all) const {
    const FaceArt& art = faces_.arts.front();
    const cv::Size size = faces_.thinMask.size();
    const cv::Point2d right = turnedBy({1, 0}, card.angle), down = turnedBy({0, 1}, card.angle);
    const int strip = (mm - 2) / 2, x0 = side == 90 ? size.width - strip : 0, x1 = side == 270 ? strip : size.width;
    const int y0 = side == 180 ? size.height - strip : 0, y1 = side == 0 ? strip : size.height;
    std::vector<Details::Shown> shown;
    double telling = 0;
    for (int y = y0; y < y1; ++y) {
      const cv::Point2d line = card.at + (2 * y + 0.5 - art.heightMm / 2) * down;
      // Half of them tell a place well enough.
      for (int x = x0 + (x0 + y) % 2; x < x1; x += 2) {
        if (!faces_.thinMask.at<uchar>(y, x)) continue;
        const float detail = fromAbove_.detailAt(line + (2 * x + y % 2 + 0.5 - art.widthMm / 2) * right);
        shown.push_back({static_cast<std::size_t>(y * size.width + x), detail});
        telling += std::abs(detail) > kTelling ? 2 * kThinned : 0;
      }
    }
    if (telling < kLeastTellingMm2) return 0;
    const std::vector<float> alike = all.details.alike(shown);
    const double best = *std::max_element(alike.begin(), alike.end());
    return best < kLeastAlikeAbout ? 0 : best * std::pow(telling, 0.25);
  }

  std::optional<Guess> guessAt(const Pose& pose) const {
    if (!referencesAt(pose) || !isInPicture(pose)) return std::nullopt;
    Guess guess{pose};
    guess.look = roughLook(pose);
    return look(guess) ? std::optional(std::move(guess)) : std::nullopt;
  }

  /// Compares it with all faces, now that it is known what covers it; false where too little shows for a card.
  bool look(Guess& guess) const {
    const cv::Mat open = thinned(openAt(guess.pose, faces_.arts.front(), faces_.roughMask, kRoughScale));
    const int places = cv::countNonZero(open);
    if (guess.open - places < kLittleMore * guess.open) return true;  // hardly anything more covers it
    guess.open = places;
    if (places < kLeastShare * cv::countNonZero(guess.look.mask)) return false;
    guess.tellingMm2 = kThinned * cv::countNonZero(tellingOf(guess.look, open)) / (kRoughScale * kRoughScale);
    if (guess.tellingMm2 < kLeastTellingMm2 / 2) return false;
    const std::vector<float> alike = referencesAt(guess.pose)->details.alike(guess.look, open);
    guess.alike = std::max(0.0F, *std::max_element(alike.begin(), alike.end()));
    guess.isPossible = guess.alike >= kLeastAlike;
    return true;
  }

  /// The places of the card where no other was read, and what shows there.
  std::vector<Details::Shown> shownAt(const Pose& pose, const cv::Mat& open) const {
    const FaceArt& art = faces_.arts.front();
    const cv::Point2d right = turnedBy({1, 0}, pose.angle), down = turnedBy({0, 1}, pose.angle);
    std::vector<Details::Shown> shown;
    std::size_t place = 0;
    for (int y = 0; y < open.rows; ++y) {
      const cv::Point2d line = pose.at + (2 * y + 0.5 - art.heightMm / 2) * down;
      for (int x = 0; x < open.cols; ++x, ++place)
        if (open.at<uchar>(y, x))
          shown.push_back({place, fromAbove_.at(line + (2 * x + y % 2 + 0.5 - art.widthMm / 2) * right)[0]});
    }
    return shown;
  }

  /// How well the card goes together with the likeliest face if it lies there.
  double likenessAt(const Pose& pose, const cv::Mat& open, const References& all) const {
    const std::vector<float> alike = all.details.alike(shownAt(pose, open));
    return *std::max_element(alike.begin(), alike.end());
  }

  /// Features tell a card's place to a millimetre or two; the face that fits best tells it better.
  Pose settled(Pose pose, const cv::Mat& open, const References& all) const {
    double best = likenessAt(pose, open, all);
    for (const double step : {1.2, 0.6, 0.3})
      for (int round = 0; round < 2; ++round) {
        bool better = false;
        for (const Pose& move : {Pose{{step, 0}, 0},
                                 {{-step, 0}, 0},
                                 {{0, step}, 0},
                                 {{0, -step}, 0},
                                 {{0, 0}, 1.6 * step},
                                 {{0, 0}, -1.6 * step}}) {
          const Pose moved{pose.at + turnedBy(move.at, pose.angle), pose.angle + move.angle};
          if (const double there = likenessAt(moved, open, all); there > best)
            best = there, pose = moved, better = true;
        }
        if (!better) break;
      }
    return pose;
  }

  std::optional<Read> readAt(const Pose& found, double leastExplained) const {
    const auto* all = referencesAt(found);
    if (!all) return std::nullopt;
    const cv::Mat open = thinned(openAt(found, faces_.arts.front(), faces_.roughMask, kRoughScale));
    const Pose pose = settled(found, open, *all);
    // Chance is never as alike.
    if (likenessAt(pose, open, *all) < kRoughlyAlike) return std::nullopt;
    auto read = readAt(pose, open, *all, leastExplained);
    if (read || cv::countNonZero(open) < kMoreThanStrip * cv::countNonZero(faces_.thinMask)) return read;
    const Pose beside = settled(besideAt(pose, open, *all), open, *all);
    if (cv::norm(beside.at - pose.at) < kRepeatStep) return read;
    return readAt(beside, thinned(openAt(beside, faces_.arts.front(), faces_.roughMask, kRoughScale)), *all,
                  leastExplained);
  }

  /// Where, around that place, it is likest.
  Pose besideAt(const Pose& pose, const cv::Mat& open, const References& all) const {
    cv::Mat some = open.clone();
    for (int y = 0; y < some.rows; ++y)
      for (int x = 0; x < some.cols; ++x)
        if ((x + 2 * y) % 5) some.at<uchar>(y, x) = 0;
    std::vector<Pose> places;
    for (double x = -kRepeatsMm; x <= kRepeatsMm; x += kRepeatStep)
      for (double y = -kRepeatsMm; y <= kRepeatsMm; y += kRepeatStep)
        places.push_back({pose.at + turnedBy({x, y}, pose.angle), pose.angle});
    std::vector<double> alike(places.size(), 0);
    cv::parallel_for_({0, static_cast<int>(places.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        alike[i] = likenessAt(places[i], some, all);
    });
    return places[static_cast<std::size_t>(std::max_element(alike.begin(), alike.end()) - alike.begin())];
  }

  std::optional<Read> readAt(const Pose& pose, const cv::Mat& openRough, const References& all,
                             double leastExplained) const {
    const FaceArt& art = faces_.arts.front();
    const auto card = straightened(pose, art, kFineScale);
    if (!card) return std::nullopt;
    const Look rough = roughLook(pose);
    Look look = lookAt(*card, art, kFineScale);
    look.mask = openAt(pose, art, look.mask, look.scale);
    const cv::Rect part = cv::boundingRect(look.mask);
    if (part.empty()) return std::nullopt;
    look = partOf(look, part);
    std::vector<Likely> likely;
    for (const Reference* each : shortlist(rough, openRough, all, kShortlist)) {
      const Look face = partOf(each->fine, part);
      const cv::Vec2f cast = castOf(look, face, look.mask);
      Likely other{each, face, differenceOf(look, face, cast), {cast[0], cast[1], gainOf(look, face)}};
      const auto same = std::find_if(likely.begin(), likely.end(), [&](const Likely& known) {
        return known.reference->face == each->face && known.reference->turn == each->turn;
      });
      if (same == likely.end())
        likely.push_back(std::move(other));
      else if (cv::sum(other.off)[0] < cv::sum(same->off)[0])
        *same = std::move(other);
    }
    return decided(pose, look, part, likely, leastExplained);
  }

  /// What of the evidence speaks for the one and against the other, natural logarithm: only where their pictures differ
  /// tells anything.
  double evidence(const Likely& one, const Likely& other, const cv::Rect& part, const cv::Mat& seen) const {
    const cv::Mat apart = faces_.apartAt(*one.reference, *other.reference)(part) & seen;
    cv::Mat more = other.off - one.off;
    more.setTo(0, apart == 0);
    return cv::sum(more)[0] / (kFineScale * kFineScale) * kEvidenceAMm2;
  }

  /// How much brighter the card is than the face, natural logarithm.
  static cv::Mat brighter(const Look& look, const Look& face) {
    cv::Mat ratio, logs;
    cv::divide(look.level + kDarkest, face.level + kDarkest, ratio);
    cv::log(ratio, logs);
    return logs;
  }

  /// Of all of it that shows: what light and the camera's exposure make.
  static float gainOf(const Look& look, const Look& face) {
    const cv::Mat logs = brighter(look, face);
    std::vector<float> values;
    for (int y = 0; y < logs.rows; y += 3)
      for (int x = 0; x < logs.cols; x += 3)
        if (look.mask.at<uchar>(y, x)) values.push_back(logs.at<float>(y, x));
    if (values.empty()) return 0;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
  }

  /// `look`: that part of the card, its mask where it may be seen.
  std::optional<Read> decided(const Pose& pose, const Look& look, const cv::Rect& part,
                              const std::vector<Likely>& likely, double leastExplained) const {
    if (likely.empty()) return std::nullopt;
    constexpr double kAMm2 = kFineScale * kFineScale;
    // What none of them explains is covered by something else, and says nothing.
    cv::Mat least;
    for (const Likely& each : likely) least = least.empty() ? each.off.clone() : cv::Mat(cv::min(least, each.off));
    // A flat dark thing on a card is none of its print, though it has no detail that would be out of place.
    const cv::Mat& open = look.mask;
    const cv::Mat seen = (least < kExplained) &
                         (cv::abs(brighter(look, likely.front().face) - likely.front().light[2]) < kOtherLight) & open;
    std::size_t best = 0;
    std::vector<double> against(likely.size(), 0);
    for (std::size_t round = 0; round < likely.size(); ++round) {
      for (std::size_t i = 0; i < likely.size(); ++i)
        against[i] = i == best ? 0 : evidence(likely[best], likely[i], part, seen);
      const auto better = static_cast<std::size_t>(std::min_element(against.begin(), against.end()) - against.begin());
      if (better == best || against[better] >= 0) break;
      best = better;
    }
    Read read{pose, {}, 0, 0};
    read.pose.angle += 360.0 * likely[best].reference->turn / turnsOf(faces_.arts.front());
    const cv::Mat telling = tellingOf(look, open) | tellingOf(likely[best].face, open);
    const cv::Mat explained = (likely[best].off < kExplained) & open;
    const double all = std::max(1, cv::countNonZero(telling)),
                 whole = cv::countNonZero(likely[best].reference->fine.mask);
    const double openShare = std::max(1, cv::countNonZero(open));
    const double told = cv::countNonZero(telling & explained);
    read.tellingMm2 = told / kAMm2;
    read.visible = cv::countNonZero(explained) / whole;
    if (cv::countNonZero(explained) < leastExplained * openShare) return std::nullopt;
    // Under a hand or a cup, more must show than a strip does, and that as on the face.
    if (leastExplained < kExplainedAll &&
        (read.visible < kMoreThanStrip ||
         correlation(look.features, likely[best].face.features, explained) < kAlikeWhereItShows))
      return std::nullopt;
    if (correlation(look.features, likely[best].face.features, open) < kSurelyAlike) return std::nullopt;
    if (read.tellingMm2 < kLeastTellingMm2 || told / all < kLeastTellingShare || read.visible < kLeastShare)
      return std::nullopt;
    for (std::size_t i = 0; i < likely.size(); ++i)
      read.likely.push_back({likely[i].reference->face, std::max(0.0, against[i]), likely[i].light});
    return read;
  }

  /// The light on the cards that can be told by their print alone: it is the same for all, but for shades. Nothing
  /// where too few tell it.
  static std::optional<cv::Vec3f> lightOn(const std::vector<Read>& cards) {
    constexpr std::size_t kEnough = 3;
    std::array<std::vector<float>, 3> values;
    for (const Read& card : cards) {
      const Read::Face& first = likeliest(card);
      const bool isSure = std::all_of(card.likely.begin(), card.likely.end(), [&](const Read::Face& other) {
        return other.face == first.face || other.against > kSurelyOther;
      });
      if (isSure)
        for (std::size_t c = 0; c < 3; ++c) values[c].push_back(first.light[static_cast<int>(c)]);
    }
    if (values[0].size() < kEnough) return std::nullopt;
    cv::Vec3f light;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto middle = values[c].begin() + static_cast<std::ptrdiff_t>(values[c].size() / 2);
      std::nth_element(values[c].begin(), middle, values[c].end());
      light[static_cast<int>(c)] = *middle;
    }
    return light;
  }

  static const Read::Face& likeliest(const Read& card) {
    return *std::min_element(card.likely.begin(), card.likely.end(),
                             [](const Read::Face& a, const Read::Face& b) { return a.against < b.against; });
  }

  /// How unlikely one light is beside the other, natural logarithm.
  static double oddnessOf(const cv::Vec3f& one, const cv::Vec3f& other) {
    double odd = 0;
    for (int c = 0; c < 3; ++c)
      odd += std::pow((one[c] - other[c]) / kLightDiffers[static_cast<std::size_t>(c)], 2) / 2;
    return odd;
  }

  /// The faces that a card may show, now that the light is known.
  std::vector<Candidate> facesOf(const Read& card, const std::optional<cv::Vec3f>& light) const {
    std::vector<double> against;
    for (const Read::Face& each : card.likely)
      against.push_back(each.against + (light ? std::min(oddnessOf(each.light, *light), kMostOdd) : 0));
    const double least = *std::min_element(against.begin(), against.end());
    std::map<std::size_t, double> shares;
    double sum = 0;
    for (std::size_t i = 0; i < against.size(); ++i) {
      const double share = std::exp(least - against[i]);
      shares[card.likely[i].face] += share;
      sum += share;
    }
    std::vector<Candidate> faces;
    for (const auto& [face, share] : shares) faces.push_back({faces_.arts[face].face, share / sum});
    std::stable_sort(faces.begin(), faces.end(),
                     [](const Candidate& a, const Candidate& b) { return a.confidence > b.confidence; });
    if (faces.front().confidence < kSure) faces.insert(faces.begin(), {Face::unknown(), faces.front().confidence});
    return faces;
  }

  Sighting sightingOf(const Read& card) const {
    Sighting sighting;
    const FaceArt& art = faces_.arts.front();
    sighting.kind = art.shape == Shape::Octagon ? "shield" : "card";
    sighting.visible = card.visible;
    for (const cv::Point2f& corner : uprightCorners(art, 1)) {
      const cv::Point2d from(corner.x - art.widthMm / 2, corner.y - art.heightMm / 2);
      sighting.outline.push_back(imageOf(card.pose.at + turnedBy(from, card.pose.angle)));
    }
    const ImagePoint left = sighting.outline[0], right = sighting.outline[1];
    sighting.imageAngle = std::atan2(right.y - left.y, right.x - left.x) * 180 / std::numbers::pi;
    sighting.pose = TablePose{{card.pose.at.x, -card.pose.at.y}, std::remainder(card.pose.angle, 360.0)};
    return sighting;
  }

  const TaughtFaces& faces_;
  const cv::Mat& bgr_;
  const TableView plane_;
  const LookFromAbove fromAbove_;
  std::vector<Vote> votes_;
  double reach_;
  Outlines& above_;
};

/// The plane as a card tells it: mm from its middle.
struct CardPlane {
  TableView view;
  int inliers;
};

/// Of the cards seen best, the best first.
std::vector<CardPlane> planesOfCards(const TaughtFaces& faces, const SeenFeatures& seen) {
  struct Guess {
    cv::Point2d at;
    double angle, size;
  };
  std::vector<Guess> guesses;
  std::map<std::tuple<int, int, int>, std::vector<std::size_t>> votes;
  constexpr double kCell = 40, kTurn = 30;
  for (std::size_t i = 0; i < seen.points.size(); ++i) {
    const Feature& feature = faces.features[seen.like[i]];
    const double size = seen.points[i].size / feature.size, angle = seen.points[i].angle - feature.angle;
    const cv::Point2d at = cv::Point2d(seen.points[i].pt) - size * turnedBy(feature.at, angle);
    guesses.push_back({at, angle, size});
    votes[{static_cast<int>(std::floor(at.x / kCell)), static_cast<int>(std::floor(at.y / kCell)),
           static_cast<int>(std::floor((std::remainder(angle, 360.0) + 180) / kTurn))}]
        .push_back(i);
  }
  std::vector<CardPlane> planes;
  std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>> order;
  for (const auto& [cell, list] : votes) order.push_back({list.size(), &list});
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < std::min(order.size(), kMostPlanes); ++k) {
    const Guess& first = guesses[order[k].second->front()];
    std::vector<cv::Point2d> card, image;
    for (std::size_t i = 0; i < guesses.size(); ++i)
      if (cv::norm(guesses[i].at - first.at) < 1.5 * kCell && angleBetween(guesses[i].angle, first.angle) < kTurn &&
          std::abs(std::log(guesses[i].size / first.size)) < 0.6) {
        card.push_back({faces.features[seen.like[i]].at.x, -faces.features[seen.like[i]].at.y});
        image.push_back(cv::Point2d(seen.points[i].pt) + cv::Point2d(0.5, 0.5));
      }
    if (static_cast<int>(card.size()) < kLeastForPlane) continue;
    cv::Mat inliers;
    const cv::Mat map = cv::findHomography(card, image, cv::RANSAC, kPlanePixels, inliers, 500);
    if (map.empty() || cv::countNonZero(inliers) < kLeastForPlane) continue;
    const cv::Mat back = map.inv();
    const auto view = TableView::fromHomography(cv::Matx33d(back));
    // Seen from behind there is no card.
    if (!view || cv::determinant(map(cv::Rect(0, 0, 2, 2))) > 0) continue;
    planes.push_back({*view, cv::countNonZero(inliers)});
  }
  std::stable_sort(planes.begin(), planes.end(),
                   [](const CardPlane& a, const CardPlane& b) { return a.inliers > b.inliers; });
  return planes;
}

}  // namespace

TaughtCards::TaughtCards(const TaughtEdition& edition) : faces_(std::make_unique<const TaughtFaces>(edition)) {}
TaughtCards::~TaughtCards() = default;

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const std::optional<TableView>& table) const {
  const SeenFeatures seen =
      table && faces_->area ? featuresIn(bgr, *table, {*faces_->area}, *faces_) : featuresOf(bgr, *faces_);
  if (seen.points.empty()) return {};
  Outlines above;
  if (table) return PlaneReader(*faces_, bgr, *table, std::numeric_limits<double>::infinity(), above).read(seen);
  std::vector<Sighting> sightings;
  for (const CardPlane& each : planesOfCards(*faces_, seen)) {
    const ImagePoint middle = each.view.imageFromTable({0, 0});
    const bool known = std::any_of(above.begin(), above.end(), [&](const std::vector<ImagePoint>& outline) {
      std::vector<cv::Point2f> polygon;
      for (const ImagePoint& p : outline) polygon.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
      return cv::pointPolygonTest(polygon, {static_cast<float>(middle.x), static_cast<float>(middle.y)}, true) > -20;
    });
    if (known) continue;
    for (Sighting& one : PlaneReader(*faces_, bgr, each.view, kPlaneReach, above).read(seen)) {
      one.pose.reset();
      sightings.push_back(std::move(one));
    }
  }
  return sightings;
}

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                                        const std::vector<TablePose>& mayLie) const {
  Outlines above;
  std::vector<Pose> places;
  for (const TablePose& each : mayLie) places.push_back({{each.at.x, -each.at.y}, each.angle});
  return PlaneReader(*faces_, bgr, table, std::numeric_limits<double>::infinity(), above)
      .read(featuresIn(bgr, table, areas, *faces_), places, [&](const Pose& pose) {
        return std::any_of(areas.begin(), areas.end(), [&](const TableRect& area) {
          return area.contains({pose.at.x, -pose.at.y});
        });
      });
}

}  // namespace octo::vision
