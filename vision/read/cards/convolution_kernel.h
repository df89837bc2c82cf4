// Included by the files that are compiled for one kind of processor each. Nothing here may be shared between them, nor
// may it come from a header with code: the linker would keep one version of it, for whichever processor.
//
// A `Processor` has vectors of whole numbers (`Sums`; `Whole` in the compiler's own terms) and of as many `Floats` and
// `Bytes`, `Weights` for as many numbers said by four numbers seen, `Seen` for four numbers seen, and how to add their
// products. Each writes its own vector types: in a template GCC 12 forgets what they may alias and how they are
// aligned.
#pragma once

#include "vision/read/cards/convolution.h"

namespace octo::vision {
namespace {

/// Four numbers seen as one.
inline int fourAt(const unsigned char* at) {
  int four;
  __builtin_memcpy(&four, at, sizeof(four));
  return four;
}

/// So many places and so many vectors of numbers each stay in registers while all that they see goes by.
template <typename Processor, int kVectors, int kPlaces>
void convolveBlock(const ConvolutionRow& row, int first) {
  using Sums = typename Processor::Sums;
  constexpr int kLanes = sizeof(Sums) / sizeof(int);
  using Floats = typename Processor::Floats;
  using Whole = typename Processor::Whole;
  using Bytes = typename Processor::Bytes;
  Sums sums[kPlaces][kVectors] = {};
  const signed char* weights = row.weights;
  for (int y = 0; y < row.high; ++y)
    for (int x = 0; x < row.wide; ++x) {
      const unsigned char* in = row.in + y * row.inRow + x * row.inPlace + first * row.inStep;
      for (int four = 0; four < row.fours; ++four, in += 4, weights += kVectors * kLanes * 4) {
        typename Processor::Weights all[kVectors];
        for (int v = 0; v < kVectors; ++v) all[v] = Processor::weights(weights + v * kLanes * 4);
        for (int p = 0; p < kPlaces; ++p) {
          const typename Processor::Seen seen = Processor::seen(in + p * row.inStep);
          for (int v = 0; v < kVectors; ++v) sums[p][v] = Processor::add(sums[p][v], seen, all[v]);
        }
      }
    }
  for (int p = 0; p < kPlaces; ++p) {
    const std::ptrdiff_t at = (first + p) * row.outPlace;
    for (int v = 0; v < kVectors; ++v) {
      const int lane = v * kLanes;
      Floats said = __builtin_convertvector(reinterpret_cast<const Whole&>(sums[p][v]), Floats);
      said =
          said * *reinterpret_cast<const Floats*>(row.scale + lane) + *reinterpret_cast<const Floats*>(row.bias + lane);
      if (row.addend != nullptr)
        said += __builtin_convertvector(*reinterpret_cast<const Bytes*>(row.addend + at + lane), Floats);
      if (row.told != nullptr) {
        *reinterpret_cast<Floats*>(row.told + at + lane) = said;
      } else {
        said = said > 0 ? said : Floats{};
        said = (said < 255 ? said : Floats{} + 255) + 0.5F;
        const Whole rounded = __builtin_convertvector(said, Whole);
        *reinterpret_cast<Bytes*>(row.out + at + lane) = __builtin_convertvector(rounded, Bytes);
      }
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
