#pragma once

#include <cstddef>

namespace octo::vision {

/// One row of what a convolution says: numbers of one place (a pixel of a layer) lie beside each other, places beside
/// each other, rows below. Distances are in numbers; all that is seen is in bytes.
struct ConvolutionRow {
  /// The first place that the row's first place sees, the distance to the next place, to what the row's next place sees
  /// first, and to the next row.
  const unsigned char* in;
  std::ptrdiff_t inPlace, inStep, inRow;
  /// Places that each place sees, down and across, and numbers of each, in fours.
  int high, wide, fours;
  /// A group's weights: row by row, place by place, four by four numbers those of all the group's numbers.
  const signed char* weights;
  /// What a sum of the group's numbers is multiplied by, and what is added then.
  const float *scale, *bias;
  /// What is added besides, or nothing. It lies as `out` does.
  const unsigned char* addend;
  /// Where it is said, one of both: rounded to 0 … 255, or as it is.
  unsigned char* out;
  float* told;
  std::ptrdiff_t outPlace;
  int places;
};

/// Convolutions as one kind of processor does them fast: each says the very same. Numbers of a place are worked out in
/// groups of 16, 32 or 48.
struct ConvolutionKernel {
  const char* name;
  /// Numbers of the largest group that is worth having where so many are left (a multiple of 16).
  int (*group)(int left);
  /// The row's numbers of one group.
  void (*run)(const ConvolutionRow& row, int group);
};

/// Each for processors that have what its name says; the last one runs anywhere.
extern const ConvolutionKernel kConvolutionVnni, kConvolutionAvx2, kConvolutionPlain;

}  // namespace octo::vision
