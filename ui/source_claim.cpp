#include "ui/source_claim.h"

#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>

namespace octo::ui {
namespace {

struct Claimed {
  std::mutex mutex;
  std::condition_variable changed;
  std::multiset<std::string> sources;
};

/// Never freed: a thread that was left behind may let go of a source while the program ends.
Claimed& claimed() {
  static auto* const all = new Claimed;
  return *all;
}

}  // namespace

SourceClaim::SourceClaim(std::string source, std::chrono::milliseconds patience) : source_(std::move(source)) {
  Claimed& all = claimed();
  std::unique_lock lock(all.mutex);
  all.changed.wait_for(lock, patience, [&] { return !all.sources.contains(source_); });
  all.sources.insert(source_);
}

SourceClaim::~SourceClaim() {
  Claimed& all = claimed();
  {
    const std::scoped_lock lock(all.mutex);
    all.sources.erase(all.sources.find(source_));
  }
  all.changed.notify_all();
}

}  // namespace octo::ui
