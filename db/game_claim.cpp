#include "db/game_claim.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace octo::db {
namespace {

/// Byte n says who follows game n, and the byte so much farther on who wants to.
constexpr std::int64_t kWanted = std::int64_t{1} << 40;
constexpr std::chrono::milliseconds kAskAgainEvery{50};

std::string claimsOf(const std::filesystem::path& games) { return games.string() + ".claims"; }

struct flock byteLock(short type, std::int64_t byte) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

/// Locks of open files, unlike those of processes, also tell two users within one program apart.
bool lockByte(int file, std::int64_t byte) {
  struct flock lock = byteLock(F_WRLCK, byte);
  return ::fcntl(file, F_OFD_SETLK, &lock) == 0;
}

bool isLocked(int file, std::int64_t byte) {
  struct flock lock = byteLock(F_WRLCK, byte);
  return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int openClaims(const std::filesystem::path& games, int more) {
  return games.empty() ? -1 : ::open(claimsOf(games).c_str(), O_RDWR | O_CLOEXEC | more, 0600);
}

}  // namespace

std::shared_ptr<const GameClaim> GameClaim::take(const std::filesystem::path& games, std::int64_t game) {
  const std::shared_ptr<const GameClaim> claim(new GameClaim(openClaims(games, O_CREAT), game));
  return claim->file_ < 0 || lockByte(claim->file_, game) ? claim : nullptr;
}

std::shared_ptr<const GameClaim> GameClaim::takeOver(const std::filesystem::path& games, std::int64_t game,
                                                     std::chrono::milliseconds patience) {
  if (auto claim = take(games, game)) return claim;
  const GameClaim asking(openClaims(games, 0), game);
  if (asking.file_ < 0 || !lockByte(asking.file_, kWanted + game)) return nullptr;  // somebody else asks already
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kAskAgainEvery);
    if (auto claim = take(games, game)) return claim;
  }
  return nullptr;
}

bool GameClaim::isTaken(const std::filesystem::path& games, std::int64_t game) {
  const GameClaim looking(openClaims(games, 0), game);
  return looking.file_ >= 0 && isLocked(looking.file_, game);
}

bool GameClaim::isWanted() const { return file_ >= 0 && isLocked(file_, kWanted + game_); }

GameClaim::~GameClaim() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace octo::db
