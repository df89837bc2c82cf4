#include <immintrin.h>

#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

struct Processor {
  typedef float Floats __attribute__((vector_size(64), aligned(4), may_alias));
  typedef int Whole __attribute__((vector_size(64), may_alias));
  typedef unsigned char Bytes __attribute__((vector_size(16), aligned(1), may_alias));
  using Sums = __m512i;
  using Weights = __m512i;
  using Seen = __m512i;

  static Weights weights(const signed char* at) { return _mm512_loadu_si512(at); }

  static Seen seen(const unsigned char* at) { return _mm512_set1_epi32(fourAt(at)); }

  static Sums add(Sums sums, Seen seen, Weights weights) { return _mm512_dpbusd_epi32(sums, seen, weights); }
};

int groupOf(int left) { return left == 48 ? 48 : left >= 32 ? 32 : 16; }

void run(const ConvolutionRow& row, int group) {
  switch (group) {
    case 16:
      return convolveRow<Processor, 1, 12>(row);
    case 32:
      return convolveRow<Processor, 2, 12>(row);
    default:
      return convolveRow<Processor, 3, 8>(row);
  }
}

}  // namespace

const ConvolutionKernel kConvolutionVnni{"AVX-512 VNNI", groupOf, run};

}  // namespace octo::vision
