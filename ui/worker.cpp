#include "ui/worker.h"

#include <exception>
#include <memory>
#include <utility>

namespace octo::ui {

Worker::Worker(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    jobs_.clear();
  }
  arrived_.notify_one();
  thread_.join();
}

void Worker::post(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  arrived_.notify_one();
}

void Worker::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (stopping_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    try {
      job();
    } catch (const std::exception& error) {
      trouble.put(std::make_shared<const Trouble>(troubleOf(error)));
    }
    wake_();
  }
}

}  // namespace octo::ui
