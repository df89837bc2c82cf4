#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/session/followed_game.h"
#include "ui/session/second_look.h"
#include "vision/pipeline.h"

namespace octo::ui {

/// One game at one table from pictures to events, the same for the window, `track`, `demo` and `evaluate`: it decides
/// when the game begins, who is taken to begin, what is told to the game at which picture, and when the table is read
/// anew. Whoever uses it only shows, prints, stores or counts what comes of it. One thread.
class TableSession {
 public:
  using MakeGame = std::function<std::unique_ptr<FollowedGame>(const tracker::Beginning&)>;
  /// Four corners of the play area in a picture of that size, or none (`vision::PipelineOptions`).
  using Corners = std::function<std::vector<vision::ImagePoint>(cv::Size)>;
  using Edition = std::shared_ptr<const vision::TaughtEdition>;

  /// A new game, made once its first piece lies on the table: a table that stays empty leaves none behind. `firstTold`
  /// of the beginning: its header says who begins, else that is found out. Throws Malformed where such a game cannot be
  /// followed.
  /// `edition`: whose faces the pieces show (`vision::PipelineOptions`).
  TableSession(tracker::Beginning beginning, MakeGame make, Corners corners = {}, Edition edition = nullptr);
  /// A game that goes on.
  TableSession(std::unique_ptr<FollowedGame> game, Corners corners, Edition edition = nullptr);

  /// The next picture; what it changed. An error of the game leaves the view as it is (`view`) and can be thrown again.
  std::vector<tracker::Change> see(const vision::Frame& frame);
  /// The same without pictures: the table at rest, and that it has lain still since.
  std::vector<tracker::Change> observe(const Observation& observation);
  std::vector<tracker::Change> still(double time);
  /// Whatever a person says; a game that has not begun begins then. Throws Malformed where it cannot be.
  std::vector<tracker::Change> say(const tracker::Input& input);
  /// A player says that the turn is done: counts once the table lies still and was read.
  std::vector<tracker::Change> turnDone();
  /// The source has ended.
  std::vector<tracker::Change> finish();

  /// Other corners than before, or none.
  void setCorners(const std::vector<vision::ImagePoint>& corners);
  /// The table is located and read anew.
  void lookAgain();

  /// What was read as it lies there is read again from the pictures kept of this rest, one by one, and changed where
  /// most of them agree on something else. `see` does so by itself before it tells a breach.
  struct SecondLook {
    std::vector<tracker::Change> changes = {};
    /// There were pictures to read.
    bool looked = false;
    /// Something had been read wrong.
    bool wrong = false;
  };
  SecondLook lookTwice();

  /// Null before the first piece was seen.
  const FollowedGame* game() const { return game_.get(); }
  /// Before the game has begun, of one that has not seen anything.
  const tracker::Follower& follower() const { return game_ ? game_->follower() : *before_; }
  /// Of the latest picture; a default one before the first.
  const vision::View& view() const { return view_; }
  bool ended() const { return ended_; }

 private:
  void begin(const Observation& seen);
  std::vector<tracker::Change> checked(std::vector<tracker::Change> changes);
  /// Of the pipeline, but for corners that are given.
  vision::PipelineOptions options() const;
  std::vector<tracker::Change> takeBySelf();

  tracker::Beginning beginning_;
  MakeGame make_;
  Corners corners_;
  Edition edition_;
  std::unique_ptr<const tracker::Follower> before_;
  std::unique_ptr<FollowedGame> game_;
  std::optional<vision::Pipeline> pipeline_;
  vision::View view_;
  /// Of this rest: its pictures, and what was read; and what was read at the rest before.
  RestPictures pictures_;
  std::optional<Observation> read_;
  Observation readBefore_;
  /// What was found wrong on a second look: it stays so while it is read so.
  std::vector<Reread> wrong_;
  /// Since when a game has lain there that nobody laid before the program's eyes.
  std::optional<double> occupiedSince_;
  bool turnDone_ = false;
  bool ended_ = false;
};

}  // namespace octo::ui
