#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/tracker/battery.h"
#include "tracker/oct8/pieces.h"

/// Random play of Oct8. The engine sees no hands; the dealer makes cards up that fit a shape of options() and that the
/// pack still has.
namespace octo::tracker::oct8 {

using battery::oneOf;
using battery::Random;
using battery::upTo;

GameHeader randomHeader(Random& random);

/// A legal event; nothing once the game is over.
std::optional<Event> legalEvent(const Match& match, Random& random);

/// Any well-formed event, sometimes standing, taken back or out of turn.
Event anyEvent(const Match& match, Random& random);

}  // namespace octo::tracker::oct8
