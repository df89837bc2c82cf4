#include "tracker/follow/undo_history.h"

#include <utility>

namespace octo::tracker {
namespace {

/// So much of what people said can be unsaid in a row.
constexpr std::size_t kMostUndone = 30;
/// Who takes back so soon after saying something means what they said: others may have played meanwhile. Seconds.
constexpr double kJustSaid = 30;

bool isTheSame(const TrackedEvent& a, const TrackedEvent& b) {
  return a.event == b.event && a.verdict.legal == b.verdict.legal && a.verdict.rule == b.verdict.rule &&
         a.verdict.exposes == b.verdict.exposes && a.verdict.applied == b.verdict.applied &&
         a.confidence == b.confidence && a.inferred == b.inferred && a.was == b.was;
}

/// What leads from the one game to the other.
std::vector<Change> changesBetween(const std::vector<TrackedEvent>& before, const std::vector<TrackedEvent>& now) {
  std::vector<Change> changes;
  for (std::size_t n = 0; n < now.size(); ++n) {
    if (n >= before.size())
      changes.push_back({Change::Kind::Added, now[n]});
    else if (!isTheSame(before[n], now[n]))
      changes.push_back({Change::Kind::Revised, now[n]});
  }
  for (std::size_t n = before.size(); n-- > now.size();) changes.push_back({Change::Kind::Removed, before[n]});
  return changes;
}

}  // namespace

UndoHistory::UndoHistory(const UndoHistory& other)
    : game_(other.game_->clone()),
      latest_(other.latest_),
      inputs_(other.inputs_),
      done_(other.done_),
      undone_(other.undone_) {}

std::vector<Change> UndoHistory::pass(const Input& input) {
  if (!done_.empty() || !undone_.empty()) inputs_.push_back(input);
  return give(*game_, input);
}

/// What changes nothing is no word to be unsaid.
std::vector<Change> UndoHistory::say(const Input& input) {
  std::shared_ptr<const Follower> before = game_->clone();
  const Json header = game_->header().toJson();
  std::vector<Change> changes = give(*game_, input);
  if (changes.empty() && game_->header().toJson() == header) {
    if (!done_.empty() || !undone_.empty()) inputs_.push_back(input);
    return changes;
  }
  undone_.clear();
  if (done_.empty()) inputs_.clear();
  done_.push_back({std::move(before), inputs_.size(), game_->events().size(), latest_});
  if (done_.size() > kMostUndone) done_.pop_front();
  return changes;
}

std::vector<Change> UndoHistory::goTo(const Follower& game, std::size_t from) {
  const std::vector<TrackedEvent> known = game_->events();
  game_ = game.clone();
  for (std::size_t n = from; n < inputs_.size(); ++n) try {
      (void)give(*game_, inputs_[n]);
    } catch (const Malformed&) {
      // It changed nothing in the game that it was given to, and cannot be in this one.
    }
  return changesBetween(known, game_->events());
}

bool UndoHistory::undoUnsays() const {
  if (done_.empty()) return false;
  const Done& last = done_.back();
  return last.events >= game_->events().size() || latest_ - last.time < kJustSaid;
}

std::vector<Change> UndoHistory::undo() {
  std::shared_ptr<const Follower> before = game_->clone();
  if (undoUnsays()) {
    const Done unsaid = std::move(done_.back());
    done_.pop_back();
    undone_.push_back({std::move(before), inputs_.size(), unsaid});
    return goTo(*unsaid.before, unsaid.from);
  }
  if (done_.empty() && undone_.empty()) inputs_.clear();
  std::vector<Change> changes = game_->undo();
  if (changes.empty()) return changes;
  undone_.push_back({std::move(before), inputs_.size(), std::nullopt});
  inputs_.push_back(Undo{});
  return changes;
}

std::vector<Change> UndoHistory::redo() {
  if (undone_.empty()) return {};
  const Undone last = std::move(undone_.back());
  undone_.pop_back();
  // What is done again is not undone on the way there.
  if (!last.unsaid) inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(last.from));
  if (last.unsaid) {
    done_.push_back(*last.unsaid);
    done_.back().time = latest_;
  }
  return goTo(*last.before, last.from);
}

}  // namespace octo::tracker
