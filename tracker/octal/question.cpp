#include "tracker/octal/question.h"

namespace octo::tracker::octal {

bool answers(const Question& question, Card card) {
  if (card.isAll() || question.open()) return true;
  return meets(question.asking.condition(), question.top.value(), card.value());
}

Question laidOn(const Question& question, Card card, Points points) {
  const bool stays = question.open() || (points == Points::Below && !card.isAll());
  return {.top = card, .asking = stays ? question.asking : question.top};
}

Question stackedOn(const Question& question, Card card) { return {.top = card, .asking = question.asking}; }

}  // namespace octo::tracker::octal
