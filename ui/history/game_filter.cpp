#include "ui/history/game_filter.h"

#include <algorithm>
#include <sstream>

#include "ui/history/move_text.h"

namespace octo::ui {
namespace {

/// The small letter where the code point is a capital of an alphabet that has both.
unsigned smallLetter(unsigned letter) {
  const auto in = [&](unsigned first, unsigned last) { return letter >= first && letter <= last; };
  if (in('A', 'Z') || in(0xc0, 0xd6) || in(0xd8, 0xde) || in(0x391, 0x3a9) || in(0x410, 0x42f)) return letter + 32;
  if (in(0x400, 0x40f)) return letter + 80;
  const bool evenCapital = in(0x100, 0x137) || in(0x14a, 0x177) || in(0x1e00, 0x1eff);
  const bool oddCapital = in(0x139, 0x148) || in(0x179, 0x17e);
  if (evenCapital && letter % 2 == 0) return letter + 1;
  if (oddCapital && letter % 2 == 1) return letter + 1;
  return letter;
}

void putLetter(std::string& text, unsigned letter) {
  if (letter < 0x80) {
    text += static_cast<char>(letter);
  } else if (letter < 0x800) {
    text += static_cast<char>(0xc0 | letter >> 6);
    text += static_cast<char>(0x80 | (letter & 63));
  } else {
    text += static_cast<char>(0xe0 | letter >> 12);
    text += static_cast<char>(0x80 | (letter >> 6 & 63));
    text += static_cast<char>(0x80 | (letter & 63));
  }
}

bool fits(const db::GameSummary& game, const GameFilter& filter, const std::vector<std::string>& words) {
  if (filter.game && game.header.game != *filter.game) return false;
  if (filter.breaches && game.breaches == 0) return false;
  if (game.started < filter.since) return false;
  if (!filter.until.empty() && game.started.substr(0, filter.until.size()) > filter.until) return false;
  const std::string text = folded(playerNames(game.header) + '\n' + game.notes);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// Below zero where `a` comes before `b`.
int compared(const db::GameSummary& a, const db::GameSummary& b, GameFilter::Order order) {
  const auto sign = [](auto x, auto y) { return x < y ? -1 : y < x ? 1 : 0; };
  switch (order) {
    case GameFilter::Order::Game:
      return sign(title(a.header.game), title(b.header.game));
    case GameFilter::Order::Players:
      return sign(folded(playerNames(a.header)), folded(playerNames(b.header)));
    case GameFilter::Order::Moves:
      return sign(a.events, b.events);
    case GameFilter::Order::Breaches:
      return sign(a.breaches, b.breaches);
    case GameFilter::Order::Started:
      break;
  }
  return sign(a.started, b.started);
}

}  // namespace

std::string playerNames(const GameHeader& header) {
  std::string names;
  for (int player = 0; player < static_cast<int>(header.players.size()); ++player)
    names += (player ? ", " : "") + playerName(header, player);
  return names;
}

std::string folded(const std::string& text) {
  std::string small;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : 0;
    if (length == 0 || at + length > text.size()) {
      small += text[at++];
      continue;
    }
    unsigned letter = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) letter = letter << 6 | (static_cast<unsigned char>(text[at + i]) & 63u);
    putLetter(small, smallLetter(letter));
    at += length;
  }
  return small;
}

std::vector<db::GameSummary> filtered(const std::vector<db::GameSummary>& games, const GameFilter& filter) {
  std::vector<std::string> words;
  std::istringstream in(folded(filter.text));
  for (std::string word; in >> word;) words.push_back(word);
  std::vector<db::GameSummary> found;
  std::copy_if(games.begin(), games.end(), std::back_inserter(found),
               [&](const db::GameSummary& game) { return fits(game, filter, words); });
  std::stable_sort(found.begin(), found.end(), [&](const db::GameSummary& a, const db::GameSummary& b) {
    const int order = compared(a, b, filter.order);
    if (order != 0) return filter.descending ? order > 0 : order < 0;
    return a.id > b.id;
  });
  return found;
}

}  // namespace octo::ui
