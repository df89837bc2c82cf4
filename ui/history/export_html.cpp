#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "ui/history/export_game.h"
#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/photographs.h"
#include "ui/standing/move_words.h"

namespace octo::ui {
namespace {

/// The page carries its own look and may load and run nothing.
constexpr char kHead[] = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; --ground: #f6f4ef; --card: #ffffff; --ink: #23262b; --soft: #6a6f78;
  --line: #e3dfd6; --accent: #2f6f8f; --good: #2e7d4f; --bad: #b3372f; --badground: #fbeceb; }
@media (prefers-color-scheme: dark) { :root { --ground: #17191d; --card: #202329; --ink: #e9e7e2; --soft: #9a9fa8;
  --line: #33373f; --accent: #7fb8d4; --good: #7cc79a; --bad: #f0867d; --badground: #3a2423; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
.when { color: var(--soft); margin: 0 0 1.75rem; }
.players { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
.player { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
.player.won { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.player .score { font-size: 2.25rem; font-weight: 650; line-height: 1.1; }
.player .name { overflow-wrap: anywhere; font-weight: 600; }
.player .note { color: var(--soft); font-size: .875rem; }
.ending { margin: 0 0 2rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
th, td { text-align: left; padding: .5rem .75rem; border-top: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
th { font-size: .8125rem; font-weight: 600; color: var(--soft); border-top: 0; }
td.n, td.t { color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.breach td { background: var(--badground); }
.because { display: block; color: var(--bad); }
.mark { display: inline-block; font-size: .75rem; border: 1px solid var(--line); border-radius: 1rem;
  padding: 0 .5rem; margin-left: .375rem; color: var(--soft); }
img { display: block; max-width: 100%; width: 26rem; border-radius: .5rem; margin-top: .5rem; }
.notes { white-space: pre-wrap; }
footer { color: var(--soft); font-size: .875rem; margin-top: 1.5rem; }
</style>
)";

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char letter : text) switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      case '\0':
        safe += "\xEF\xBF\xBD";
        break;
      default:
        safe += letter;
    }
  return safe;
}

std::string clock(double seconds) {
  const int whole = static_cast<int>(std::clamp(seconds, 0.0, 359999.0));
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%d:%02d", whole / 60, whole % 60);
  return text.data();
}

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string number(const std::vector<int>& list, int player) {
  const auto index = static_cast<std::size_t>(player);
  return index < list.size() ? std::to_string(list[index]) : "–";
}

std::string playerCard(const GameHeader& header, const Result& result, int player) {
  const bool won = contains(result.winners, player);
  return "<div class=\"player" + std::string(won ? " won" : "") + "\"><div class=\"name\">" +
         escaped(playerName(header, player)) + "</div><div class=\"score\">" + number(result.scores, player) +
         "</div><div class=\"note\">" + (won ? "winner · " : "") + number(result.hands, player) +
         " in hand</div></div>\n";
}

std::string players(const db::GameSummary& game) {
  std::string cards = "<div class=\"players\">\n";
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player)
    cards += playerCard(game.header, game.result.value_or(Result{}), player);
  return cards + "</div>\n";
}

std::string ending(const db::GameSummary& game) {
  if (!game.result || !game.result->over) return "<p class=\"ending\">The game is not finished.</p>\n";
  return "<p class=\"ending\"><strong>" + escaped(winnersText(game.header, *game.result)) + ".</strong> " +
         escaped(endingText(game.header, game.result->reason)) + "</p>\n";
}

std::string mark(bool shown, const char* text) {
  return shown ? "<span class=\"mark\">" + std::string(text) + "</span>" : "";
}

std::string because(const Verdict& verdict, const std::string& why) {
  std::string text;
  if (!verdict.legal)
    text += "<span class=\"because\">" + escaped(why) + " <small>(" + escaped(verdict.rule) + ")</small></span>";
  for (const Exposure& exposure : verdict.exposes)
    text += "<span class=\"because\">shows that move " + std::to_string(exposure.n) + " was not allowed <small>(" +
            escaped(exposure.rule) + ")</small></span>";
  return text;
}

std::string base64(const std::string& bytes) {
  static constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t given = std::min<std::size_t>(3, bytes.size() - at);
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < given ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) text += i <= given ? kLetters[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

/// Nothing where the file is not there any more.
std::string photographIn(const EventPhotographs& photographs, int n) {
  const auto found = photographs.find(n);
  if (found == photographs.end()) return {};
  std::ifstream in(found->second, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (bytes.empty()) return {};
  return "<img alt=\"\" loading=\"lazy\" src=\"data:image/jpeg;base64," + base64(bytes) + "\">";
}

std::string tableRow(const GameHeader& header, const TrackedEvent& event, const SpokenEvent& spoken,
                     const EventPhotographs& photographs) {
  const Event& move = event.event;
  return "<tr" + std::string(event.verdict.legal ? "" : " class=\"breach\"") + "><td class=\"n\">" +
         std::to_string(event.n) + "</td><td class=\"t\">" + clock(event.time) + "</td><td>" +
         (move.player ? escaped(playerName(header, *move.player)) : "") + "</td><td>" + escaped(spoken.move) +
         mark(move.takenBack, "taken back") + mark(move.stands, "left on the table") +
         mark(event.inferred, "concluded") + mark(!event.was.empty(), "corrected") +
         because(event.verdict, spoken.because) + photographIn(photographs, event.n) + "</td></tr>\n";
}

std::string moves(const db::StoredGame& game, const EventPhotographs& photographs, const std::string& language) {
  std::string table = "<table>\n<tr><th>No.</th><th>Time</th><th>Player</th><th>Move</th></tr>\n";
  const auto spoken = spokenEvents(game.summary.header, game.events, language);
  for (std::size_t i = 0; i < game.events.size(); ++i)
    table += tableRow(game.summary.header, game.events[i], spoken[i], photographs);
  return table + "</table>\n";
}

std::string notes(const db::GameSummary& game) {
  return game.notes.empty() ? "" : "<p class=\"notes\">" + escaped(game.notes) + "</p>\n";
}

std::string counts(const db::GameSummary& game) {
  return std::to_string(game.events) + (game.events == 1 ? " move, " : " moves, ") + std::to_string(game.breaches) +
         (game.breaches == 1 ? " breach" : " breaches");
}

std::string title(const db::GameSummary& game) {
  std::string names;
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player)
    names += (player ? ", " : "") + playerName(game.header, player);
  return std::string(octo::title(game.header.game)) + ": " + names;
}

}  // namespace

EventPhotographs photographsFor(const std::filesystem::path& database, const db::StoredGame& game) {
  EventPhotographs found;
  std::optional<std::filesystem::path> last;
  for (const TrackedEvent& event : game.events) {
    auto photograph = photographOf(database, game.summary.id, event);
    // Several events of one moment share its photograph: it stands with the first of them.
    if (photograph && photograph != last) found.emplace(event.n, *photograph);
    if (photograph) last = std::move(photograph);
  }
  return found;
}

std::string asHtml(const db::StoredGame& game, const EventPhotographs& photographs, const std::string& language) {
  const std::string heading = escaped(title(game.summary));
  return kHead + std::string("<title>") + heading + "</title>\n</head>\n<body>\n<main>\n<h1>" + heading +
         "</h1>\n<p class=\"when\">" + escaped(localText(game.summary.started)) + " · " + counts(game.summary) +
         "</p>\n" + players(game.summary) + ending(game.summary) + notes(game.summary) +
         moves(game, photographs, language) + "<footer>Kept by Octoscope.</footer>\n</main>\n</body>\n</html>\n";
}

}  // namespace octo::ui
