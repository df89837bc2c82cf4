#include "tracker/octa/octa_position.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tracker/follow/guess.h"
#include "tracker/octa/judge.h"

namespace octo::tracker::octa {
namespace {

/// What is asked about a place lies no farther from it, mm.
constexpr double kAskedWithin = 32;

/// Which card it is that lies there, or nothing where no card of the game lies.
std::optional<Message> askingAt(const OctaPlaces& places, TablePoint at) {
  for (std::size_t place = 0; place < places.pot.size(); ++place)
    if (distance(places.pot[place], at) < kAskedWithin) return Message{"ask.pot", {{"n", std::to_string(place + 1)}}};
  for (std::size_t pile = 0; pile < places.actions.size(); ++pile)
    if (places.actions[pile].contains(at)) return Message{"ask.action." + std::to_string(pile + 1), {}};
  if (places.discard.contains(at)) return Message{"ask.discard", {}};
  for (const TableRect& area : places.runs)
    if (area.contains(at)) return Message{"ask.run", {}};
  return std::nullopt;
}

}  // namespace

OctaPosition::OctaPosition(const GameHeader& header, std::shared_ptr<const OctaPlaces> places)
    : header_(std::make_shared<const GameHeader>(header)),
      situation_(std::make_shared<const OctaSituation>(header_, std::move(places), startState(header))) {}

Ruling OctaPosition::judge(const Event& event) const {
  return judgeMove(state(), event.player, parseMove(event, *header_));
}

void OctaPosition::apply(const Event& event) {
  const Move move = parseMove(event, *header_);
  if (isGuessed(event) && std::holds_alternative<KingFromDiscard>(move))
    kings_.push_back(unseenKing(event, state()));
  else if (std::holds_alternative<Restock>(move) || std::holds_alternative<TakePosition>(move))
    kings_.clear();
  situation_ = situation_->after(event);
}

/// Who has discarded is not in turn any more.
std::vector<ProposedEvent> OctaPosition::turnDone(bool) const {
  if (!state().turn.drawn || !state().turn.actionTurned) return {};
  return {{eventOf(state().turn.player, EndTurn{}), true}};
}

/// The last turn of all may end without a discard.
std::vector<ProposedEvent> OctaPosition::conclude() const {
  const bool last = state().counted && state().restocked && state().stock == 0 && !state().ending;
  if (!last || judgeMove(state(), state().turn.player, EndTurn{}).breach) return {};
  return {{eventOf(state().turn.player, EndTurn{}), true}};
}

void OctaPosition::layAs(const std::shared_ptr<const infer::Situation>& situation) {
  situation_ = std::static_pointer_cast<const OctaSituation>(situation);
}

std::vector<LyingPiece> OctaPosition::lying() const {
  std::vector<LyingPiece> lying;
  for (const infer::ExpectedPiece& piece : situation_->expected()) {
    const TablePoint at = piece.pose.at;
    const bool theirs = situation_->places().runs[1].contains(at);
    lying.push_back({piece.faces.empty() ? Face::unknown() : piece.faces.front(), {at, theirs ? 180.0 : 0.0}});
  }
  return lying;
}

std::vector<Doubt> OctaPosition::openQuestions() const {
  return questionsAbout(kings_, *header_, situation_->places().discard.middle());
}

std::optional<Event> OctaPosition::answered(const Event& about, const Face& face) const {
  return octa::answered(kings_, about, face);
}

/// Each place is asked about once; of runs each card.
std::vector<Doubt> OctaPosition::doubtsAt(std::span<const infer::Discrepancy> discrepancies) const {
  std::vector<Doubt> doubts;
  for (const infer::Discrepancy& each : discrepancies) {
    const auto text = askingAt(situation_->places(), each.at);
    if (!text) continue;
    const bool asked = text->key != "ask.run" && std::any_of(doubts.begin(), doubts.end(),
                                                             [&](const Doubt& doubt) { return doubt.text == *text; });
    if (asked) continue;
    Doubt doubt{*text, each.at, each.seen};
    std::erase_if(doubt.answers, [](const Candidate& answer) { return answer.face.isUnknown(); });
    doubts.push_back(std::move(doubt));
  }
  return doubts;
}

}  // namespace octo::tracker::octa
