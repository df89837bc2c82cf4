#include "vision/read/coded/coded_cards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/edition/face_code.h"
#include "vision/geometry/from_above.h"
#include "vision/read/coded/card_edges.h"
#include "vision/read/coded/card_facing.h"
#include "vision/read/coded/card_plane.h"
#include "vision/read/coded/dot_search.h"
#include "vision/read/coded/found_row.h"

namespace octo::vision {
namespace {

/// Pixels: of a narrower card the dots cannot be told apart (one dot is a twentieth of its width).
constexpr double kLeastCardPx = 52;
/// On a known table a card's edge is as long as it was printed, but for this share: lens, warped card, its
/// thickness.
constexpr double kSizeTolerance = 0.07;
/// How far from the frame's edge the row is looked for, as shares of its distance: a tilted camera shortens
/// it.
constexpr std::array kForeshortenings{1.0, 0.9, 0.8, 0.7};
/// A row with a dot less certain than this is not believed. Without a table, whose measure keeps most other
/// edges from being looked at, more is asked: on 60 cards seen without one, rows that are there had 0.6 and
/// more, and the only one that was not there had 0.24.
constexpr double kLeastMargin = 0.12, kLeastMarginAnywhere = 0.35;
/// One wrong dot is mended on a known table, where it is the one that could be either.
constexpr double kMostMarginOfMended = 0.24;
/// Two readings of one card agree in its middle to this share of its width; without a table a tilted camera
/// puts the far end elsewhere than it is.
constexpr double kSameCard = 0.45, kSameCardOnTable = 0.13;
/// The sine by which its sides may seem to lead beside a card's other row, and the factor by which a card's
/// length may be misjudged without a table.
constexpr double kAskew = 0.2, kLongest = 1.5;

/// The least distance between two rows, as a share of their length (53 mm).
constexpr double kRowsApart = 0.07;
/// On a known table a row found by its card's edge must have a strip that goes with its drawing by this. Without a
/// table it is known roughly where the strip is: of 2122 rows of the tests the least went by 0.25; what a photograph of
/// other cards spelled by chance, a "card" as large as the picture, by 0.06, and the lid of a game's box by 0.18.
constexpr double kLeastLikenessThere = 0.6, kLeastLikenessAnywhere = 0.21;
/// And one found by its dots alone by this, in the picture itself: the checks of a cloth may stand like dots and look
/// like a row where the search has smoothed them, but reach no more than 0.68. A row in the shade by the second value,
/// without its shadow.
constexpr double kLeastLikenessFromAbove = 0.7, kLeastLikenessInShade = 0.75;
/// A row whose strip goes with its drawing only by this is right nine times of ten, and at worst that often.
constexpr double kDoubtfulLikeness = 0.6, kLeastSure = 0.8;
/// Dots that correlate by less with their word make it less sure, so much for each 1 that is missing.
constexpr double kLessSure = 2.0;
/// So much less clear than another row in its place is one for each 1 that its dots correlate less: a hand spoils
/// strips, and leaves the dots.
constexpr double kLessClear = 10;
/// What the next best face has of the doubt in a reading.
constexpr double kRunnerUpShare = 0.5;
/// Of a row that was found by its dots alone.
constexpr int kNoThing = std::numeric_limits<int>::min();
/// Pixels a mm of the table seen from above.
constexpr double kAboveScale = 3.0;
/// Pixels of the camera a mm from which a table is shown finely.
constexpr double kFine = 1.5;

ImagePoint pointOf(cv::Point2d p) { return {p.x + 0.5, p.y + 0.5}; }
ImagePoint pointAt(cv::Point2d p) { return {p.x, p.y}; }

class Search {
 public:
  /// Without a table, rows must be as like their drawing as that.
  Search(const CodedFaces& faces, const cv::Mat& gray, const std::optional<TableView>& table,
         double leastLikeness = kLeastLikenessAnywhere)
      : faces_(faces), gray_(gray), table_(table), leastLikeness_(leastLikeness) {}

