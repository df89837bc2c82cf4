#include "tracker/vocabulary/cell.h"

#include <array>
#include <cmath>

namespace octo {
namespace {
constexpr std::array<std::string_view, Facing::kCount> kFacingNames{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
constexpr std::array kColumnSteps{0, 1, 1, 1, 0, -1, -1, -1};
constexpr std::array kRowSteps{-1, -1, 0, 1, 1, 1, 0, -1};
}  // namespace

std::optional<Cell> Cell::parse(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'z' || text[1] == '0') return std::nullopt;
  int row = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    row = row * 10 + (digit - '0');
  }
  return Cell(text[0] - 'a', row - 1);
}

std::string Cell::name() const { return static_cast<char>('a' + column_) + std::to_string(row_ + 1); }

Facing Facing::nearest(double degrees) { return eighth(static_cast<int>(std::lround(degrees / 45.0))); }

std::optional<Facing> Facing::parse(std::string_view text) {
  for (int i = 0; i < kCount; ++i)
    if (kFacingNames[static_cast<std::size_t>(i)] == text) return Facing(i);
  return std::nullopt;
}

int Facing::columnStep() const { return kColumnSteps[static_cast<std::size_t>(eighths_)]; }
int Facing::rowStep() const { return kRowSteps[static_cast<std::size_t>(eighths_)]; }
std::string_view Facing::name() const { return kFacingNames[static_cast<std::size_t>(eighths_)]; }

}  // namespace octo
