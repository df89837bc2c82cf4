#include "vision/read/cards/conv_network.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core/utility.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

namespace octo::vision {
namespace {

/// Groups are multiples of so many numbers.
constexpr int kGroup = 16;

int inGroups(int depth) { return (depth + kGroup - 1) / kGroup * kGroup; }

/// Work for so many threads each, should one of them be kept from its core.
constexpr int kShares = 4;

void forRows(int rows, bool onAllCores, const std::function<void(const cv::Range&)>& work) {
  if (!onAllCores) return work({0, rows});
  cv::parallel_for_({0, rows}, work, std::min(rows, kShares * cv::getNumThreads()));
}

void takePicture(const cv::Mat& bgr, Activations& picture, bool onAllCores) {
  picture.shape(bgr.rows, bgr.cols, 3, 3);
  cv::Mat inside(bgr.rows, bgr.cols, CV_32FC3, picture.at(0, 0),
                 static_cast<std::size_t>(picture.row()) * sizeof(float));
  forRows(bgr.rows, onAllCores, [&](const cv::Range& rows) {
    cv::Mat part = inside.rowRange(rows);
    bgr.rowRange(rows).convertTo(part, CV_32F, 1.0 / 255);
  });
}

/// Each place becomes two by two; something as large is added.
void enlarge(const Activations& in, const Activations* addend, Activations& out, int row, const cv::Range& cols) {
  for (int x = cols.start; x < cols.end; ++x) {
    const float *from = in.at(row / 2, x / 2), *more = addend != nullptr ? addend->at(row, x) : nullptr;
    float* to = out.at(row, x);
    for (int d = 0; d < out.depth(); ++d) to[d] = more != nullptr ? from[d] + more[d] : from[d];
  }
}

void sigmoid(Activations& numbers, int row, const cv::Range& cols) {
  for (int x = cols.start; x < cols.end; ++x)
    for (int d = 0; d < numbers.depth(); ++d) {
      float& number = numbers.at(row, x)[d];
      number = 1 / (1 + std::exp(-number));
    }
}

[[noreturn]] void fail(const std::string& layer) {
  throw std::runtime_error("a network has something that was not expected at " + layer);
}

}  // namespace

void Activations::shape(int rows, int cols, int depth, int place) {
  if (rows == rows_ && cols == cols_ && depth == depth_ && place == place_) return;
  rows_ = rows, cols_ = cols, depth_ = depth, place_ = place;
  numbers_ = cv::Mat(1, (rows + 2) * (cols + 2) * place, CV_32F, cv::Scalar(0));
}

/// Makes steps of the layers that OpenCV read.
class ConvNetwork::Builder {
 public:
  Builder(ConvNetwork& network, cv::dnn::Net& net, cv::Size size) : network_(network), net_(net) {
    made_["_input"] = {0, 0, size.height, size.width, 3};
  }

  void add(const std::string& name) {
    const int id = net_.getLayerId(name);
    const cv::Ptr<cv::dnn::Layer> layer = net_.getLayer(id);
    std::vector<Made> inputs;
    for (const auto& input : net_.getLayerInputs(id)) inputs.push_back(made_.at(input->name));
    if (inputs.empty()) fail(name);
    if (layer->type == "Convolution") {
      made_[name] = convolution(*layer, inputs[0]);
    } else if (layer->type == "InnerProduct") {
      made_[name] = linear(*layer, inputs[0]);
    } else if (layer->type == "ReLU") {
      made_[name] = inputs[0];
      network_.steps_[inputs[0].step].rectified = true;
    } else if (layer->type == "Eltwise" && inputs.size() == 2) {
      made_[name] = sum(inputs[0], inputs[1]);
    } else if (layer->type == "Resize") {
      const Made& in = inputs[0];
      made_[name] = step({Step::Kind::Enlarge, in.activations, 0, in.depth}, 2 * in.rows, 2 * in.cols);
    } else if (layer->type == "Sigmoid") {
      network_.steps_.push_back({Step::Kind::Sigmoid, inputs[0].activations, inputs[0].activations, inputs[0].depth});
      made_[name] = inputs[0];
    } else if (layer->type == "Flatten" || layer->type == "Identity") {
      made_[name] = inputs[0];
      network_.names_[name] = inputs[0].activations;
    } else {
      fail(name);
    }
  }

