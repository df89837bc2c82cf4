#include "tracker/octal/card.h"

#include <cassert>

namespace octo::tracker::octal {
namespace {

constexpr std::array<std::string_view, kConditions.size()> kConditionNames{"greater",   "less",     "equal",
                                                                           "different", "multiple", "divisor"};
constexpr std::array<std::string_view, kArrows.size()> kArrowNames{"up", "both"};
constexpr std::string_view kAll = "all";

template <class Enum, std::size_t N>
std::optional<Enum> among(const std::array<Enum, N>& values, std::string_view text) {
  for (const Enum value : values)
    if (name(value) == text) return value;
  return std::nullopt;
}

std::optional<int> parseValue(std::string_view text) {
  if (text.size() != 1 || text[0] < '0' + kLowest || text[0] > '0' + kHighest) return std::nullopt;
  return text[0] - '0';
}

}  // namespace

std::string_view name(Condition condition) { return kConditionNames[static_cast<std::size_t>(condition)]; }
std::string_view name(Arrow arrow) { return kArrowNames[static_cast<std::size_t>(arrow)]; }

Card Card::number(int value, Condition condition, Arrow arrow) {
  assert(value >= kLowest && value <= kHighest);
  const int face = (value - kLowest) * static_cast<int>(kConditions.size()) + static_cast<int>(condition);
  return Card(face * static_cast<int>(kArrows.size()) + static_cast<int>(arrow));
}

Card Card::atIndex(int index) {
  assert(index >= 0 && index < kFaces);
  return Card(index);
}

std::optional<Card> Card::parse(std::string_view text) {
  if (text == kAll) return all();
  const auto first = text.find(':');
  const auto second = first == std::string_view::npos ? first : text.find(':', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto value = parseValue(text.substr(0, first));
  const auto condition = among(kConditions, text.substr(first + 1, second - first - 1));
  const auto arrow = among(kArrows, text.substr(second + 1));
  return value && condition && arrow ? std::optional(number(*value, *condition, *arrow)) : std::nullopt;
}

int Card::value() const {
  assert(!isAll());
  return kLowest + index_ / static_cast<int>(kConditions.size() * kArrows.size());
}

Condition Card::condition() const {
  assert(!isAll());
  return kConditions[index_ / kArrows.size() % kConditions.size()];
}

Arrow Card::arrow() const {
  assert(!isAll());
  return kArrows[index_ % kArrows.size()];
}

std::string Card::name() const {
  if (isAll()) return std::string(kAll);
  return std::to_string(value()) + ":" + std::string(octal::name(condition())) + ":" +
         std::string(octal::name(arrow()));
}

bool meets(Condition condition, int top, int value) {
  switch (condition) {
    case Condition::Greater:
      return top == kHighest ? value == kLowest : value > top;
    case Condition::Less:
      return top == kLowest ? value == kHighest : value < top;
    case Condition::Equal:
      return value == top;
    case Condition::Different:
      return value != top;
    case Condition::Multiple:
      return value % top == 0;
    case Condition::Divisor:
      return top % value == 0;
  }
  return false;
}

}  // namespace octo::tracker::octal
