#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tracker/follow/position.h"

namespace octo::tracker {

/// The looks at a table before the first move, of a game whose setup is read from the table. The setup must lie there
/// whole; the first look after it that shows something else is the first move. Where no look shows all of the setup,
/// all of them together may.
class Opening {
 public:
  /// What a look shows.
  enum class Shows {
    /// The setup, whole or in part: the first move is waited for.
    SetUp,
    /// The first move; where it was told who makes it, the setup is enough.
    Beginning,
    /// A game under way of which no look showed the beginning.
    UnseenGame,
  };

  Opening() = default;
  /// With a setup that is taken for granted.
  explicit Opening(GameHeader setUp) : setUp_(std::move(setUp)) {}

  /// `asked`: the header as far as people told it. `firstTold`: they told who has the first turn.
  Shows watch(const Observation& look, const GameTable& table, const GameHeader& asked, bool firstTold);
  /// The game begins with its setup, which may be laid anew until the first move. Hands over the looks.
  std::vector<Observation> begin(bool mayBeLaidAnew);
  /// The game has begun by that header: whether the look shows another setup, laid anew before the first move. With
  /// that the game can begin again.
  bool isLaidAnew(const Observation& look, const GameTable& table, const GameHeader& asked, const GameHeader& header);
  /// The setup has to be read again, by what is now known of the game. Hands over the looks, to be watched again.
  std::vector<Observation> readAgain();

  /// The header with the setup that lay there last.
  const std::optional<GameHeader>& setUp() const { return setUp_; }
  /// Since that lay there whole, it first and without the forearms that laid it; all looks as long as none showed it.
  const std::vector<Observation>& looks() const { return looks_; }

 private:
  bool beganUnseen(const Observation& look, const GameTable& table) const;

  std::optional<GameHeader> setUp_;
  std::vector<Observation> looks_;
  bool mayBeLaidAnew_ = false;
};

}  // namespace octo::tracker
