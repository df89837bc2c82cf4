#include "vision/edition/face_code.h"

#include <stdexcept>
#include <string>

namespace octo::vision {
namespace {

struct Book {
  unsigned generator;
  int messageBits;
  /// Chosen among all 2^15 for what face_code_test checks: a word read one or two dots too far to a side, or
  /// from its other end, still differs from every other word in 3 dots of those seen; and no word is nearly
  /// empty or full.
  unsigned mask;
};

Book bookOf(CodeBook book) {
  switch (book) {
    case CodeBook::SixApart:
      return {0b1001110011, 6, 38};
    case CodeBook::SevenApart:
      return {0b10100110111, 5, 597};
  }
  throw std::out_of_range("no such code book");
}

/// The product of two polynomials over {0, 1}.
unsigned product(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    if ((b & 1) != 0) sum ^= a;
  return sum;
}

}  // namespace

int codeBookSize(CodeBook book) { return 1 << bookOf(book).messageBits; }

std::uint16_t codeWord(CodeBook book, int number) {
  if (number < 0 || number >= codeBookSize(book))
    throw std::out_of_range("no code word number " + std::to_string(number));
  const Book code = bookOf(book);
  return static_cast<std::uint16_t>(product(code.generator, static_cast<unsigned>(number)) ^ code.mask);
}

}  // namespace octo::vision
