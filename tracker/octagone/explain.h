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

/// Which options the table has shown, so that no other way to play is likely any more.
struct OptionsShown {
  bool part = false, lady = false, corner = false;
};

struct Explanation {
  std::vector<ExplainedEvent> events;
  /// For each act: it is not thought to have been taken back.
  std::vector<bool> lies;
  std::vector<ShieldDoubt> doubts;
  /// Boxes that may be the required one now, whether or not a breach just seen will stand.
  std::vector<Cell> requiredPerhaps;
  /// Of the game told.
  Options options;
  int first = 0;
  OptionsShown optionsShown;
  /// Who was dealt the extra jokers, where the end was declared and nothing else explains it: a player is out.
  std::optional<std::array<int, 2>> extraJoker;
};

/// Finds the game that explains a list of acts best: legal play before a skip, a skip before a breach, a doubtful
/// reading before a breach, never a clear one. A beam search over the acts in order; what was explained before and has
/// not changed is not looked at again.
class Explainer {
 public:
  /// The ways in which the game may be played, the usual one first; they are followed side by side until the table
  /// tells them apart.
  explicit Explainer(std::vector<State> ways);
  ~Explainer();
  Explainer(const Explainer&);
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  /// `finished`: nothing follows; a breach that lies there stands.
  Explanation explain(const std::vector<Act>& acts, bool finished);
  /// Of the likeliest game in what was explained last.
  Cost cost() const;
  /// The games that were kept in what was explained last and are worth telling, likeliest first.
  std::vector<tracker::Hypothesis> games() const;
  /// Whoever laid the last shield is likely to have none left, unless dealt an extra joker that has not shown.
  bool mayBeOut() const;

 private:
  struct Hypothesis;
  struct Stage;
  std::vector<Hypothesis> begun() const;
  std::vector<Hypothesis> beam() const;
  void explainBatch(const std::vector<Act>& acts, std::size_t begin, std::size_t end, Stage& stage) const;

  std::vector<State> ways_;
  /// After each batch.
  std::vector<Stage> stages_;
};

}  // namespace octo::tracker::octagone
