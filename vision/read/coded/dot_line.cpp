#include "vision/read/coded/dot_line.h"

#include <algorithm>

namespace octo::vision {
namespace {

std::size_t place(int dot) { return static_cast<std::size_t>(dot); }

}  // namespace

void DotLine::Extremes::tell(const Levels& levels, int begin, int end) {
  low[kShared] = high[kShared] = levels[kShared];
  const auto add = [&](int dot, int nearer) {
    low[place(dot)] = std::min(low[place(nearer)], levels[place(dot)]);
    high[place(dot)] = std::max(high[place(nearer)], levels[place(dot)]);
  };
  for (int dot = kShared - 1; dot >= begin; --dot) add(dot, dot + 1);
  for (int dot = kShared + 1; dot < end; ++dot) add(dot, dot - 1);
}

double DotLine::Extremes::lowest(int first, int last) const { return std::min(low[place(first)], low[place(last)]); }

double DotLine::Extremes::highest(int first, int last) const { return std::max(high[place(first)], high[place(last)]); }

DotLine::DotLine(const Levels& levels, int count) : line_(levels) {
  levels_.tell(levels, 0, count);
  for (int dot = 1; dot + 1 < count; ++dot)
    sharp_[place(dot)] = levels[place(dot)] - kDotLeak * (levels[place(dot - 1)] + levels[place(dot + 1)]);
  sharps_.tell(sharp_, 1, count - 1);
}

std::uint16_t DotLine::word(int first) const {
  const int last = first + kCodeDots - 1;
  // The row's ends have one neighbour, and count themselves as the other.
  const auto end = [&](int dot, int neighbour) {
    const double own = line_[place(dot)];
    return own - kDotLeak * (own + line_[place(neighbour)]);
  };
  const double begins = end(first, first + 1), ends = end(last, last - 1);
  const double low = std::min({sharps_.lowest(first + 1, last - 1), begins, ends}),
               high = std::max({sharps_.highest(first + 1, last - 1), begins, ends});
  const double middle = (low + high) / 2;
  unsigned word = begins > middle ? 1 : 0;
  for (int dot = first + 1; dot < last; ++dot) word = word << 1 | (sharp_[place(dot)] > middle ? 1 : 0);
  return static_cast<std::uint16_t>(word << 1 | (ends > middle ? 1 : 0));
}

std::uint16_t readBackwards(std::uint16_t word) {
  unsigned turned = word;
  turned = (turned & 0x5555) << 1 | (turned >> 1 & 0x5555);
  turned = (turned & 0x3333) << 2 | (turned >> 2 & 0x3333);
  turned = (turned & 0x0f0f) << 4 | (turned >> 4 & 0x0f0f);
  turned = (turned & 0x00ff) << 8 | (turned >> 8 & 0x00ff);
  return static_cast<std::uint16_t>(turned >> (16 - kCodeDots));
}

}  // namespace octo::vision
