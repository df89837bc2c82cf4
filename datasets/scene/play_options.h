#pragma once

#include "tracker/vocabulary/json.h"

namespace octo::datasets {

/// How a made-up game is played.
struct PlayOptions {
  /// 0 for the game's usual number (`playersOf`).
  int players = 0;
  /// Share of turns in which something is done wrong. About half of it stands, the rest is taken back.
  double breaches = 0;
  /// The options that the game is played with, as headers write them; what is left out is left to chance or has its
  /// default.
  Json options = Json::object();
};

}  // namespace octo::datasets
