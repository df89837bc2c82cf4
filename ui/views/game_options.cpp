#include "ui/views/game_options.h"

namespace octo::ui {
namespace {

const GameChoices kOctagone{
    {2, 4},
    {{"part", "Rules", {{"Part 2: connected edges", 2}, {"Part 1", 1}}},
     {"lady", "White Lady", {{"points like a shield", "arrow"}, {"marks her own box", "marks"}}},
     {"corner", "Corners", {{"four directions", "four"}, {"five directions", "five"}}}}};

const GameChoices kOctal{{3, 4, 5, 6},
                         {{"mode", "Questions", {{"two", "twin"}, {"one", "single"}}},
                          {"podium", "Ends with", {{"the first out", 1}, {"the third out", 3}}}}};

const GameChoices kOct8{
    {2, 3, 4},
    {{"bonus", "Bonus", {{"own colour", "colour"}, {"all arms", "all-arms"}, {"every octopus", "faq"}}},
     {"short", "Heads", {{"all", false}, {"two of each colour fewer", true}}}}};

const GameChoices kOcta{{2},
                        {{"jack_card", "Jack's card", {{"to the hand", "hand"}, {"to the discard pile", "discard"}}},
                         {"extend", "Extend", {{"any run", "any"}, {"own runs", "own"}}}}};

}  // namespace

const GameChoices& choicesOf(GameId game) {
  switch (game) {
    case GameId::Octagone:
      return kOctagone;
    case GameId::Octal:
      return kOctal;
    case GameId::Oct8:
      return kOct8;
    case GameId::Octa:
      return kOcta;
  }
  return kOctagone;
}

}  // namespace octo::ui
