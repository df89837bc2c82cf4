#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/scene/layout_line.h"
#include "datasets/scene/moment.h"
#include "datasets/scene/stage.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

struct RecordingOptions {
  StageOptions stage;
  std::uint64_t seed = 0;
  /// Whose pieces lie on the table; without it the print edition's.
  std::shared_ptr<const vision::Edition> edition{};
  /// Numbered JPEG pictures instead of a video.
  bool images = false;
  /// The video's: "mp4v", or "avc1" (a third of the size, three times as slow).
  std::string codec = "mp4v";
  /// Ends after so many frames; 0 for all.
  int frames = 0;
  /// Once in the middle of the game: the table is knocked, a lamp goes on or off.
  bool bump = false, lamp = false;
  /// Share of the steps after which a hand stays over the table for some seconds.
  double lingers = 0;
  /// How everybody moves; the script has to be theirs, too. Without it all move much alike.
  std::optional<Habits> people;
  /// Encodes in a thread of its own while the next frame is drawn.
  bool encodesAside = true;
};

/// The pictures of a script one after the other, drawn when they are asked for. The same arguments give the same
/// pictures.
class Film {
 public:
  /// Throws std::out_of_range for a face that the edition does not have.
  Film(GameId game, const std::vector<LayoutLine>& script, const std::optional<tracker::Record>& record,
       const RecordingOptions& options);

  /// The next picture, 8-bit BGR, into `picture`, whose buffer is reused; false after the last.
  bool next(cv::Mat& picture);
  /// What the latest picture shows, and its number from 0.
  const Moment& moment() const { return moments_[next_ - 1]; }
  std::size_t frame() const { return next_ - 1; }
  Stage& stage() { return stage_; }
  /// The record with the frame at which each event has settled.
  tracker::Record timed(tracker::Record record) const;

 private:
  double framesPerSecond_;
  Stage stage_;
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
};

/// Renders a script into `folder`: `video.mp4` or pictures, `truth.jsonl`, and `game.octo.jsonl` where the record is
/// known. The same arguments give the same bytes. Throws std::runtime_error where something cannot be written, and
/// std::out_of_range for a face that the edition does not have.
void writeRecording(const std::filesystem::path& folder, GameId game, const std::vector<LayoutLine>& script,
                    const std::optional<tracker::Record>& record, const RecordingOptions& options);

}  // namespace octo::datasets
