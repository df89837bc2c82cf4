#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

struct Processor {
  typedef float Floats __attribute__((vector_size(16), aligned(4), may_alias));
  typedef int Whole __attribute__((vector_size(16), may_alias));
  typedef unsigned char Bytes __attribute__((vector_size(4), aligned(1), may_alias));
  using Sums = Whole;
  /// One of each four bytes a vector.
  struct Weights {
    Sums parts[4];
  };
  using Seen = const unsigned char*;

  static Weights weights(const signed char* at) {
    Weights all;
    for (int part = 0; part < 4; ++part) all.parts[part] = Sums{at[part], at[4 + part], at[8 + part], at[12 + part]};
    return all;
  }

  static Seen seen(const unsigned char* at) { return at; }

  static Sums add(Sums sums, Seen seen, const Weights& weights) {
    for (int part = 0; part < 4; ++part) sums += weights.parts[part] * static_cast<int>(seen[part]);
    return sums;
  }
};

int groupOf(int) { return 16; }

void run(const ConvolutionRow& row, int) { convolveRow<Processor, 4, 2>(row); }

}  // namespace

const ConvolutionKernel kConvolutionPlain{"plain", groupOf, run};

}  // namespace octo::vision
