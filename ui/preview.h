#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <opencv2/core.hpp>
#include <string>
#include <thread>

#include "ui/mailbox.h"

namespace octo::ui {

/// What a source shows before a game is followed from it.
struct PreviewSnapshot {
  std::string source;
  /// 8-bit BGR, small; null until there is one.
  std::shared_ptr<const cv::Mat> picture;
  /// Why there is no picture; empty otherwise.
  std::string trouble;
};

/// Looks at one source at a time on a thread of its own: a few pictures a second of a camera, one of a recording.
class Preview {
 public:
  /// `wake` is called when there is a new picture.
  explicit Preview(std::function<void()> wake);
  ~Preview();
  Preview(const Preview&) = delete;
  Preview& operator=(const Preview&) = delete;

  /// From now on that source, as `vision::openSource` takes it; empty for none. Returns at once.
  void show(const std::string& source);
  /// Looks at nothing, and returns when the source is free for others. Not from the window's thread: a camera that
  /// hangs takes seconds.
  void release();

  Mailbox<PreviewSnapshot> pictures;

 private:
  void run();
  void look(const std::string& source);
  bool wanted(const std::string& source);
  void rest(const std::string& source, double seconds);
  void publish(PreviewSnapshot snapshot);

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string wanted_;
  /// The source that is open; empty where none is.
  std::string open_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace octo::ui
