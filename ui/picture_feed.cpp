#include "ui/picture_feed.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "ui/frozen_picture.h"
#include "ui/source_claim.h"
#include "ui/trouble.h"
#include "vision/capture/public_name.h"

namespace octo::ui {
namespace {

using FeedClock = std::chrono::steady_clock;

/// Threads that may hang in the source at a time; then it is not tried again until one of them comes back.
constexpr int kMostHung = 3;
/// Nearly every source has its next picture within that.
constexpr std::chrono::milliseconds kComesBack{300};

FeedClock::duration seconds(double count) {
  return std::chrono::duration_cast<FeedClock::duration>(std::chrono::duration<double>(count));
}

/// As messages call it.
std::string nameOf(const std::string& source) {
  const bool number = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
  return number ? vision::cameraName(source) : vision::publicName(source);
}

double since(FeedClock::time_point time) { return std::chrono::duration<double>(FeedClock::now() - time).count(); }

}  // namespace

/// What the reading thread and the feed share; the last of them frees it.
struct PictureFeed::Shared {
  Shared(std::string from, Open opener, std::function<void()> tell, FeedPatience patient)
      : source(std::move(from)),
        name(nameOf(source)),
        open(std::move(opener)),
        patience(patient),
        changed(std::move(tell)),
        frozen(patience.frozen) {}

  const std::string source, name;
  const Open open;
  const FeedPatience patience;

  std::mutex mutex;
  std::condition_variable moved;
  /// All else is guarded by the mutex. Null once nobody wants to know.
  std::function<void()> changed;
  std::shared_ptr<const vision::Frame> frame;
  Trouble trouble;
  bool ended = false, stopping = false, paused = false, tryNow = false;
  /// The source is a camera or stream; `trouble` says that it is silent.
  bool live = false, silent = false;
  /// The reading thread is opening the source.
  bool opening = false;
  /// Which of the threads that were started counts, and how many of the others have not come back.
  int reader = 0;
  int hung = 0;
  /// When the reading thread last came back from the source.
  FeedClock::time_point stirred = FeedClock::now();
  /// Since when a recording is shown (moved on by every pause), and when the latest picture came, its time and number.
  FeedClock::time_point started{}, latest{};
  double latestTime = 0;
  std::int64_t latestIndex = -1;
  FrozenPicture frozen;

