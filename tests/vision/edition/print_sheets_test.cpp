#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>

#include "vision/edition/edition.h"
#include "vision/edition/print_sheets.h"

using namespace octo;
using namespace octo::vision;

namespace {

std::string printed(std::string_view paper, bool backs = false) {
  return printSheets(printEdition(GameId::Octagone), "Octagone", {*parsePaper(paper), backs, {}});
}

/// How many pages there are of each size, mm, rounded to tenths.
std::map<std::pair<double, double>, int> pages(const std::string& pdf) {
  std::map<std::pair<double, double>, int> sizes;
  const std::regex box(R"(/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \])");
  const auto tenths = [](const std::string& points) { return std::round(std::stod(points) * 254 / 72) / 10; };
  for (std::sregex_iterator found(pdf.begin(), pdf.end(), box), end; found != end; ++found)
    ++sizes[{tenths((*found)[1]), tenths((*found)[2])}];
  return sizes;
}

}  // namespace

TEST_CASE("pages have the size of the paper asked for, and the board's lie sideways where that saves sheets") {
  // Instructions, 43 shields at 15 or 12 a page, markers; the board on four sheets.
  CHECK(pages(printed("a4")) == std::map<std::pair<double, double>, int>{{{210.0, 297.0}, 5}, {{297.0, 210.0}, 4}});
  CHECK(pages(printed("letter")) == std::map<std::pair<double, double>, int>{{{215.9, 279.4}, 6}, {{279.4, 215.9}, 4}});
  CHECK(pages(printed("a3")).at({297.0, 420.0}) == 6);  // instructions, two of shields, two of the board, markers
  CHECK(pages(printed("a2")).at({594.0, 420.0}) == 1);
}

TEST_CASE("backs add a page after every page of shields") { CHECK(pages(printed("a4", true)).at({210.0, 297.0}) == 8); }

TEST_CASE("The OCTAL's reference cards are a page of their own, in each language; other games have none") {
  const auto print = [](std::optional<ReferenceCard> card) {
    PrintOptions options{*parsePaper("a4"), false, std::nullopt};
    options.reference = std::move(card);
    return printSheets(printEdition(GameId::Octal), "The OCTAL", options);
  };
  const std::string without = print(std::nullopt), english = print(referenceCard(GameId::Octal, "en"));
  const auto upright = std::pair(210.0, 297.0);
  CHECK(pages(english).at(upright) == pages(without).at(upright) + 1);
  for (const char* language : {"ja", "nl", "it", "de"}) CHECK(print(referenceCard(GameId::Octal, language)) != english);
  CHECK_THROWS_AS(referenceCard(GameId::Octal, "tlh"), std::out_of_range);
  for (const GameId game : {GameId::Octagone, GameId::Oct8, GameId::Octa}) CHECK_FALSE(referenceCard(game, "en"));
}

TEST_CASE("the same edition prints the same bytes") { CHECK(printed("a4") == printed("a4")); }

TEST_CASE("a paper that there is none of is not guessed") { CHECK_FALSE(parsePaper("a5")); }
