#include "tracker/oct8/module.h"

#include <array>
#include <optional>

#include "tracker/messages/name_parts.h"
#include "tracker/oct8/oct8_table.h"
#include "tracker/oct8/rules.h"
#include "tracker/oct8/tally.h"

namespace octo::tracker::oct8 {
namespace {

/// "the middle octopus" of "s2", "Gül's second octopus" of "p3.2", "red 5" of "red:5".
std::string pieceName(const PieceWords& words, std::string_view name) {
  constexpr std::array kSlots{"left", "middle", "right"};
  if (const auto n = name.starts_with('s') ? wholeNumber(name.substr(1)) : std::nullopt)
    return *n >= 1 && *n <= 3 ? words.say(std::string("name.octopus.") + kSlots[static_cast<std::size_t>(*n - 1)]) : "";
  if (const std::size_t dot = name.find('.'); name.starts_with('p') && dot != std::string_view::npos) {
    const auto owner = wholeNumber(name.substr(1, dot - 1)), n = wholeNumber(name.substr(dot + 1));
    if (!owner || !n) return {};
    const std::string key = "name.octopus." + std::to_string(*n);
    return words.say(words.has(key) ? key : "name.octopus.more",
                     {{"player", words.player(*owner)}, {"n", std::to_string(*n)}});
  }
  const std::vector<std::string_view> parts = partsOf(name);
  if (parts.size() != 2 || !wholeNumber(parts[1])) return {};
  return words.say("name.arm", {{"colour", words.word(parts[0])}, {"n", std::string(parts[1])}});
}

std::unique_ptr<Match::Game> start(const GameHeader& header) { return std::make_unique<GameOf<Rules>>(header); }

}  // namespace

GameModule module() {
  return {.id = GameId::Oct8,
          .choices = {{2, 3, 4}, {{"bonus", {{"colour"}, {"all-arms"}, {"faq"}}}, {"short", {{false}, {true}}}}},
          .start = start,
          .pieceName = pieceName,
          .table = makeTable,
          .tally = tally};
}

}  // namespace octo::tracker::oct8
