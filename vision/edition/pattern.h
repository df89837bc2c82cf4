#pragma once

#include <string_view>

typedef struct _cairo cairo_t;

namespace octo::vision {

/// The pattern that goes with a symbol of `symbol.h`, about the origin, within what is clipped now and at
/// least as far as `radius`, in the current colour: slanting lines for "flame", rays for "sun" and "star",
/// dots for "bolt", chevrons for "leaf", waves for "wave", rings for "moon", fish scales for "dragon".
/// Nothing for a symbol without one.
void drawPattern(cairo_t* context, std::string_view symbol, double radius);

}  // namespace octo::vision
