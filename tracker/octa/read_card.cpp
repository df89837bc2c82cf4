#include "tracker/octa/read_card.h"

#include "tracker/referee/common.h"

namespace octo::tracker::octa {
namespace {

std::optional<Card> cardOf(const Json& value) {
  return value.is_string() ? Card::parse(value.get_ref<const std::string&>()) : std::nullopt;
}

}  // namespace

Card numberCard(const Json& value, const std::string& name) {
  const auto card = cardOf(value);
  if (!card || card->isAction()) throw Malformed("\"" + name + "\" must be of the number cards, AS to 10C");
  return *card;
}

Card actionCard(const Json& value, const std::string& name) {
  const auto card = cardOf(value);
  if (!card || !card->isAction()) throw Malformed("\"" + name + "\" must be of the action cards, JS to KC");
  return *card;
}

std::vector<Card> numberCards(const Json& fields, const std::string& name) {
  std::vector<Card> cards;
  for (const Json& value : listField(fields, name)) cards.push_back(numberCard(value, name));
  return cards;
}

std::vector<Card> actionCards(const Json& fields, const std::string& name) {
  std::vector<Card> cards;
  for (const Json& value : listField(fields, name)) cards.push_back(actionCard(value, name));
  return cards;
}

}  // namespace octo::tracker::octa
