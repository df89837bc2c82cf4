#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/piece_art.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// What somebody who teaches an edition calls that piece: "arms, red 5".
std::string taughtPieceName(const Face& face, const Words& words);

/// An edition while it is taught: which piece is asked for, what the camera sees, and all pieces with what was taken of
/// them.
class EnrolmentView {
 public:
  explicit EnrolmentView(PieceArt& art) : art_(art) {}

  Requests draw(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught, const Words& words);

 private:
  /// A picture on the graphics card.
  struct Shown {
    Texture texture;
    std::shared_ptr<const cv::Mat> picture;
    void take(const std::shared_ptr<const cv::Mat>& newer);
  };

  void drawAsked(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught, const Words& words);
  void drawPicture(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught, const Words& words);
  void drawSight(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught, const Words& words) const;
  void drawPieces(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught, const Words& words,
                  Requests& requests);
  void drawPiece(const Theme& theme, const EnrolmentSnapshot& taught, std::size_t index, const Words& words,
                 Requests& requests);

  PieceArt& art_;
  Shown picture_;
  /// Of each piece, by its name.
  std::map<std::string, std::vector<Shown>> views_;
  /// What was asked for in the latest frame: the list shows it when it is another one.
  std::optional<std::size_t> asked_;
};

}  // namespace octo::ui
