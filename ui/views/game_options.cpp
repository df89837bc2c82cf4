#include "ui/views/game_options.h"

namespace octo::ui {
namespace {

const GameChoices kOctagone{
    {2, 4},
    {{"part", "Rules", {{"Part 2: connected edges", 2}, {"Part 1", 1}}},
     {"lady", "White Lady", {{"points like a shield", "arrow"}, {"marks her own box", "marks"}}},
     {"corner", "Corners", {{"four directions", "four"}, {"five directions", "five"}}}}};

const GameChoices kNone{};

}  // namespace

const GameChoices& choicesOf(GameId game) { return game == GameId::Octagone ? kOctagone : kNone; }

}  // namespace octo::ui
