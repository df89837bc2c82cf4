#pragma once

#include <deque>
#include <memory>
#include <opencv2/core.hpp>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/vocabulary/observation.h"
#include "vision/pipeline.h"
#include "vision/read/reader.h"

namespace octo::ui {

/// A piece that was read wrong, and what it is.
struct Reread {
  SeenPiece was;
  SeenPiece is;
};

/// What is new in `seen` beside the rest before, read again: `readings` are those of single pictures of the same rest,
/// on their own. A piece counts as read wrong only where most of the pictures agree on something else.
std::vector<Reread> readWrong(const Observation& seen, const Observation& before,
                              const std::vector<std::vector<SeenPiece>>& readings);

/// Whether a piece is read there as it was.
bool isRead(const SeenPiece& piece, const Observation& seen);

/// As `seen`, with those pieces as they are.
Observation corrected(Observation seen, const std::vector<Reread>& wrong);

/// Two lists of changes of one moment as one: what the second takes back of the first was never told.
std::vector<tracker::Change> atOnce(std::vector<tracker::Change> first, std::vector<tracker::Change> second);

/// Whether a breach is among the news, or an earlier move is shown to be one.
bool tellsBreach(const std::vector<tracker::Change>& changes);

/// Keeps pictures of the table at rest, to read them again where what was read is disputed. One thread.
class RestPictures {
 public:
  /// The next picture and what was made of it.
  void keep(const vision::Frame& frame, const vision::View& view);
  /// What each picture shows by itself, read by a reader that knows nothing of the others. `options`: of the pipeline
  /// that made the views; corners are not looked at.
  std::vector<std::vector<SeenPiece>> readAgain(const vision::PipelineOptions& options);

 private:
  struct Kept {
    cv::Mat bgr;
    vision::TableView table;
  };
  void dropOldest();

  std::deque<Kept> pictures_;
  /// Of pictures that are no longer kept, to be filled again.
  std::vector<cv::Mat> spare_;
  double last_ = -1e9;
  std::unique_ptr<vision::GameReader> reader_;
};

}  // namespace octo::ui
