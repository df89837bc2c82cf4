#include "tracker/octal/state.h"

#include <algorithm>

#include "tracker/octal/pieces.h"
#include "tracker/octal/read_card.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octal {
namespace {

constexpr int kFewestPlayers = 3;
constexpr int kMostInSingle = 6;
constexpr int kRoundsPassed = 2;

Mode modeOf(const Json& options) {
  return choiceField(options, "mode", {"twin", "single"}) == "twin" ? Mode::Twin : Mode::Single;
}

int podiumOf(const Json& options, int players) {
  const int podium = numberField(options, "podium", 1);
  if (podium != 1 && podium != kOnPodium) throw Malformed("option \"podium\" must be 1 or 3");
  if (podium == kOnPodium && players < kFewestForPodium)
    throw Malformed("option \"podium\" must be 1 with fewer than 5 players");
  return podium;
}

void checkPlayers(Mode mode, int players) {
  const int most = mode == Mode::Twin ? kMostInTwin : kMostInSingle;
  if (players < kFewestPlayers || players > most)
    throw Malformed("\"players\" must be 3 to " + std::to_string(most) + " in The OCTAL's " +
                    (mode == Mode::Twin ? "twin" : "single") + " mode");
}

Question questionOf(const Json& value) {
  if (!value.is_object()) throw Malformed("\"questions\" must be a list of objects with \"under\" and \"over\"");
  return {.top = numberCardField(value, "over"), .asking = numberCardField(value, "under")};
}

std::vector<Question> questionsOf(const Json& setup, std::size_t count) {
  const Json& list = listField(setup, "questions");
  if (list.size() != count) throw Malformed("\"questions\" must be a list of " + std::to_string(count));
  std::vector<Question> questions;
  for (const Json& value : list) questions.push_back(questionOf(value));
  return questions;
}

int questionsIn(Mode mode) { return mode == Mode::Twin ? 2 : 1; }

}  // namespace

State startState(const GameHeader& header) {
  const auto players = static_cast<int>(header.players.size());
  State state;
  state.options.mode = modeOf(header.options);
  checkPlayers(state.options.mode, players);
  state.options.podium = podiumOf(header.options, players);
  state.turn = header.first;
  state.seats.resize(header.players.size());
  state.questions = questionsOf(header.setup, static_cast<std::size_t>(questionsIn(state.options.mode)));
  for (const Question& question : state.questions)
    for (const Card card : {question.top, question.asking}) ++state.laidOf(card);
  state.deck = cardsInDeck(state);
  return state;
}

int questionsIn(const GameHeader& header) { return questionsIn(modeOf(header.options)); }

std::optional<int> toMove(const State& state) { return state.over() ? std::nullopt : std::optional(state.turn); }

bool inPlay(const State& state, int player) {
  return std::find(state.finished.begin(), state.finished.end(), player) == state.finished.end();
}

int nextInPlay(const State& state, int player) {
  const auto players = static_cast<int>(state.seats.size());
  for (int step = 1; step < players; ++step)
    if (const int next = (player + step) % players; inPlay(state, next)) return next;
  return player;
}

int cardsInDeck(const State& state) {
  int elsewhere = 2 * static_cast<int>(state.questions.size());
  for (const Seat& seat : state.seats) elsewhere += seat.hand;
  return std::max(0, cardsInEdition() - elsewhere);
}

bool twoRoundsPassed(const State& state) {
  for (int player = 0; player < static_cast<int>(state.seats.size()); ++player)
    if (inPlay(state, player) && state.seat(player).passes < kRoundsPassed) return false;
  return true;
}

}  // namespace octo::tracker::octal
