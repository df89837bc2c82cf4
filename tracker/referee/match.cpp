#include "tracker/referee/match.h"

#include "tracker/referee/game.h"

namespace octo::tracker {

Match::Match(const GameHeader& header, std::string language)
    : game_(startGame(header)), language_(std::move(language)) {}
Match::Match(const Match& other)
    : game_(other.game_->clone()), language_(other.language_), events_(other.events_) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(const Match& other) { return *this = Match(other); }
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

void Match::check(const Event& event) const { game_->check(event); }

Verdict Match::judge(const Event& event) const {
  const Ruling ruling = game_->judge(event, events_ + 1);
  Verdict verdict;
  verdict.exposes = ruling.exposes;
  if (ruling.breach) {
    verdict.legal = false;
    verdict.rule = ruling.breach->rule;
    verdict.because = sentence(name(game_->id()), ruling.breach->because, language_);
  }
  verdict.applied = !event.takenBack && (verdict.legal || event.stands || ruling.breach->penalty);
  return verdict;
}

Verdict Match::play(const Event& event) {
  Verdict verdict = judge(event);
  ++events_;
  if (verdict.applied) game_->apply(event, events_);
  return verdict;
}

int Match::events() const { return events_; }
bool Match::over() const { return result().over; }
Result Match::result() const { return game_->result(); }
std::optional<int> Match::toMove() const { return game_->toMove(); }
std::vector<MoveShape> Match::options() const { return game_->options(); }
Json Match::describe() const { return game_->describe(); }

bool operator==(const Match& a, const Match& b) { return a.game_->equals(*b.game_); }

}  // namespace octo::tracker
