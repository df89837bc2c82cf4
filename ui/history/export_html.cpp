#include <glib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <kainjow/mustache.hpp>
#include <optional>
#include <vector>

#include "seeds/seeds.h"
#include "ui/history/export_game.h"
#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/photographs.h"
#include "ui/standing/game_standing.h"
#include "ui/standing/move_words.h"
#include "ui/standing/words.h"

namespace octo::ui {
namespace {

using Values = kainjow::mustache::data;
using Rows = kainjow::mustache::list;

/// What the template escapes, and no NUL, which no page may hold.
std::string escapedForPage(const std::string& text) {
  std::string safe = kainjow::mustache::html_escape(text);
  for (std::size_t at = 0; (at = safe.find('\0', at)) != std::string::npos;) safe.replace(at, 1, "\xEF\xBF\xBD");
  return safe;
}

std::string clock(double seconds) {
  const int whole = static_cast<int>(std::clamp(seconds, 0.0, 359999.0));
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%d:%02d", whole / 60, whole % 60);
  return text.data();
}

std::string base64(const std::string& bytes) {
  gchar* const encoded = g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size());
  std::string text = encoded;
  g_free(encoded);
  return text;
}

/// In base64; nothing where the file is not there any more.
std::string photographOf(const EventPhotographs& photographs, int n) {
  const auto found = photographs.find(n);
  if (found == photographs.end()) return {};
  std::ifstream in(found->second, std::ios::binary);
  return base64({std::istreambuf_iterator<char>(in), {}});
}

/// A game in the terms of `seeds/shared/game_page.mustache`.
class GamePage {
 public:
  GamePage(const db::StoredGame& game, const EventPhotographs& photographs, const std::string& language)
      : game_(game), header_(game.summary.header), photographs_(photographs), words_(header_.game, language) {}

  Values context() const {
    Values page;
    page.set("language", words_.language());
    page.set("heading", title());
    page.set("started", localText(game_.summary.started, words_));
    page.set("counts", words_.count("page.moves", game_.summary.events) + ", " +
                           words_.count("page.breaches", game_.summary.breaches));
    page.set("players", players());
    setEnding(page);
    if (!game_.summary.notes.empty()) page.set("notes", game_.summary.notes);
    page.set("moves", moves());
    Values words;
    for (const char* word : {"number", "time", "player", "move", "kept"}) words.set(word, say(word));
    page.set("words", words);
    return page;
  }

 private:
  std::string say(const std::string& key, const Words::Values& values = {}) const {
    return words_.say("page." + key, values);
  }

  std::string name(int player) const { return playerName(header_, player, words_.language()); }

  std::string title() const {
    std::string names;
    for (int player = 0; player < static_cast<int>(header_.players.size()); ++player)
      names += (player ? ", " : "") + name(player);
    return std::string(octo::title(header_.game)) + ": " + names;
  }

  Rows players() const {
    const Result result = game_.summary.result.value_or(Result{});
    Rows cards;
    for (int player = 0; player < static_cast<int>(header_.players.size()); ++player) {
      const bool won = std::find(result.winners.begin(), result.winners.end(), player) != result.winners.end();
      Values card;
      card.set("name", name(player));
      card.set("won", won);
      const auto score = ofPlayer(result.scores, player), hand = ofPlayer(result.hands, player);
      card.set("score", score ? std::to_string(*score) : "–");
      card.set("unit", words_.unit(score));
      if (won) card.set("note", say("winner"));
      // Where cards in the hand are what is counted they stand there already.
      if (hand && result.hands != result.scores) card.set("hand", words_.count("hand", *hand));
      cards.push_back(card);
    }
    return cards;
  }

  void setEnding(Values& page) const {
    if (!game_.summary.result || !game_.summary.result->over) return page.set("ending", say("unfinished"));
    page.set("winners", winnersText(header_, *game_.summary.result, words_.language()));
    page.set("ending", endingText(header_, game_.summary.result->reason, words_.language()));
  }

  Rows moves() const {
    const auto spoken = spokenEvents(header_, game_.events, words_.language());
    Rows rows;
    for (std::size_t i = 0; i < game_.events.size(); ++i) rows.push_back(move(game_.events[i], spoken[i]));
    return rows;
  }

  Values move(const TrackedEvent& event, const SpokenEvent& spoken) const {
    Values row;
    row.set("breach", !event.verdict.legal);
    row.set("n", std::to_string(event.n));
    row.set("time", clock(event.time));
    row.set("player", event.event.player ? name(*event.event.player) : "");
    row.set("move", spoken.move);
    row.set("marks", marks(event));
    row.set("reasons", reasons(event.verdict, spoken.because));
    if (const std::string photograph = photographOf(photographs_, event.n); !photograph.empty())
      row.set("photograph", photograph);
    return row;
  }

  Rows marks(const TrackedEvent& event) const {
    Rows all;
    const auto add = [&](bool shown, const char* mark) {
      if (shown) all.push_back(Values("text", words_.say(std::string("mark.") + mark)));
    };
    add(event.event.takenBack, "taken-back");
    add(event.event.stands, "stands");
    add(event.inferred, "concluded");
    if (const std::string changed = changeMark(event); !changed.empty())
      all.push_back(Values("text", words_.say(changed)));
    return all;
  }

  Rows reasons(const Verdict& verdict, const std::string& why) const {
    Rows all;
    const auto add = [&](const std::string& text, const std::string& rule) {
      Values reason("text", text);
      reason.set("rule", words_.rule(rule));
      all.push_back(reason);
    };
    if (!verdict.legal) add(why, verdict.rule);
    for (const Exposure& exposure : verdict.exposes)
      add(say("exposes", {{"n", std::to_string(exposure.n)}}), exposure.rule);
    return all;
  }

  const db::StoredGame& game_;
  const GameHeader& header_;
  const EventPhotographs& photographs_;
  Words words_;
};

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
  kainjow::mustache::mustache page{std::string(seeds::text("shared/game_page.mustache"))};
  page.set_custom_escape(escapedForPage);
  return page.render(GamePage(game, photographs, language).context());
}

}  // namespace octo::ui
