#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "ui/session/source_trouble.h"
#include "vision/pipeline.h"

namespace octo::ui {

/// What the program is doing with the table, and what it waits for: one thing at every moment.
struct TableStatus {
  enum class Kind {
    Opening,    // no picture yet
    Looking,    // for the table: `marks`, `missingMarks`, `anotherTable`
    Setup,      // the table is found, the game's beginning is not laid: `missing`
    Turn,       // it waits for `player`, or for nobody in particular
    Hand,       // a hand, or something else that moves, is over the table
    Reading,    // still, but not for long enough
    Mismatch,   // the table shows what the game cannot explain: `differences`
    Lost,       // the camera gives no pictures: `trouble`
    Paused,     // by a person
    GameOver,   // by the rules
    SourceEnd,  // the recording is over
  };
  Kind kind = Kind::Opening;
  /// How long it has been so, seconds.
  double lasted = 0;
  /// It has been so for so long that a person should be told what to do about it.
  bool stuck = false;
  std::vector<vision::SeenMark> marks = {};
  /// Where on the table those marks are that are looked for and not seen, mm.
  std::vector<TablePoint> missingMarks = {};
  /// The marks that are seen belong to another game's board or mat.
  bool anotherTable = false;
  std::vector<tracker::MissingPiece> missing = {};
  /// Nothing is missing for the first move (`Follower::isSetUp`).
  bool isSetUp = false;
  std::vector<tracker::Difference> differences = {};
  /// The game can go on from what lies there (`Follower::canTakeTable`).
  bool canTakeTable = false;
  /// Events of the game are known.
  bool gameBegun = false;
  std::optional<int> player = {};
  /// Of a source that is lost.
  Trouble trouble = {};
  /// What to better about the picture. It matters only while something cannot be read, but for a table that is cut off
  /// or dark.
  std::optional<vision::PictureTrouble> advice = {};
};

/// What the status is made from at one moment.
struct TableSight {
  /// Null before the first picture.
  const vision::View* view = nullptr;
  /// Null before the game has begun.
  const tracker::Follower* follower = nullptr;
  bool sourceEnded = false;
  bool paused = false;
  /// Why the source gives no pictures; nothing while it does.
  Trouble trouble = {};
  /// Seconds that pass as they do for people; from any beginning, never backwards.
  double now = 0;
};

/// Tells the status from moment to moment so that people can follow it: what lasts for less than a blink is left out,
/// and advice stays until the picture is clearly better. One thread uses it.
class StatusWatch {
 public:
  const TableStatus& update(const TableSight& sight);
  const TableStatus& status() const { return status_; }
  /// The people have done what was asked, or asked for something else: what is stuck counts anew.
  void restart(double now) { since_ = now; }

 private:
  TableStatus::Kind kindOf(const TableSight& sight) const;
  void takeOver(TableStatus::Kind kind, double now);
  void fill(const TableSight& sight);
  void advise(const TableSight& sight);

  TableStatus status_;
  /// When the status's kind began, and the kind that will follow it if it lasts, and since when that has been seen.
  double since_ = 0;
  TableStatus::Kind next_ = TableStatus::Kind::Opening;
  double nextSince_ = 0;
  std::shared_ptr<const vision::PictureQuality> measured_;
  /// What the latest pictures told: shown once two in a row agree.
  std::optional<vision::PictureTrouble> trouble_, troubleBefore_;
};

}  // namespace octo::ui
