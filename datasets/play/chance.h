#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace octo::datasets {

/// What random play decides by: numbers from a seed, or the bytes that a fuzzer made up, one a decision, and
/// a fixed seed once they are used up. A uniform random bit generator, for std::shuffle.
class Chance {
 public:
  using result_type = std::uint32_t;

  explicit Chance(unsigned seed) : engine_(seed) {}
  /// The bytes must outlive this.
  Chance(const std::uint8_t* bytes, std::size_t count) : engine_(0), next_(bytes), end_(bytes + count) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return usedUp() ? static_cast<result_type>(engine_()) : *next_++ * 0x01010101U; }

  /// From 0 to `highest`.
  int upTo(int highest) {
    if (usedUp()) return std::uniform_int_distribution<int>(0, highest)(engine_);
    return *next_++ % (highest + 1);
  }
  /// No byte is left; always so with a seed.
  bool usedUp() const { return next_ == end_; }

 private:
  std::mt19937 engine_;
  const std::uint8_t* next_ = nullptr;
  const std::uint8_t* end_ = nullptr;
};

inline int upTo(int highest, Chance& chance) { return chance.upTo(highest); }

template <class T>
const T& oneOf(const std::vector<T>& choices, Chance& chance) {
  return choices[static_cast<std::size_t>(chance.upTo(static_cast<int>(choices.size()) - 1))];
}

}  // namespace octo::datasets
