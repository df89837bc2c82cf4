#include "vision/read/cards/convolution_kernel.h"

namespace octo::vision {
namespace {

struct Processor {
  typedef float Vector __attribute__((vector_size(16), aligned(4), may_alias));
};

int groupOf(int) { return 16; }

void run(const ConvolutionRow& row, int) { convolveRow<Processor, 4, 2>(row); }

}  // namespace

const ConvolutionKernel kConvolutionPlain{"plain", groupOf, run};

}  // namespace octo::vision
