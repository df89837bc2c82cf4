#include "tests/vision/read/coded/card_table.h"

#include <opencv2/imgproc.hpp>

namespace octo::vision::testing {
namespace {

void lay(cv::Mat& table, const Edition& edition, const LaidCard& card) {
  const cv::Mat art = drawFace(edition, card.face, kTableScale);
  const cv::Point2f centre(static_cast<float>(art.cols - 1) / 2, static_cast<float>(art.rows - 1) / 2);
  cv::Mat turn = cv::getRotationMatrix2D(centre, -card.angle, 1.0);
  turn.at<double>(0, 2) += (card.at.x + 280) * kTableScale - 0.5 - centre.x;
  turn.at<double>(1, 2) += (240 - card.at.y) * kTableScale - 0.5 - centre.y;
  cv::Mat laid, alpha;
  cv::warpAffine(art, laid, turn, table.size(), cv::INTER_LINEAR);
  cv::extractChannel(laid, alpha, 3);
  cv::cvtColor(laid, laid, cv::COLOR_BGRA2BGR);
  laid.copyTo(table, alpha > 127);
}

}  // namespace

cv::Mat tableWith(GameId game, const std::vector<LaidCard>& cards) {
  cv::Mat table = drawTable({}, false);
  for (const LaidCard& card : cards) lay(table, printEdition(game), card);
  return table;
}

}  // namespace octo::vision::testing
