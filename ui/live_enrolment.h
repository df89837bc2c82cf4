#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "ui/enrolment.h"
#include "ui/mailbox.h"
#include "ui/picture_feed.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// An edition that is being taught before a camera: a feed of pictures and a thread that looks at them. The window
/// takes snapshots and never waits. Stops with its end; what was taken is kept.
class LiveEnrolment {
 public:
  /// Returns at once; what goes wrong is said in the snapshots. `wake` is called when there is a new one.
  LiveEnrolment(EnrolmentSetup setup, std::string source, std::function<void()> wake,
                PictureFeed::Open open = vision::openSource, FeedPatience patience = {});
  ~LiveEnrolment();
  LiveEnrolment(const LiveEnrolment&) = delete;
  LiveEnrolment& operator=(const LiveEnrolment&) = delete;

  Mailbox<EnrolmentSnapshot> snapshots;
  /// Carried out by the thread; what it throws is said in the next snapshot.
  void post(std::function<void(Enrolment&)> command);

 private:
  void watch(EnrolmentSetup setup);
  void guarded(const std::function<void()>& work);
  void look(Enrolment& enrolment, const vision::Frame& frame);
  void publish(const Enrolment* enrolment);

  const std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  /// Guarded by the mutex.
  std::deque<std::function<void(Enrolment&)>> commands_;
  bool fed_ = false, stopping_ = false;
  /// Only the looking thread touches these.
  EnrolmentSnapshot snapshot_;
  cv::Size seen_;

  PictureFeed feed_;
  std::thread watching_;
};

}  // namespace octo::ui
