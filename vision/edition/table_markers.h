#pragma once

#include <vector>

#include "vision/edition/edition.h"
#include "vision/edition/paint.h"

/// The loose markers that every game's edition prints: four for the corners of the play area, and one to lay
/// before whoever is in turn. Each is a square ticket with a marker of `vision/locate/marker_dictionary.h` on
/// it.
namespace octo::vision {

/// The side of a corner marker's black square, and of the ticket it is printed on, mm.
inline constexpr double kCornerMarkerMm = 40.0;
inline constexpr double kMarkerTicketMm = 60.0;
/// The side of the marker on the turn marker's ticket, and how far below the ticket's middle its own lies, mm.
inline constexpr double kTurnMarkerMm = 30.0;
inline constexpr double kTurnMarkerBelow = 3.0;

/// Adds `marker:0` … `marker:3` (far left corner, then clockwise) and `turn`.
void addTableMarkers(std::vector<FaceArt>& faces);

bool isTableMarker(const Face& face);

/// Draws one of them about the origin; `words` is the colour of what is written on it.
void drawTableMarker(cairo_t* context, const Face& face, const Ink& words);

}  // namespace octo::vision
