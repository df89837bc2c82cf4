#include "ui/standing/score_sheet.h"

#include <algorithm>
#include <map>

#include "tracker/tally/tally.h"
#include "ui/standing/game_sheets.h"
#include "ui/standing/standing.h"

namespace octo::ui {
namespace {

void addSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  static const std::map<GameId, void (*)(ScoreSheet&, const GameSnapshot&, const Words&)> games{
      {GameId::Octagone, addOctagoneSheet},
      {GameId::Octal, addOctalSheet},
      {GameId::Oct8, addOct8Sheet},
      {GameId::Octa, addOctaSheet}};
  const auto found = games.find(game.header.game);
  (found == games.end() ? addPlayersSheet : found->second)(sheet, game, words);
}

/// From what lay on the table, of which not everything could be seen. In Octagone all of it can, and its sheet says
/// what of the hands is not known.
bool wasTakenOver(const GameSnapshot& game) {
  const auto end = game.events.begin() + std::min<std::ptrdiff_t>(game.played, std::ssize(game.events));
  return game.header.game != GameId::Octagone && std::any_of(game.events.begin(), end, [](const TrackedEvent& each) {
           return each.event.action == "position" && each.verdict.applied;
         });
}

}  // namespace

ScoreSheet scoreSheetOf(const GameSnapshot& game, const std::string& language) {
  const Words words(game.header.game, language);
  ScoreSheet sheet;
  sheet.title = words.say(game.result.over ? "score.final" : "score.so-far");
  if (game.result.over) sheet.lead = standingOf(game, language).ending;
  addSheet(sheet, game, words);
  if (wasTakenOver(game)) sheet.notes.push_back(words.say("score.taken-over"));
  return sheet;
}

ScoreSheet tableSheetOf(const GameSnapshot& game, const std::vector<SeenPiece>& seen, const std::string& language) {
  const Words words(game.header.game, language);
  ScoreSheet sheet;
  sheet.title = words.say("score.seen");
  sheet.lead.push_back(words.say("score.assumes"));
  try {
    addCounted(sheet, game, tracker::tally(game.header, game.layout, seen), words);
  } catch (const Malformed&) {
    sheet.lead = {words.say("score.not-counted")};
  }
  return sheet;
}

std::string textOf(const ScoreSheet& sheet) {
  std::string all = sheet.title;
  for (const auto* lines : {&sheet.lead, &sheet.notes})
    for (const std::string& line : *lines) all += line;
  for (const SheetPart& part : sheet.parts) {
    all += part.title + part.figure;
    for (const SheetLine& line : part.lines) all += line.text + line.figure;
  }
  return all;
}

}  // namespace octo::ui
