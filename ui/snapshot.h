#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/store.h"
#include "tracker/follow/follower.h"
#include "ui/enrolment.h"
#include "ui/session/source_trouble.h"
#include "ui/session/table_status.h"
#include "vision/pipeline.h"

/// What panels draw: immutable once handed over, shared freely between threads.
namespace octo::ui {

/// A game at one moment, live or out of the history.
struct GameSnapshot {
  /// Number in the store; 0 where it is not stored.
  std::int64_t id = 0;
  GameHeader header;
  std::vector<TrackedEvent> events;
  Result result;
  std::optional<int> toMove;
  /// The public state in the game's own words (`Match::describe`); null where it is not known.
  Json table;
  std::vector<tracker::AgreedPiece> agreed;
  std::vector<tracker::LyingPiece> lying;
  std::optional<Cell> required;
  std::vector<tracker::Question> questions;
  /// What may happen now without leaving a trace on the table (`unseenMoves`); of a live game only.
  std::vector<Event> unseen;
  /// Players who are to show their octopus colour before anybody has won; only while they are asked.
  std::vector<int> closing;
  /// Of a live game: what its setup lacks, and where the table does not match (`Follower`).
  std::vector<tracker::MissingPiece> missing;
  std::vector<tracker::Difference> differences;
  bool canUndo = false, canRedo = false;
  /// Undo would unsay what a person said, and not take out the last event.
  bool undoUnsays = false;
  Layout layout;
  /// Out of the history: how many of the events have been played at this moment. All of them in a live game.
  int played = 0;
  /// Out of the history: what the camera saw at this moment, 8-bit BGR; null where no photograph is kept.
  std::shared_ptr<const cv::Mat> photograph;
};

/// What the camera shows at the moment.
struct CameraSnapshot {
  /// 8-bit BGR; empty before the first frame.
  std::shared_ptr<const cv::Mat> picture;
  vision::View view;
  /// Pictures a second that are read, over the last second or so.
  double rate = 0;
  /// The source has no more pictures.
  bool ended = false;
  /// Why there are no pictures, or what went wrong with one; nothing otherwise.
  Trouble trouble;
};

/// A live game: what is seen and what is known of it.
struct LiveSnapshot {
  std::string source;
  CameraSnapshot camera;
  TableStatus status;
  std::shared_ptr<const GameSnapshot> game;
  /// Why what happens cannot be stored at the moment, as on a full disk; empty otherwise. It is stored once it can be.
  Trouble unstored;
  /// Another window goes on with the game; this one no longer follows it.
  bool takenOver = false;
  /// Why what a person said last was refused, and how often that has happened.
  tracker::Message refused;
  int refusals = 0;
};

/// An edition that is being taught.
struct EnrolmentSnapshot {
  std::string source;
  GameId game = GameId::Octagone;
  std::string title, folder;
  /// 8-bit BGR, small; null before the first one.
  std::shared_ptr<const cv::Mat> picture;
  /// Where the piece lies in it, shares of its width and height; empty where none was found.
  std::vector<cv::Point2d> outline;
  /// The source has no more pictures; and why there are none.
  bool ended = false;
  Trouble trouble;
  /// As `Enrolment` has them; no pieces where it could not begin.
  std::vector<TaughtPiece> pieces;
  std::optional<std::size_t> asked;
  int view = 0, wanted = 0;
  Enrolment::Sight sight = Enrolment::Sight::Waiting;
  Trouble unkept;
  bool finished = false;
  /// How often something was taken; what went wrong last, and how often something did.
  int taken = 0;
  Trouble failed;
  int failures = 0;
};

/// The stored games, newest first, or why they cannot be read.
struct HistorySnapshot {
  std::vector<db::GameSummary> games;
  /// Those that were deleted and can be had back.
  std::vector<db::GameSummary> deleted;
  /// Numbers of the unfinished games that are being followed, here or in another window.
  std::set<std::int64_t> followed;
  Trouble trouble;
};

}  // namespace octo::ui
