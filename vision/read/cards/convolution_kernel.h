// Included by the files that are compiled for one kind of processor each. Nothing here may be shared between them, nor
// may it come from a header with code: the linker would keep one version of it, for whichever processor.
#pragma once

#include "vision/read/cards/convolution.h"

namespace octo::vision {
namespace {

/// So many places and so many vectors of numbers each stay in registers while all that they see goes by.
template <typename Processor, int kVectors, int kPlaces>
void convolveBlock(const ConvolutionRow& row, int first) {
  using Vector = typename Processor::Vector;
  constexpr int kLanes = sizeof(Vector) / sizeof(float);
  Vector sums[kPlaces][kVectors];
  for (int p = 0; p < kPlaces; ++p)
    for (int v = 0; v < kVectors; ++v) sums[p][v] = *reinterpret_cast<const Vector*>(row.bias + v * kLanes);
  const float* weights = row.weights;
  for (int y = 0; y < row.high; ++y)
    for (int x = 0; x < row.wide; ++x) {
      const float* in = row.in + y * row.inRow + x * row.inPlace + first * row.inStep;
      for (int d = 0; d < row.depth; ++d, ++in, weights += kVectors * kLanes)
        for (int p = 0; p < kPlaces; ++p)
          for (int v = 0; v < kVectors; ++v)
            sums[p][v] += in[p * row.inStep] * *reinterpret_cast<const Vector*>(weights + v * kLanes);
    }
  for (int p = 0; p < kPlaces; ++p) {
    const std::ptrdiff_t at = (first + p) * row.outPlace;
    for (int v = 0; v < kVectors; ++v) {
      Vector sum = sums[p][v];
      if (row.addend != nullptr) sum += *reinterpret_cast<const Vector*>(row.addend + at + v * kLanes);
      if (row.rectified) sum = sum > Vector{} ? sum : Vector{};
      *reinterpret_cast<Vector*>(row.out + at + v * kLanes) = sum;
    }
  }
}

template <typename Processor, int kVectors, int kPlaces>
void convolveRow(const ConvolutionRow& row, int first = 0) {
  for (; first + kPlaces <= row.places; first += kPlaces) convolveBlock<Processor, kVectors, kPlaces>(row, first);
  if constexpr (kPlaces > 1) convolveRow<Processor, kVectors, kPlaces / 2>(row, first);
}

}  // namespace
}  // namespace octo::vision
