#include "db/recover.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <tuple>

#include "db/json_forms.h"
#include "db/row_sum.h"
#include "db/salvage_pages.h"
#include "db/store_error.h"

namespace octo::db {
namespace {

namespace fs = std::filesystem;

/// Columns of `game` and `event` as `schema/` has them; later versions only add some behind.
enum GameColumn : std::size_t {
  kId,
  kHeader,
  kStarted,
  kEnded,
  kResult,
  kGameColumns,
  kNotes = kGameColumns,
  kDeleted,
  kEvents,
  kGameSum
};
enum EventColumn : std::size_t {
  kGame,
  kN,
  kEvent,
  kVerdict,
  kLegal,
  kTime,
  kFrame,
  kConfidence,
  kInferred,
  kWas,
  kEventColumns,
  kEventSum = kEventColumns
};

const std::string* text(const SalvagedRow& row, std::size_t column) {
  return std::get_if<std::string>(&row.values[column]);
}

/// A whole number; SQLite also keeps a real one that is whole as such.
std::optional<double> real(const SalvagedRow& row, std::size_t column) {
  if (const auto* whole = std::get_if<std::int64_t>(&row.values[column])) return static_cast<double>(*whole);
  if (const auto* value = std::get_if<double>(&row.values[column])) return *value;
  return std::nullopt;
}

std::optional<std::int64_t> whole(const SalvagedRow& row, std::size_t column) {
  const auto* value = std::get_if<std::int64_t>(&row.values[column]);
  return value ? std::optional(*value) : std::nullopt;
}

/// As `octo_sum` has it over the columns before `sumAt`; SQLite keeps real numbers that are whole as whole ones. A row
/// of an older version has none.
bool isSealed(const SalvagedRow& row, std::size_t sumAt, std::initializer_list<std::size_t> reals) {
  if (row.values.size() <= sumAt) return true;
  RowSum sum;
  for (std::size_t column = 0; column < sumAt; ++column) {
    const SalvagedValue& value = row.values[column];
    if (column == 0 && row.rowid)
      sum.add(*row.rowid);
    else if (const auto* letters = std::get_if<std::string>(&value))
      sum.add(std::string_view(*letters));
    else if (const auto number = real(row, column);
             number && std::find(reals.begin(), reals.end(), column) != reals.end())
      sum.add(*number);
    else if (const auto* whole = std::get_if<std::int64_t>(&value))
      sum.add(*whole);
    else if (const auto* fraction = std::get_if<double>(&value))
      sum.add(*fraction);
    else
      sum.addNull();
  }
  return whole(row, sumAt) == sum.value();
}

std::string bytesOf(const fs::path& file, bool mustBeThere) {
  std::error_code error;
  if (!mustBeThere && !fs::exists(file, error)) return {};
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  if (in && fs::is_regular_file(file, error)) all << in.rdbuf();
  if (!in || !fs::is_regular_file(file, error))
    throw StoreError(StoreError::Kind::Missing, file, "cannot be read; a file of games was expected");
  return std::move(all).str();
}

/// What of one game's rows can be read.
struct Pieces {
  std::optional<GameSummary> summary;
  bool endReadable = true;
  /// The game's row is as it was written, and says how many events there are; 0 in a file of an older version.
  bool sealed = true;
  std::int64_t written = 0;
  std::map<int, TrackedEvent> events;
  int damaged = 0;
};

std::optional<GameSummary> summaryIn(const SalvagedRow& row, bool& endReadable) {
  const std::string *header = text(row, kHeader), *started = text(row, kStarted);
  if (!header || !started) return std::nullopt;
  GameSummary summary;
  try {
    summary.header = headerFrom(*header);
  } catch (const Malformed&) {
    return std::nullopt;
  }
  summary.id = *row.rowid;
  summary.started = *started;
  // A row of an older version has no such columns.
  const auto later = [&](std::size_t column) { return column < row.values.size() ? text(row, column) : nullptr; };
  if (const std::string* notes = later(kNotes)) summary.notes = *notes;
  if (const std::string* deleted = later(kDeleted)) summary.deleted = *deleted;
  const std::string *ended = text(row, kEnded), *result = text(row, kResult);
  if (!ended && !result) return summary;
  try {
    if (!ended || !result) throw Malformed("only half of the end");
    summary.result = resultFrom(*result);
    summary.ended = *ended;
  } catch (const Malformed&) {
    endReadable = false;
  }
  return summary;
}

std::optional<TrackedEvent> eventIn(const SalvagedRow& row) {
  const std::string *event = text(row, kEvent), *verdict = text(row, kVerdict), *was = text(row, kWas);
  const auto n = whole(row, kN), frame = whole(row, kFrame), inferred = whole(row, kInferred);
  const auto time = real(row, kTime), confidence = real(row, kConfidence);
  if (!event || !verdict || !was || !n || !frame || !inferred || !time || !confidence) return std::nullopt;
  if (!std::isfinite(*time) || !(*confidence >= 0 && *confidence <= 1) || *n > std::numeric_limits<int>::max())
    return std::nullopt;
  TrackedEvent found;
  try {
    found.event = eventFrom(*event);
    found.verdict = verdictFrom(*verdict);
    found.was = eventsFrom(*was);
  } catch (const Malformed&) {
    return std::nullopt;
  }
  found.n = static_cast<int>(*n);
  found.time = *time;
  found.frame = *frame;
  found.confidence = *confidence;
  found.inferred = *inferred != 0;
  return found;
}

std::map<std::int64_t, Pieces> piecesIn(const fs::path& file) {
  std::map<std::int64_t, Pieces> games;
  const std::string bytes = withLogApplied(bytesOf(file, true), bytesOf(file.string() + "-wal", false));
  for (const SalvagedRow& row : rowsIn(bytes)) {
    if (row.rowid && row.values.size() >= kGameColumns) {
      bool endReadable = true;
      if (auto summary = summaryIn(row, endReadable)) {
        games[*row.rowid].summary = std::move(*summary);
        games[*row.rowid].endReadable = endReadable;
        games[*row.rowid].sealed = isSealed(row, kGameSum, {});
        games[*row.rowid].written = row.values.size() > kEvents ? whole(row, kEvents).value_or(0) : 0;
      }
    } else if (!row.rowid && row.values.size() >= kEventColumns) {
      const auto game = whole(row, kGame), n = whole(row, kN);
      if (!game || !n || *n < 1) continue;
      if (auto event = isSealed(row, kEventSum, {kTime, kConfidence}) ? eventIn(row) : std::nullopt)
        games[*game].events.insert_or_assign(event->n, std::move(*event));
      else
        ++games[*game].damaged;
    }
  }
  return games;
}

/// Without its header a game cannot be read: nobody knows which game it was.
std::optional<RecoveredGame> assembled(Pieces pieces, const fs::path& from) {
  if (!pieces.summary) return std::nullopt;
  RecoveredGame found{{std::move(*pieces.summary), {}}, pieces.endReadable, pieces.damaged, from};
  for (auto& [n, event] : pieces.events) {
    if (n == static_cast<int>(found.game.events.size()) + 1)
      found.game.events.push_back(std::move(event));
    else
      ++found.lost;
  }
  found.whole = found.whole && found.lost == 0 && pieces.sealed &&
                static_cast<std::int64_t>(found.game.events.size()) >= pieces.written;
  GameSummary& summary = found.game.summary;
  // A result was counted from all events; with some of them missing the game is one that was put away.
  if (!pieces.endReadable || (!found.whole && summary.result)) {
    summary.result = Result{};
    summary.result->over = false;
    if (summary.ended.empty()) summary.ended = summary.started;
  }
  summary.events = static_cast<int>(found.game.events.size());
  summary.breaches = static_cast<int>(std::count_if(found.game.events.begin(), found.game.events.end(),
                                                    [](const TrackedEvent& event) { return !event.verdict.legal; }));
  return found;
}

std::vector<RecoveredGame> gamesIn(const fs::path& file) {
  std::vector<RecoveredGame> games;
  for (auto& [id, pieces] : piecesIn(file))
    if (auto game = assembled(std::move(pieces), file)) games.push_back(std::move(*game));
  return games;
}

/// The same game in two files: numbers are never used twice within a file, and backups keep them.
auto keyOf(const RecoveredGame& found) { return std::tuple(found.game.summary.id, found.game.summary.started); }

/// A running game grows: a backup is whole and yet shorter than what the damaged file still has of it.
bool hasMore(const RecoveredGame& a, const RecoveredGame& b) {
  const auto worth = [](const RecoveredGame& found) {
    return std::tuple(found.game.events.size(), found.whole, found.game.summary.result.has_value());
  };
  return worth(a) > worth(b);
}

}  // namespace

std::vector<RecoveredGame> recover(const fs::path& file, const std::vector<fs::path>& backups) {
  std::map<std::tuple<std::int64_t, std::string>, RecoveredGame> best;
  for (RecoveredGame& found : gamesIn(file)) {
    const auto key = keyOf(found);
    best.emplace(key, std::move(found));
  }
  for (const fs::path& backup : backups)
    for (RecoveredGame& found : gamesIn(backup)) {
      const auto [at, fresh] = best.try_emplace(keyOf(found), found);
      if (!fresh && hasMore(found, at->second)) at->second = std::move(found);
    }
  std::vector<RecoveredGame> games;
  for (auto& [key, found] : best) games.push_back(std::move(found));
  return games;
}

void writeRecovered(const std::vector<RecoveredGame>& games, const fs::path& to) {
  if (std::error_code ignored; fs::exists(to, ignored))
    throw StoreError(StoreError::Kind::Other, to, "is there already; the name of a new file was expected");
  Store store = Store::open(to);
  for (const RecoveredGame& found : games) store.addUnderItsNumber(found.game);
}

}  // namespace octo::db
