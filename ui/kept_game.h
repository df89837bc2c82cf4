#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>

#include "db/game_claim.h"
#include "db/store.h"
#include "ui/doubt_log.h"
#include "ui/photographs.h"
#include "ui/session/followed_game.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// A game that is followed, and its place in the store: after every call that returns, the store has what the
/// follower has. One thread.
class KeptGame final : public FollowedGame {
 public:
  /// A new game. Throws Malformed where it cannot be followed, StoreError.
  KeptGame(const GameHeader& header, db::Store store);
  KeptGame(const tracker::Beginning& beginning, db::Store store);
  /// A game that was cut off. `claim`: on it, if the caller has one. Throws Malformed, StoreError (Followed where
  /// another program has it).
  KeptGame(std::int64_t game, db::Store store, std::shared_ptr<const db::GameClaim> claim = nullptr);

  /// From now on what it takes to look into doubts is kept in that folder (`doubt_log.h`). Throws BadInput.
  void saveDoubts(const std::filesystem::path& folder);
  /// From now on photographs of the settled moments are kept beside that file of games (`photographs.h`).
  void keepPhotographs(const std::filesystem::path& database);
  /// The picture (8-bit BGR) in which what comes next is seen.
  void show(const cv::Mat& picture, std::int64_t frame) override;

  /// Why the store lacks something of the game, as on a full disk; empty while it has everything.
  const Trouble& unstored() const { return unstored_; }
  /// Tries to store what is missing. Does not throw: `unstored` says whether it worked.
  void storeAgain();

  /// On the game in the store; null until the game has begun.
  const std::shared_ptr<const db::GameClaim>& claim() const { return claim_; }
  /// Number in the store; 0 until the game has begun (`Follower::begun`).
  std::int64_t id() const { return id_; }
  const tracker::Follower& follower() const override { return *follower_; }

  /// What the input changed, after the store has it. Throws StoreError; the game goes on all the same, and `storeAgain`
  /// or the next call stores what is missing. Throws Malformed where a person said what cannot be; nothing has changed
  /// then.
  std::vector<tracker::Change> take(const tracker::Input& input) override;
  /// The same for each kind of input.
  std::vector<tracker::Change> observe(const Observation& observation);
  std::vector<tracker::Change> correct(const tracker::Correction& correction);
  std::vector<tracker::Change> answer(int question, const Face& face);
  std::vector<tracker::Change> tell(TablePoint at, const Face& face);
  std::vector<tracker::Change> turnDone(double time, std::int64_t frame);
  /// Throw Malformed where it cannot be (`Follower::said`); nothing has changed then.
  std::vector<tracker::Change> said(const Event& event, double time, std::int64_t frame);
  std::vector<tracker::Change> saidTurn(int player, double time, std::int64_t frame);
  std::vector<tracker::Change> changeHeader(const tracker::HeaderChange& change);
  /// Throws Malformed where it cannot be (`Follower::takeTable`); nothing has changed then.
  std::vector<tracker::Change> takeTable(double time, std::int64_t frame);
  std::vector<tracker::Change> undo();
  /// The source has ended.
  std::vector<tracker::Change> finish();

  GameSnapshot snapshot() const;

 private:
  void keepUp(const std::vector<tracker::Change>& changes);
  void beginStore();
  void store(const std::vector<tracker::Change>& changes);

  db::Store store_;
  std::shared_ptr<const db::GameClaim> claim_;
  tracker::Beginning beginning_;
  std::unique_ptr<tracker::Follower> follower_;
  std::int64_t id_ = 0;
  /// How many events the store has, and the first of them that may differ from the follower's.
  int stored_ = 0;
  int firstDirty_ = 1;
  /// As the store has it: who begins and the options may be found out later.
  Json storedHeader_;
  bool finished_ = false;
  Trouble unstored_;
  std::optional<DoubtLog> doubts_;
  std::optional<Photographs> photographs_;
  /// As it was shown last.
  cv::Mat shown_;
};

/// What a follower knows, for panels; `id` as of `KeptGame`.
GameSnapshot snapshotOf(const tracker::Follower& follower, const Layout& layout, std::int64_t id = 0);

}  // namespace octo::ui
