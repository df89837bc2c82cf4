#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace octo::db {

/// Held by whoever follows a stored game, so that nobody else does at the same time: a lock on a byte of the file
/// `<games>.claims` beside the games. The system takes it back when the program ends, however that ends. Where that
/// file cannot be made nobody else can write the games either, and the claim holds nothing. Any thread.
class GameClaim {
 public:
  /// Null where somebody else has the game.
  static std::shared_ptr<const GameClaim> take(const std::filesystem::path& games, std::int64_t game);
  /// Asks whoever has the game for it, and waits. Null where they do not let go in time.
  static std::shared_ptr<const GameClaim> takeOver(const std::filesystem::path& games, std::int64_t game,
                                                   std::chrono::milliseconds patience);
  /// Whether somebody has it, here or in another program.
  static bool isTaken(const std::filesystem::path& games, std::int64_t game);

  /// Whether somebody asks for it (`takeOver`).
  bool isWanted() const;

  GameClaim(const GameClaim&) = delete;
  GameClaim& operator=(const GameClaim&) = delete;
  ~GameClaim();

 private:
  GameClaim(int file, std::int64_t game) : file_(file), game_(game) {}

  /// A file descriptor; −1 where nothing is held.
  int file_;
  std::int64_t game_;
};

}  // namespace octo::db