  std::optional<FoundRow> rowAt(const DarkEdge& edge) const {
    std::optional<FoundRow> best;
    for (const double shortened : kForeshortenings) {
      const auto map = imageFromCard(edge, shortened);
      if (!map) continue;
      auto found = decoded(*map, edge);
      if (found && (!best || found->sure > best->sure)) best = std::move(found);
      if (table_) break;  // the table says how much is shortened
    }
    return best;
  }

 private:
  double margin() const { return faces_.frame().marginMm; }
  double frameLength() const { return (faces_.runsDown() ? faces_.heightMm() : faces_.widthMm()) - 2 * margin(); }

  std::optional<cv::Matx33d> imageFromCard(const DarkEdge& edge, double shortened) const {
    return table_ ? onTable(edge) : inPicture(edge, shortened);
  }

  /// The card lies flat on a table that is known: two points say where.
  std::optional<cv::Matx33d> onTable(const DarkEdge& edge) const {
    const TablePoint from = table_->tableFromImage(pointOf(edge.from)), to = table_->tableFromImage(pointOf(edge.to));
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(std::abs(length / frameLength() - 1) < kSizeTolerance)) return std::nullopt;
    const auto places = faces_.frameCorners();
    // On the card y points down, on the table up.
    const cv::Point2d a(places[0].x, -places[0].y), b(places[1].x, -places[1].y);
    const double turn = std::atan2(to.y - from.y, to.x - from.x) - std::atan2(b.y - a.y, b.x - a.x);
    const double c = std::cos(turn), s = std::sin(turn);
    const cv::Point2d middle((from.x + to.x) / 2, (from.y + to.y) / 2), on = (a + b) * 0.5;
    const cv::Matx33d tableFromCard(c, s, middle.x - (c * on.x - s * on.y), s, -c, middle.y - (s * on.x + c * on.y), 0,
                                    0, 1);
    return table_->homography().inv() * tableFromCard;
  }

  /// The edge gives the scale along it; across it the camera's tilt shortens, the direction is that of the
  /// sides.
  std::optional<cv::Matx33d> inPicture(const DarkEdge& edge, double shortened) const {
    const cv::Point2d along = edge.to - edge.from;
    const double scale = cv::norm(along) / frameLength();
    cv::Point2d down = edge.sideAtFrom + edge.sideAtTo;
    if (cv::norm(down) < 1e-6) return std::nullopt;
    down *= scale * shortened / cv::norm(down);
    const cv::Point2d unit = along * (1 / frameLength());
    const auto places = faces_.frameCorners();
    const cv::Point2d x = faces_.runsDown() ? down : unit, y = faces_.runsDown() ? -unit : down;
    const ImagePoint at = pointOf(edge.from);
    const cv::Point2d origin = plain(at) - x * places[0].x - y * places[0].y;
    return cv::Matx33d(x.x, y.x, origin.x, x.y, y.y, origin.y, 0, 0, 1);
  }

  std::optional<FoundRow> decoded(const cv::Matx33d& map, const DarkEdge& edge) const {
    const auto at = [&](double x, double y) { return project(map, x, y); };
    auto read = readRow(gray_, faces_.row(), at);
    if (!read || !hasLightMargin(at)) return std::nullopt;
    auto match = faces_.nearest(read->word);
    if (!match || match->wrongDots > (table_ ? 1 : 0)) return std::nullopt;
    if (match->wrongDots == 0 && read->margin < (table_ ? kLeastMargin : kLeastMarginAnywhere)) return std::nullopt;
    if (match->wrongDots == 1) {
      const auto mended = static_cast<std::uint16_t>(read->word ^ (1u << (kCodeDots - 1 - read->weakest)));
      match = faces_.nearest(mended);
      if (!match || match->wrongDots != 0 || read->margin > kMostMarginOfMended) return std::nullopt;
    }
    if (!table_ && stripLikeness(gray_, faces_, match->word->face, map) < leastLikeness_) return std::nullopt;
    const double sure = match->wrongDots == 0 ? std::min(0.999, 0.97 + 0.06 * (read->margin - kLeastMargin)) : 0.9;
    return FoundRow{
        match->word->face,    Face::unknown(), sure, sure, edge.thing, map, {pointOf(edge.from), pointOf(edge.to)},
        faces_.frameCorners()};
  }

