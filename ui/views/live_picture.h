#pragma once

#include <optional>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"

namespace octo::ui {

struct PictureProjection;

/// What the camera sees, with what was read drawn over it: outlines, the required box, a breach; over its
/// upper edge what the program waits for, and in the picture what is missing or does not match. Here
/// a person may show where the corners of the play area are, with four clicks, or click a piece that was misread.
class LivePicture {
 public:
  /// `breach`: the one whose place is marked; null where there is none.
  Requests draw(const Theme& theme, const Area& area, const LiveSnapshot& live, const TrackedEvent* breach,
                const Words& words);

  /// Asks for the four corners, or no longer.
  void askCorners(bool ask);
  bool asksCorners() const { return asksCorners_; }

  /// The place of the table that was clicked in the picture during the last `draw`; nothing where none was.
  const std::optional<TablePoint>& clicked() const { return clicked_; }

 private:
  Area drawPicture(const Area& area, const CameraSnapshot& camera);
  Requests catchCorners(const Theme& theme, const PictureProjection& project);
  void catchClick(const LiveSnapshot& live, const PictureProjection& project);
  void drawLens(const Theme& theme, const PictureProjection& project, ImVec2 mouse) const;

  bool asksCorners_ = false;
  /// Shown so far, picture pixels.
  std::vector<vision::ImagePoint> corners_;
  bool cornersWrong_ = false;
  std::optional<TablePoint> clicked_;

  Texture texture_;
  /// The picture that the texture holds.
  std::shared_ptr<const cv::Mat> uploaded_;
};

}  // namespace octo::ui
