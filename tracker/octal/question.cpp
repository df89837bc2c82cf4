#include "tracker/octal/question.h"

namespace octo::tracker::octal {

bool answers(const Question& question, Card card) {
  if (card.isAll() || question.open()) return true;
  return meets(question.asking.condition(), question.top.value(), card.value());
}

std::vector<int> fittingValues(const Question& question) {
  std::vector<int> values;
  for (int value = kLowest; value <= kHighest; ++value)
    if (question.open() || meets(question.asking.condition(), question.top.value(), value)) values.push_back(value);
  return values;
}

Question laidOn(const Question& question, Card card, Points points) {
  const bool stays = question.open() || (points == Points::Below && !card.isAll());
  return {.top = card, .asking = stays ? question.asking : question.top};
}

Question stackedOn(const Question& question, Card card) { return {.top = card, .asking = question.asking}; }

}  // namespace octo::tracker::octal
