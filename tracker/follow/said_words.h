#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tracker/follow/explainer.h"

namespace octo::tracker {

/// What a person said while the game went on: what happened unseen, or whose turn it was.
struct Word {
  Saying saying;
  /// How many rests had been seen by then.
  std::size_t rests = 0;
  std::vector<ProposedEvent> events = {};
  /// Then there are no events.
  std::optional<int> turnOf = std::nullopt;
};

/// All that people said while the game went on, in the order in which they said it, so that it holds as well where the
/// game is explained anew.
class SaidWords {
 public:
  bool empty() const { return words_.empty(); }
  /// A number that no word has had, for the next.
  int newId() { return ++lastId_; }
  void add(Word word) { words_.push_back(std::move(word)); }
  /// The word that the step is or follows from, if somebody said it; else null.
  const Word* of(const ExplainedStep& step) const;
  Word* of(const ExplainedStep& step);
  /// The step must come from a word.
  void removeOf(const ExplainedStep& step);
  /// The one said last, if nothing has been seen since it; `rests`: how many have been seen. Else null.
  const Word* latestAt(std::size_t rests) const;
  void removeLatest() { words_.pop_back(); }
  /// Those that were said when so many rests had been seen and that none of the steps comes from.
  std::vector<Word> saidAt(std::size_t rests, std::span<const ExplainedStep> told) const;
  /// Only so many rests are kept: what was said later was said then.
  void forgetRestsFrom(std::size_t rest);

 private:
  /// The number of words where there is none.
  std::size_t indexOf(const ExplainedStep& step) const;

  std::vector<Word> words_;
  int lastId_ = 0;
};

}  // namespace octo::tracker
