#pragma once

#include "tracker/referee/rules.h"

namespace octo::tracker {

// What the rules page says for all four games: the checks every move begins with, and how a record's header and
// events are read. Readers throw Malformed and name the field.

/// The rules page's `GAME.over`, or `GAME.turn` if `player` is not the one to move; nothing when the move may be looked
/// at. `toMove` is nobody once the game is over. The match puts the game's name in the place of GAME.
std::optional<Ruling> outOfOrder(bool over, std::optional<int> player, std::optional<int> toMove);

/// What a check says: nothing, or the breach it found.
using Check = std::optional<Breach>;
Check breach(const char* rule, const char* key, std::vector<std::pair<std::string, std::string>> values = {});

/// A player's name as a message value; the match puts the name in.
std::string playerValue(int player);

/// A value of a message that is itself a message: `word("red")` becomes the sentence "word.red" of the language.
std::string word(std::string_view name);

/// The event's player, who must be one of the header's.
int playerOf(const Event& event, const GameHeader& header);

/// Who a `position` says is in turn.
int turnOf(const Event& event, const GameHeader& header);

/// A field of an event, an option or a part of the setup. The first three throw Malformed where it is missing or of
/// another kind.
const Json& field(const Json& object, std::string_view name);
const std::string& textField(const Json& object, std::string_view name);
const Json& listField(const Json& object, std::string_view name);
/// Of that length; any other is Malformed, too.
const Json& listField(const Json& object, std::string_view name, std::size_t length);
/// `fallback` where it is missing.
bool truthField(const Json& object, std::string_view name, bool fallback);
/// `fallback` where it is missing.
int numberField(const Json& object, std::string_view name, int fallback);
/// One of the allowed words, the first of which is the default.
std::string choiceField(const Json& object, std::string_view name, const std::vector<std::string>& allowed);

}  // namespace octo::tracker
