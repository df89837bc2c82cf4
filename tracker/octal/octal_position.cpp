#include "tracker/octal/octal_position.h"

#include <algorithm>

#include "tracker/octal/judge.h"
#include "tracker/octal/move.h"

namespace octo::tracker::octal {

OctalPosition::OctalPosition(const GameHeader& header, const OctalPlaces& places)
    : header_(std::make_shared<const GameHeader>(header)), places_(std::make_shared<const OctalPlaces>(places)) {
  State state = startState(header);
  std::vector<std::vector<Card>> columns;
  for (const Question& question : state.questions) columns.push_back({question.asking, question.top});
  situation_ = std::make_shared<const OctalSituation>(header_, places_, std::move(state), columns);
}

Ruling OctalPosition::judge(const Event& event) const {
  return judgeMove(state(), event.player, parseMove(event, *header_));
}

std::vector<ProposedEvent> OctalPosition::turnDone(bool seen) const {
  const auto pass = seen ? std::nullopt : situation_->endOfTurn();
  return pass ? std::vector<ProposedEvent>{{*pass, true}} : std::vector<ProposedEvent>();
}

std::vector<LyingPiece> OctalPosition::lying() const {
  std::vector<LyingPiece> pieces;
  if (places_->deck) pieces.push_back({Face::back(), {places_->deck->middle(), 0}});
  for (std::size_t k = 0; k < state().questions.size(); ++k) {
    const TableRect& area = places_->questions[k];
    const auto most = static_cast<std::size_t>((area.y1 - area.y0 - 2 * kHalfCard) / kStep) + 1;
    const std::vector<Card> column = situation_->inSight(k);
    const std::size_t first = column.size() > most ? column.size() - most : 0;
    for (std::size_t n = first; n < column.size(); ++n)
      pieces.push_back({Face(column[n].name()),
                        {{area.middle().x, area.y1 - kHalfCard - kStep * static_cast<double>(n - first)}, 0}});
  }
  return pieces;
}

/// Each question is asked about once: what the card nearest to its player's end is.
std::vector<Doubt> OctalPosition::doubtsAt(std::span<const infer::Discrepancy> discrepancies) const {
  constexpr double kKnown = 0.1;
  std::vector<std::pair<int, Doubt>> found;
  for (std::size_t k = 0; k < state().questions.size(); ++k) {
    const infer::Discrepancy* last = nullptr;
    int count = 0;
    for (const infer::Discrepancy& each : discrepancies) {
      if (situation_->questionAt(each.at) != static_cast<int>(k)) continue;
      ++count;
      if (!last || each.at.y < last->at.y) last = &each;
    }
    if (!last) continue;
    Doubt doubt{{"ask.question", {{"n", std::to_string(k + 1)}}}, last->at, last->seen};
    const Face known(state().questions[k].top.name());
    std::erase_if(doubt.answers, [](const Candidate& each) { return each.face.isUnknown(); });
    if (std::none_of(doubt.answers.begin(), doubt.answers.end(),
                     [&](const Candidate& each) { return each.face == known; }))
      doubt.answers.push_back({known, kKnown});
    found.push_back({count, std::move(doubt)});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Doubt> doubts;
  for (auto& [count, doubt] : found) doubts.push_back(std::move(doubt));
  return doubts;
}

}  // namespace octo::tracker::octal
