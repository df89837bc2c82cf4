#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "ui/session/source_trouble.h"
#include "vision/capture/source.h"

namespace octo::ui {

/// For how long a source may fail to do what it should, seconds.
struct FeedPatience {
  /// A camera that sends nothing for so long is said to: more than a change of exposure or a hiccup of the network
  /// takes, and more than a slow camera's five pictures a second by far.
  double silent = 2.0;
  /// A camera that sends the very same picture for so long is opened anew (`FrozenPicture`).
  double frozen = 10.0;
  /// A thread that has waited for a picture for so long is left behind and another one opens the source anew: the line
  /// to a stream may be dead without either end knowing.
  double hung = 4.0;
  /// The same for one that has waited for the source to open: above the patience of our own (`vision::kMostSilence`).
  double opening = 15.0;
  /// A camera that is lost is tried again so often.
  double tryAgain = 0.5;
  /// One that cannot be opened at the beginning is tried again for so long: who had it before may be letting go of it.
  double first = 4.0;
};

/// The pictures of one source for a game that is watched, read on a thread of its own. A camera that stops is opened
/// again until it is back; its times and numbers go on meanwhile. A recording keeps its own pace, and none of its
/// pictures is lost. Nobody waits long for the source, whatever it does: a thread that hangs in it is left behind.
class PictureFeed {
 public:
  using Open = std::function<std::unique_ptr<vision::Source>(const std::string&)>;

  struct News {
    /// The newest picture (of a recording: the next), once; null where there is none since.
    std::shared_ptr<const vision::Frame> frame;
    /// There will be no more.
    bool ended = false;
    /// Why there are no pictures; nothing while they come.
    Trouble trouble;
  };

  /// `changed` is called by the reading thread when there is news, and not after this has ended. `open` is called on
  /// that thread and may outlive this: what it needs it must own.
  PictureFeed(std::string source, Open open, std::function<void()> changed, FeedPatience patience = {});
  ~PictureFeed();
  PictureFeed(const PictureFeed&) = delete;
  PictureFeed& operator=(const PictureFeed&) = delete;

  /// To be asked every second or so even without news: a source that hangs makes none. One thread.
  News take();
  /// A recording stands still; a camera goes on.
  void pause(bool pause);
  /// A camera that is lost is tried again at once.
  void tryAgain();

 private:
  struct Shared;
  static void start(const std::shared_ptr<Shared>& shared, int reader);
  static std::chrono::milliseconds claimPatience(Shared& shared);
  static void read(Shared& shared, int reader);
  static Trouble readFrom(Shared& shared, int reader, vision::Source& source);
  static bool waitToTryAgain(Shared& shared, int reader, const Trouble& trouble);
  enum class Delivered { Yes, Unwanted, Frozen };
  static Delivered deliver(Shared& shared, int reader, std::shared_ptr<vision::Frame> frame, bool live);
  static void end(Shared& shared, int reader, const Trouble& trouble);
  void watch();

  std::shared_ptr<Shared> shared_;
};

}  // namespace octo::ui
