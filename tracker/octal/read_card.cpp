#include "tracker/octal/read_card.h"

#include "tracker/referee/common.h"

namespace octo::tracker::octal {
namespace {

Card cardOf(const Json& value, std::string_view name) {
  const auto card = value.is_string() ? Card::parse(value.get_ref<const std::string&>()) : std::nullopt;
  if (!card) throw Malformed("\"" + std::string(name) + "\" must be a card such as 3:greater:up, or all");
  return *card;
}

}  // namespace

Card cardField(const Json& object, std::string_view name) { return cardOf(field(object, name), name); }

Card numberCardField(const Json& object, std::string_view name) {
  const Card card = cardField(object, name);
  if (card.isAll()) throw Malformed("\"" + std::string(name) + "\" must be a number card such as 3:greater:up");
  return card;
}

std::vector<Card> cardsField(const Json& object, std::string_view name) {
  std::vector<Card> cards;
  for (const Json& value : listField(object, name)) cards.push_back(cardOf(value, name));
  return cards;
}

}  // namespace octo::tracker::octal
