#pragma once

#include <cstdint>

/// The words that the rows of dots on our cards spell, one a face: 15 dots, each there or not. They are words
/// of a cyclic code that is shifted by a mask, so that two faces differ in many dots, also where a row is
/// read one or two dots too far to a side, or from the wrong end.
namespace octo::vision {

inline constexpr int kCodeDots = 15;

/// Which code: how many faces it has words for, and in how many dots any two words differ at least.
enum class CodeBook {
  /// 64 words, 6 dots apart: the even words of BCH(15, 7).
  SixApart,
  /// 32 words, 7 dots apart: BCH(15, 5).
  SevenApart,
};

/// The number of words in a book.
int codeBookSize(CodeBook book);

/// The word with that number, from 0. Bit 14 is the row's first dot (left or top on an upright card), 1 a
/// dot. Throws std::out_of_range.
std::uint16_t codeWord(CodeBook book, int number);

/// Whether the word has its dot there (0 is the row's first).
constexpr bool codeDot(std::uint16_t word, int dot) { return ((word >> (kCodeDots - 1 - dot)) & 1) != 0; }

}  // namespace octo::vision
