#pragma once

#include "vision/edition/paint.h"

namespace octo::vision {

/// The colours of a drawn animal.
struct OctopusInks {
  Ink body, outline, light;
};

/// One arm about its foot at (x, y): `length` along its middle line, `lean` degrees clockwise from straight
/// up, curling to the right for `curl` above 0 and to the left below; 1 is about one turn of its tip. Suckers
/// on its inner side.
void drawArm(cairo_t* context, double x, double y, double length, double width, double lean, double curl,
             const OctopusInks& inks);

/// A whole octopus with eight arms, looking at us: `size` is how high and wide it is at most, (x, y) its
/// middle.
void drawOctopus(cairo_t* context, double x, double y, double size, const OctopusInks& inks);

/// The same as a plain shape of one colour with eyes of another, to be seen from afar.
void drawOctopusSign(cairo_t* context, double x, double y, double size, const Ink& body, const Ink& eyes);

}  // namespace octo::vision
