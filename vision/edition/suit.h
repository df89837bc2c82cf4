#pragma once

typedef struct _cairo cairo_t;

namespace octo::vision {

/// The sign of a French suit, 'S', 'H', 'D' or 'C', upright in the current colour, `size` high, about (x, y).
void drawSuit(cairo_t* context, char suit, double x, double y, double size);

}  // namespace octo::vision