  /// A light margin around the dark frame: without it there is no card of ours.
  bool hasLightMargin(const std::function<ImagePoint(double, double)>& at) const {
    const auto ends = faces_.frameCorners();
    const double out = margin() * 0.55, in = 0.8;
    int lighter = 0;
    constexpr int kLooks = 9;
    for (int i = 0; i < kLooks; ++i) {
      const cv::Point2d p = ends[0] + (ends[1] - ends[0]) * ((i + 0.5) / kLooks);
      const cv::Point2d outward = faces_.runsDown() ? cv::Point2d(-1, 0) : cv::Point2d(0, -1);
      lighter += level(at, p + outward * out) > level(at, p - outward * in) ? 1 : 0;
    }
    return lighter >= kLooks - 2;
  }

  double level(const std::function<ImagePoint(double, double)>& at, cv::Point2d place) const {
    const ImagePoint p = at(place.x, place.y);
    const int x = std::clamp(static_cast<int>(p.x), 0, gray_.cols - 1),
              y = std::clamp(static_cast<int>(p.y), 0, gray_.rows - 1);
    return gray_.at<uchar>(y, x);
  }

  const CodedFaces& faces_;
  const cv::Mat& gray_;
  const std::optional<TableView>& table_;
  double leastLikeness_;
};

double distance(ImagePoint a, ImagePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// One card: the row it was found by, and the other one where that was seen too.
struct FoundCard {
  FoundRow row;
  bool whole = false;
};

class Assembly {
 public:
  Assembly(const CodedFaces& faces, bool onTable) : faces_(faces), onTable_(onTable) {}

  /// Best first: a card's second row joins it.
  std::vector<FoundCard> cardsOf(std::vector<FoundRow> rows) const {
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.sure > b.sure; });
    std::vector<FoundCard> cards;
    for (FoundRow& row : rows) {
      const auto same =
          std::find_if(cards.begin(), cards.end(), [&](const FoundCard& card) { return overlap(card, row); });
      if (same == cards.end()) {
        cards.push_back({std::move(row)});
        continue;
      }
      if (!same->whole && isOtherEnd(same->row, row)) join(*same, row);
    }
    return cards;
  }

 private:
  ImagePoint middleOf(const cv::Matx33d& map) const {
    return project(map, faces_.widthMm() / 2, faces_.heightMm() / 2);
  }
  double widthOf(const cv::Matx33d& map) const {
    return distance(project(map, 0, faces_.heightMm() / 2), project(map, faces_.widthMm(), faces_.heightMm() / 2));
  }

  /// Rows of one card, or the same row found twice. Without a table the far end is only roughly known.
  bool overlap(const FoundCard& card, const FoundRow& row) const {
    if (card.row.face != row.face) return false;
    const double near = distance(rowMiddle(card.row.imageFromCard), rowMiddle(row.imageFromCard));
    const double width = widthOf(row.imageFromCard);
    if (near < 0.15 * width) return true;
    if (card.whole && liesOn(card, rowMiddle(row.imageFromCard))) return true;
    if (!isOtherEnd(card.row, row)) return false;
    // Beside a like card, another row is its own if it is where the first says.
    const double apart = distance(middleOf(card.row.imageFromCard), middleOf(row.imageFromCard));
    if (onTable_) return apart < kSameCardOnTable * width;
    return (card.row.thing != kNoThing && card.row.thing == row.thing) || isOpposite(card.row, row) ||
           apart < kSameCard * width;
  }

