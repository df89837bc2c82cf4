#pragma once

#include <memory>

#include "tracker/referee/match.h"

namespace octo::tracker {

/// A game's rules and one state of them, with the types hidden. Only `match.cpp` and the registry need it.
class Match::Game {
 public:
  virtual ~Game() = default;
  virtual std::unique_ptr<Game> clone() const = 0;
  virtual bool equals(const Game& other) const = 0;
  virtual GameId id() const = 0;
  virtual void check(const Event& event) const = 0;
  virtual Ruling judge(const Event& event, int n) const = 0;
  virtual void apply(const Event& event, int n) = 0;
  virtual Result result() const = 0;
  virtual std::optional<int> toMove() const = 0;
  virtual std::vector<MoveShape> options() const = 0;
  virtual Json describe() const = 0;
};

/// The one adapter from a game's rules to `Game`.
template <GameRules R>
class GameOf final : public Match::Game {
 public:
  explicit GameOf(const GameHeader& header) : header_(header), state_(R::start(header)) {}

  std::unique_ptr<Game> clone() const override { return std::make_unique<GameOf>(*this); }
  bool equals(const Game& other) const override {
    const auto* same = dynamic_cast<const GameOf*>(&other);
    return same && same->state_ == state_;
  }
  GameId id() const override { return R::id; }
  void check(const Event& event) const override { (void)R::parse(event, header_); }
  Ruling judge(const Event& event, int n) const override {
    return R::judge(state_, event.player, R::parse(event, header_), n);
  }
  void apply(const Event& event, int n) override { R::apply(state_, event.player, R::parse(event, header_), n); }
  Result result() const override { return R::result(state_); }
  std::optional<int> toMove() const override { return R::toMove(state_); }
  std::vector<MoveShape> options() const override { return R::options(state_); }
  Json describe() const override { return R::describe(state_); }

 private:
  GameHeader header_;
  typename R::State state_;
};

}  // namespace octo::tracker
