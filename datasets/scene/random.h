#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <vector>

namespace octo::datasets {

/// Random numbers that are the same everywhere for the same seed (the standard library's distributions are not). A
/// value; `fork` gives an independent stream for a named purpose, so that one more cup does not change the game.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 0x853c49e6748fea9bULL) {}

  Random fork(std::string_view purpose) const {
    std::uint64_t hash = state_ ^ 0xcbf29ce484222325ULL;
    for (const char c : purpose) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return Random(hash);
  }

  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// From 0 to count − 1.
  int below(int count) { return static_cast<int>(unit() * count); }
  bool chance(double probability) { return unit() < probability; }
  /// Normal with mean 0, cut off at `limit` either way.
  double normal(double deviation, double limit) {
    const double radius = std::sqrt(-2 * std::log(1 - unit()));
    const double value = deviation * radius * std::cos(2 * std::numbers::pi * unit());
    return std::max(-limit, std::min(limit, value));
  }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }
  template <class T, std::size_t N>
  const T& pick(const std::array<T, N>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(N)))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace octo::datasets
