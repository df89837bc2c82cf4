#pragma once

#include <numbers>
#include <string>
#include <string_view>

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;

/// Small drawing words that the print editions share. All lengths in the context's own unit, millimetres for us;
/// y down; nothing here changes the context but what it says.
namespace octo::vision {

/// All round, in radians.
inline constexpr double kTurn = 2 * std::numbers::pi;

/// Ends what Cairo made, for std::unique_ptr.
struct CairoDestroy {
  void operator()(cairo_surface_t* surface) const;
  void operator()(cairo_t* context) const;
};

/// A printed colour, each part 0 to 1.
struct Ink {
  double red, green, blue;

  /// "#cb2431". Throws std::invalid_argument.
  static Ink parse(std::string_view text);
  /// This colour with `share` (0 to 1) of the other.
  Ink mixedWith(const Ink& other, double share) const;
};

void setInk(cairo_t* context, const Ink& ink);

/// A disc in the current colour.
void fillCircle(cairo_t* context, double centreX, double centreY, double radius);

/// A regular octagon that stands on a side, as a path: `across` is the distance between opposite sides.
void octagonPath(cairo_t* context, double centreX, double centreY, double across);

/// A rectangle with round corners, as a path.
void roundedPath(cairo_t* context, double x, double y, double width, double height, double radius);

/// One of the markers of `marker_dictionary.h`: black and white, `size` the side of its black square, upright, with a
/// white ground one module wide around it.
void drawMarker(cairo_t* context, int id, double centreX, double centreY, double size);

/// One line of text about a point; `height` is that of its capitals. `font` as Pango writes it, without a size.
void drawText(cairo_t* context, const std::string& text, double centreX, double centreY, double height,
              const char* font = "DejaVu Sans Bold");

/// One line of text scaled so that its ink, not its letters' boxes, is centred on a point and fills a height or a
/// width, whichever is reached first.
void drawGlyphs(cairo_t* context, const std::string& text, double centreX, double centreY, double width, double height,
                const char* font = "DejaVu Sans Bold");

/// Text from its top left corner, broken at `width`; `size` is the distance between lines. Returns its height.
double drawParagraph(cairo_t* context, const std::string& text, double x, double y, double width, double size,
                     const char* font = "DejaVu Sans");

}  // namespace octo::vision