  bool wanted(int by) const { return !stopping && reader == by; }
  void tell() const {
    if (changed) changed();
  }
};

PictureFeed::PictureFeed(std::string source, Open open, std::function<void()> changed, FeedPatience patience)
    : shared_(std::make_shared<Shared>(std::move(source), std::move(open), std::move(changed), patience)) {
  start(shared_, 0);
}

/// Who still reads when the program ends uses what is being taken down.
PictureFeed::~PictureFeed() {
  std::unique_lock lock(shared_->mutex);
  shared_->stopping = true;
  shared_->changed = nullptr;
  shared_->moved.notify_all();
  shared_->moved.wait_for(lock, kComesBack, [&] { return shared_->ended; });
}

void PictureFeed::start(const std::shared_ptr<Shared>& shared, int reader) {
  std::thread([shared, reader] { read(*shared, reader); }).detach();
}

/// A thread of ours that hangs keeps its claim for ever.
std::chrono::milliseconds PictureFeed::claimPatience(Shared& shared) {
  const std::scoped_lock lock(shared.mutex);
  return shared.hung > 0 ? std::chrono::milliseconds(0) : SourceClaim::kPatience;
}

void PictureFeed::read(Shared& shared, int reader) {
  Trouble trouble;
  bool goesOn = false;
  const auto begun = FeedClock::now();
  do {
    bool passes = false;
    trouble = {};
    try {
      const SourceClaim claim(shared.source, claimPatience(shared));
      {
        const std::scoped_lock lock(shared.mutex);
        if (!shared.wanted(reader)) break;
        shared.stirred = FeedClock::now();
        shared.opening = true;
      }
      const auto source = shared.open(shared.source);
      {
        const std::scoped_lock lock(shared.mutex);
        if (!shared.wanted(reader)) break;
        shared.live = source->live();
        shared.stirred = FeedClock::now();
        shared.opening = false;
      }
      trouble = readFrom(shared, reader, *source);
    } catch (const vision::SourceError& error) {
      trouble = troubleOf(error);
      passes = vision::mayPass(error.fault());
    } catch (const std::exception& error) {
      trouble = troubleOf(error);
    }
    const std::scoped_lock lock(shared.mutex);
    const bool begins = shared.latestIndex < 0;
    goesOn = shared.wanted(reader) && (begins ? passes && since(begun) < shared.patience.first : shared.live);
  } while (goesOn && waitToTryAgain(shared, reader, trouble));
  end(shared, reader, trouble);
}

/// Until the source ends or nobody wants its pictures any more; why it ended.
Trouble PictureFeed::readFrom(Shared& shared, int reader, vision::Source& source) {
  const bool live = source.live();
  double gap = 0;
  std::int64_t before = 0;
  {
    const std::scoped_lock lock(shared.mutex);
    before = shared.latestIndex + 1;
    if (shared.latestIndex < 0)
      shared.started = FeedClock::now();
    else
      gap = shared.latestTime + since(shared.latest);
  }
  for (;;) {
    auto frame = std::make_shared<vision::Frame>();
    if (!source.next(*frame))
      return live ? troubleOf(vision::SourceFault::Stopped, {{"name", shared.name}}) : Trouble{};
    frame->index += before;
    frame->time += gap;
    switch (deliver(shared, reader, std::move(frame), live)) {
      case Delivered::Yes:
        break;
      case Delivered::Unwanted:
        return {};
      case Delivered::Frozen:
        return troubleOf(vision::SourceFault::Frozen,
                         {{"name", shared.name}, {"s", vision::wholeSeconds(shared.patience.frozen)}});
    }
  }
}

/// A camera's older picture makes room for the newer one. A recording waits: until its picture is due, and until the
/// one before was taken.
PictureFeed::Delivered PictureFeed::deliver(Shared& shared, int reader, std::shared_ptr<vision::Frame> frame,
                                            bool live) {
  std::unique_lock lock(shared.mutex);
  const auto gone = [&] { return !shared.wanted(reader); };
  if (!live) {
    const auto before = FeedClock::now();
    shared.moved.wait(lock, [&] { return gone() || !shared.paused; });
    shared.started += FeedClock::now() - before;
    shared.moved.wait_until(lock, shared.started + seconds(frame->time), gone);
    shared.moved.wait(lock, [&] { return gone() || !shared.frame; });
  }
  if (gone()) return Delivered::Unwanted;
  const double now = std::chrono::duration<double>(FeedClock::now().time_since_epoch()).count();
  if (live && shared.frozen.see(frame->bgr, now)) {
    shared.frozen.reopened();
    return Delivered::Frozen;
  }
  shared.latestIndex = frame->index;
  shared.latestTime = frame->time;
  shared.latest = shared.stirred = FeedClock::now();
  shared.frame = std::move(frame);
  shared.trouble = {};
  shared.silent = false;
  shared.tell();
  return Delivered::Yes;
}

/// False where nobody waits for it any more.
bool PictureFeed::waitToTryAgain(Shared& shared, int reader, const Trouble& trouble) {
  std::unique_lock lock(shared.mutex);
  if (!shared.wanted(reader)) return false;
  shared.opening = false;
  // At the beginning, and while an earlier thread hangs in it, that it cannot be opened is no news.
  if (shared.latestIndex >= 0 && (shared.hung == 0 || !shared.silent)) {
    shared.trouble = trouble;
    shared.silent = false;
    shared.tell();
  }
  shared.moved.wait_for(lock, seconds(shared.patience.tryAgain),
                        [&] { return !shared.wanted(reader) || shared.tryNow; });
  shared.tryNow = false;
  shared.stirred = FeedClock::now();
  return shared.wanted(reader);
}

void PictureFeed::end(Shared& shared, int reader, const Trouble& trouble) {
  const std::scoped_lock lock(shared.mutex);
  if (shared.reader != reader) {
    --shared.hung;
    return;
  }
  shared.trouble = trouble;
  shared.ended = true;
  shared.moved.notify_all();
  shared.tell();
}

/// Says what hangs, and lets another thread try where one has hung for too long. With the mutex held.
void PictureFeed::watch() {
  Shared& shared = *shared_;
  if (shared.ended || !shared.live || shared.latestIndex < 0) return;
  const double quiet = since(shared.stirred);
  if ((!any(shared.trouble) && quiet >= shared.patience.silent) || shared.silent) {
    shared.trouble = troubleOf(vision::SourceFault::Silent,
                               {{"name", shared.name}, {"s", vision::wholeSeconds(since(shared.latest))}});
    shared.silent = true;
  }
  if (quiet < (shared.opening ? shared.patience.opening : shared.patience.hung) || shared.hung >= kMostHung) return;
  ++shared.hung;
  ++shared.reader;
  shared.opening = false;
  shared.stirred = FeedClock::now();
  start(shared_, shared.reader);
}

PictureFeed::News PictureFeed::take() {
  const std::scoped_lock lock(shared_->mutex);
  watch();
  News news{std::exchange(shared_->frame, nullptr), shared_->ended, shared_->trouble};
  shared_->moved.notify_all();
  return news;
}

void PictureFeed::pause(bool pause) {
  const std::scoped_lock lock(shared_->mutex);
  shared_->paused = pause;
  shared_->moved.notify_all();
}

void PictureFeed::tryAgain() {
  const std::scoped_lock lock(shared_->mutex);
  shared_->tryNow = any(shared_->trouble);
  shared_->moved.notify_all();
}

}  // namespace octo::ui
