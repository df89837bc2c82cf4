#include "vision/read/cards/conv_network.h"

#include <algorithm>
#include <array>
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

int inFours(int depth) { return (depth + 3) / 4; }

/// The largest weight of each number said is this as a byte.
constexpr double kMostWeight = 127;

/// Work for so many threads each, should one of them be kept from its core.
constexpr int kShares = 4;

void forRows(int rows, bool onAllCores, const std::function<void(const cv::Range&)>& work) {
  if (!onAllCores) return work({0, rows});
  cv::parallel_for_({0, rows}, work, std::min(rows, kShares * cv::getNumThreads()));
}

/// What a byte stands for: so many of them make 1, and this one is 0.
struct Bytes {
  double ofOne;
  int zero;
};

Bytes bytesOf(Numbers numbers) {
  switch (numbers) {
    case Numbers::Positive:
      return {255, 0};
    case Numbers::Signed:
      return {127, 128};
    default:
      return {1, 0};
  }
}

constexpr int kPicturePlace = 4;  // blue, green, red and one that has no weight

void takePicture(const cv::Mat& bgr, Activations& picture, bool onAllCores) {
  picture.shape(bgr.rows, bgr.cols, 3, kPicturePlace, Numbers::Positive);
  cv::Mat inside(bgr.rows, bgr.cols, CV_8UC4, picture.bytes(0, 0), static_cast<std::size_t>(picture.row()));
  forRows(bgr.rows, onAllCores, [&](const cv::Range& rows) {
    cv::Mat part = inside.rowRange(rows);
    cv::cvtColor(bgr.rowRange(rows), part, cv::COLOR_BGR2BGRA);
  });
}

/// What positive bytes are as signed ones, but for their 0.
std::array<int, 256> asSigned() {
  std::array<int, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = cvRound(static_cast<double>(i) * bytesOf(Numbers::Signed).ofOne / bytesOf(Numbers::Positive).ofOne);
  return table;
}

