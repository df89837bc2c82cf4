#pragma once

namespace octo::datasets {

/// How a made-up game is played.
struct PlayOptions {
  /// 0 for the game's usual number (`playersOf`).
  int players = 0;
  /// Share of turns in which something is done wrong. About half of it stands, the rest is taken back.
  double breaches = 0;
};

}  // namespace octo::datasets
