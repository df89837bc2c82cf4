#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tracker/infer/situation.h"

/// A game for tests. Two players take turns on a strip of boxes. In turn, a player lays a token, a sun or a moon, on an
/// empty box, or a sun and a moon side by side, or draws from a bag what nobody sees. A token must not lie beside its
/// like.
namespace octo::tracker::infer {

inline const Face kSun("sun"), kMoon("moon");
inline constexpr TablePoint kBag{0, -150};
TablePoint boxAt(int box);

class Strip final : public Situation {
 public:
  /// The players sit at those sides. `frugal`: of a table that differs, tokens are thought of only where it does.
  Strip(int boxes, int first, std::vector<Side> sides, bool frugal);

  std::uint64_t hash() const override;
  int faces() const override { return 2; }
  Side sideOf(int player) const override { return sides_[static_cast<std::size_t>(player)]; }
  std::optional<int> toMove() const override { return turn_; }
  std::span<const ExpectedPiece> expected() const override { return pieces_; }
  std::vector<NextEvent> nextEvents(const Difference& difference, double least) const override;
  NextEvent told(const Event& event) const override;
  std::optional<Event> endOfTurn() const override { return Event{.player = turn_, .action = "draw"}; }

  /// ".SM": of each box, what lies there.
  const std::string& boxes() const { return boxes_; }

 private:
  void lay(int box, char token);
  bool isBreach(int box, char token) const;
  NextEvent drawing() const;
  NextEvent laying(const std::string& action, int box, const std::string& tokens) const;

  std::string boxes_;
  int turn_;
  std::vector<Side> sides_;
  bool frugal_;
  std::vector<ExpectedPiece> pieces_;
};

}  // namespace octo::tracker::infer
