#pragma once

#include <cstddef>

namespace octo::vision {

/// One row of what a convolution says: numbers of one place (a pixel of a layer) lie beside each other, places beside
/// each other, rows below. Distances are in numbers.
struct ConvolutionRow {
  /// The first place that the row's first place sees, the distance to the next place, to what the row's next place sees
  /// first, and to the next row.
  const float* in;
  std::ptrdiff_t inPlace, inStep, inRow;
  /// Places that each place sees, down and across, and numbers of each.
  int high, wide, depth;
  /// A group's weights: row by row, place by place, number by number those of all the group's numbers.
  const float* weights;
  const float* bias;
  /// What is added before negative numbers become 0; or nothing. It lies as `out` does.
  const float* addend;
  float* out;
  std::ptrdiff_t outPlace;
  int places;
  bool rectified;
};

/// Convolutions as one kind of processor does them fast. Numbers of a place are worked out in groups of 16, 32 or 48.
struct ConvolutionKernel {
  const char* name;
  /// Numbers of the largest group that is worth having where so many are left (a multiple of 16).
  int (*group)(int left);
  /// The row's numbers of one group.
  void (*run)(const ConvolutionRow& row, int group);
};

/// Each for processors that have what its name says; the last one runs anywhere.
extern const ConvolutionKernel kConvolutionAvx512, kConvolutionAvx2, kConvolutionPlain;

}  // namespace octo::vision
