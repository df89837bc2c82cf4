#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "tracker/follow/session.h"

namespace octo::ui {

/// A game that is followed: what a TableSession gives its inputs to. One thread.
class FollowedGame {
 public:
  virtual ~FollowedGame() = default;
  virtual const tracker::Follower& follower() const = 0;
  /// What the input changed. Throws Malformed where a person said what cannot be; nothing has changed then.
  virtual std::vector<tracker::Change> take(const tracker::Input& input) = 0;
  /// The picture (8-bit BGR) in which what comes next is seen.
  virtual void show(const cv::Mat& picture, std::int64_t frame) { (void)picture, (void)frame; }
};

/// A game that is kept nowhere.
class PassingGame final : public FollowedGame {
 public:
  /// Throws Malformed where it cannot be followed.
  explicit PassingGame(const tracker::Beginning& beginning) : follower_(tracker::follow(beginning)) {}
  const tracker::Follower& follower() const override { return *follower_; }
  std::vector<tracker::Change> take(const tracker::Input& input) override { return tracker::give(*follower_, input); }

 private:
  std::unique_ptr<tracker::Follower> follower_;
};

}  // namespace octo::ui
