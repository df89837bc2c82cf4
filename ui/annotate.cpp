#include "ui/annotate.h"

#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "ui/history/move_text.h"

namespace octo::ui {

std::vector<vision::ImagePoint> outlineOf(const TableRect& area, const vision::TableView& table) {
  std::vector<vision::ImagePoint> corners;
  for (const TablePoint& corner : vision::cornersOf(area)) corners.push_back(table.imageFromTable(corner));
  return corners;
}

namespace {

const cv::Scalar kSure(110, 200, 90), kUnsure(60, 170, 240), kRequired(200, 170, 60), kInk(255, 255, 255);

/// Sixteenths of a pixel, as OpenCV's drawing wants them for smooth lines.
constexpr int kShift = 4;

std::vector<cv::Point> fixed(const std::vector<vision::ImagePoint>& outline) {
  std::vector<cv::Point> points;
  for (const vision::ImagePoint& p : outline)
    points.emplace_back(cvRound(p.x * (1 << kShift)), cvRound(p.y * (1 << kShift)));
  return points;
}

void stroke(cv::Mat& picture, const std::vector<vision::ImagePoint>& outline, const cv::Scalar& colour, int width) {
  cv::polylines(picture, std::vector<std::vector<cv::Point>>{fixed(outline)}, true, colour, width, cv::LINE_AA, kShift);
}

void label(cv::Mat& picture, const std::string& text, cv::Point at, double size, const cv::Scalar& colour) {
  const int width = std::max(1, cvRound(size * 2));
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, size, cv::Scalar(20, 20, 20), width + 3, cv::LINE_AA);
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, size, colour, width, cv::LINE_AA);
}

cv::Point middleOf(const std::vector<vision::ImagePoint>& outline) {
  double x = 0, y = 0;
  for (const vision::ImagePoint& p : outline) {
    x += p.x;
    y += p.y;
  }
  const auto count = static_cast<double>(outline.size());
  return {cvRound(x / count), cvRound(y / count)};
}

void drawPiece(cv::Mat& picture, const vision::Sighting& sighting, double size) {
  if (sighting.outline.empty() || sighting.faces.empty()) return;
  const Face& face = sighting.faces.front().face;
  const cv::Scalar& colour = face.isUnknown() ? kUnsure : kSure;
  stroke(picture, sighting.outline, colour, 2);
  const std::string text(face.detail().empty() ? face.text() : face.detail());
  const cv::Point middle = middleOf(sighting.outline);
  const cv::Size extent = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, size, 1, nullptr);
  label(picture, text, {middle.x - extent.width / 2, middle.y + extent.height / 2}, size, kInk);
}

void drawRequired(cv::Mat& picture, const vision::View& view, const GameSnapshot& game) {
  const Zone* board = game.layout.zone("board");
  if (!view.table || !game.required || game.result.over || !board || !board->grid) return;
  const TablePoint c = board->grid->centre(*game.required);
  const double halfX = board->grid->columnStep / 2, halfY = board->grid->rowStep / 2;
  stroke(picture, outlineOf({c.x - halfX, c.y - halfY, c.x + halfX, c.y + halfY}, *view.table), kRequired, 4);
}

/// OpenCV's letters are ASCII only.
std::string plain(std::string text) {
  for (char& letter : text)
    if (static_cast<unsigned char>(letter) >= 0x80) letter = '?';
  return text;
}

std::string standing(const GameSnapshot& game) {
  if (game.result.over)
    return winnersText(game.header, game.result) + ". " + endingText(game.header, game.result.reason) + ".";
  const std::string moves = std::to_string(game.events.size()) + " moves";
  return game.toMove ? moves + ", " + playerName(game.header, *game.toMove) + " to move" : moves;
}

cv::Point lowerEdge(const cv::Mat& picture) { return {picture.rows / 40, picture.rows - picture.rows / 30}; }

}  // namespace

cv::Mat withZones(const cv::Mat& bgr, const std::optional<vision::TableView>& table, const Layout& layout,
                  const std::string& text) {
  cv::Mat picture = bgr.clone();
  const double size = picture.rows / 1500.0;
  for (const Zone& zone : table ? layout.zones : std::vector<Zone>{}) {
    const auto outline = outlineOf(zone.area, *table);
    stroke(picture, outline, kRequired, 3);
    label(picture, zone.name, middleOf(outline), size, kInk);
  }
  label(picture, plain(text), lowerEdge(picture), size * 2, kInk);
  return picture;
}

cv::Mat annotated(const cv::Mat& bgr, const vision::View& view, const GameSnapshot& game) {
  cv::Mat picture = bgr.clone();
  const double size = picture.rows / 1500.0;
  if (view.sightings)
    for (const vision::Sighting& sighting : *view.sightings) drawPiece(picture, sighting, size);
  drawRequired(picture, view, game);
  label(picture, plain(standing(game)), lowerEdge(picture), size * 2, kInk);
  return picture;
}

}  // namespace octo::ui
