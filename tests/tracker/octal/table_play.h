#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/record/record_io.h"

/// What a camera would tell of a game of The OCTAL, without a camera.
namespace octo::tracker::octal {

struct Noise {
  /// Share of cards that are missed in a look, that cannot be read, and that are read as something else (unsurely).
  double missed = 0, unread = 0, misread = 0;
  bool forearms = true;
  /// Share of passes whose hand is not seen.
  double passUnseen = 0;
  /// People lay the turn marker before whoever is in turn.
  bool marker = false;
};

/// The table before the game, and a look after every card laid, taken back or drawn.
std::vector<Observation> looksAt(const Record& record, const Noise& noise, std::mt19937& random);

}  // namespace octo::tracker::octal
