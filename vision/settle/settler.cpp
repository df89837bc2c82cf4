#include "vision/settle/settler.h"

#include <utility>

#include "vision/settle/small_gray.h"

namespace octo::vision {
namespace {

/// A shield seen from afar covers four blocks; one block alone is a speck of noise or a blinking pixel.
constexpr int kLeastBlocks = 2;
/// Of a slow source too, two frames must agree before anything is at rest.
constexpr std::int64_t kLeastFrames = 1;

}  // namespace

RestStep Settler::step(const Frame& frame) {
  stride_ = thinOut(frame.bgr, now_);
  const bool moved = movedSinceAnchor();
  if (moved || frame.photograph) dropAnchor(frame);
  if (frame.photograph) {
    resting_ = true;
    return {Rest::AtRest, true, anchorTime_, anchorFrame_};
  }
  const bool still =
      !moved && frame.time - anchorTime_ >= kRestTime - 1e-6 && frame.index - anchorFrame_ >= kLeastFrames;
  const bool justRested = still && !resting_;
  resting_ = still;
  const Rest rest = moved ? Rest::Moving : still ? Rest::AtRest : Rest::Settling;
  return {rest, justRested, anchorTime_, anchorFrame_};
}

void Settler::reset() {
  anchor_.release();
  mask_.clear();
  resting_ = false;
}

bool Settler::movedSinceAnchor() {
  if (anchor_.size() != now_.size()) {
    mask_.clear();
    return true;
  }
  changes_.compare(anchor_, now_, mask_);
  return changes_.count() >= kLeastBlocks;
}

void Settler::dropAnchor(const Frame& frame) {
  now_.copyTo(anchor_);
  anchorTime_ = frame.time;
  anchorFrame_ = frame.index;
}

}  // namespace octo::vision
