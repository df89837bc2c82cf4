#pragma once

#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "vision/read/cards/convolution.h"

namespace octo::vision {

/// What the numbers of a layer are: bytes for 0 to 1, bytes for -1 to 1 (128 is 0), or as large as they come.
enum class Numbers { Positive, Signed, Told };

/// What a layer says of each place of a picture: `depth` numbers beside each other, places beside each other, with a
/// border of zeros one place wide.
class Activations {
 public:
  /// Of a picture so large; zeros. Nothing happens where it is so large already.
  void shape(int rows, int cols, int depth, int place, Numbers numbers);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int depth() const { return depth_; }
  /// Numbers from one place to the next: `depth` or more.
  int place() const { return place_; }
  std::ptrdiff_t row() const { return static_cast<std::ptrdiff_t>(cols_ + 2) * place_; }
  Numbers numbers() const { return kind_; }
  /// Also of the border: row and column -1 and one beyond the last. `at` of what is `Told`, `bytes` of all others.
  const float* at(int row, int col) const { return numbers_.ptr<float>() + offset(row, col); }
  float* at(int row, int col) { return numbers_.ptr<float>() + offset(row, col); }
  const uchar* bytes(int row, int col) const { return numbers_.ptr() + offset(row, col); }
  uchar* bytes(int row, int col) { return numbers_.ptr() + offset(row, col); }

  /// Makes so many places of a row zeros.
  void clear(int row, int col, int places);

 private:
  std::ptrdiff_t offset(int row, int col) const { return (row + 1) * this->row() + (col + 1) * place_; }

  cv::Mat numbers_;
  int rows_ = 0, cols_ = 0, depth_ = 0, place_ = 0;
  Numbers kind_ = Numbers::Told;
};

/// A small convolutional network from an ONNX file, which OpenCV reads, run in bytes: weights are rounded to 8 bits, a
/// scale for each number said, and what is said between layers too. For that it must lie between -1 and 1, which
/// `datasets/cards/ranges.py` sees to. It knows what the networks of `vision/models/` are made of, and fails at others
/// (std::runtime_error).
class ConvNetwork {
 public:
  /// All that one run leaves behind. Each thread needs its own; what is used again for pictures of one size allocates
  /// nothing.
  using Memory = std::vector<Activations>;

  /// The file's bytes; `size`: of the pictures, where the network wants a certain one.
  ConvNetwork(const char* begin, const char* end, cv::Size size, const ConvolutionKernel& kernel = *kernels().front());

  /// What this processor can do, the fastest first.
  static std::vector<const ConvolutionKernel*> kernels();

  /// Looks at a picture (8-bit BGR), on all cores or on this one. `where`: 8-bit, a number each kCell pixels of the
  /// picture, 0 where it is not to be looked at: what is said there means nothing, and each layer ends there as it does
  /// at the picture's edge. Empty: everywhere.
  void run(const cv::Mat& bgr, Memory& memory, bool onAllCores, const cv::Mat& where = {}) const;
  static constexpr int kCell = 16;

  /// What that run says under the output's name.
  const Activations& told(const Memory& memory, const std::string& name) const { return memory[names_.at(name)]; }
  /// What its last layer says.
  const Activations& last(const Memory& memory) const { return memory[steps_.back().out]; }

 private:
  struct Group {
    cv::Mat weights;  // 8-bit
    int first, count;
  };
  /// One layer, with what follows it at once.
  struct Step {
    enum class Kind { Convolve, Enlarge, Sigmoid } kind;
    /// Numbers of activations in the memory.
    std::size_t in, out;
    /// Numbers of each place it says.
    int depth;
    /// What is added before negative numbers become 0.
    std::optional<std::size_t> addend{};
    /// `Positive` where negative numbers become 0.
    Numbers says = Numbers::Signed;
    int high = 1, wide = 1, stride = 1, pad = 0;
    std::vector<Group> groups{};
    /// What sums are multiplied by and what is added to them.
    cv::Mat scale{}, bias{};

    /// What a convolution says of so many rows and columns.
    int rowsOf(int rows) const { return (rows + 2 * pad - high) / stride + 1; }
    int colsOf(int cols) const { return (cols + 2 * pad - wide) / stride + 1; }
  };
  class Builder;
  class Where;

  void convolve(const Step& step, Memory& memory, const Where& where, bool onAllCores) const;

  const ConvolutionKernel* kernel_;
  std::vector<Step> steps_;
  std::map<std::string, std::size_t> names_;
  std::size_t activations_ = 1;  // the first is the picture
};

}  // namespace octo::vision
