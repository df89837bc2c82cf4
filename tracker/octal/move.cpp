#include "tracker/octal/move.h"

#include "tracker/octal/read_card.h"
#include "tracker/octal/state.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octal {
namespace {

int questionField(const Json& fields, const GameHeader& header) {
  (void)field(fields, "on");
  const int on = numberField(fields, "on", 0);
  const int count = questionsIn(header);
  if (on < 0 || on >= count) throw Malformed(count == 1 ? "\"on\" must be 0" : "\"on\" must be 0 or 1");
  return on;
}

Points pointsField(const Json& fields) {
  return choiceField(fields, "points", {"top", "below"}) == "top" ? Points::Top : Points::Below;
}

TakePosition positionOf(const Event& event, const GameHeader& header) {
  TakePosition position{{}, turnOf(event, header)};
  const Json& questions = listField(event.fields, "questions");
  if (static_cast<int>(questions.size()) != questionsIn(header))
    throw Malformed("\"questions\" must be a list of " + std::to_string(questionsIn(header)));
  for (const Json& each : questions) {
    position.questions.push_back(cardsField({{"questions", each}}, "questions"));
    const std::vector<Card>& cards = position.questions.back();
    if (cards.size() < 2 || cards[cards.size() - 2].isAll())
      throw Malformed("\"questions\" must have two cards or more each, the second from the top a number card");
  }
  return position;
}

Json namesOf(const std::vector<Card>& cards) {
  Json names = Json::array();
  for (const Card card : cards) names.push_back(card.name());
  return names;
}

/// The action and the fields of a move's event.
struct MoveWriter {
  Event event;

  void operator()(const Play& play) {
    write("play",
          {{"card", play.card.name()}, {"on", play.on}, {"points", play.points == Points::Top ? "top" : "below"}},
          play.octo);
  }
  void operator()(const Pass&) { write("pass", Json::object()); }
  void operator()(const Override& override) {
    write("override", {{"cards", namesOf(override.cards)}, {"on", override.on}}, override.octo);
  }
  void operator()(const Stack& stack) { write("stack", {{"card", stack.card.name()}}, stack.octo); }
  void operator()(const Reshuffle&) { write("reshuffle", Json::object()); }
  void operator()(const TakePosition& taken) {
    Json questions = Json::array();
    for (const std::vector<Card>& cards : taken.questions) questions.push_back(namesOf(cards));
    write("position", {{"questions", std::move(questions)}, {"turn", taken.turn}});
  }

  void write(const char* action, Json fields, bool octo = false) {
    event.action = action;
    event.fields = std::move(fields);
    if (octo) event.fields["octo"] = true;
  }
};

bool octoField(const Json& fields) { return truthField(fields, "octo", false); }

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  const Json& fields = event.fields;
  if (event.action == "reshuffle") {
    if (event.player) (void)playerOf(event, header);
    return Reshuffle{};
  }
  if (event.action == "position") return positionOf(event, header);
  (void)playerOf(event, header);
  if (event.action == "play")
    return Play{cardField(fields, "card"), questionField(fields, header), pointsField(fields), octoField(fields)};
  if (event.action == "pass") return Pass{};
  if (event.action == "override")
    return Override{cardsField(fields, "cards"), questionField(fields, header), octoField(fields)};
  if (event.action == "stack") return Stack{cardField(fields, "card"), octoField(fields)};
  throw Malformed("\"do\" must be play, pass, override, stack, reshuffle or position");
}

Event toEvent(std::optional<int> player, const Move& move) {
  MoveWriter writer{.event = {.player = player, .action = {}}};
  std::visit(writer, move);
  return std::move(writer.event);
}

}  // namespace octo::tracker::octal
