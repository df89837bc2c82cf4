#include "tracker/octal/describe.h"

#include <numeric>

namespace octo::tracker::octal {
namespace {

Json questionOf(const Question& question) {
  Json text{{"top", question.top.name()}, {"asking", question.asking.name()}, {"open", question.open()}};
  if (!question.open()) {
    text["value"] = question.top.value();
    text["top_condition"] = name(question.top.condition());
  }
  text["condition"] = name(question.asking.condition());
  text["fits"] = fittingValues(question);
  return text;
}

int cardsEverywhere(const State& state) {
  const int laid = std::accumulate(state.laid.begin(), state.laid.end(), 0);
  const auto adding = [](int sum, const Seat& seat) { return sum + seat.hand; };
  return std::accumulate(state.seats.begin(), state.seats.end(), laid + state.deck + state.discards - state.strays,
                         adding);
}

}  // namespace

Json describeState(const State& state) {
  Json text{{"questions", Json::array()}, {"hands", Json::array()}, {"passes", Json::array()}};
  for (const Question& question : state.questions) text["questions"].push_back(questionOf(question));
  for (const Seat& seat : state.seats) {
    if (state.counted) text["hands"].push_back(seat.hand);
    text["passes"].push_back(seat.passes);
  }
  text["finished"] = state.finished;
  text["refilled"] = state.refilled;
  if (state.counted) {
    text["deck"] = state.deck;
    text["discards"] = state.discards;
    text["count"] = {{"cards", cardsEverywhere(state)}};
  }
  if (state.lastToLay) text["last_to_lay"] = *state.lastToLay;
  if (!state.over()) text["turn"] = state.turn;
  return text;
}

}  // namespace octo::tracker::octal