  /// Where the sides lead from one row lies the other, as far away as a card is long, seen from wherever.
  bool isOpposite(const FoundRow& a, const FoundRow& b) const {
    const cv::Point2d from = (plain(a.seen[0]) + plain(a.seen[1])) * 0.5,
                      to = (plain(b.seen[0]) + plain(b.seen[1])) * 0.5;
    const cv::Point2d way = to - from, down = plain(middleOf(a.imageFromCard)) - from;
    const double length = cv::norm(way), expected = 2 * cv::norm(down);
    return std::abs(way.cross(down)) < kAskew * length * cv::norm(down) && way.dot(down) > 0 &&
           length < kLongest * expected && length * kLongest > expected;
  }

  bool liesOn(const FoundCard& card, ImagePoint p) const {
    const ImagePoint on = project(card.row.imageFromCard.inv(), p.x, p.y);
    return on.x > 0 && on.y > 0 && on.x < faces_.widthMm() && on.y < faces_.heightMm();
  }

  ImagePoint rowMiddle(const cv::Matx33d& map) const {
    const CodeRow& r = faces_.row();
    return project(map, r.firstX + 7 * r.stepX, r.firstY + 7 * r.stepY);
  }

  /// The two point opposite ways.
  bool isOtherEnd(const FoundRow& a, const FoundRow& b) const {
    const cv::Point2d u = plain(a.seen[1]) - plain(a.seen[0]), v = plain(b.seen[1]) - plain(b.seen[0]);
    return u.dot(v) < -0.8 * cv::norm(u) * cv::norm(v);
  }

  /// Four corners say how the card lies, table or not.
  void join(FoundCard& card, const FoundRow& other) const {
    const double w = faces_.widthMm(), h = faces_.heightMm();
    std::vector<cv::Point2f> on, seen;
    for (std::size_t i = 0; i < 2; ++i) {
      on.emplace_back(card.row.places[i]);
      seen.emplace_back(plain(card.row.seen[i]));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      on.emplace_back(cv::Point2d(w, h) - other.places[i]);
      seen.emplace_back(plain(other.seen[i]));
    }
    card.row.imageFromCard = cv::Matx33d(cv::getPerspectiveTransform(on, seen));
    card.row.sure = 1 - (1 - card.row.sure) * (1 - other.sure);
    card.whole = true;
  }

  const CodedFaces& faces_;
  bool onTable_;
};

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

Sighting sightingOf(const FoundCard& card, const CodedFaces& faces, const std::optional<TableView>& table) {
  const double w = faces.widthMm(), h = faces.heightMm();
  const cv::Matx33d& map = card.row.imageFromCard;
  Sighting sighting;
  const double sure = std::min(card.row.sure, 0.9995);
  sighting.faces = {{card.row.face, sure}};
  if (!card.row.runnerUp.isUnknown()) sighting.faces.push_back({card.row.runnerUp, (1 - sure) * kRunnerUpShare});
  sighting.kind = "card";
  sighting.outline = {project(map, 0, 0), project(map, w, 0), project(map, w, h), project(map, 0, h)};
  const ImagePoint top = project(map, w / 2, 0), bottom = project(map, w / 2, h), middle = project(map, w / 2, h / 2);
  sighting.imageAngle = degrees(std::atan2(top.x - bottom.x, bottom.y - top.y));
  if (table) {
    const TablePoint a = table->tableFromImage(top), b = table->tableFromImage(bottom);
    sighting.pose = TablePose{table->tableFromImage(middle), degrees(std::atan2(a.x - b.x, a.y - b.y))};
  }
  return sighting;
}

std::vector<cv::Point2d> outlineOf(const FoundCard& card, const CodedFaces& faces) {
  std::vector<cv::Point2d> outline;
  for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
    outline.push_back(plain(project(card.row.imageFromCard, x * faces.widthMm(), y * faces.heightMm())));
  return outline;
}

/// The card after half a turn.
cv::Matx33d turnedRound(const cv::Matx33d& imageFromCard, const CodedFaces& faces) {
  return imageFromCard * cv::Matx33d(-1, 0, faces.widthMm(), 0, -1, faces.heightMm(), 0, 0, 1);
}

