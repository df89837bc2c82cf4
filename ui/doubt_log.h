#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "tracker/follow/session.h"

namespace octo::ui {

/// What there is to tell of a follower at a moment of doubt: how far it is in the session, the questions, and the games
/// kept as possible from the event on in which they differ.
Json doubtJson(const tracker::Follower& follower, std::size_t inputs);

/// Keeps in a folder what it takes to look into every doubt of a followed game afterwards:
/// `session.jsonl`, all that the follower was shown and told; `doubts.jsonl`, a line for each moment at which it asked
/// ("question"), was unsure, named a breach, thought otherwise of an earlier event ("revised") or was corrected;
/// `FRAME.png`, the picture of that moment as the camera gave it. `octoscope replay FOLDER` follows the session
/// again.
class DoubtLog {
 public:
  /// Makes the folder where it is not there. Throws BadInput where it cannot be written or holds a session already.
  DoubtLog(std::filesystem::path folder, const tracker::Beginning& beginning);

  /// The picture (8-bit BGR, its pixels are shared) in which the next inputs are seen.
  void show(const cv::Mat& picture, std::int64_t frame);
  /// An input and what it changed. A folder that can no longer be written is said once, and the game goes on.
  void add(const tracker::Input& input, const tracker::Follower& follower, const std::vector<tracker::Change>& changes);

 private:
  void keep(const Json& why, const tracker::Follower& follower);
  std::string keepPicture();
  void write(std::ofstream& out, const Json& line);

  std::filesystem::path folder_;
  std::ofstream session_, doubts_;
  cv::Mat picture_;
  std::int64_t frame_ = -1, pictureKept_ = -1;
  int pictures_ = 0;
  std::size_t inputs_ = 0;
  std::vector<std::string> asked_;
  bool failed_ = false;
};

/// One kept doubt beside what a follower makes of the same session today.
struct ReplayedDoubt {
  /// As `doubts.jsonl` has it, and its fields of `doubtJson` now.
  Json kept, now;
  bool same = false;
};

/// Follows a kept session again; `changes` hears all that the follower says. Throws Malformed or BadInput where the
/// folder does not hold what it must.
std::vector<ReplayedDoubt> replayDoubts(const std::filesystem::path& folder,
                                        const std::function<void(const std::vector<tracker::Change>&)>& changes);

}  // namespace octo::ui