 private:
  /// Where a layer's result is, of which step, and how large it is.
  struct Made {
    std::size_t activations, step;
    int rows, cols, depth;
  };

  Made step(Step step, int rows, int cols) {
    step.out = network_.activations_++;
    network_.steps_.push_back(step);
    return {step.out, network_.steps_.size() - 1, rows, cols, step.depth};
  }

  Made convolution(const cv::dnn::Layer& layer, const Made& in) {
    const auto* about = dynamic_cast<const cv::dnn::BaseConvolutionLayer*>(&layer);
    if (about == nullptr || layer.blobs.size() != 2 || layer.blobs[0].dims != 4 || layer.blobs[0].size[1] != in.depth ||
        about->strides.size() != 2 || about->strides[0] != about->strides[1] || about->dilations[0] != 1 ||
        about->pads_begin[0] != about->pads_begin[1] || about->pads_begin[0] > 1 ||
        about->pads_end != about->pads_begin)
      fail(layer.name);
    const cv::Mat& weights = layer.blobs[0];
    Step step{Step::Kind::Convolve, in.activations, 0, weights.size[0]};
    step.high = weights.size[2], step.wide = weights.size[3];
    step.stride = static_cast<int>(about->strides[0]), step.pad = static_cast<int>(about->pads_begin[0]);
    pack(step, weights, layer.blobs[1], in.depth);
    return this->step(step, step.rowsOf(in.rows), step.colsOf(in.cols));
  }

  /// A convolution that sees all there is at once.
  Made linear(const cv::dnn::Layer& layer, const Made& in) {
    if (layer.blobs.size() != 2 || layer.blobs[0].size[1] != in.depth * in.rows * in.cols) fail(layer.name);
    Step step{Step::Kind::Convolve, in.activations, 0, layer.blobs[0].size[0]};
    step.high = in.rows, step.wide = in.cols;
    pack(step, layer.blobs[0], layer.blobs[1], in.depth);
    return this->step(step, 1, 1);
  }

  /// From weights of each number said, by number seen, row and column, to weights of a group, by row, column and number
  /// seen.
  void pack(Step& step, const cv::Mat& weights, const cv::Mat& bias, int depth) const {
    const int places = step.high * step.wide;
    step.bias = cv::Mat(1, inGroups(step.depth), CV_32F, cv::Scalar(0));
    std::copy_n(bias.ptr<float>(), step.depth, step.bias.ptr<float>());
    for (int first = 0; first < step.depth;) {
      const int count = network_.kernel_->group(inGroups(step.depth - first));
      cv::Mat group(1, places * depth * count, CV_32F, cv::Scalar(0));
      for (int n = first; n < std::min(first + count, step.depth); ++n)
        for (int d = 0; d < depth; ++d)
          for (int p = 0; p < places; ++p)
            group.at<float>((p * depth + d) * count + n - first) = weights.ptr<float>()[(n * depth + d) * places + p];
      step.groups.push_back({group, first, count});
      first += count;
    }
  }

  /// The later one adds the earlier one to what it says.
  Made sum(const Made& a, const Made& b) {
    const Made &last = a.step > b.step ? a : b, &other = a.step > b.step ? b : a;
    Step& step = network_.steps_[last.step];
    if (step.addend || step.rectified || last.depth != other.depth) fail("a sum");
    step.addend = other.activations;
    return last;
  }

  ConvNetwork& network_;
  cv::dnn::Net& net_;
  std::map<std::string, Made> made_;
};

ConvNetwork::ConvNetwork(const char* begin, const char* end, cv::Size size, const ConvolutionKernel& kernel)
    : kernel_(&kernel) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(begin, static_cast<std::size_t>(end - begin));
  Builder builder(*this, net, size);
  for (const std::string& name : net.getLayerNames()) builder.add(name);
}

