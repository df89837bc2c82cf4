#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

struct Processor {
  typedef float Vector __attribute__((vector_size(64), aligned(4), may_alias));
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

const ConvolutionKernel kConvolutionAvx512{"AVX-512", groupOf, run};

}  // namespace octo::vision
