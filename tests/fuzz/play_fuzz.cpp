// libFuzzer: bytes decide a game's header and every move, mostly legal ones, breaches that stand and mistakes
// among them. So it comes where changed text never does. What the battery of the tests asks of random play is
// asked here after every event; a failed check ends the process and names the event.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "datasets/play/dealer.h"
#include "tracker/record/record_io.h"

namespace {

using octo::Event;
using octo::Verdict;
using octo::datasets::Chance;
using octo::datasets::Dealer;
using octo::tracker::Match;
using octo::tracker::Record;

constexpr int kMostEvents = 300;

void require(bool holds, const char* what, const Event& event) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, event.toJson().dump().c_str());
  std::abort();
}

/// Seven in ten are legal, two nearly so.
std::optional<Event> nextEvent(const Dealer& dealer, const Match& match, Chance& chance) {
  const int kind = chance.upTo(9);
  if (kind == 9) return dealer.any(match, chance);
  if (kind >= 7) return spoilt(dealer, match, chance);
  return dealer.legal(match, chance);
}

/// A game as it is played, and what must hold of it.
class Play {
 public:
  explicit Play(const octo::GameHeader& header) : record_{header, {}}, match_(header) {}

  void next(const Event& event) {
    const Match before = match_;
    const Verdict foretold = match_.judge(event);
    const Verdict verdict = match_.play(event);
    require(verdict == foretold, "judged otherwise than played", event);
    if (!verdict.applied) require(match_ == before, "not applied, and yet something changed", event);
    orderly_ = orderly_ && (verdict.legal || !verdict.applied || !event.stands);
    if (orderly_) require(count(match_) == count(before), "pieces came or went", event);
    checkResult(event);
    record_.events.push_back(event);
    verdicts_.push_back(verdict);
  }

  /// Written, read and played again it is the same game.
  void checkReplay() const {
    std::stringstream file;
    writeRecord(file, record_);
    const Record again = octo::tracker::readRecord(file, "replay");
    Match match(again.header);
    for (std::size_t k = 0; k < verdicts_.size(); ++k)
      require(match.play(again.events.at(k)) == verdicts_[k], "judged otherwise when replayed", record_.events[k]);
    if (!verdicts_.empty()) require(match == match_, "another state when replayed", record_.events.back());
  }

  const Match& match() const { return match_; }

 private:
  static octo::Json count(const Match& match) { return match.describe().at("count"); }

  void checkResult(const Event& event) const {
    const octo::Result result = match_.result();
    for (const int cards : result.hands) require(cards >= 0, "a hand of less than nothing", event);
    for (const int score : result.scores) require(score >= 0, "a score of less than nothing", event);
    require(result.over == !result.reason.empty(), "over without a reason", event);
    require(result.over == !result.winners.empty(), "over without a winner", event);
    require(result.over == !match_.toMove(), "nobody to move, or somebody after the end", event);
    if (result.over) require(match_.options().empty(), "options after the end", event);
  }

  Record record_;
  Match match_;
  std::vector<Verdict> verdicts_;
  bool orderly_ = true;  // nothing stands that was not in order, so that every piece is accounted for
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Chance chance(data, size);
  const octo::GameId game =
      octo::kGames.at(static_cast<std::size_t>(chance.upTo(static_cast<int>(octo::kGames.size()) - 1)));
  const Dealer& dealer = octo::datasets::dealerOf(game);
  Play play(dealer.header(chance));
  for (int events = 0; events < kMostEvents && !chance.usedUp(); ++events)
    if (const auto event = nextEvent(dealer, play.match(), chance)) play.next(*event);
  play.checkReplay();
  return 0;
}
