#include <immintrin.h>

#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

/// Products of bytes may be too large for the sums of two that this processor has for them: each other byte is made a
/// number of 16 bits.
struct Processor {
  typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));
  typedef int Whole __attribute__((vector_size(32), may_alias));
  typedef unsigned char Bytes __attribute__((vector_size(8), aligned(1), may_alias));
  struct Halves {
    __m256i even, odd;
  };
  using Sums = __m256i;
  using Weights = Halves;
  using Seen = Halves;

  static Weights weights(const signed char* at) {
    const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    return {_mm256_srai_epi16(_mm256_slli_epi16(all, 8), 8), _mm256_srai_epi16(all, 8)};
  }

  static Seen seen(const unsigned char* at) {
    const __m256i all = _mm256_set1_epi32(fourAt(at));
    return {_mm256_and_si256(all, _mm256_set1_epi16(0xFF)), _mm256_srli_epi16(all, 8)};
  }

  static Sums add(Sums sums, Seen seen, Weights weights) {
    return _mm256_add_epi32(
        sums, _mm256_add_epi32(_mm256_madd_epi16(seen.even, weights.even), _mm256_madd_epi16(seen.odd, weights.odd)));
  }
};

int groupOf(int) { return 16; }

void run(const ConvolutionRow& row, int) { convolveRow<Processor, 2, 4>(row); }

}  // namespace

const ConvolutionKernel kConvolutionAvx2{"AVX2", groupOf, run};

}  // namespace octo::vision
