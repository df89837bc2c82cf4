#include "tracker/oct8/options.h"

#include <algorithm>

#include "tracker/oct8/judge.h"

namespace octo::tracker::oct8 {
namespace {

/// Collects moves of the player in turn.
class Collector {
 public:
  explicit Collector(const State& state) : state_(state), player_(state.turn.player) {}

  void add(const char* action, Json fields = Json::object()) { moves_.push_back({action, player_, std::move(fields)}); }
  bool isLegal(const Move& move) const { return !judgeMove(state_, player_, move).breach; }
  void addIfLegal(const Move& move, const char* action, Json fields = Json::object()) {
    if (isLegal(move)) add(action, std::move(fields));
  }

  const State& state() const { return state_; }
  int player() const { return player_; }
  const Seat& seat() const { return state_.seat(player_); }
  int mostInHand() const { return oct8::mostInHand(state_, player_); }
  std::vector<MoveShape> moves() { return std::move(moves_); }

 private:
  const State& state_;
  int player_;
  std::vector<MoveShape> moves_;
};

Json cardNames(const std::vector<Arm>& cards) {
  Json names = Json::array();
  for (const Arm card : cards) names.push_back(card.name());
  return names;
}

void addTurnDraws(Collector& moves) {
  const Turn& turn = moves.state().turn;
  if (turn.drawn || turn.acted || moves.state().armDeck == 0) return;
  for (int index = 0; index < kSlots; ++index) {
    const auto& octopus = moves.state().in(Slot{index});
    if (!octopus || octopus->arms.sum() >= kWhole) continue;
    moves.add("turn-draw",
              {{"card", {{"colour_not", name(octopus->head)}, {"arms_at_most", kWhole - octopus->arms.sum()}}},
               {"to", name(Slot{index})}});
  }
  moves.addIfLegal(TurnDraw{}, "turn-draw", {{"card", {{"fits_no_slot", true}}}, {"to", "hand"}});
}

void addDraws(Collector& moves) {
  for (int cards = 0; cards <= kDrawn; ++cards)
    for (int deck = cards; deck >= 0; --deck) {
      Json from = Json::array();
      for (int card = 0; card < cards; ++card) from.push_back(card < deck ? "deck" : "discard");
      moves.addIfLegal(Draw{deck, cards - deck}, "draw", {{"from", from}});
    }
}

/// Whether an action is in order at all.
bool mayAct(const State& state) { return !state.turn.drawIsDue() && !state.turn.ending && state.turn.actions > 0; }

void addAttaches(Collector& moves) {
  if (!mayAct(moves.state()) || moves.mostInHand() == 0) return;
  for (int index = 0; index < kSlots; ++index) {
    const auto& octopus = moves.state().in(Slot{index});
    if (!octopus || octopus->arms.sum() >= kWhole) continue;
    const Json cards{{"sum_at_most", kWhole - octopus->arms.sum()}, {"cards_at_most", moves.mostInHand()}};
    moves.add("attach", {{"cards", cards}, {"to", name(Slot{index})}});
  }
}

/// Names of the player's octopuses on the field.
std::vector<TakenName> fieldOf(const State& state, int player) {
  std::vector<TakenName> field;
  const auto& taken = state.seat(player).taken;
  for (std::size_t k = 0; k < taken.size(); ++k)
    if (!taken[k].shipped) field.push_back({player, static_cast<int>(k)});
  return field;
}

void addHandSwaps(Collector& moves) {
  if (!mayAct(moves.state()) || moves.mostInHand() == 0) return;
  for (const TakenName& octopus : fieldOf(moves.state(), moves.player()))
    for (const Arm take : Arm::all())
      if (find(moves.state(), octopus)->arms.count(take) > 0)
        moves.add("swap-hand", {{"octopus", name(octopus)},
                                {"give", {{"sum", take.arms()}, {"cards_at_most", moves.mostInHand()}}},
                                {"take", take.name()}});
}

/// Adds every choice of arms with that sum, of the faces from `face` on, to those already chosen.
void addChoices(const Arms& arms, std::size_t face, int sum, std::vector<Arm>& chosen,
                std::vector<std::vector<Arm>>& choices) {
  if (sum == 0) {
    choices.push_back(chosen);
    return;
  }
  if (face == Arm::all().size()) return;
  const Arm arm = Arm::all()[face];
  const int most = std::min(arms.count(arm), sum / arm.arms());
  const std::size_t before = chosen.size();
  for (int copies = 0; copies <= most; ++copies) {
    addChoices(arms, face + 1, sum - copies * arm.arms(), chosen, choices);
    chosen.push_back(arm);
  }
  chosen.resize(before, arm);
}

/// Every choice of the octopus's arms that adds up to `sum`, each set of faces once.
std::vector<std::vector<Arm>> choicesOf(const Arms& arms, int sum) {
  std::vector<std::vector<Arm>> choices;
  std::vector<Arm> chosen;
  addChoices(arms, 0, sum, chosen, choices);
  return choices;
}

/// One arm of `single` for any arms of `several` with the same sum; `turned` where `single` is b.
void addSwapsOfOne(Collector& moves, const OctopusName& single, const OctopusName& several, bool turned) {
  for (const Arm one : Arm::all()) {
    if (find(moves.state(), single)->arms.count(one) == 0) continue;
    for (const auto& choice : choicesOf(find(moves.state(), several)->arms, one.arms())) {
      if (turned && choice.size() == 1) continue;  // listed the other way round
      const Json ones = cardNames({one});
      const Json others = cardNames(choice);
      const Move move =
          turned ? Swap{several, Arms(choice), single, Arms({one})} : Swap{single, Arms({one}), several, Arms(choice)};
      moves.addIfLegal(move, "swap",
                       {{"a", name(turned ? several : single)},
                        {"take", turned ? others : ones},
                        {"b", name(turned ? single : several)},
                        {"for", turned ? ones : others}});
    }
  }
}

void addSwaps(Collector& moves) {
  if (!mayAct(moves.state())) return;
  for (const TakenName& own : fieldOf(moves.state(), moves.player()))
    for (int player = 0; player < moves.state().players(); ++player)
      for (const TakenName& other : fieldOf(moves.state(), player)) {
        if (player == moves.player() && other.k <= own.k) continue;
        addSwapsOfOne(moves, own, other, false);
        addSwapsOfOne(moves, other, own, true);
      }
}

void addEndOfTurn(Collector& moves) {
  for (const TakenName& octopus : fieldOf(moves.state(), moves.player()))
    moves.addIfLegal(Ship{octopus}, "ship", {{"octopus", name(octopus)}});
  const int tooMany = moves.state().counted ? moves.seat().hand - kHandLimit : 1;
  if (tooMany > 0)
    moves.addIfLegal(Discard{std::vector<std::optional<Arm>>(static_cast<std::size_t>(tooMany))}, "discard",
                     {{"cards", {{"cards", tooMany}}}});
  for (int index = 0; index < kSlots; ++index)
    for (const Colour head : kColours)
      moves.addIfLegal(Refill{Slot{index}, head}, "refill", {{"slot", name(Slot{index})}, {"head", name(head)}});
  moves.addIfLegal(EndTurn{}, "end-turn");
}

}  // namespace

std::vector<MoveShape> legalMoves(const State& state) {
  if (state.over()) return {};
  Collector moves(state);
  addTurnDraws(moves);
  addDraws(moves);
  addAttaches(moves);
  addHandSwaps(moves);
  addSwaps(moves);
  moves.addIfLegal(Pass{}, "pass");
  moves.addIfLegal(Chip{}, "chip");
  addEndOfTurn(moves);
  return moves.moves();
}

}  // namespace octo::tracker::oct8
