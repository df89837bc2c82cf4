#pragma once

#include <string_view>

typedef struct _cairo cairo_t;

namespace octo::vision {

/// The sign of a condition of The OCTAL (> < = ≠ × ÷) about a point, in the current colour, within a square of `size`
/// mm.
void drawSign(cairo_t* context, std::string_view sign, double x, double y, double size);

}  // namespace octo::vision
