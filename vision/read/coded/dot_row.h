#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/edition/face_code.h"
#include "vision/geometry/geometry.h"

namespace octo::vision {

/// Grey levels at the places of a row's dots.
using DotLevels = std::array<double, kCodeDots>;

/// What a dot's neighbours show of it from afar, as a share of its own level.
inline constexpr double kDotLeak = 0.2;

/// How a word's dots show along a row, from near by and, where each lightens its neighbours' places, from afar.
class DrawnWord {
 public:
  explicit DrawnWord(std::uint16_t word);
  /// How well levels go with the better of the two: 1 at best.
  double correlationWith(const DotLevels& levels) const;

 private:
  std::array<DotLevels, 2> drawn_;  // each of mean 0 and length 1
};

/// The words that the faces of an edition spell in their rows of dots (`edition/face_code.h`).
class CodedFaces {
 public:
  /// Throws std::out_of_range for an edition whose cards have no rows of dots.
  explicit CodedFaces(const Edition& edition);

  const CardFrame& frame() const { return frame_; }
  const CodeRow& row() const { return row_; }
  /// Of every card, mm.
  double widthMm() const { return width_; }
  double heightMm() const { return height_; }

  struct Word {
    std::uint16_t word;
    Face face;
    DrawnWord drawn;
  };
  /// Whether the row runs down the card's left side; otherwise it runs along its top.
  bool runsDown() const { return row_.stepX == 0; }
  /// The frame's two corners at the side along which the row runs, mm on the card, walked with the card on the right.
  std::array<cv::Point2d, 2> frameCorners() const;

  const std::vector<Word>& words() const { return words_; }

  /// The part of a card along its row that shows also where another covers the card: from its top or left edge, grey as
  /// it is seen from near by and from afar, `scale` pixels a mm, 32-bit.
  struct Strip {
    cv::Mat near, far;
    double scale;
  };
  /// Throws std::out_of_range for a face without a row.
  const Strip& stripOf(const Face& face) const { return strips_.at(face); }

  /// The whole card, grey, 32-bit, a pixel a mm. Throws std::out_of_range for a face without a row.
  const cv::Mat& wholeOf(const Face& face) const { return wholes_.at(face); }

  struct Match {
    /// One of `words()`.
    const Word* word;
    /// Dots in which the word read differs from the face's.
    int wrongDots;
  };
  /// The word that is nearest; nothing where two are as near, or none differs in at most so many dots.
  std::optional<Match> nearest(std::uint16_t word, int mostWrong = kCodeDots) const;

 private:
  void tellNearest();
  void drawStrips(const Edition& edition);

  CardFrame frame_;
  CodeRow row_;
  double width_ = 0, height_ = 0;
  std::vector<Word> words_;
  std::map<Face, Strip> strips_;
  std::map<Face, cv::Mat> wholes_;
  /// Of each word of 15 dots that might be read, the nearest face's number in `words_` and its wrong dots; -1 where two
  /// are as near.
  struct Nearest {
    std::int8_t number, wrongDots;
  };
  std::vector<Nearest> nearest_;
};

/// How well the strip of a card that always shows, with its index, goes with its drawing: 1 at best. `imageFromCard` as
/// for `readRow`, as a matrix; `grey`: 8-bit or 32-bit.
double stripLikeness(const cv::Mat& grey, const CodedFaces& faces, const Face& face, const cv::Matx33d& imageFromCard);

/// The same if a shadow lies on it from some line along the row on, away from the row's edge, and is taken away: what
/// covers a card casts one. Never less.
double stripLikenessInShadow(const cv::Mat& grey, const CodedFaces& faces, const Face& face,
                             const cv::Matx33d& imageFromCard);

/// Dots that correlate so well with their word are a row's also where only that likeness shows it, from the second
/// value on: on 20 rendered tables it was at most 0.81 for what was none (other rows, read some dots aside), and from
/// 0.88 on for rows in the shade.
inline constexpr double kClearDots = 0.99, kLeastLikenessInShadow = 0.83;

/// A row of dots as it was read.
struct ReadRow {
  std::uint16_t word;
  /// How far the least certain dot is from the middle between dark and light, as a share of half their
  /// distance: 0 could be either, 1 is as clear as the clearest.
  double margin;
  /// Light minus dark, grey levels.
  double contrast;
  /// The least certain dot, from 0.
  int weakest;
};

/// Reads the row where `imageFromCard` (mm from the upright card's top left corner, y down, to the pixels of
/// an 8-bit grey picture) puts it. Nothing where it lies outside the picture or shows no dots.
std::optional<ReadRow> readRow(const cv::Mat& gray, const CodeRow& row,
                               const std::function<ImagePoint(double x, double y)>& imageFromCard);

}  // namespace octo::vision
