// A game is refereed only if it has every function that the referee needs.
#include "tracker/referee/rules.h"

using namespace octo;
using namespace octo::tracker;

struct Game {
  struct State {
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {};
  static constexpr GameId id = GameId::Octa;
  static State start(const GameHeader&);
  static Move parse(const Event&, const GameHeader&);
#if CASE == 1
  // It judges by changing the state.
  static Ruling judge(State&, std::optional<int>, const Move&, int);
#elif CASE != 2
  static Ruling judge(const State&, std::optional<int>, const Move&, int);
#endif
  static void apply(State&, std::optional<int>, const Move&, int);
  static Result result(const State&);
#if CASE == 3
  static int toMove(const State&);
#else
  static std::optional<int> toMove(const State&);
#endif
  static std::vector<MoveShape> options(const State&);
  static Json describe(const State&);
};

static_assert(GameRules<Game>);