/// Each place becomes two by two; something positive as large is added.
void enlarge(const Activations& in, const Activations* addend, Activations& out, int row, const cv::Range& cols) {
  static const std::array<int, 256> kAsSigned = asSigned();
  for (int x = cols.start; x < cols.end; ++x) {
    const uchar *from = in.bytes(row / 2, x / 2), *more = addend != nullptr ? addend->bytes(row, x) : nullptr;
    uchar* to = out.bytes(row, x);
    for (int d = 0; d < out.depth(); ++d)
      to[d] = more != nullptr ? static_cast<uchar>(std::min(255, from[d] + kAsSigned[more[d]])) : from[d];
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

void Activations::shape(int rows, int cols, int depth, int place, Numbers numbers) {
  if (rows == rows_ && cols == cols_ && depth == depth_ && place == place_ && numbers == kind_) return;
  rows_ = rows, cols_ = cols, depth_ = depth, place_ = place, kind_ = numbers;
  numbers_ = cv::Mat(1, (rows + 2) * (cols + 2) * place, numbers == Numbers::Told ? CV_32F : CV_8U,
                     cv::Scalar(bytesOf(numbers).zero));
}

void Activations::clear(int row, int col, int places) {
  const auto many = static_cast<std::ptrdiff_t>(places) * place_;
  if (kind_ == Numbers::Told)
    std::fill_n(at(row, col), many, 0.0F);
  else
    std::fill_n(bytes(row, col), many, static_cast<uchar>(bytesOf(kind_).zero));
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
      network_.steps_[inputs[0].step].says = Numbers::Positive;
    } else if (layer->type == "Eltwise" && inputs.size() == 2) {
      made_[name] = sum(inputs[0], inputs[1]);
    } else if (layer->type == "Resize") {
      const Made& in = inputs[0];
      if (saidAt(in) != Numbers::Signed) fail(name);
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

  /// What no step looks at is told; and what is said is said in its bytes.
  void finish() {
    std::vector<bool> seen(network_.activations_, false);
    for (const Step& step : network_.steps_) {
      if (step.kind != Step::Kind::Sigmoid) seen[step.in] = true;
      if (step.addend) seen[*step.addend] = true;
    }
    for (Step& step : network_.steps_) {
      if (step.kind != Step::Kind::Convolve) continue;
      if (!seen[step.out]) {
        if (step.says == Numbers::Positive) fail("the last layer");
        step.says = Numbers::Told;
      }
      if (step.addend && step.says != Numbers::Positive) fail("a sum");
      const Bytes bytes = bytesOf(step.says);
      step.scale *= bytes.ofOne;
      step.bias = step.bias * bytes.ofOne + bytes.zero;
    }
  }

 private:
  /// Where a layer's result is, of which step, and how large it is.
  struct Made {
    std::size_t activations, step;
    int rows, cols, depth;
  };

  Numbers saidAt(const Made& made) const {
    return made.activations == 0 ? Numbers::Positive : network_.steps_[made.step].says;
  }

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
    pack(step, weights, layer.blobs[1], in);
    return this->step(step, step.rowsOf(in.rows), step.colsOf(in.cols));
  }

  /// A convolution that sees all there is at once.
  Made linear(const cv::dnn::Layer& layer, const Made& in) {
    if (layer.blobs.size() != 2 || layer.blobs[0].size[1] != in.depth * in.rows * in.cols) fail(layer.name);
    Step step{Step::Kind::Convolve, in.activations, 0, layer.blobs[0].size[0]};
    step.high = in.rows, step.wide = in.cols;
    pack(step, layer.blobs[0], layer.blobs[1], in);
    return this->step(step, 1, 1);
  }

  /// From weights of each number said, by number seen, row and column, to weights of a group in bytes, by row, column
  /// and four numbers seen.
  void pack(Step& step, const cv::Mat& weights, const cv::Mat& bias, const Made& in) const {
    const int places = step.high * step.wide, fours = inFours(in.depth);
    const Bytes seen = bytesOf(saidAt(in));
    step.scale = cv::Mat(1, inGroups(step.depth), CV_32F, cv::Scalar(0)), step.bias = step.scale.clone();
    cv::Mat bytes(step.depth, in.depth * places, CV_8S);
    for (int n = 0; n < step.depth; ++n) {
      const cv::Mat own(1, in.depth * places, CV_32F, const_cast<float*>(weights.ptr<float>()) + n * in.depth * places);
      const double ofOne = kMostWeight / std::max(cv::norm(own, cv::NORM_INF), 1e-12);
      cv::Mat rounded = bytes.row(n);
      own.convertTo(rounded, CV_8S, ofOne);
      step.scale.at<float>(n) = static_cast<float>(1 / (ofOne * seen.ofOne));
      step.bias.at<float>(n) =
          static_cast<float>(bias.ptr<float>()[n] - seen.zero * cv::sum(rounded)[0] / (ofOne * seen.ofOne));
    }
    for (int first = 0; first < step.depth;) {
      const int count = network_.kernel_->group(inGroups(step.depth - first));
      cv::Mat group(1, places * fours * 4 * count, CV_8S, cv::Scalar(0));
      for (int n = first; n < std::min(first + count, step.depth); ++n)
        for (int d = 0; d < in.depth; ++d)
          for (int p = 0; p < places; ++p)
            group.at<schar>(((p * fours + d / 4) * count + n - first) * 4 + d % 4) = bytes.at<schar>(n, d * places + p);
      step.groups.push_back({group, first, count});
      first += count;
    }
  }

  /// The later one adds the earlier one to what it says.
  Made sum(const Made& a, const Made& b) {
    const Made &last = a.step > b.step ? a : b, &other = a.step > b.step ? b : a;
    Step& step = network_.steps_[last.step];
    if (step.addend || step.says == Numbers::Positive || last.depth != other.depth ||
        saidAt(other) != Numbers::Positive)
      fail("a sum");
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
  builder.finish();
}

std::vector<const ConvolutionKernel*> ConvNetwork::kernels() {
  std::vector<const ConvolutionKernel*> known;
#ifdef OCTO_X86_KERNELS
  if (cv::checkHardwareSupport(CV_CPU_AVX_512F) && cv::checkHardwareSupport(CV_CPU_AVX_512VNNI))
    known.push_back(&kConvolutionVnni);
  if (cv::checkHardwareSupport(CV_CPU_AVX2)) known.push_back(&kConvolutionAvx2);
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
        out.clear(row, first, count);
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
      out.shape(2 * in.rows(), 2 * in.cols(), step.depth, inGroups(step.depth), step.says);
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
  out.shape(step.rowsOf(in.rows()), step.colsOf(in.cols()), step.depth, inGroups(step.depth), step.says);
  const bool isTold = step.says == Numbers::Told;
  const auto rowOf = [&](const Group& group, int y, int first, int count) {
    return ConvolutionRow{.in = in.bytes(y * step.stride - step.pad, first * step.stride - step.pad),
                          .inPlace = in.place(),
                          .inStep = static_cast<std::ptrdiff_t>(step.stride) * in.place(),
                          .inRow = in.row(),
                          .high = step.high,
                          .wide = step.wide,
                          .fours = inFours(in.depth()),
                          .weights = group.weights.ptr<schar>(),
                          .scale = step.scale.ptr<float>() + group.first,
                          .bias = step.bias.ptr<float>() + group.first,
                          .addend = step.addend ? memory[*step.addend].bytes(y, first) + group.first : nullptr,
                          .out = isTold ? nullptr : out.bytes(y, first) + group.first,
                          .told = isTold ? out.at(y, first) + group.first : nullptr,
                          .outPlace = out.place(),
                          .places = count};
  };
  forRows(out.rows(), onAllCores, [&](const cv::Range& rows) {
    for (const Group& group : step.groups)
      for (int y = rows.start; y < rows.end; ++y)
        where.inRow(out, y, [&](int first, int count) { kernel_->run(rowOf(group, y, first, count), group.count); });
  });
}

}  // namespace octo::vision
