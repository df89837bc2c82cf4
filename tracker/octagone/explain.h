#pragma once

#include <optional>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/octagone/act.h"
#include "tracker/octagone/state.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octagone {

/// An event that an act is understood as, or a skip that was concluded from it.
struct ExplainedEvent {
  Event event;
  /// Of the act that it was or was concluded from: position in the acts explained.
  std::size_t act;
  double confidence;
  bool inferred;
};

/// How likely each shield is on an act's box, likeliest first.
struct ShieldDoubt {
  std::size_t act;
  std::vector<std::pair<Shield, double>> shields;
};

struct Explanation {
  std::vector<ExplainedEvent> events;
  /// For each act: it is not thought to have been taken back.
  std::vector<bool> lies;
  std::vector<ShieldDoubt> doubts;
  /// Boxes that may be the required one now, whether or not a breach just seen will stand.
  std::vector<Cell> requiredPerhaps;
};

/// Finds the game that explains a list of acts best: legal play before a skip, a skip before a breach, a doubtful
/// reading before a breach, never a clear one. A beam search over the acts in order; what was explained before and has
/// not changed is not looked at again.
class Explainer {
 public:
  explicit Explainer(const State& start);
  ~Explainer();
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  /// `finished`: nothing follows; a breach that lies there stands.
  Explanation explain(const std::vector<Act>& acts, bool finished);
  /// The games that were kept in what was explained last and are worth telling, likeliest first.
  std::vector<tracker::Hypothesis> games() const;

 private:
  struct Hypothesis;
  struct Stage;
  std::vector<Hypothesis> beam() const;
  void explainBatch(const std::vector<Act>& acts, std::size_t begin, std::size_t end, Stage& stage) const;

  State start_;
  /// After each batch.
  std::vector<Stage> stages_;
};

}  // namespace octo::tracker::octagone
