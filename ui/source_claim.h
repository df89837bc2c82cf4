#pragma once

#include <chrono>
#include <string>

namespace octo::ui {

/// Held while a part of the program has a source open: a camera gives its pictures to one at a time. Any thread.
class SourceClaim {
 public:
  /// Whoever else has a source (the start form's preview, the game before) lets go within this, or hangs.
  static constexpr std::chrono::milliseconds kPatience{6000};
  /// Waits until nobody else has the source, at most so long: whoever hangs in a camera's driver cannot let go of it.
  explicit SourceClaim(std::string source, std::chrono::milliseconds patience = kPatience);
  ~SourceClaim();
  SourceClaim(const SourceClaim&) = delete;
  SourceClaim& operator=(const SourceClaim&) = delete;

 private:
  std::string source_;
};

}  // namespace octo::ui
