#pragma once

namespace octo::vision {

/// What tells where the table lies, best last.
enum class FoundBy {
  Nothing,
  GivenCorners,   // four points of the picture, clicked by a person or stored by a calibration
  CornerMarkers,  // the four single markers, laid by hand at the play area's corners
  Marks,          // those printed on the board or mat
};

}  // namespace octo::vision
