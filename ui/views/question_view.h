#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// What the tracker cannot settle alone: the oldest question with its likely answers, one click or number key
/// each.
class QuestionView {
 public:
  explicit QuestionView(PieceArt& art) : art_(art) {}

  /// `game` has at least one question.
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const Words& words);

 private:
  PieceArt& art_;
};

}  // namespace octo::ui
