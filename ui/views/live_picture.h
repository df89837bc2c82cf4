#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/views/picture_part.h"
#include "ui/views/pointed_piece.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"

namespace octo::ui {

struct PictureProjection;

/// What the camera sees of the table, with what was read drawn over it: outlines, the required box, a breach; over its
/// upper edge what the program waits for, and in the picture what is missing or does not match. A person may turn it,
/// or look at the whole picture. Here a person may show where the corners of the play area are: four clicks. Otherwise
/// a click asks about the piece there.
class LivePicture {
 public:
  /// `breach`: the one whose place is marked; null where there is none.
  Requests draw(const Theme& theme, const Area& area, const LiveSnapshot& live, const TrackedEvent* breach,
                const Words& words);

  /// What was clicked in the latest frame, and where in the window it is seen; once for each click.
  struct Clicked {
    PointedPiece what;
    Area seen;
  };
  std::optional<Clicked> takeClicked() { return std::exchange(clicked_, std::nullopt); }
  /// Whether what was clicked last is being asked about: it stays marked as long.
  void keepMarked(bool asked) {
    if (!asked) marked_.reset();
  }

  /// Asks for the four corners, or no longer.
  void askCorners(bool ask);
  bool asksCorners() const { return asksCorners_; }

  /// How a person has turned the picture; the drawing beside it turns as well.
  QuarterTurn turned() const { return turned_; }

 private:
  PictureProjection drawPicture(const Area& area, const LiveSnapshot& live);
  void upload(const std::shared_ptr<const cv::Mat>& picture, const Area& shown);
  void drawButtons(const Theme& theme, const Area& shown, float right, const Words& words);
  void catchPiece(const Theme& theme, const PictureProjection& project, const LiveSnapshot& live);
  Requests catchCorners(const Theme& theme, const PictureProjection& project);
  void drawLens(const Theme& theme, const PictureProjection& project, ImVec2 mouse) const;

  bool asksCorners_ = false;
  /// Shown so far, picture pixels.
  std::vector<vision::ImagePoint> corners_;
  bool cornersWrong_ = false;
  std::optional<Clicked> clicked_;
  std::optional<PointedPiece> marked_;

  /// What of the picture is shown, and what the person wants of that.
  PicturePart part_;
  QuarterTurn turned_;
  bool wantsWhole_ = false;

  Texture texture_;
  /// What the texture holds, and in which size.
  std::shared_ptr<const cv::Mat> uploaded_;
  PicturePart uploadedPart_;
  cv::Size uploadedSize_;
  /// Kept for their memory.
  cv::Mat turnedPicture_, smaller_;
};

}  // namespace octo::ui
