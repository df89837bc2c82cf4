#include "tracker/oct8/oct8_position.h"

#include <algorithm>
#include <utility>

#include "tracker/oct8/judge.h"
#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_asked.h"

namespace octo::tracker::oct8 {

Oct8Position::Oct8Position(const GameHeader& header, std::shared_ptr<const Oct8Places> places)
    : header_(std::make_shared<const GameHeader>(header)),
      situation_(std::make_shared<const Oct8Situation>(header_, std::move(places), startState(header))) {}

Ruling Oct8Position::judge(const Event& event) const {
  return judgeMove(state(), event.player, parseMove(event, *header_));
}

/// What players tell after the end counts, too.
bool Oct8Position::over() const {
  return state().over() && std::all_of(state().seats.begin(), state().seats.end(),
                                       [](const Seat& seat) { return seat.colour.has_value(); });
}

std::vector<ProposedEvent> Oct8Position::turnDone(bool) const {
  std::vector<ProposedEvent> events;
  auto situation = situation_;
  while (situation->toMove() && situation->toMove() == toMove()) {
    events.push_back({*situation->endOfTurn(), true});
    situation = situation->after(events.back().event);
  }
  return events;
}

/// The last turn of the game is over, too, when nothing follows it.
std::vector<ProposedEvent> Oct8Position::conclude() const {
  const bool done = state().turn.isWhole() || state().turnsLeft == 1;
  return !state().over() && done ? turnDone(false) : std::vector<ProposedEvent>();
}

std::vector<LyingPiece> Oct8Position::lying() const {
  std::vector<LyingPiece> pieces;
  for (const infer::ExpectedPiece& each : situation_->expected())
    pieces.push_back({each.faces.empty() ? Face::unknown() : each.faces.front(), each.pose});
  return pieces;
}

/// Each place is asked about once.
std::vector<Doubt> Oct8Position::doubtsAt(std::span<const infer::Discrepancy> places) const {
  std::vector<Doubt> doubts;
  std::vector<AskedPlace> asked;
  for (const infer::Discrepancy& each : places) {
    const auto place = placeAt(situation_->places(), each.at);
    if (!place || std::find(asked.begin(), asked.end(), *place) != asked.end()) continue;
    asked.push_back(*place);
    doubts.push_back({asking(*place, *header_), each.at, each.seen});
    std::erase_if(doubts.back().answers, [](const Candidate& answer) { return answer.face.isUnknown(); });
  }
  return doubts;
}

}  // namespace octo::tracker::oct8
