#pragma once

#include <imgui.h>

#include <map>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/game_id.h"
#include "ui/window/texture.h"

namespace octo::ui {

/// The faces of the print editions as textures, drawn once each when first asked for. Window's thread only.
class PieceArt {
 public:
  /// `scale` as of the theme: pieces are stored large enough to be sharp.
  explicit PieceArt(float scale) : scale_(scale) {}

  /// Draws the piece about a centre, `across` pixels wide, turned clockwise by degrees; a grey disc with the
  /// face's name where the edition has no such face. `opacity`: 0 to 1.
  void draw(ImDrawList& draw, GameId game, const Face& face, ImVec2 centre, float across, double degrees,
            float opacity = 1);

  /// Every face that the game's edition has a piece for, shields and cards, in its own order.
  static std::vector<Face> pieces(GameId game);

 private:
  const Texture& texture(GameId game, const Face& face);

  float scale_;
  std::map<std::pair<GameId, Face>, Texture> textures_;
};

}  // namespace octo::ui
