#pragma once

#include "ui/snapshot.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// What the camera sees, with what was read drawn over it: outlines, the required box, a breach and its
/// sentence.
class LivePicture {
 public:
  void draw(const Theme& theme, const Area& area, const LiveSnapshot& live);

 private:
  Area drawPicture(const Area& area, const CameraSnapshot& camera);

  Texture texture_;
  /// The picture that the texture holds.
  std::shared_ptr<const cv::Mat> uploaded_;
};

/// The state of the camera in two words, and its colour: "looking for the table", "at rest".
std::string stateText(const CameraSnapshot& camera);
const ImVec4& stateColour(const CameraSnapshot& camera, const Palette& palette);

}  // namespace octo::ui
