#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "tracker/messages/catalogue.h"
#include "ui/views/rules_view.h"

using namespace octo;

namespace {

/// What each line of the rules is: "#", "##", "-" or a paragraph.
std::string shapeOf(const std::string& rules) {
  std::istringstream in(rules);
  std::string shape;
  for (std::string line; std::getline(in, line);) {
    const std::string kind = line.substr(0, line.find(' '));
    shape += (kind == "#" || kind == "##" || kind == "-" ? kind : "text") + "\n";
  }
  return shape;
}

}  // namespace

TEST_CASE("every game has short rules in every language, line for line the same") {
  for (const GameId game : kGames)
    for (const std::string& language : tracker::languages()) {
      INFO(name(game) << " in " << language);
      const std::string& rules = ui::shortRules(game, language);
      CHECK(rules.starts_with("# "));
      CHECK(shapeOf(rules) == shapeOf(ui::shortRules(game, "en")));
      CHECK(std::count(rules.begin(), rules.end(), '\n') <= 24);
      if (language != "en") CHECK(rules != ui::shortRules(game, "en"));
    }
}
