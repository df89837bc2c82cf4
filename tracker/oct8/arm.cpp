#include "tracker/oct8/arm.h"

#include <algorithm>

namespace octo::tracker::oct8 {

std::string_view name(Colour colour) {
  switch (colour) {
    case Colour::Red:
      return "red";
    case Colour::Green:
      return "green";
    case Colour::Blue:
      return "blue";
  }
  return {};
}

std::optional<Colour> parseColour(std::string_view text) {
  for (const Colour colour : kColours)
    if (name(colour) == text) return colour;
  return std::nullopt;
}

std::optional<Arm> Arm::parse(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || text.size() != colon + 2) return std::nullopt;
  const auto colour = parseColour(text.substr(0, colon));
  const int arms = text.back() - '0';
  if (!colour || arms < 1 || arms > kMost) return std::nullopt;
  return of(*colour, arms);
}

const std::vector<Arm>& Arm::all() {
  static const std::vector<Arm> faces = [] {
    std::vector<Arm> made;
    for (int index = 0; index < kFaces; ++index) made.push_back(Arm(index));
    return made;
  }();
  return faces;
}

std::string Arm::name() const { return std::string(oct8::name(colour())) + ":" + std::to_string(arms()); }

Arms::Arms(const std::vector<Arm>& cards) {
  for (const Arm card : cards) add(card);
}

void Arms::add(const Arms& more) {
  for (std::size_t face = 0; face < counts_.size(); ++face) counts_[face] += more.counts_[face];
}

Arms Arms::remove(const Arms& wanted) {
  Arms gone;
  for (std::size_t face = 0; face < counts_.size(); ++face) {
    gone.counts_[face] = std::min(counts_[face], wanted.counts_[face]);
    counts_[face] -= gone.counts_[face];
  }
  return gone;
}

int Arms::cards() const {
  int cards = 0;
  for (const int count : counts_) cards += count;
  return cards;
}

int Arms::cardsOf(Colour colour) const {
  int cards = 0;
  for (int arms = 1; arms <= Arm::kMost; ++arms) cards += count(Arm::of(colour, arms));
  return cards;
}

int Arms::sum() const {
  int sum = 0;
  for (const Arm face : Arm::all()) sum += count(face) * face.arms();
  return sum;
}

std::optional<Arm> Arms::firstMissing(const Arms& wanted) const {
  for (const Arm face : Arm::all())
    if (wanted.count(face) > count(face)) return face;
  return std::nullopt;
}

std::vector<Arm> Arms::list() const {
  std::vector<Arm> cards;
  for (const Arm face : Arm::all()) cards.insert(cards.end(), static_cast<std::size_t>(count(face)), face);
  return cards;
}

std::vector<std::vector<Arm>> someOf(const std::vector<Arm>& cards) {
  std::vector<std::vector<Arm>> parts{cards};
  if (cards.size() < 2) return parts;
  for (std::size_t one = 0; one < cards.size(); ++one) {
    parts.push_back({cards[one]});
    if (cards.size() == 2) continue;
    parts.push_back(cards);
    parts.back().erase(parts.back().begin() + static_cast<std::ptrdiff_t>(one));
  }
  return parts;
}

}  // namespace octo::tracker::oct8
