#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/compare_games.h"
#include "tracker/vocabulary/observation.h"
#include "ui/session/table_session.h"

namespace octo::datasets {

/// What was understood of a game that was followed, and what that took.
struct TrackedGame {
  std::vector<Understood> events;
  /// Who was taken to begin.
  int first = 0;
  /// Those told, and those found out; and what lay there at the setup as it was read.
  Json options = Json::object(), setup = Json::object();
  Result result;
  /// Breaches that were told and then turned out as something else, or as nothing.
  int withdrawn = 0;
  std::int64_t frames = 0;
  /// That seeing and following took, without drawing.
  double seconds = 0;
  /// What each look took to explain where nothing had to be seen, ms.
  std::vector<double> looks;
};

/// A game followed from its first piece on the table, with what a person says at the start of it: who plays, and by
/// which options. Those of The OCTAL are found out. It is given pictures, or what was seen of them.
class GameTracker {
 public:
  /// `told`: the follower is told the setup and who begins, too; else it finds out, as `octoscope track` does.
  /// `edition`: what it knows the pieces by; null for our own.
  GameTracker(const GameHeader& truth, bool told, ui::TableSession::Edition edition);

  void see(const vision::Frame& frame);
  /// What the latest picture came to.
  const vision::View& view() { return session().view(); }
  /// `frame`: the number of the picture that was seen last.
  void observe(const Observation& observation, std::int64_t frame);
  /// The table has lain still up to that time, s.
  void still(double time, std::int64_t frame);
  /// So many pictures there have been.
  void count(std::int64_t frames) { game_.frames = frames; }
  /// There are no more.
  TrackedGame finish();

 private:
  ui::TableSession& session();
  void take(std::int64_t frame);

  bool told_;
  ui::TableSession::Edition edition_;
  GameHeader header_;
  std::optional<ui::TableSession> session_;
  TrackedGame game_;
  /// Events that were called breaches at some time.
  std::set<std::string> accused_;
};

}  // namespace octo::datasets
