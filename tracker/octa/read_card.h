#pragma once

#include <string>
#include <vector>

#include "tracker/octa/card.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octa {

// Cards of a record's fields. Each throws Malformed, naming the field, where the value is no card of that
// kind.

/// Ace to ten.
Card numberCard(const Json& value, const std::string& name);
/// Jack, queen or king.
Card actionCard(const Json& value, const std::string& name);
/// A list, also an empty one.
std::vector<Card> numberCards(const Json& fields, const std::string& name);
std::vector<Card> actionCards(const Json& fields, const std::string& name);

}  // namespace octo::tracker::octa
