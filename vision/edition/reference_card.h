#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "tracker/vocabulary/game_id.h"
#include "vision/edition/paint.h"

namespace octo::vision {

/// A card that players keep beside them; no piece of the game. Its size in mm, and its drawing from its top left
/// corner.
struct ReferenceCard {
  double widthMm, heightMm;
  std::function<void(cairo_t*)> draw;
};

/// The card of a game that has one, The OCTAL's conditions with the values that fit, in words of that language ("en",
/// "ja", "nl", "it", "de"). Throws std::out_of_range for another language.
std::optional<ReferenceCard> referenceCard(GameId game, std::string_view language);

}  // namespace octo::vision