/// Of a covered card the end that shows is taken for its top, as people lay them; one that is seen tells by itself.
void tellFacing(std::vector<FoundCard>& cards, const CodedFaces& faces, const cv::Mat& gray) {
  std::vector<std::vector<cv::Point2d>> outlines;
  for (const FoundCard& card : cards) outlines.push_back(outlineOf(card, faces));
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const cv::Matx33d cardFromImage = cards[i].row.imageFromCard.inv();
    std::vector<std::vector<cv::Point>> covers;
    for (std::size_t k = 0; k < cards.size() && !cards[i].whole; ++k) {
      if (k == i) continue;
      auto& cover = covers.emplace_back();
      for (const cv::Point2d& p : outlines[k]) {
        const ImagePoint on = project(cardFromImage, p.x, p.y);
        cover.emplace_back(static_cast<int>(std::clamp(on.x, -9999.0, 9999.0)),
                           static_cast<int>(std::clamp(on.y, -9999.0, 9999.0)));
      }
    }
    cv::Matx33d& map = cards[i].row.imageFromCard;
    if (liesUpsideDown(gray, faces, cards[i].row.face, map, covers)) map = turnedRound(map, faces);
  }
}

/// What of a card is not under another, roughly: where its far row is not seen, the card that lies there most
/// hides it.
void tellVisible(std::vector<Sighting>& sightings, const std::vector<FoundCard>& cards) {
  std::vector<std::vector<cv::Point2f>> outlines;
  std::vector<cv::Rect2f> around;
  for (const Sighting& sighting : sightings) {
    auto& outline = outlines.emplace_back();
    for (const ImagePoint& p : sighting.outline) outline.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
    around.emplace_back(cv::boundingRect(outline));
  }
  std::vector<cv::Point2f> common;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].whole) continue;
    const double area = std::max(1.0, cv::contourArea(outlines[i]));
    double most = 0;
    for (std::size_t k = 0; k < cards.size(); ++k)
      if (k != i && (around[i] & around[k]).area() > 0)
        most = std::max(most, static_cast<double>(cv::intersectConvexConvex(outlines[i], outlines[k], common)));
    sightings[i].visible = std::clamp(1 - most / area, 0.0, 1.0);
  }
}

std::vector<FoundRow> rowsBy(const Search& search, const cv::Mat& gray) {
  std::vector<FoundRow> rows;
  for (const DarkEdge& edge : findDarkEdges(gray, kLeastCardPx))
    if (auto row = search.rowAt(edge)) rows.push_back(std::move(*row));
  return rows;
}

std::vector<FoundRow> rowsIn(const CodedFaces& faces, const cv::Mat& gray, const std::optional<TableView>& table) {
  return rowsBy(Search(faces, gray, table), gray);
}

/// The frame's corners are where the row says.
FoundRow rowOf(const SpelledRow& row, const CodedFaces& faces) {
  const auto places = faces.frameCorners();
  const double unclear = std::max(0.0, kClearDots - row.correlation);
  const double sure =
      std::clamp(0.9 + 0.6 * (row.likeness - kDoubtfulLikeness) - kLessSure * unclear, kLeastSure, 0.997);
  const double clear = sure - kLessClear * (1 - row.correlation);
  FoundRow found{row.face, row.runnerUp, sure, clear, kNoThing, row.imageFromCard, {}, places};
  for (std::size_t i = 0; i < 2; ++i) found.seen[i] = project(row.imageFromCard, places[i].x, places[i].y);
  return found;
}

/// The table's mm with y down, as pictures have it.
const cv::Matx33d kDown(1, 0, 0, 0, -1, 0, 0, 0, 1);

double distanceTo(cv::Point2d p, cv::Point2d a, cv::Point2d b) {
  const cv::Point2d way = b - a;
  const double t = std::clamp((p - a).dot(way) / std::max(1e-9, way.dot(way)), 0.0, 1.0);
  return cv::norm(p - a - way * t);
}

