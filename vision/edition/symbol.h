#pragma once

#include <string_view>

typedef struct _cairo cairo_t;

namespace octo::vision {

/// The signs that tell the colours of Octagone apart without colour: "flame", "sun", "bolt", "leaf", "wave", "moon",
/// "star", "crown". Drawn upright in the current colour within `radius` of the centre. Throws std::invalid_argument.
void drawSymbol(cairo_t* context, std::string_view symbol, double centreX, double centreY, double radius);

}  // namespace octo::vision
