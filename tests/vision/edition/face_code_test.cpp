#include "vision/edition/face_code.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <vector>

using namespace octo::vision;

namespace {

constexpr unsigned kAllDots = (1U << kCodeDots) - 1;

std::vector<unsigned> words(CodeBook book) {
  std::vector<unsigned> all;
  for (int number = 0; number < codeBookSize(book); ++number) all.push_back(codeWord(book, number));
  return all;
}

/// In how many of the dots that `seen` selects two words differ.
int distance(unsigned a, unsigned b, unsigned seen = kAllDots) { return std::popcount((a ^ b) & seen); }

unsigned fromTheOtherEnd(unsigned word) {
  unsigned turned = 0;
  for (int dot = 0; dot < kCodeDots; ++dot)
    if (codeDot(static_cast<std::uint16_t>(word), dot)) turned |= 1U << dot;
  return turned;
}

}  // namespace

TEST_CASE("words of a code book differ in as many dots as it promises") {
  const auto [book, size, apart] =
      GENERATE(std::tuple{CodeBook::SixApart, 64, 6}, std::tuple{CodeBook::SevenApart, 32, 7});
  const auto all = words(book);
  REQUIRE(static_cast<int>(all.size()) == size);
  int least = kCodeDots;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, distance(all[i], all[j]));
  CHECK(least == apart);
}

TEST_CASE("a word read beside its place or from its other end is no other word") {
  const auto book = GENERATE(CodeBook::SixApart, CodeBook::SevenApart);
  int aside = kCodeDots, turned = kCodeDots;
  for (const unsigned a : words(book))
    for (const unsigned b : words(book)) {
      for (const int dots : {1, 2}) {
        aside = std::min(aside, distance(a << dots, b, kAllDots & (kAllDots << dots)));
        aside = std::min(aside, distance(a >> dots, b, kAllDots >> dots));
      }
      turned = std::min(turned, distance(fromTheOtherEnd(a), b));
    }
  CHECK(aside == 3);
  CHECK(turned >= 3);
}

TEST_CASE("no word is nearly empty or nearly full") {
  for (const CodeBook book : {CodeBook::SixApart, CodeBook::SevenApart})
    for (const unsigned word : words(book)) {
      CHECK(std::popcount(word) >= 3);
      CHECK(std::popcount(word) <= 11);
    }
}

TEST_CASE("a number beyond the book is refused") {
  CHECK_THROWS_AS(codeWord(CodeBook::SevenApart, 32), std::out_of_range);
  CHECK_THROWS_AS(codeWord(CodeBook::SixApart, -1), std::out_of_range);
}
