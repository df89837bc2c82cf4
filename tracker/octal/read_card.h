#pragma once

#include <string_view>
#include <vector>

#include "tracker/octal/card.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octal {

// Cards of a record's fields. Each throws Malformed, naming the field.

Card cardField(const Json& object, std::string_view name);
/// Not `all`.
Card numberCardField(const Json& object, std::string_view name);
/// A list, also an empty one.
std::vector<Card> cardsField(const Json& object, std::string_view name);

}  // namespace octo::tracker::octal
