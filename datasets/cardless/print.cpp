#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "datasets/cardless/texture.h"

namespace octo::datasets {
namespace {

using vision::Ink;

double wide() { return kCardlessSize.width; }
double high() { return kCardlessSize.height; }

/// Letters as words have them, seldom a figure.
std::string word(Random& random) {
  static const std::string vowels = "aeiou", others = "bcdfghklmnprstvwz";
  std::string text;
  for (int i = 2 + random.below(7); i > 0; --i) {
    const std::string& from = i % 2 ? vowels : others;
    text += from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
  }
  if (random.chance(0.3)) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string number(Random& random) { return std::to_string(random.below(random.chance(0.6) ? 100 : 3000)); }

std::string words(Random& random, int count, double figures = 0.1) {
  std::string text;
  while (count-- > 0)
    text += (random.chance(figures) ? number(random) : word(random)) + (random.chance(0.15) ? ", " : " ");
  return text;
}

std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

void star(cairo_t* c, int points, double outer, double inner) {
  for (int i = 0; i < 2 * points; ++i) {
    const double angle = i * vision::kTurn / (2 * points), r = i % 2 ? inner : outer;
    cairo_line_to(c, r * std::sin(angle), -r * std::cos(angle));
  }
  cairo_close_path(c);
}

/// A line that a hand draws: it goes on as it went, and sways.
void handLine(cairo_t* c, Random& random, double x, double y, double length, double step) {
  double angle = random.between(0, 6.28), bend = random.normal(0.3, 1);
  cairo_move_to(c, x, y);
  for (double gone = 0; gone < length; gone += step) {
    bend = 0.8 * bend + random.normal(0.25, 0.8);
    angle += bend;
    x += step * std::cos(angle), y += step * std::sin(angle);
    cairo_line_to(c, x, y);
  }
  cairo_stroke(c);
}

void blob(cairo_t* c, Random& random, double size) {
  const double a = random.between(0, 6.28), b = random.between(0, 6.28), m = random.between(0, 0.35);
  for (int i = 0; i < 60; ++i) {
    const double t = i * vision::kTurn / 60, r = size * (1 + m * std::sin(2 * t + a) + 0.5 * m * std::sin(5 * t + b));
    cairo_line_to(c, r * std::cos(t), r * std::sin(t));
  }
  cairo_close_path(c);
}

}  // namespace

cv::Mat scribble(Random& random) {
  const Ink paper = random.chance(0.8) ? inkOf(random.between(20, 60), random.between(0, 0.15), random.between(0.8, 1))
                                       : inkOf(random.between(0, 360), 0.5, random.between(0.1, 0.6));
  return drawn(paper, [&](cairo_t* c) {
    const double ruled = random.between(22, 60);
    if (random.chance(0.5)) {
      cairo_set_line_width(c, 1.5);
      vision::setInk(c, paper.mixedWith({0.2, 0.4, 0.8}, 0.4));
      for (double y = 0; y < high(); y += ruled) cairo_move_to(c, 0, y), cairo_line_to(c, wide(), y);
      if (random.chance(0.5))
        for (double x = 0; x < wide(); x += ruled) cairo_move_to(c, x, 0), cairo_line_to(c, x, high());
      cairo_stroke(c);
    }
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    const double pen = random.between(2, 9);
    const auto newPen = [&] {
      const bool dark = paper.red + paper.green + paper.blue > 1.5;
      vision::setInk(c, inkOf(random.between(0, 360), random.between(0, 1), dark ? random.between(0, 0.6) : 0.95));
      cairo_set_line_width(c, pen * random.between(0.6, 1.5));
    };
    newPen();
    for (double y = 40; y < high(); y += ruled * random.between(0.8, 2)) {  // writing that nobody can read
      if (random.chance(0.25)) newPen();
      double x = random.between(0, 200);
      const double end = random.between(300, wide()), tall = ruled * random.between(0.25, 0.5),
                   slant = random.between(-0.2, 0.8);
      while (x < end) {
        const double letter = tall * random.between(0.5, 1.2),
                     up = tall * (random.chance(0.2) ? 2 : 1) * random.between(0.6, 1.1);
        cairo_move_to(c, x, y);
        cairo_curve_to(c, x + slant * up + letter * random.between(-0.5, 1.5), y - up * 1.3,
                       x + random.between(-1, 1) * letter, y - up * random.between(-0.6, 1), x + letter,
                       y + random.normal(1.5, 4));
        cairo_stroke(c);
        x += letter * (random.chance(0.15) ? 2.2 : 1);
      }
    }
    for (int i = random.below(40); i > 0; --i) {
      newPen();
      const double x = random.between(0, wide()), y = random.between(0, high()), size = random.between(10, 80);
      switch (random.below(5)) {
        case 0:
          handLine(c, random, x, y, random.between(100, 1500), random.between(4, 25));
          break;
        case 1:
          drawTurned(c, x, y, random.normal(0.4, 1),
                     [&] { star(c, 4 + random.below(4), size, size * random.between(0.3, 0.7)); });
          cairo_stroke(c);
          break;
        case 2:
          for (double t = 0; t < 25; t += 0.2)
            cairo_line_to(c, x + size * t / 25 * std::cos(t), y + size * t / 25 * std::sin(t));
          cairo_stroke(c);
          break;
        case 3:
          for (int k = 0; k < 14; ++k)
            cairo_line_to(c, x + k * size * 0.12, y + (k % 2 ? size : 0) + random.normal(3, 8));
          cairo_stroke(c);
          break;
        default:
          drawTurned(c, x, y, random.between(0, 6.28), [&] { blob(c, random, size); });
          random.chance(0.4) ? cairo_fill(c) : cairo_stroke(c);
      }
    }
  });
}

cv::Mat streetMap(Random& random) {
  const Ink land = inkOf(random.between(30, 110), random.between(0, 0.25), random.between(0.85, 1));
  return drawn(land, [&](cairo_t* c) {
    for (int i = 8 + random.below(14); i > 0; --i) {
      vision::setInk(c, inkOf(random.chance(0.3) ? 210 : random.between(60, 140), random.between(0.1, 0.5),
                              random.between(0.75, 0.95)));
      drawTurned(c, random.between(0, wide()), random.between(0, high()), 0,
                 [&] { blob(c, random, random.between(30, 240)); });
      cairo_fill(c);
    }
    const cv::Mat land3d = roughness(random, random.between(150, 500), 3);
    const auto street = [&](double width, const Ink& ink, std::uint64_t seed) {
      Random again(seed);
      for (const double edge : {1.5, 0.0}) {
        Random same = again;
        vision::setInk(c, edge > 0 ? ink.mixedWith({0, 0, 0}, 0.45) : ink);
        cairo_set_line_width(c, width + 2 * edge);
        for (int i = 0; i < 14; ++i) {
          const double x = same.between(0, wide()), y = same.between(0, high()), a = same.between(0, 6.28),
                       bend = same.between(-400, 400);
          cairo_move_to(c, x - 1500 * std::cos(a), y - 1500 * std::sin(a));
          cairo_curve_to(c, x - 300 * std::cos(a) + bend, y - 300 * std::sin(a), x + 300 * std::cos(a),
                         y + 300 * std::sin(a) + bend, x + 1500 * std::cos(a), y + 1500 * std::sin(a));
          cairo_stroke(c);
        }
      }
    };
    const double size = random.between(0.6, 2);
    street(5 * size, {1, 1, 1}, random.bits());
    street(10 * size, inkOf(random.between(30, 60), 0.6, 1), random.bits());
    for (int i = 30 + random.below(90); i > 0; --i) {
      const std::string text = random.chance(0.3)   ? "B " + number(random)
                               : random.chance(0.3) ? number(random)
                                                    : words(random, 1 + random.below(2));
      vision::setInk(c, inkOf(random.between(0, 360), random.between(0, 0.8), random.between(0, 0.5)));
      const double height = size * random.between(6, 18);
      drawTurned(c, random.between(0, wide()), random.between(0, high()),
                 random.chance(0.4) ? 0 : random.between(-1.5, 1.5), [&] {
                   if (random.chance(0.2)) {
                     vision::fillCircle(c, 0, height * 1.6, height * 0.5);
                   } else if (random.chance(0.15)) {
                     vision::roundedPath(c, -height * 1.5, -height, height * 3, height * 2, height * 0.4);
                     cairo_fill(c);
                     vision::setInk(c, {1, 1, 1});
                   }
                   vision::drawText(c, text, 0, 0, height, anyFont(random));
                 });
    }
  });
}

cv::Mat printedPage(Random& random) {
  const Ink paper = inkOf(random.between(20, 60), random.between(0, 0.15), random.between(0.8, 1)),
            ink = inkOf(0, 0, random.between(0, 0.3));
  return drawn(paper, [&](cairo_t* c) {
    const char* font = anyFont(random);
    const double size = random.between(14, 60), column = random.between(250, 900), gap = random.between(20, 60);
    const bool table = random.chance(0.35);
    vision::setInk(c, ink);
    if (table) {
      const double row = size * random.between(1.2, 2), cell = size * random.between(1.4, 5);
      for (double y = row; y < high(); y += row) {
        for (double x = cell / 2; x < wide(); x += cell) {
          if (random.chance(0.08))
            vision::setInk(c, random.chance(0.5) ? ink : inkOf(random.between(0, 360), 0.8, 0.6));
          vision::drawText(c, random.chance(0.75) ? number(random) : word(random), x, y, size * 0.7, font);
        }
        if (random.chance(0.3)) cairo_rectangle(c, 0, y + row / 2, wide(), 1.5), cairo_fill(c);
      }
      return;
    }
    for (double x = gap; x < wide(); x += column + gap)
      for (double y = gap; y < high();) {
        if (random.chance(0.25)) {
          vision::setInk(c, random.chance(0.7) ? ink : inkOf(random.between(0, 360), 0.8, 0.6));
          y += vision::drawParagraph(c, capitals(words(random, 1 + random.below(4), 0.2)), x, y, column,
                                     size * random.between(1.3, 3), anyFont(random)) +
               size * 0.5;
          vision::setInk(c, ink);
        } else if (random.chance(0.12)) {
          cairo_set_line_width(c, 2);
          const double tall = random.between(80, 300);
          for (int i = 0; i < 12; ++i)
            cairo_rectangle(c, x + i * column / 12, y + tall, column / 16, -tall * random.unit());
          random.chance(0.5) ? cairo_fill(c) : cairo_stroke(c);
          y += tall + size;
        } else {
          y += vision::drawParagraph(c, words(random, 15 + random.below(60)), x, y, column, size, font) + size * 0.6;
        }
      }
  });
}

/// The lid of a game's box: a scene of simple shapes, a title, figures, signs.
cv::Mat boxArt(Random& random) {
  const double hue = random.between(0, 360);
  return drawn(inkOf(hue, random.between(0.2, 0.9), random.between(0.2, 0.8)), [&](cairo_t* c) {
    for (int i = 10 + random.below(50); i > 0; --i) {
      const Ink ink = inkOf(hue + random.between(-70, 70) + (random.chance(0.2) ? 180 : 0), random.between(0.1, 1),
                            random.between(0.1, 1));
      const double x = random.between(0, wide()), y = random.between(0, high()), size = random.between(15, 170);
      drawTurned(c, x, y, random.between(0, 6.28), [&] {
        vision::setInk(c, ink);
        switch (random.below(4)) {
          case 0:
            star(c, 3 + random.below(9), size, size * random.between(0.3, 0.9));
            break;
          case 1:
            vision::roundedPath(c, -size, -size * 0.6, 2 * size, size * 1.2, size * random.between(0.05, 0.5));
            break;
          default:
            blob(c, random, size);
        }
        cairo_fill_preserve(c);
        vision::setInk(c, ink.mixedWith({0, 0, 0}, random.between(0.2, 0.9)));
        cairo_set_line_width(c, random.between(1, 8));
        random.chance(0.6) ? cairo_stroke(c) : cairo_new_path(c);
        if (random.chance(0.3))  // eyes, wheels, windows
          for (const double side : {-0.3, 0.3})
            vision::fillCircle(c, side * size, -0.15 * size, size * random.between(0.08, 0.2));
      });
    }
    for (int i = 1 + random.below(3); i > 0; --i) {
      const double height = random.between(50, 200), x = wide() * random.between(0.3, 0.7),
                   y = high() * random.between(0.1, 0.9);
      const char* font = anyFont(random);
      const std::string title = capitals(word(random));
      drawTurned(c, x, y, random.normal(0.1, 0.3), [&] {
        vision::setInk(c, {0, 0, 0});
        vision::drawText(c, title, height * 0.06, height * 0.06, height, font);
        vision::setInk(c, inkOf(random.between(30, 60), random.between(0, 1), 1));
        vision::drawText(c, title, 0, 0, height, font);
      });
    }
    for (int i = 2 + random.below(8); i > 0; --i) {  // players, age, minutes, dice
      const double x = random.between(50, wide()), y = random.between(50, high()), size = random.between(15, 60);
      drawTurned(c, x, y, random.normal(0.3, 1), [&] {
        vision::setInk(c, random.chance(0.6) ? Ink{1, 1, 1} : inkOf(random.between(0, 360), 0.6, 0.6));
        vision::roundedPath(c, -size, -size, 2 * size, 2 * size, size * random.between(0.1, 1));
        cairo_fill(c);
        vision::setInk(c, random.chance(0.7) ? Ink{0, 0, 0} : Ink{0.8, 0, 0});
        if (random.chance(0.35)) {
          for (const double px : {-0.5, 0.0, 0.5})
            for (const double py : {-0.5, 0.0, 0.5})
              if (random.chance(0.5)) vision::fillCircle(c, px * size, py * size, size * 0.16);
        } else {
          vision::drawText(c, random.pick(std::array<const char*, 7>{"2-4", "10+", "45", "8", "4", "A", "3"}), 0, 0,
                           size, anyFont(random));
        }
      });
    }
  });
}

cv::Mat paintedTiles(Random& random) {
  const double side = random.between(90, 320), hue = random.between(0, 360);
  const Ink ground = inkOf(random.between(0, 60), random.between(0, 0.3), random.between(0.7, 1));
  const int layers = 3 + random.below(5);
  const std::uint64_t motif = random.bits();
  return drawn(ground, [&](cairo_t* c) {
    const auto tile = [&] {
      Random same(motif);
      for (int layer = 0; layer < layers; ++layer) {
        vision::setInk(c, inkOf(hue + same.between(-60, 60), same.between(0.1, 1), same.between(0.1, 0.95)));
        const int around = 4 * (1 + same.below(3)), shape = same.below(4);
        const double far = side * same.between(0, 0.5), size = side * same.between(0.04, 0.2),
                     notch = same.between(-0.4, 0.6);
        for (int i = 0; i < around; ++i) {
          cairo_rotate(c, vision::kTurn / around);
          drawTurned(c, 0, far, 0, [&] {
            if (shape == 0) {
              vision::fillCircle(c, 0, 0, size * 0.6);
            } else if (shape == 1) {
              star(c, 2, size, size * 0.55);
              cairo_fill(c);
            } else if (shape == 2) {
              cairo_move_to(c, 0, size * notch);
              cairo_curve_to(c, size, size, size * 1.2, -size * 0.4, 0, -size);
              cairo_curve_to(c, -size * 1.2, -size * 0.4, -size, size, 0, size * notch);
              cairo_fill(c);
            } else {
              cairo_set_line_width(c, size * 0.25);
              cairo_arc(c, 0, 0, size, 0.3, 2.8);
              cairo_stroke(c);
            }
          });
        }
      }
    };
    for (double y = 0; y < high() + side; y += side)
      for (double x = 0; x < wide() + side; x += side) drawTurned(c, x, y, 0, tile);
    vision::setInk(c, ground.mixedWith({0.3, 0.3, 0.3}, 0.6));
    for (double x = side / 2; x < wide() + side; x += side) cairo_rectangle(c, x, 0, 3, high());
    for (double y = side / 2; y < high() + side; y += side) cairo_rectangle(c, 0, y, wide(), 3);
    cairo_fill(c);
  });
}

cv::Mat keyboard(Random& random) {
  const bool dark = random.chance(0.6);
  const Ink key = inkOf(random.between(0, 360), random.between(0, 0.1),
                        dark ? random.between(0.1, 0.3) : random.between(0.8, 1)),
            letter = dark ? Ink{0.95, 0.95, 0.95} : Ink{0.1, 0.1, 0.15};
  static const std::array<std::string, 4> rows{"1234567890", "QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"};
  const double side = random.between(50, 130), gap = side * random.between(0.04, 0.2);
  const char* font = anyFont(random);
  const double share = random.between(0.22, 0.45);
  const bool corner = random.chance(0.5);
  return drawn(key.mixedWith({0.4, 0.4, 0.4}, 0.5), [&](cairo_t* c) {
    for (int row = 0; row * side < high(); ++row)
      for (int column = 0; column * side < wide(); ++column) {
        const double x = (column + 0.25 * (row % 4)) * side, y = row * side;
        const std::string& letters = rows[static_cast<std::size_t>(row % 4)];
        vision::setInk(c, key);
        vision::roundedPath(c, x + gap / 2, y + gap / 2, side - gap, side - gap, side * 0.12);
        cairo_fill(c);
        vision::setInk(c, letter);
        const double at = corner ? 0.32 : 0.5;
        vision::drawText(c, std::string(1, letters[static_cast<std::size_t>(column) % letters.size()]), x + at * side,
                         y + at * side, share * side, font);
        if (row % 4 == 0)
          vision::drawText(c, random.pick(std::array<const char*, 5>{"!", "%", "&", "/", "="}), x + 0.7 * side,
                           y + 0.75 * side, share * side * 0.7, font);
      }
  });
}

cv::Mat musicSheet(Random& random) {
  const double line = random.between(8, 28);
  return drawn(inkOf(45, random.between(0, 0.15), random.between(0.85, 1)), [&](cairo_t* c) {
    vision::setInk(c, inkOf(0, 0, random.between(0, 0.25)));
    for (double top = line * 3; top < high(); top += line * random.between(9, 13)) {
      cairo_set_line_width(c, std::max(1.0, line * 0.1));
      for (int i = 0; i < 5; ++i) cairo_move_to(c, 0, top + i * line), cairo_line_to(c, wide(), top + i * line);
      cairo_stroke(c);
      for (double x = line * 2; x < wide(); x += line * random.between(1.5, 4)) {
        const double y = top + line * (random.below(11) - 1) / 2.0;
        const bool hollow = random.chance(0.25), down = random.chance(0.5);
        drawTurned(c, x, y, -0.35, [&] {
          cairo_scale(c, 1.35, 1);
          cairo_arc(c, 0, 0, line * 0.46, 0, vision::kTurn);
        });
        cairo_set_line_width(c, line * 0.16);
        hollow ? cairo_stroke(c) : cairo_fill(c);
        const double stem = down ? -line * 0.55 : line * 0.55;
        cairo_move_to(c, x + stem, y);
        cairo_line_to(c, x + stem, y + (down ? 3.3 : -3.3) * line);
        cairo_stroke(c);
        if (random.chance(0.2))
          vision::drawText(c, random.pick(std::array<const char*, 6>{"♯", "♭", "4", "3", "f", "A7"}), x,
                           top - line * 1.2, line, anyFont(random));
      }
      for (double x = random.between(200, 500); x < wide(); x += random.between(200, 500))
        cairo_rectangle(c, x, top, 2, 4 * line);
      cairo_fill(c);
    }
  });
}

cv::Mat bookSpines(Random& random) {
  return drawn({0.1, 0.08, 0.06}, [&](cairo_t* c) {
    for (double x = 0; x < wide();) {
      const double spine = random.between(30, 150), top = random.between(0, 200);
      const Ink cover = inkOf(random.between(0, 360), random.between(0, 0.9), random.between(0.1, 0.95));
      vision::setInk(c, cover);
      cairo_rectangle(c, x, top, spine - 3, high());
      cairo_fill(c);
      vision::setInk(c, cover.red + cover.green + cover.blue > 1.5 ? Ink{0.05, 0.05, 0.1}
                                                                   : inkOf(45, random.between(0, 0.6), 0.95));
      drawTurned(c, x + spine / 2, high() * random.between(0.4, 0.6), random.chance(0.5) ? 1.571 : -1.571, [&] {
        vision::drawText(c, words(random, 1 + random.below(4), 0.2), 0, 0, spine * random.between(0.2, 0.5),
                         anyFont(random));
      });
      if (random.chance(0.5))
        vision::drawText(c, number(random), x + spine / 2, high() - 80, spine * random.between(0.2, 0.4),
                         anyFont(random));
      if (random.chance(0.3))
        drawTurned(c, x + spine / 2, top + 60, 0, [&] { star(c, 2 + random.below(5), spine * 0.3, spine * 0.15); }),
            cairo_fill(c);
      x += spine;
    }
  });
}

}  // namespace octo::datasets
