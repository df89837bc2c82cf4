#include "ui/standing/spoken_news.h"

#include "ui/standing/standing.h"

namespace octo::ui {
namespace {

bool isOpenBreach(const TrackedEvent& event) {
  return !event.verdict.legal && !event.event.takenBack && !event.event.stands;
}

/// A breach that is new; else what a move turned out to be.
std::string saidOf(const TrackedEvent& now, const TrackedEvent* before, const SpokenEvent& spoken,
                   const MoveWords& moves, const Words& words) {
  const bool known = before && before->verdict.rule == now.verdict.rule && sameMove(before->event, now.event);
  if (isOpenBreach(now)) return known ? "" : spoken.because;
  if (!before || sameMove(before->event, now.event)) return {};
  return words.say("speech.changed", {{"move", moves.sentence(now.event)}});
}

}  // namespace

std::string SpokenNews::look(const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                             const std::string& language) {
  // A game gets its number with its first move.
  const bool same = seen_ && (game_ == game.id || game_ == 0);
  std::vector<std::string> sentences;
  if (same) {
    const Words words(game.header.game, language);
    const MoveWords moves(game.header, language);
    for (std::size_t n = 0; n < game.events.size() && n < spoken.size(); ++n)
      if (std::string text =
              saidOf(game.events[n], n < events_.size() ? &events_[n] : nullptr, spoken[n], moves, words);
          !text.empty())
        sentences.push_back(std::move(text));
  }
  const bool ended = game.result.over && same && !over_, turned = !game.result.over && (!same || turn_ != game.toMove);
  if (ended || turned) {
    const Standing standing = standingOf(game, language);
    if (ended) sentences.insert(sentences.end(), standing.ending.begin(), standing.ending.end());
    if (turned && !standing.turn.empty()) sentences.push_back(standing.turn);
  }
  seen_ = true;
  game_ = game.id;
  over_ = game.result.over;
  events_ = game.events;
  turn_ = game.toMove;
  std::string text;
  for (const std::string& each : sentences) text += (text.empty() ? "" : ". ") + each;
  return text;
}

}  // namespace octo::ui
