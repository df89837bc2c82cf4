#include "ui/live_enrolment.h"

#include <chrono>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ui/trouble.h"
#include "vision/capture/public_name.h"

namespace octo::ui {
namespace {

/// A feed without news is asked so often whether it hangs.
constexpr std::chrono::milliseconds kAskFeedEvery{500};
/// Of the picture that is shown, the longer side, pixels.
constexpr int kShownPicture = 960;

}  // namespace

LiveEnrolment::LiveEnrolment(EnrolmentSetup setup, std::string source, std::function<void()> wake,
                             PictureFeed::Open open, FeedPatience patience)
    : wake_(std::move(wake)),
      feed_(
          source, std::move(open),
          [this] {
            {
              const std::scoped_lock lock(mutex_);
              fed_ = true;
            }
            changed_.notify_all();
          },
          patience) {
  snapshot_.source = vision::publicName(source);
  snapshot_.game = setup.game;
  watching_ = std::thread([this, begun = std::move(setup)] { watch(begun); });
}

LiveEnrolment::~LiveEnrolment() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  watching_.join();
}

void LiveEnrolment::post(std::function<void(Enrolment&)> command) {
  {
    const std::scoped_lock lock(mutex_);
    commands_.push_back(std::move(command));
  }
  changed_.notify_all();
}

void LiveEnrolment::watch(EnrolmentSetup setup) {
  std::optional<Enrolment> enrolment;
  guarded([&] { enrolment.emplace(std::move(setup)); });
  publish(enrolment ? &*enrolment : nullptr);
  while (enrolment) {
    std::deque<std::function<void(Enrolment&)>> commands;
    {
      std::unique_lock lock(mutex_);
      const auto something = [&] { return stopping_ || fed_ || !commands_.empty(); };
      if (snapshot_.ended)
        changed_.wait(lock, something);
      else
        changed_.wait_for(lock, kAskFeedEvery, something);
      if (stopping_) return;
      fed_ = false;
      commands = std::exchange(commands_, {});
    }
    for (const auto& command : commands) guarded([&] { command(*enrolment); });
    const PictureFeed::News news = feed_.take();
    if (news.frame) guarded([&] { look(*enrolment, *news.frame); });
    snapshot_.ended = news.ended && !news.frame;
    snapshot_.trouble = news.trouble;
    if (news.ended && news.frame) {  // the end is told once its last picture was looked at
      const std::scoped_lock lock(mutex_);
      fed_ = true;
    }
    publish(&*enrolment);
  }
}

void LiveEnrolment::guarded(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    snapshot_.failed = troubleOf(error);
    ++snapshot_.failures;
  }
}

void LiveEnrolment::look(Enrolment& enrolment, const vision::Frame& frame) {
  seen_ = frame.bgr.size();
  const double scale = std::min(1.0, static_cast<double>(kShownPicture) / std::max(seen_.width, seen_.height));
  auto small = std::make_shared<cv::Mat>();
  cv::resize(frame.bgr, *small, {}, scale, scale, cv::INTER_AREA);
  snapshot_.picture = std::move(small);
  if (enrolment.see(frame)) ++snapshot_.taken;
}

void LiveEnrolment::publish(const Enrolment* enrolment) {
  if (enrolment) {
    snapshot_.title = enrolment->setup().title;
    snapshot_.folder = enrolment->setup().folder;
    snapshot_.pieces = enrolment->pieces();
    snapshot_.asked = enrolment->asked();
    snapshot_.view = enrolment->view();
    snapshot_.wanted = enrolment->wanted();
    snapshot_.sight = enrolment->sight();
    snapshot_.unkept = enrolment->unkept();
    snapshot_.finished = enrolment->finished();
    snapshot_.outline.clear();
    for (const vision::ImagePoint& p : enrolment->outline())
      snapshot_.outline.emplace_back(p.x / seen_.width, p.y / seen_.height);
  }
  snapshots.put(std::make_shared<const EnrolmentSnapshot>(snapshot_));
  wake_();
}

}  // namespace octo::ui
