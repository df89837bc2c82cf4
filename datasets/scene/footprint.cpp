#include "datasets/scene/footprint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace octo::datasets {
namespace {

double cross(TablePoint from, TablePoint to, TablePoint point) {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}

/// The side from `corner` on parts the two, but for `least` mm.
bool parts(const Footprint& a, const Footprint& b, std::size_t corner, double least) {
  const TablePoint from = a.corners[corner], to = a.corners[(corner + 1) % 4];
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  // The corners run clockwise: what lies within is to the right of each side, a negative cross product.
  return std::all_of(b.corners.begin(), b.corners.end(),
                     [&](TablePoint point) { return cross(from, to, point) >= -least * length; });
}

}  // namespace

bool Footprint::contains(TablePoint point) const {
  for (std::size_t i = 0; i < 4; ++i)
    if (cross(corners[i], corners[(i + 1) % 4], point) > 0) return false;
  return true;
}

TablePoint Footprint::at(double across, double down) const {
  const auto &o = corners[0], &x = corners[1], &y = corners[3];
  return {o.x + across * (x.x - o.x) + down * (y.x - o.x), o.y + across * (x.y - o.y) + down * (y.y - o.y)};
}

Footprint footprintOf(const ScenePiece& piece, const vision::Edition& edition) {
  const vision::FaceArt& art = edition.art(piece.face);
  const double turn = piece.pose.angle * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
  const auto corner = [&](double right, double up) {
    return TablePoint{piece.pose.at.x + c * right + s * up, piece.pose.at.y - s * right + c * up};
  };
  const double w = art.widthMm / 2, h = art.heightMm / 2;
  return {{corner(-w, h), corner(w, h), corner(w, -h), corner(-w, -h)}};
}

bool overlap(const Footprint& a, const Footprint& b, double least) {
  for (std::size_t i = 0; i < 4; ++i)
    if (parts(a, b, i, least) || parts(b, a, i, least)) return false;
  return true;
}

}  // namespace octo::datasets
