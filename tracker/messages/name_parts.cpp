#include "tracker/messages/name_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace octo::tracker {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 4> kSuits{{{'S', "♠"}, {'H', "♥"}, {'D', "♦"}, {'C', "♣"}}};

}  // namespace

std::optional<int> wholeNumber(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                                   : std::nullopt;
}

std::optional<std::string> suitedCard(std::string_view card) {
  if (card.size() < 2 || card.size() > 3) return std::nullopt;
  const std::string_view rank = card.substr(0, card.size() - 1);
  constexpr std::array<std::string_view, 13> kRanks{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
  if (std::find(kRanks.begin(), kRanks.end(), rank) == kRanks.end()) return std::nullopt;
  for (const auto& [letter, sign] : kSuits)
    if (card.back() == letter) return std::string(rank) + std::string(sign);
  return std::nullopt;
}

std::vector<std::string_view> partsOf(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
    parts.push_back(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  parts.push_back(text);
  return parts;
}

}  // namespace octo::tracker
