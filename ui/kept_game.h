#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>

#include "db/store.h"
#include "tracker/follow/session.h"
#include "ui/doubt_log.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// A game that is followed, and its place in the store: after every call that returns, the store has what the
/// follower has. One thread.
class KeptGame {
 public:
  /// A new game. Throws Malformed where it cannot be followed, StoreError.
  KeptGame(const GameHeader& header, db::Store store);
  /// As before, on another table than the seeded one.
  KeptGame(const GameHeader& header, db::Store store, Layout layout, bool firstTold = true);
  /// A game that was cut off. Throws Malformed, StoreError.
  KeptGame(std::int64_t game, db::Store store);

  /// From now on what it takes to look into doubts is kept in that folder (`doubt_log.h`). Throws BadInput.
  void saveDoubts(const std::filesystem::path& folder);
  /// The picture (8-bit BGR) in which what comes next is seen.
  void show(const cv::Mat& picture, std::int64_t frame);

  /// Number in the store; 0 until the game has begun (`Follower::begun`).
  std::int64_t id() const { return id_; }
  const tracker::Follower& follower() const { return *follower_; }

  /// Each returns what it changed, after the store has it. Throws StoreError; the game goes on all the same,
  /// and the next call stores what is missing.
  std::vector<tracker::Change> observe(const Observation& observation);
  std::vector<tracker::Change> correct(const tracker::Correction& correction);
  std::vector<tracker::Change> answer(int question, const Face& face);
  std::vector<tracker::Change> tell(TablePoint at, const Face& face);
  std::vector<tracker::Change> turnDone(double time, std::int64_t frame);
  /// Throw Malformed where it cannot be (`Follower::said`); nothing has changed then.
  std::vector<tracker::Change> said(const Event& event, double time, std::int64_t frame);
  std::vector<tracker::Change> saidTurn(int player, double time, std::int64_t frame);
  std::vector<tracker::Change> changeHeader(const tracker::HeaderChange& change);
  /// The table lies still at that time, seconds of the source, as it has since the latest observation.
  std::vector<tracker::Change> still(double time);
  /// Throws Malformed where it cannot be (`Follower::takeTable`); nothing has changed then.
  std::vector<tracker::Change> takeTable(double time, std::int64_t frame);
  std::vector<tracker::Change> undo();
  /// The source has ended.
  std::vector<tracker::Change> finish();

  GameSnapshot snapshot() const;

 private:
  void beginStore();
  std::vector<tracker::Change> take(const tracker::Input& input);
  void store(const std::vector<tracker::Change>& changes);

  db::Store store_;
  tracker::Beginning beginning_;
  std::unique_ptr<tracker::Follower> follower_;
  std::int64_t id_ = 0;
  /// How many events the store has, and the first of them that may differ from the follower's.
  int stored_ = 0;
  int firstDirty_ = 1;
  /// As the store has it: who begins and the options may be found out later.
  Json storedHeader_;
  bool finished_ = false;
  std::optional<DoubtLog> doubts_;
};

}  // namespace octo::ui
