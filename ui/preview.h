#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <opencv2/core.hpp>
#include <optional>
#include <string>

#include "ui/mailbox.h"
#include "ui/picture_feed.h"
#include "vision/locate/which_table.h"

namespace octo::ui {

/// What a source shows before a game is followed from it.
struct PreviewSnapshot {
  std::string source;
  /// 8-bit BGR, small; null until there is one.
  std::shared_ptr<const cv::Mat> picture;
  /// Why there is no picture; nothing otherwise.
  Trouble trouble;
  /// Whose board or mat was seen there last; nothing before that.
  std::optional<vision::WhichTable> table = std::nullopt;
};

/// Looks at one source at a time on a thread of its own: a few pictures a second of a camera, one of a recording. A
/// camera or stream that shows nothing is tried again until it does.
/// Nobody waits for the source: a thread that hangs in it is left behind, and another one looks at the next.
class Preview {
 public:
  /// `wake` is called when there is a new picture.
  explicit Preview(std::function<void()> wake, PictureFeed::Open open = vision::openSource);
  ~Preview();
  Preview(const Preview&) = delete;
  Preview& operator=(const Preview&) = delete;

  /// From now on that source, as `vision::openSource` takes it; empty for none. Returns at once; the source is free for
  /// others once no `SourceClaim` of it is held.
  void show(const std::string& source);

  Mailbox<PreviewSnapshot>& pictures() { return shared_->pictures; }

 private:
  /// One look at one source; the thread that looks and the preview share it.
  struct Look {
    std::string source;
    bool over = false;
  };
  struct Shared {
    std::function<void()> wake;
    PictureFeed::Open open;
    Mailbox<PreviewSnapshot> pictures;
    std::mutex mutex;
    std::condition_variable changed;
  };
  static void look(Shared& shared, const Look& look);
  static bool watch(Shared& shared, const Look& look);
  static bool rest(Shared& shared, const Look& look, double seconds);
  static void publish(Shared& shared, const Look& look, PreviewSnapshot snapshot);

  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Look> look_;
};

}  // namespace octo::ui
