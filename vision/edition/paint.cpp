#include "vision/edition/paint.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "vision/locate/marker_dictionary.h"

namespace octo::vision {
namespace {

double byteAt(std::string_view text, std::size_t at) {
  int value = 0;
  const char* begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + 2, value, 16);
  if (error != std::errc{} || end != begin + 2) throw std::invalid_argument("no colour: " + std::string(text));
  return value / 255.0;
}

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
using Layout = std::unique_ptr<PangoLayout, Unref>;

// Pango works in whole device units at this many units a millimetre: text is laid out large and scaled down, so that
// hinting never moves a letter.
constexpr double kTextScale = 64.0;

Layout makeLayout(cairo_t* context, const std::string& text, const char* font, double size) {
  Layout layout(pango_cairo_create_layout(context));
  pango_cairo_context_set_resolution(pango_layout_get_context(layout.get()), 72.0);
  PangoFontDescription* description = pango_font_description_from_string(font);
  pango_font_description_set_absolute_size(description, size * kTextScale * PANGO_SCALE);
  pango_layout_set_font_description(layout.get(), description);
  pango_font_description_free(description);
  pango_layout_set_text(layout.get(), text.c_str(), static_cast<int>(text.size()));
  return layout;
}

// Share of the font size that a capital takes in DejaVu Sans.
constexpr double kCapital = 0.729;

}  // namespace

Ink Ink::parse(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') throw std::invalid_argument("no colour: " + std::string(text));
  return {byteAt(text, 1), byteAt(text, 3), byteAt(text, 5)};
}

Ink Ink::mixedWith(const Ink& other, double share) const {
  const auto mix = [share](double a, double b) { return a + (b - a) * share; };
  return {mix(red, other.red), mix(green, other.green), mix(blue, other.blue)};
}

void CairoDestroy::operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
void CairoDestroy::operator()(cairo_t* context) const { cairo_destroy(context); }

void setInk(cairo_t* context, const Ink& ink) { cairo_set_source_rgb(context, ink.red, ink.green, ink.blue); }

void fillCircle(cairo_t* context, double centreX, double centreY, double radius) {
  cairo_new_path(context);
  cairo_arc(context, centreX, centreY, radius, 0, 2 * std::numbers::pi);
  cairo_fill(context);
}

void octagonPath(cairo_t* context, double centreX, double centreY, double across) {
  const double radius = across / 2 / std::cos(std::numbers::pi / 8);
  cairo_new_sub_path(context);
  for (int corner = 0; corner < 8; ++corner) {
    const double angle = (corner - 2.5) * std::numbers::pi / 4;
    cairo_line_to(context, centreX + radius * std::cos(angle), centreY + radius * std::sin(angle));
  }
  cairo_close_path(context);
}

void roundedPath(cairo_t* context, double x, double y, double width, double height, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  cairo_new_sub_path(context);
  cairo_arc(context, x + width - radius, y + radius, radius, -kQuarter, 0);
  cairo_arc(context, x + width - radius, y + height - radius, radius, 0, kQuarter);
  cairo_arc(context, x + radius, y + height - radius, radius, kQuarter, 2 * kQuarter);
  cairo_arc(context, x + radius, y + radius, radius, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(context);
}

void drawMarker(cairo_t* context, int id, double centreX, double centreY, double size) {
  const double module = size / kMarkerModules;
  const double left = centreX - size / 2, top = centreY - size / 2;
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_rectangle(context, left - module, top - module, size + 2 * module, size + 2 * module);
  cairo_fill(context);
  cairo_set_source_rgb(context, 0, 0, 0);
  cairo_rectangle(context, left, top, size, size);
  cairo_fill(context);
  cairo_set_source_rgb(context, 1, 1, 1);
  const auto pattern = kMarkerPatterns.at(static_cast<std::size_t>(id));
  for (int row = 0; row < kMarkerBits; ++row)
    for (int column = 0; column < kMarkerBits; ++column)
      if (markerBit(pattern, column, row))
        cairo_rectangle(context, left + (column + 1) * module, top + (row + 1) * module, module, module);
  cairo_fill(context);
}

void drawText(cairo_t* context, const std::string& text, double centreX, double centreY, double height,
              const char* font) {
  cairo_save(context);
  cairo_translate(context, centreX, centreY);
  cairo_scale(context, 1 / kTextScale, 1 / kTextScale);
  const Layout layout = makeLayout(context, text, font, height / kCapital);
  PangoRectangle logical;
  pango_layout_get_extents(layout.get(), nullptr, &logical);
  const double baseline = static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE;
  cairo_move_to(context, -static_cast<double>(logical.width) / PANGO_SCALE / 2, height * kTextScale / 2 - baseline);
  pango_cairo_show_layout(context, layout.get());
  cairo_restore(context);
}

void drawGlyphs(cairo_t* context, const std::string& text, double centreX, double centreY, double width, double height,
                const char* font) {
  cairo_save(context);
  cairo_translate(context, centreX, centreY);
  cairo_scale(context, 1 / kTextScale, 1 / kTextScale);
  const Layout layout = makeLayout(context, text, font, height / kCapital);
  PangoRectangle ink;
  pango_layout_get_extents(layout.get(), &ink, nullptr);
  const auto units = [](int length) { return static_cast<double>(length) / PANGO_SCALE; };
  const double scale = kTextScale * std::min(width / units(ink.width), height / units(ink.height));
  cairo_scale(context, scale, scale);
  cairo_move_to(context, -units(ink.x) - units(ink.width) / 2, -units(ink.y) - units(ink.height) / 2);
  pango_cairo_show_layout(context, layout.get());
  cairo_restore(context);
}

double drawParagraph(cairo_t* context, const std::string& text, double x, double y, double width, double size,
                     const char* font) {
  cairo_save(context);
  cairo_translate(context, x, y);
  cairo_scale(context, 1 / kTextScale, 1 / kTextScale);
  const Layout layout = makeLayout(context, text, font, size / 1.35);
  pango_layout_set_width(layout.get(), static_cast<int>(width * kTextScale * PANGO_SCALE));
  pango_layout_set_line_spacing(layout.get(), 1.15F);
  cairo_move_to(context, 0, 0);
  pango_cairo_show_layout(context, layout.get());
  PangoRectangle logical;
  pango_layout_get_extents(layout.get(), nullptr, &logical);
  cairo_restore(context);
  return static_cast<double>(logical.height) / PANGO_SCALE / kTextScale;
}

}  // namespace octo::vision
