#include "datasets/invented_edition.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <numbers>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "datasets/scene/random.h"
#include "vision/edition/taught_edition.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;
using std::numbers::pi;

constexpr double kPixelsPerMm = 10;

struct Colour {
  double r, g, b;
};

Colour hsv(double hue, double saturation, double value) {
  const auto channel = [&](double n) {
    const double k = std::fmod(n + hue / 60, 6);
    return value - value * saturation * std::max(0.0, std::min({k, 4 - k, 1.0}));
  };
  return {channel(5), channel(3), channel(1)};
}

Colour mixed(Colour a, Colour b, double t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

struct FreeSurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// Draws the faces of one edition; what all faces share was drawn by chance once.
class Inventor {
 public:
  Inventor(GameId game, EditionStyle style, std::uint64_t seed)
      : game_(game),
        style_(style),
        seed_(seed),
        random_(Random(seed).fork(kEditionStyles[static_cast<std::size_t>(style)])) {
    ground_ = hsv(random_.between(0, 360), random_.between(0.05, 0.45), random_.between(0.75, 0.98));
    ink_ = hsv(random_.between(0, 360), random_.between(0.2, 0.8), random_.between(0.08, 0.35));
    accent_ = hsv(random_.between(0, 360), random_.between(0.4, 0.9), random_.between(0.4, 0.8));
    font_ = random_.pick(std::array<std::string, 3>{"DejaVu Serif", "DejaVu Sans", "DejaVu Sans Mono"});
    bold_ = random_.chance(0.6);
    // In a column only the top of a card shows, so editions have their numerals there.
    corner_ = random_.below(2);
    both_ = random_.chance(0.5);
    frames_ = 1 + random_.below(3);
    petals_ = 5 + random_.below(9);
    hueShift_ = random_.between(-18, 18);
    numeralMm_ = style == EditionStyle::Minimal ? random_.between(6, 9) : random_.between(11, 20);
    dark_ = style == EditionStyle::Minimal && random_.chance(0.3);
    if (style == EditionStyle::Minimal) {
      ground_ = dark_ ? hsv(random_.between(0, 360), random_.between(0, 0.5), 0.18)
                      : hsv(random_.between(0, 360), random_.between(0, 0.08), random_.between(0.9, 0.98));
      ink_ = dark_ ? Colour{0.92, 0.92, 0.9} : hsv(random_.between(0, 360), random_.between(0, 0.7), 0.2);
    }
  }

  cv::Mat draw(const Face& face, double widthMm, double heightMm, bool octagon) {
    w_ = widthMm, h_ = heightMm;
    cv::Mat picture(static_cast<int>(std::lround(h_ * kPixelsPerMm)), static_cast<int>(std::lround(w_ * kPixelsPerMm)),
                    CV_8UC4, cv::Scalar::all(255));
    {
      const std::unique_ptr<cairo_surface_t, FreeSurface> surface(cairo_image_surface_create_for_data(
          picture.data, CAIRO_FORMAT_RGB24, picture.cols, picture.rows, static_cast<int>(picture.step)));
      const std::unique_ptr<cairo_t, FreeSurface> context(cairo_create(surface.get()));
      c_ = context.get();
      cairo_scale(c_, kPixelsPerMm, kPixelsPerMm);
      // Of its own for each face: the picture behind, and how it stands.
      own_ = Random(seed_).fork(face.text());
      const bool back = face.text().ends_with("back");
      background(face, back, octagon);
      if (!back) octagon ? shield(face) : content(face);
      cairo_surface_flush(surface.get());
    }
    cv::Mat bgr;
    cv::cvtColor(picture, bgr, cv::COLOR_BGRA2BGR);
    return bgr;
  }

 private:
  void set(Colour colour, double alpha = 1) { cairo_set_source_rgba(c_, colour.r, colour.g, colour.b, alpha); }

  Colour tint(const std::string& name) const {
    static const std::map<std::string, double> hues{{"red", 0},     {"orange", 28}, {"yellow", 52},
                                                    {"green", 125}, {"blue", 220},  {"purple", 285}};
    const auto hue = hues.find(name);
    if (hue == hues.end()) return {0.6, 0.6, 0.6};
    return hsv(std::fmod(hue->second + hueShift_ * 0.5 + 360, 360), 0.75, name == "yellow" ? 0.92 : 0.72);
  }

  void background(const Face& face, bool back, bool octagon) {
    const bool heads = back && face.text() != "back";
    const Colour base = back ? mixed(heads ? ground_ : accent_, ink_, 0.4) : ground_;
    cairo_rectangle(c_, 0, 0, w_, h_);
    set(base);
    cairo_fill(c_);
    if (style_ == EditionStyle::Photographic) return photograph(face, back);
    if (style_ == EditionStyle::Ornate) ornament(back, octagon);
    if (back) pattern();
    if (style_ == EditionStyle::Minimal && !octagon) {
      set(ink_, 0.35);
      cairo_set_line_width(c_, 0.3);
      cairo_rectangle(c_, 3, 3, w_ - 6, h_ - 6);
      cairo_stroke(c_);
    }
  }

  /// Clouds of colour and soft shapes, as a photograph behind a face has them: another one for each face.
  void photograph(const Face& face, bool back) {
    const Colour far = hsv(own_.between(0, 360), own_.between(0.2, 0.6), own_.between(0.25, 0.7));
    const Colour near = hsv(own_.between(0, 360), own_.between(0.2, 0.6), own_.between(0.35, 0.85));
    cairo_pattern_t* sky = cairo_pattern_create_linear(0, 0, 0, h_);
    cairo_pattern_add_color_stop_rgb(sky, 0, far.r, far.g, far.b);
    cairo_pattern_add_color_stop_rgb(sky, 1, near.r, near.g, near.b);
    cairo_set_source(c_, sky);
    cairo_rectangle(c_, 0, 0, w_, h_);
    cairo_fill(c_);
    cairo_pattern_destroy(sky);
    for (int i = 0; i < 60; ++i) {
      const double x = own_.between(0, w_), y = own_.between(0, h_), r = own_.between(1.5, 14);
      const Colour blob = hsv(own_.between(0, 360), own_.between(0.1, 0.6), own_.between(0.15, 0.95));
      cairo_pattern_t* soft = cairo_pattern_create_radial(x, y, r * own_.between(0.1, 0.8), x, y, r);
      cairo_pattern_add_color_stop_rgba(soft, 0, blob.r, blob.g, blob.b, own_.between(0.1, 0.45));
      cairo_pattern_add_color_stop_rgba(soft, 1, blob.r, blob.g, blob.b, 0);
      cairo_set_source(c_, soft);
      cairo_paint(c_);
      cairo_pattern_destroy(soft);
    }
    if (back) pattern();
    (void)face;
  }

  void ornament(bool back, bool octagon) {
    for (int i = 0; i < frames_ && !octagon; ++i) {
      const double in = 2.5 + 1.6 * i;
      set(back ? ground_ : accent_);
      cairo_set_line_width(c_, 0.4 + 0.3 * (i % 2));
      cairo_rectangle(c_, in, in, w_ - 2 * in, h_ - 2 * in);
      cairo_stroke(c_);
    }
    // Leaves along a line in the corners.
    for (int corner = 0; corner < 4; ++corner) {
      cairo_save(c_);
      cairo_translate(c_, corner % 2 ? w_ : 0, corner / 2 ? h_ : 0);
      cairo_scale(c_, corner % 2 ? -1 : 1, corner / 2 ? -1 : 1);
      set(mixed(accent_, ink_, 0.3));
      cairo_set_line_width(c_, 0.5);
      for (int leaf = 0; leaf < petals_; ++leaf) {
        const double t = 6 + 2.1 * leaf;
        cairo_move_to(c_, t, 6);
        cairo_curve_to(c_, t + 1, 5, t + 2, 8, t + 0.6, 9);
        cairo_move_to(c_, 6, t);
        cairo_curve_to(c_, 5, t + 1, 8, t + 2, 9, t + 0.6);
      }
      cairo_stroke(c_);
      cairo_restore(c_);
    }
  }

  void pattern() {
    set(ground_, 0.8);
    cairo_set_line_width(c_, 0.5);
    const double step = 4 + petals_ * 0.4;
    for (double x = step / 2; x < w_; x += step)
      for (double y = step / 2; y < h_; y += step) {
        cairo_new_sub_path(c_);
        cairo_arc(c_, x, y, step * 0.35, 0, 2 * pi);
      }
    cairo_stroke(c_);
  }

  void text(const std::string& said, double x, double y, double mm, Colour colour) {
    cairo_select_font_face(c_, font_.c_str(), CAIRO_FONT_SLANT_NORMAL,
                           bold_ ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c_, mm * 1.35);
    cairo_text_extents_t extents;
    cairo_text_extents(c_, said.c_str(), &extents);
    if (style_ == EditionStyle::Photographic) {
      cairo_move_to(c_, x - extents.width / 2 - extents.x_bearing + 0.5,
                    y - extents.height / 2 - extents.y_bearing + 0.5);
      set({0, 0, 0}, 0.7);
      cairo_show_text(c_, said.c_str());
    }
    cairo_move_to(c_, x - extents.width / 2 - extents.x_bearing, y - extents.height / 2 - extents.y_bearing);
    set(colour);
    cairo_show_text(c_, said.c_str());
  }

  /// Where the edition's numerals stand: in a corner, or there and in the opposite one upside down.
  template <typename Drawing>
  void inCorners(double room, Drawing drawing) {
    for (int turn = 0; turn < (both_ ? 2 : 1); ++turn) {
      cairo_save(c_);
      if (turn) cairo_translate(c_, w_, h_), cairo_rotate(c_, pi);
      drawing(corner_ % 2 ? w_ - room : room, corner_ / 2 ? h_ - room : room);
      cairo_restore(c_);
    }
  }

  void content(const Face& face) {
    const std::string family(face.family());
    const bool head = family == "head";
    const Colour light = style_ == EditionStyle::Photographic ? Colour{0.97, 0.97, 0.95} : ink_;
    if (game_ == GameId::Oct8) {
      const Colour own = tint(head ? std::string(face.detail()) : family);
      head ? octopusHead(own) : arms(own, std::stoi(std::string(face.detail())));
      inCorners(numeralMm_ * 0.75 + 3.5,
                [&](double x, double y) { corner(head ? "" : face.detail(), own, light, x, y); });
      return;
    }
    if (family == "all") return text("ALL", w_ / 2, h_ / 2, numeralMm_ * 1.1, light);
    static const std::map<std::string, std::string> signs{{"greater", ">"},   {"less", "<"},     {"equal", "="},
                                                          {"different", "≠"}, {"multiple", "×"}, {"divisor", "÷"}};
    const std::string detail(face.detail());
    const std::string sign = signs.at(detail.substr(0, detail.find(':')));
    const double room = numeralMm_ * 0.75 + 3.5;
    inCorners(room, [&](double x, double y) {
      text(family, x, y, numeralMm_, light);
      text(sign, w_ - x, y, numeralMm_, light);
    });
    const double signMm = style_ == EditionStyle::Minimal ? numeralMm_ : numeralMm_ * 1.6;
    // Numerals stay free, as on every card that can be played with.
    const double free = std::hypot(w_ / 2 - room, h_ / 2 - room) - 0.6 * numeralMm_;
    if (style_ == EditionStyle::Ornate) medallion(w_ / 2, h_ / 2, std::min(signMm, free / kPetals));
    text(sign, w_ / 2, h_ / 2, signMm, style_ == EditionStyle::Ornate ? ground_ : light);
    arrows(detail.ends_with("both"), light);
  }

  /// That is what shows in a column: a colour, and an arm's number.
  void corner(std::string_view number, Colour own, Colour light, double x, double y) {
    const bool bare = style_ == EditionStyle::Minimal && !number.empty();
    if (!bare) {
      set(own, 0.9);
      cairo_arc(c_, x, y, numeralMm_ * 0.72, 0, 2 * pi);
      cairo_fill(c_);
    }
    if (!number.empty()) text(std::string(number), x, y, bare ? numeralMm_ : numeralMm_ * 0.9, bare ? own : light);
  }

  /// Of a medallion's radius, how far its petals reach.
  static constexpr double kPetals = 1.25;

  void medallion(double x, double y, double r) {
    set(mixed(accent_, ink_, 0.5));
    for (int i = 0; i <= petals_ * 12; ++i) {
      const double a = 2 * pi * i / (petals_ * 12), out = r * (kPetals - 0.1 + 0.1 * std::cos(petals_ * a));
      cairo_line_to(c_, x + out * std::cos(a), y + out * std::sin(a));
    }
    cairo_fill(c_);
  }

  void arrows(bool both, Colour colour) {
    set(colour);
    for (int end = 0; end < (both ? 2 : 1); ++end) {
      cairo_save(c_);
      if (end) cairo_translate(c_, w_, h_), cairo_rotate(c_, pi);
      cairo_move_to(c_, w_ / 2, 4);
      cairo_line_to(c_, w_ / 2 + 3, 8.5);
      cairo_line_to(c_, w_ / 2 - 3, 8.5);
      cairo_fill(c_);
      cairo_restore(c_);
    }
  }

  void arms(Colour colour, int count) {
    set(colour, style_ == EditionStyle::Photographic ? 0.85 : 1);
    cairo_set_line_cap(c_, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(c_, style_ == EditionStyle::Minimal ? 1.2 : 3.2);
    for (int i = 0; i < count; ++i) {
      const double x = w_ * (i + 1.0) / (count + 1), swing = 3 + 0.4 * petals_;
      cairo_move_to(c_, x, h_ * 0.3);
      cairo_curve_to(c_, x + swing, h_ * 0.45, x - swing, h_ * 0.6, x + swing / 2, h_ * 0.74);
      cairo_stroke(c_);
    }
  }

  void octopusHead(Colour colour) {
    set(colour);
    cairo_save(c_);
    cairo_translate(c_, w_ / 2, h_ * 0.45);
    cairo_scale(c_, style_ == EditionStyle::Minimal ? 9 : 18, style_ == EditionStyle::Minimal ? 11 : 22);
    cairo_arc(c_, 0, 0, 1, 0, 2 * pi);
    cairo_restore(c_);
    cairo_fill(c_);
    for (const double side : {-1.0, 1.0}) {
      set({1, 1, 1});
      cairo_arc(c_, w_ / 2 + 5 * side, h_ * 0.45, 2.6, 0, 2 * pi);
      cairo_fill(c_);
      set({0.1, 0.1, 0.1});
      cairo_arc(c_, w_ / 2 + 5 * side, h_ * 0.46, 1.2, 0, 2 * pi);
      cairo_fill(c_);
    }
  }

  void shield(const Face& face) {
    const std::string what(face.detail());
    const double x = w_ / 2, y = h_ / 2, r = w_ / 2 - 4;
    if (what == "joker") {
      const std::array<const char*, 6> all{"red", "orange", "yellow", "green", "blue", "purple"};
      for (std::size_t i = 0; i < all.size(); ++i) {
        set(tint(all[i]));
        cairo_move_to(c_, x, y);
        cairo_arc(c_, x, y, r, 2 * pi * static_cast<double>(i) / 6 - pi / 2,
                  2 * pi * static_cast<double>(i + 1) / 6 - pi / 2);
        cairo_fill(c_);
      }
    } else {
      set(what == "lady" ? Colour{0.97, 0.96, 0.93} : tint(what));
      cairo_arc(c_, x, y, r, 0, 2 * pi);
      cairo_fill(c_);
      if (style_ == EditionStyle::Ornate) {
        set(ink_, 0.6);
        cairo_set_line_width(c_, 0.6);
        for (int i = 0; i < petals_; ++i) {
          cairo_arc(c_, x + r * 0.55 * std::cos(2 * pi * i / petals_), y + r * 0.55 * std::sin(2 * pi * i / petals_),
                    r * 0.3, 0, 2 * pi);
          cairo_stroke(c_);
        }
      }
      if (what == "lady") medallion(x, y, 6);
    }
    // The arrow: a broad one, a thin one, or a dart with a shaft.
    set(style_ == EditionStyle::Minimal ? ink_ : Colour{0.08, 0.08, 0.1});
    const double half = frames_ == 1 ? 6 : frames_ == 2 ? 3 : 4.5;
    cairo_move_to(c_, x, 3);
    cairo_line_to(c_, x + half, 3 + half * 1.8);
    cairo_line_to(c_, x - half, 3 + half * 1.8);
    cairo_fill(c_);
    if (frames_ != 1) {
      cairo_rectangle(c_, x - half / 4, 3 + half * 1.7, half / 2, 9);
      cairo_fill(c_);
    }
  }

  GameId game_;
  EditionStyle style_;
  std::uint64_t seed_;
  Random random_, own_{0};
  cairo_t* c_ = nullptr;
  double w_ = 0, h_ = 0;
  Colour ground_{}, ink_{}, accent_{};
  std::string font_;
  bool bold_ = false, both_ = false, dark_ = false;
  int corner_ = 0, frames_ = 1, petals_ = 6;
  double hueShift_ = 0, numeralMm_ = 12;
};

}  // namespace

EditionStyle editionStyle(const std::string& name) {
  const auto* style = std::find(kEditionStyles.begin(), kEditionStyles.end(), name);
  if (style != kEditionStyles.end()) return static_cast<EditionStyle>(style - kEditionStyles.begin());
  throw std::runtime_error(name + ": no style of an invented edition; there are ornate, photographic and minimal");
}

void inventEdition(GameId game, EditionStyle style, std::uint64_t seed, const fs::path& folder) {
  if (game == GameId::Octa) throw std::out_of_range("Octa is played with real decks; no edition of it is invented");
  Inventor inventor(game, style, seed);
  fs::create_directories(folder);
  vision::EditionList list{
      std::string("invented, ") + kEditionStyles[static_cast<std::size_t>(style)] + " " + std::to_string(seed),
      game,
      "drawn by chance",
      "CC0-1.0",
      {}};
  for (const vision::FaceArt& art : vision::printEdition(game).faces()) {
    const bool octagon = art.shape == vision::Shape::Octagon;
    if ((art.shape != vision::Shape::Card && !octagon) || art.face.family() == "marker" || art.face.text() == "turn")
      continue;
    std::string file = art.face.text() + ".png";
    std::replace(file.begin(), file.end(), ':', '_');
    if (!cv::imwrite((folder / file).string(), inventor.draw(art.face, art.widthMm, art.heightMm, octagon)))
      throw std::runtime_error((folder / file).string() + ": cannot be written");
    list.faces.push_back({art, {file}});
  }
  std::ofstream out(folder / "edition.toml");
  out << vision::editionToml(list);
  if (!out.flush()) throw std::runtime_error((folder / "edition.toml").string() + ": cannot be written");
}

}  // namespace octo::datasets