using RowDots = std::array<cv::Point2d, kCodeDots>;

RowDots dotsOf(const FoundRow& row, const CodeRow& code) {
  RowDots dots;
  for (int dot = 0; dot < kCodeDots; ++dot)
    dots[static_cast<std::size_t>(dot)] =
        plain(project(row.imageFromCard, code.firstX + dot * code.stepX, code.firstY + dot * code.stepY));
  return dots;
}

/// Whether a dot of one row lies on the other.
bool crosses(const RowDots& row, const RowDots& other) {
  const double length = cv::norm(other.back() - other.front()), near = kRowsApart * length;
  const cv::Point2d apart = row[kCodeDots / 2] - other[kCodeDots / 2];
  if (cv::norm(apart) > cv::norm(row.back() - row.front()) + length + near) return false;
  return std::any_of(row.begin(), row.end(),
                     [&](cv::Point2d dot) { return distanceTo(dot, other.front(), other.back()) < near; });
}

/// Rows that can be seen do not lie on each other: of those that seem to, the one that was seen most clearly is there.
/// What correlates with a word by chance lies across real rows or beside their ends, or is a real row read the other
/// way and some dots aside.
std::vector<FoundRow> withoutCrossings(std::vector<FoundRow> rows, const CodeRow& code) {
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.clear > b.clear; });
  std::vector<FoundRow> kept;
  std::vector<RowDots> keptDots;
  for (FoundRow& row : rows) {
    const RowDots dots = dotsOf(row, code);
    if (std::any_of(keptDots.begin(), keptDots.end(), [&](const RowDots& other) { return crosses(dots, other); }))
      continue;
    kept.push_back(std::move(row));
    keptDots.push_back(dots);
  }
  return kept;
}

std::vector<FoundCard> assembled(std::vector<FoundRow> rows, const CodedFaces& faces, bool onTable) {
  return Assembly(faces, onTable).cardsOf(withoutCrossings(std::move(rows), faces.row()));
}

/// How that part of the table is enlarged. Where the camera shows it finely, straight lines between the pixels read as
/// well as curves, and take a third of the time.
int enlarging(const TableView& table, const TableRect& area) {
  double coarsest = kAboveScale;
  for (const TablePoint& corner :
       {TablePoint{area.x0, area.y0}, {area.x1, area.y0}, {area.x1, area.y1}, {area.x0, area.y1}})
    coarsest = std::min(coarsest, table.scaleAt(corner));
  return coarsest < kFine ? cv::INTER_CUBIC : cv::INTER_LINEAR;
}

/// 255 within the rectangles.
cv::Mat drawnFromAbove(const std::vector<TableRect>& rects, const cv::Matx33d& aboveFromTable, cv::Size size) {
  cv::Mat drawn = cv::Mat::zeros(size, CV_8U);
  for (const TableRect& rect : rects)
    cv::rectangle(drawn, plain(project(aboveFromTable, rect.x0, rect.y1)),
                  plain(project(aboveFromTable, rect.x1, rect.y0)), cv::Scalar(255), cv::FILLED);
  return drawn;
}

std::vector<Sighting> sightingsOf(const std::vector<FoundCard>& cards, const CodedFaces& faces,
                                  const std::optional<TableView>& table) {
  std::vector<Sighting> sightings;
  for (const FoundCard& card : cards) sightings.push_back(sightingOf(card, faces, table));
  tellVisible(sightings, cards);
  return sightings;
}

}  // namespace

ImagePoint project(const cv::Matx33d& map, double x, double y) {
  const cv::Vec3d p = map * cv::Vec3d(x, y, 1);
  return {p[0] / p[2], p[1] / p[2]};
}

FoundRow mapped(const FoundRow& row, const cv::Matx33d& map) {
  FoundRow result = row;
  result.imageFromCard = map * row.imageFromCard;
  for (ImagePoint& p : result.seen) p = project(map, p.x, p.y);
  return result;
}