std::vector<const ConvolutionKernel*> ConvNetwork::kernels() {
  std::vector<const ConvolutionKernel*> known;
#ifdef OCTO_X86_KERNELS
  if (cv::checkHardwareSupport(CV_CPU_AVX_512F)) known.push_back(&kConvolutionAvx512);
  if (cv::checkHardwareSupport(CV_CPU_AVX2) && cv::checkHardwareSupport(CV_CPU_FMA3))
    known.push_back(&kConvolutionAvx2);
#endif
  known.push_back(&kConvolutionPlain);
  return known;
}

/// Which places of a layer are wanted.
class ConvNetwork::Where {
 public:
  explicit Where(const cv::Mat& wanted) : wanted_(wanted) {
    if (!wanted.empty()) cv::dilate(wanted, around_, cv::Mat::ones(3, 3, CV_8U));
  }

  /// Does `work(first, count)` with what is wanted of a row of `out`. What borders on it becomes zeros.
  template <typename Work>
  void inRow(Activations& out, int row, const Work& work) const {
    if (wanted_.empty()) return work(0, out.cols());
    const int cell = std::max(1, out.cols() / wanted_.cols), y = std::min(row / cell, wanted_.rows - 1);
    const uchar *wanted = wanted_.ptr(y), *around = around_.ptr(y);
    for (int x = 0; x < wanted_.cols;) {
      int end = x + 1;
      while (end < wanted_.cols && wanted[end] == wanted[x] && around[end] == around[x]) ++end;
      const int first = x * cell, count = (end == wanted_.cols ? out.cols() : end * cell) - first;
      if (wanted[x] != 0)
        work(first, count);
      else if (around[x] != 0)
        std::fill_n(out.at(row, first), static_cast<std::ptrdiff_t>(count) * out.place(), 0.0F);
      x = end;
    }
  }

 private:
  cv::Mat wanted_, around_;
};

void ConvNetwork::run(const cv::Mat& bgr, Memory& memory, bool onAllCores, const cv::Mat& wanted) const {
  const Where where(wanted);
  memory.resize(activations_);
  takePicture(bgr, memory[0], onAllCores);
  for (const Step& step : steps_) {
    const Activations& in = memory[step.in];
    Activations& out = memory[step.out];
    if (step.kind == Step::Kind::Convolve) {
      convolve(step, memory, where, onAllCores);
    } else if (step.kind == Step::Kind::Enlarge) {
      out.shape(2 * in.rows(), 2 * in.cols(), step.depth, inGroups(step.depth));
      const Activations* addend = step.addend ? &memory[*step.addend] : nullptr;
      forRows(out.rows(), onAllCores, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
          where.inRow(out, y, [&](int first, int count) { enlarge(in, addend, out, y, {first, first + count}); });
      });
    } else {
      for (int y = 0; y < out.rows(); ++y)
        where.inRow(out, y, [&](int first, int count) { sigmoid(out, y, {first, first + count}); });
    }
  }
}

void ConvNetwork::convolve(const Step& step, Memory& memory, const Where& where, bool onAllCores) const {
  const Activations& in = memory[step.in];
  Activations& out = memory[step.out];
  out.shape(step.rowsOf(in.rows()), step.colsOf(in.cols()), step.depth, inGroups(step.depth));
  const auto rowOf = [&](const Group& group, int y, int first, int count) {
    return ConvolutionRow{.in = in.at(y * step.stride - step.pad, first * step.stride - step.pad),
                          .inPlace = in.place(),
                          .inStep = step.stride * in.place(),
                          .inRow = in.row(),
                          .high = step.high,
                          .wide = step.wide,
                          .depth = in.depth(),
                          .weights = group.weights.ptr<float>(),
                          .bias = step.bias.ptr<float>() + group.first,
                          .addend = step.addend ? memory[*step.addend].at(y, first) + group.first : nullptr,
                          .out = out.at(y, first) + group.first,
                          .outPlace = out.place(),
                          .places = count,
                          .rectified = step.rectified};
  };
  forRows(out.rows(), onAllCores, [&](const cv::Range& rows) {
    for (const Group& group : step.groups)
      for (int y = rows.start; y < rows.end; ++y)
        where.inRow(out, y, [&](int first, int count) { kernel_->run(rowOf(group, y, first, count), group.count); });
  });
}

}  // namespace octo::vision
