#include "vision/edition/table_markers.h"

#include <cairo.h>

#include <array>
#include <string>

#include "vision/locate/marker_dictionary.h"

namespace octo::vision {
namespace {

void drawTicket(cairo_t* c, const Ink& words) {
  constexpr double kSide = kMarkerTicketMm;
  cairo_rectangle(c, -kSide / 2, -kSide / 2, kSide, kSide);
  cairo_set_source_rgb(c, 1, 1, 1);
  cairo_fill(c);
  cairo_rectangle(c, -kSide / 2 + 0.25, -kSide / 2 + 0.25, kSide - 0.5, kSide - 0.5);
  setInk(c, words.mixedWith({1, 1, 1}, 0.6));
  cairo_set_line_width(c, 0.5);
  cairo_stroke(c);
}

}  // namespace

void addTableMarkers(std::vector<FaceArt>& faces) {
  for (int corner = 0; corner < 4; ++corner)
    faces.push_back({Face("marker:" + std::to_string(corner)), Shape::Marker, kMarkerTicketMm, kMarkerTicketMm});
  faces.push_back({Face("turn"), Shape::Marker, kMarkerTicketMm, kMarkerTicketMm});
}

bool isTableMarker(const Face& face) { return face.family() == "marker" || face.family() == "turn"; }

void drawTableMarker(cairo_t* c, const Face& face, const Ink& words) {
  drawTicket(c, words);
  if (face.family() == "turn") {
    drawMarker(c, kTurnMarker, 0, kTurnMarkerBelow, kTurnMarkerMm);
    setInk(c, words);
    drawText(c, "YOUR TURN", 0, -kMarkerTicketMm / 2 + 6.0, 4.0);
    return;
  }
  constexpr std::array kNames{"far left", "far right", "near right", "near left"};
  const auto corner = static_cast<std::size_t>(std::stoi(std::string(face.detail())));
  drawMarker(c, kFirstCornerMarker + static_cast<int>(corner), 0, 0, kCornerMarkerMm);
  setInk(c, words);
  drawText(c, kNames.at(corner), 0, kMarkerTicketMm / 2 - 4.2, 2.4);
}

}  // namespace octo::vision