std::vector<FoundRow> CodedCardReader::rowsOnTable(const cv::Mat& gray, const TableView& table, const TableRect& area,
                                                   const std::vector<TableRect>& touching) const {
  const cv::Mat above = seenFromAbove(gray, table, area, kAboveScale, enlarging(table, area));
  if (above.empty()) return {};
  const cv::Matx33d fromTable = aboveFromTable(area, kAboveScale);
  const cv::Matx33d downFromAbove = kDown * fromTable.inv(), imageFromAbove = (fromTable * table.homography()).inv();
  std::vector<FoundRow> rows;
  const auto goesWithDrawing = [&](const SpelledRow& row) {
    const cv::Matx33d imageFromCard = imageFromAbove * row.imageFromCard;
    return stripLikeness(gray, faces_, row.face, imageFromCard) >= kLeastLikenessFromAbove ||
           (row.likeness >= kLeastLikenessInShadow &&
            stripLikenessInShadow(gray, faces_, row.face, imageFromCard) >= kLeastLikenessInShade);
  };
  const cv::Mat where = touching.empty() ? cv::Mat() : drawnFromAbove(touching, fromTable, above.size());
  for (const SpelledRow& spelled : findSpelledRows(above, kAboveScale, faces_, where))
    if (goesWithDrawing(spelled)) rows.push_back(mapped(rowOf(spelled, faces_), downFromAbove));
  return withoutCrossings(std::move(rows), faces_.row());
}

std::vector<Sighting> CodedCardReader::cardsOf(const std::vector<FoundRow>& rowsOnTable, const TableView& table) const {
  const cv::Matx33d imageFromDown = table.homography().inv() * kDown;
  std::vector<FoundRow> rows;
  for (const FoundRow& row : rowsOnTable) rows.push_back(mapped(row, imageFromDown));
  return sightingsOf(assembled(std::move(rows), faces_, true), faces_, table);
}

std::vector<Sighting> CodedCardReader::read(const cv::Mat& gray, const std::optional<TableView>& table) const {
  return table ? read(gray, *table, shownBy(gray.size(), *table)) : readLoose(gray).cards;
}

std::vector<Sighting> CodedCardReader::read(const cv::Mat& gray, const TableView& table, const TableRect& area) const {
  std::vector<FoundRow> rows = rowsIn(faces_, gray, table);
  std::erase_if(rows, [&](const FoundRow& row) {
    return stripLikeness(gray, faces_, row.face, row.imageFromCard) < kLeastLikenessThere;
  });
  const cv::Matx33d imageFromDown = table.homography().inv() * kDown;
  for (const FoundRow& row : rowsOnTable(gray, table, area)) rows.push_back(mapped(row, imageFromDown));
  auto cards = assembled(std::move(rows), faces_, true);
  tellFacing(cards, faces_, gray);
  return sightingsOf(cards, faces_, table);
}

CodedCardReader::Loose CodedCardReader::readLoose(const cv::Mat& gray) const {
  auto cards = assembled(rowsIn(faces_, gray, std::nullopt), faces_, false);
  std::vector<CardCorners> whole;
  for (const FoundCard& card : cards)
    if (card.whole) {
      const auto outline = outlineOf(card, faces_);
      whole.push_back({pointAt(outline[0]), pointAt(outline[1]), pointAt(outline[2]), pointAt(outline[3])});
    }
  tellFacing(cards, faces_, gray);
  return {sightingsOf(cards, faces_, std::nullopt),
          planeOfCards(std::move(whole), faces_.widthMm(), faces_.heightMm(), gray.size())};
}

std::vector<CodedCardReader::LooseRow> CodedCardReader::looseRows(const cv::Mat& gray) const {
  const std::optional<TableView> none;
  constexpr double kAnyLikeness = -1;
  std::vector<LooseRow> rows;
  for (const FoundRow& row : rowsBy(Search(faces_, gray, none, kAnyLikeness), gray))
    rows.push_back({row, stripLikeness(gray, faces_, row.face, row.imageFromCard)});
  return rows;
}

}  // namespace octo::vision
