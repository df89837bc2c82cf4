#include "vision/read/coded/card_plane.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

/// A corner that is farther from where the plane has it than this does not lie in it, mm. One card tells little of
/// where another lies: each is asked when its neighbours have been taken in.
constexpr double kFlat = 5.0;
/// The fit and the cards' places in it are mended in turn, so often after each card and at the end.
constexpr int kMends = 2, kLastMends = 15;

double areaOf(const CardCorners& card) {
  return std::abs((plain(card[2]) - plain(card[0])).cross(plain(card[3]) - plain(card[1]))) / 2;
}

cv::Point2d middleOf(const CardCorners& card) {
  return (plain(card[0]) + plain(card[1]) + plain(card[2]) + plain(card[3])) * 0.25;
}

class Plane {
 public:
  Plane(double widthMm, double heightMm)
      : shape_{{{-widthMm / 2, heightMm / 2},
                {widthMm / 2, heightMm / 2},
                {widthMm / 2, -heightMm / 2},
                {-widthMm / 2, -heightMm / 2}}} {}

  bool start(const CardCorners& card) {
    std::array<cv::Point2f, 4> seen, places;
    for (std::size_t i = 0; i < 4; ++i) seen[i] = plain(card[i]), places[i] = shape_[i];
    return set(cv::getPerspectiveTransform(seen.data(), places.data()));
  }

  /// Where the cards lie in the plane, and then the plane that has them there.
  bool mend(const std::vector<CardCorners>& cards, std::size_t count) {
    std::vector<cv::Point2d> seen, places;
    for (std::size_t k = 0; k < count; ++k) {
      const auto laid = laidFlat(cards[k]);
      if (!laid) continue;
      for (std::size_t i = 0; i < 4; ++i) seen.push_back(plain(cards[k][i])), places.push_back((*laid)[i]);
    }
    if (seen.size() < 4) return false;
    const cv::Mat fit = cv::findHomography(seen, places);
    return !fit.empty() && set(fit);
  }

  TableView view() const { return *view_; }

 private:
  using Corners = std::array<cv::Point2d, 4>;

  bool set(const cv::Mat& fit) {
    const auto view = TableView::fromHomography(cv::Matx33d(fit));
    if (view) view_ = view;
    return view.has_value();
  }

  /// The corners of a card of the right size and shape where this one lies; nothing where it does not lie flat.
  std::optional<Corners> laidFlat(const CardCorners& card) const {
    Corners on;
    cv::Point2d middle(0, 0);
    for (std::size_t i = 0; i < 4; ++i) {
      const TablePoint p = view_->tableFromImage(card[i]);
      on[i] = {p.x, p.y};
      middle += on[i] * 0.25;
    }
    double along = 0, across = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      along += shape_[i].dot(on[i] - middle);
      across += shape_[i].cross(on[i] - middle);
    }
    const double turn = std::atan2(across, along), c = std::cos(turn), s = std::sin(turn);
    for (std::size_t i = 0; i < 4; ++i) {
      const cv::Point2d place =
          middle + cv::Point2d(c * shape_[i].x - s * shape_[i].y, s * shape_[i].x + c * shape_[i].y);
      if (!(cv::norm(place - on[i]) < kFlat)) return std::nullopt;
      on[i] = place;
    }
    return on;
  }

  Corners shape_;
  std::optional<TableView> view_;
};

}  // namespace

std::optional<TableView> planeOfCards(std::vector<CardCorners> cards, double widthMm, double heightMm,
                                      cv::Size picture) {
  if (cards.empty()) return std::nullopt;
  const CardCorners first =
      *std::max_element(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return areaOf(a) < areaOf(b); });
  std::sort(cards.begin(), cards.end(), [&](const CardCorners& a, const CardCorners& b) {
    return cv::norm(middleOf(a) - middleOf(first)) < cv::norm(middleOf(b) - middleOf(first));
  });
  Plane plane(widthMm, heightMm);
  if (!plane.start(first)) return std::nullopt;
  for (std::size_t count = 2; count <= cards.size(); ++count)
    for (int i = 0; i < kMends; ++i)
      if (!plane.mend(cards, count)) return std::nullopt;
  for (int i = 0; i < kLastMends; ++i)
    if (!plane.mend(cards, cards.size())) return std::nullopt;
  const TablePoint middle = plane.view().tableFromImage({picture.width / 2.0, picture.height / 2.0});
  return TableView::fromHomography(cv::Matx33d(1, 0, -middle.x, 0, 1, -middle.y, 0, 0, 1) * plane.view().homography());
}

}  // namespace octo::vision
