#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octo::tracker {

/// The number that the whole text is.
std::optional<int> wholeNumber(std::string_view text);

/// "7♣" of "7C", a French-suited card.
std::optional<std::string> suitedCard(std::string_view card);

/// The parts between the colons of a record's name: "red" and "5" of "red:5".
std::vector<std::string_view> partsOf(std::string_view name);

}  // namespace octo::tracker
