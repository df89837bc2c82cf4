#pragma once

#include "tracker/vocabulary/event.h"

namespace octo::tracker {

/// The field of an event that names what of it was guessed, as nobody saw it: the engine and the position know it,
/// nobody else does.
inline constexpr const char* kGuessed = "guessed";
inline bool isGuessed(const Event& event) { return event.fields.contains(kGuessed); }
/// The event as others know it.
Event withoutGuess(Event event);
/// The event as far as it was seen: its cards with `?` for each that was guessed, those last.
Event asSeen(Event event);

}  // namespace octo::tracker
