#include "tracker/oct8/octopus.h"

#include <algorithm>

namespace octo::tracker::oct8 {
namespace {

bool isDigit(char each) { return each >= '0' && each <= '9'; }

/// A whole number from 1 without leading zeros, cut off far above what any game reaches.
std::optional<int> parseOrdinal(std::string_view digits) {
  constexpr int kBeyondAnyGame = 1'000'000'000;
  if (digits.empty() || digits.front() == '0' || !std::all_of(digits.begin(), digits.end(), isDigit))
    return std::nullopt;
  int number = 0;
  for (const char digit : digits) {
    if (number >= kBeyondAnyGame / 10) return kBeyondAnyGame;
    number = number * 10 + (digit - '0');
  }
  return number;
}

}  // namespace

std::optional<Slot> parseSlot(std::string_view text) {
  if (text.size() != 2 || text[0] != 's' || text[1] < '1' || text[1] >= '1' + kSlots) return std::nullopt;
  return Slot{text[1] - '1'};
}

std::string name(Slot slot) { return "s" + std::to_string(slot.index + 1); }

std::optional<OctopusName> parseOctopus(std::string_view text, int players) {
  if (const auto slot = parseSlot(text)) return *slot;
  if (text.size() < 4 || text[0] != 'p' || text[2] != '.') return std::nullopt;
  const int player = text[1] - '0';
  const auto ordinal = parseOrdinal(text.substr(3));
  if (player < 0 || player >= players || !ordinal) return std::nullopt;
  return TakenName{player, *ordinal - 1};
}

std::string name(const OctopusName& octopus) {
  if (const Slot* slot = std::get_if<Slot>(&octopus)) return name(*slot);
  const TakenName& taken = std::get<TakenName>(octopus);
  return "p" + std::to_string(taken.player) + "." + std::to_string(taken.k + 1);
}

}  // namespace octo::tracker::oct8
