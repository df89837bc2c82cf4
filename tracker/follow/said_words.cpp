#include "tracker/follow/said_words.h"

#include <algorithm>

namespace octo::tracker {

std::size_t SaidWords::indexOf(const ExplainedStep& step) const {
  if (step.said == 0) return words_.size();
  const auto found =
      std::find_if(words_.begin(), words_.end(), [&](const Word& word) { return word.saying.id == step.said; });
  return static_cast<std::size_t>(found - words_.begin());
}

const Word* SaidWords::of(const ExplainedStep& step) const {
  const std::size_t word = indexOf(step);
  return word == words_.size() ? nullptr : &words_[word];
}

Word* SaidWords::of(const ExplainedStep& step) {
  const std::size_t word = indexOf(step);
  return word == words_.size() ? nullptr : &words_[word];
}

void SaidWords::removeOf(const ExplainedStep& step) {
  words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(indexOf(step)));
}

const Word* SaidWords::latestAt(std::size_t rests) const {
  return words_.empty() || words_.back().rests != rests ? nullptr : &words_.back();
}

std::vector<Word> SaidWords::saidAt(std::size_t rests, std::span<const ExplainedStep> told) const {
  std::vector<Word> words;
  for (const Word& word : words_) {
    const bool known =
        std::any_of(told.begin(), told.end(), [&](const ExplainedStep& step) { return step.said == word.saying.id; });
    if (word.rests == rests && !known) words.push_back(word);
  }
  return words;
}

void SaidWords::forgetRestsFrom(std::size_t rest) {
  for (Word& word : words_) word.rests = std::min(word.rests, rest);
}

}  // namespace octo::tracker
