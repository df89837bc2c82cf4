#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

struct Processor {
  typedef float Vector __attribute__((vector_size(32), aligned(4), may_alias));
};

int groupOf(int) { return 16; }

void run(const ConvolutionRow& row, int) { convolveRow<Processor, 2, 6>(row); }

}  // namespace

const ConvolutionKernel kConvolutionAvx2{"AVX2", groupOf, run};

}  // namespace octo::vision
