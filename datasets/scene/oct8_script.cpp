#include "datasets/scene/oct8_script.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "datasets/scene/people.h"
#include "datasets/scene/random.h"
#include "tracker/oct8/apply.h"
#include "tracker/oct8/judge.h"
#include "tracker/oct8/options.h"
#include "tracker/oct8/pieces.h"
#include "tracker/referee/common.h"

namespace octo::datasets {
namespace {

using namespace tracker::oct8;
using tracker::MoveShape;
using tracker::Record;

/// A game that standing breaches keep from ending is left after this many events.
constexpr int kLongest = 1200;
constexpr int kFieldLimit = 3, kHandLimit = 8, kDealt = 6;
/// A field has room for so many octopuses (`table.md`): with more, one would lie on another.
constexpr int kFieldRoom = 5;

using Cards = std::vector<Arm>;

Json namesOf(const Arms& cards) {
  Json names = Json::array();
  for (const Arm card : cards.list()) names.push_back(card.name());
  return names;
}

Event doing(int player, const char* action, Json fields = Json::object()) {
  Event event;
  event.player = player;
  event.action = action;
  event.fields = std::move(fields);
  return event;
}

Event attaching(int player, const Arms& cards, Slot slot) {
  return doing(player, "attach", {{"cards", namesOf(cards)}, {"to", name(slot)}});
}

/// The cards of a hand, each face in a row, that add up to `sum`: every such choice once.
void addChoices(const Cards& hand, std::size_t from, int sum, Cards& chosen, std::vector<Arms>& choices) {
  if (sum == 0) choices.emplace_back(chosen);
  for (std::size_t card = from; card < hand.size(); ++card) {
    if (hand[card].arms() > sum || (card > from && hand[card] == hand[card - 1])) continue;
    chosen.push_back(hand[card]);
    addChoices(hand, card + 1, sum - hand[card].arms(), chosen, choices);
    chosen.pop_back();
  }
}

std::vector<Arms> choicesOf(const Arms& hand, int sum) {
  std::vector<Arms> choices;
  Cards chosen;
  if (sum > 0) addChoices(hand.list(), 0, sum, chosen, choices);
  return choices;
}

struct Deal {
  GameHeader header;
  std::vector<Colour> colours;
  std::vector<Arms> hands;
  /// The last is the top.
  std::vector<Colour> heads;
  Cards arms;
};

template <class T>
T off(std::vector<T>& deck) {
  const T top = deck.back();
  deck.pop_back();
  return top;
}

std::vector<Colour> headDeck(bool shortGame, Random& random) {
  const int ofEach = pieceList().headsOfAColour - (shortGame ? pieceList().headsLeftOut : 0);
  std::vector<Colour> heads;
  for (const Colour colour : kColours) heads.insert(heads.end(), static_cast<std::size_t>(ofEach), colour);
  random.shuffle(heads);
  return heads;
}

Cards armDeck(Random& random) {
  Cards arms;
  for (const Arm face : Arm::all()) arms.insert(arms.end(), static_cast<std::size_t>(pieceList().copies(face)), face);
  random.shuffle(arms);
  return arms;
}

Deal deal(const PlayOptions& play, Random& random) {
  constexpr double kShort = 0.3;
  Json options{{"bonus", "colour"}, {"short", random.chance(kShort)}};
  options.update(play.options);
  const bool shortGame = tracker::truthField(options, "short", false);
  const int players = play.players;
  Deal dealt;
  dealt.heads = headDeck(shortGame, random);
  dealt.arms = armDeck(random);
  for (int player = 0; player < players; ++player) {
    dealt.colours.push_back(off(dealt.heads));
    dealt.hands.emplace_back();
    for (int card = 0; card < kDealt; ++card) dealt.hands.back().add(off(dealt.arms));
  }
  Json heads = Json::array();
  for (int slot = 0; slot < kSlots; ++slot) heads.push_back(name(off(dealt.heads)));
  dealt.header.game = GameId::Oct8;
  dealt.header.players = people(players, random);
  dealt.header.first = random.below(players);
  dealt.header.options = std::move(options);
  dealt.header.setup = {{"heads", heads}, {"discard", off(dealt.arms).name()}};
  return dealt;
}

/// What people do wrong.
enum class Wrong {
  DrawColour,
  DrawEight,
  BeforeDraw,
  RefillEarly,
  AttachEight,
  SwapSum,
  Block,
  OneMore,
  ShipEarly,
  ForgottenShip,
  ForgottenRefill
};

class Play {
 public:
  Play(const PlayOptions& play, Random random)
      : random_(random),
        breaches_(play.breaches),
        deal_(deal(play, random_)),
        state_(startState(deal_.header)),
        discards_{*Arm::parse(deal_.header.setup.at("discard").get<std::string>())} {}

  Record run() {
    while (!state_.over() && static_cast<int>(events_.size()) < kLongest) turn();
    tellColours();
    return {deal_.header, events_};
  }

 private:
  int player() const { return state_.turn.player; }
  Arms& hand() { return deal_.hands[static_cast<std::size_t>(player())]; }
  Colour colourOf(int player) const { return deal_.colours[static_cast<std::size_t>(player)]; }
  bool isDue(Wrong wrong) const { return wrong_ == wrong; }

  /// Players lay a head of their octopus colour on their turn place, in any order; some take a wrong one first. Who
  /// tells it without showing it leaves nothing that anybody could follow.
  void tellColours() {
    constexpr double kOnlySaid = 0.1, kWrongFirst = 0.08;
    std::vector<int> players(deal_.colours.size());
    std::iota(players.begin(), players.end(), 0);
    random_.shuffle(players);
    for (const int player : players) {
      if (random_.chance(kOnlySaid)) continue;
      const Colour colour = colourOf(player);
      if (random_.chance(kWrongFirst)) tellColour(player, kColours[(static_cast<std::size_t>(colour) + 1) % 3]);
      tellColour(player, colour);
    }
  }
  void tellColour(int player, Colour colour) { record(doing(player, "reveal", {{"colour", name(colour)}})); }

  /// What `choose` chooses with one more action than is left.
  template <class Choose>
  auto withOneMore(const Choose& choose) {
    ++state_.turn.actions;
    auto chosen = choose();
    --state_.turn.actions;
    return chosen;
  }

  void turn() {
    if (random_.chance(breaches_)) wrong_ = anyWrong();
    if (isDue(Wrong::BeforeDraw)) doWrong(swapBeforeDraw(), "oct8.phase");
    turnDraw();
    if (isDue(Wrong::RefillEarly)) doWrong(refillFirst(), "oct8.must-act");
    act();
    spendChips();
    if (isDue(Wrong::OneMore)) doWrong(withOneMore([&] { return visibleAction(); }), "oct8.actions");
    endTurn();
  }

  Wrong anyWrong() {
    struct Kind {
      Wrong wrong;
      double weight;
    };
    static constexpr std::array kKinds{
        Kind{Wrong::DrawColour, 0.18},    Kind{Wrong::DrawEight, 0.06},   Kind{Wrong::BeforeDraw, 0.08},
        Kind{Wrong::RefillEarly, 0.06},   Kind{Wrong::AttachEight, 0.12}, Kind{Wrong::SwapSum, 0.12},
        Kind{Wrong::Block, 0.05},         Kind{Wrong::OneMore, 0.12},     Kind{Wrong::ShipEarly, 0.07},
        Kind{Wrong::ForgottenShip, 0.07}, Kind{Wrong::ForgottenRefill, 1}};
    double at = random_.unit();
    for (const Kind& kind : kKinds)
      if ((at -= kind.weight) < 0) return kind.wrong;
    return Wrong::ForgottenRefill;
  }

  // --- what is done ---

  tracker::Check judged(const Event& event) const {
    return judgeMove(state_, *event.player, parseMove(event, deal_.header)).breach;
  }

  /// What follows from a standing breach stands as well.
  void record(Event event) {
    if (!event.takenBack) {
      event.stands = judged(event).has_value();
      const Move move = parseMove(event, deal_.header);
      std::visit([&](const auto& each) { moveCards(each); }, move);
      applyMove(state_, *event.player, move);
    }
    events_.push_back(std::move(event));
  }

  void takeBack(Event event) {
    event.takenBack = true;
    record(std::move(event));
  }

  /// People also take back what was in order, and do something else.
  void recordOrTakeBack(const Event& event, const Event& instead) {
    const bool traceless = event.action == "draw" || event.action == "pass";
    if (traceless || instead == event || !random_.chance(breaches_ / 8)) return record(event);
    takeBack(event);
    record(instead);
  }

  /// Nothing where there was nothing to do wrong, or it would be wrong otherwise: then it is done in some later turn.
  /// Whether it stands.
  bool doWrong(const std::optional<Event>& event, const char* rule) {
    if (!event) return false;
    const auto breach = judged(*event);
    if (!breach || breach->rule != rule) return false;
    wrong_.reset();
    const bool stands = mayStand(*event) && random_.chance(0.5);
    if (stands)
      record(*event);
    else
      takeBack(*event);
    return stands;
  }

  /// A second octopus above 8 arms leaves too little to play with, and whoever refills early could not act any more.
  bool mayStand(const Event& event) const {
    if (event.action == "refill") return false;
    State after = state_;
    applyMove(after, *event.player, parseMove(event, deal_.header));
    return std::count_if(after.shared.begin(), after.shared.end(),
                         [](const auto& octopus) { return octopus && octopus->arms.sum() > kWhole; }) <= 1;
  }

  // --- what only the players see ---

  void moveCards(const TurnDraw& move) {
    const Arm card = off(deal_.arms);
    if (!move.to) hand().add(card);
  }
  void moveCards(const Draw& move) {
    for (int card = 0; card < move.deck; ++card) hand().add(off(deal_.arms));
    for (int card = 0; card < move.discard; ++card) hand().add(off(discards_));
  }
  void moveCards(const Attach& move) { hand().remove(move.cards); }
  void moveCards(const SwapHand& move) {
    hand().remove(move.give);
    hand().add(move.take);
  }
  void moveCards(const Refill&) { deal_.heads.pop_back(); }
  template <class M>
  void moveCards(const M&) {}

  // --- the turn draw ---

  void turnDraw() {
    if (!state_.turn.deckHeld) return;
    if (isDue(Wrong::DrawColour) &&
        doWrong(drawTo([&](const Octopus& o, Arm c) { return o.head == c.colour(); }), "oct8.turn-draw-colour"))
      return;
    if (isDue(Wrong::DrawEight) && doWrong(drawTo([](const Octopus& o, Arm c) {
                                             return o.head != c.colour() && o.arms.sum() <= kWhole &&
                                                    o.arms.sum() + c.arms() > kWhole;
                                           }),
                                           "oct8.eight"))
      return;
    const auto fits = std::mem_fn(&Octopus::takesTurnDraw);
    const auto right = drawTo(fits);
    if (!right)
      record(doing(player(), "turn-draw", {{"card", "?"}, {"to", "hand"}}));
    else
      recordOrTakeBack(*right, *drawTo(fits));
  }

  /// The top card to a head that fits; to one that it makes whole if there is one.
  template <class Fits>
  std::optional<Event> drawTo(const Fits& fits) {
    const Arm card = deal_.arms.back();
    std::vector<int> slots, whole;
    for (int index = 0; index < kSlots; ++index) {
      const auto& octopus = state_.in(Slot{index});
      if (!octopus || !fits(*octopus, card)) continue;
      (octopus->arms.sum() + card.arms() == kWhole ? whole : slots).push_back(index);
    }
    if (slots.empty() && whole.empty()) return std::nullopt;
    const Slot slot{random_.pick(whole.empty() ? slots : whole)};
    return doing(player(), "turn-draw", {{"card", card.name()}, {"to", name(slot)}});
  }

  // --- the actions ---

  struct Choice {
    Event event;
    double worth;
  };

  /// What the table is worth to the player: octopuses, the arms that score, and that others have less.
  double worthOf(const State& state) const {
    double worth = 0;
    for (int other = 0; other < state.players(); ++other)
      for (const TakenOctopus& taken : state.seat(other).taken) {
        const Octopus& octopus = taken.octopus;
        const double score = octopus.arms.cardsOf(octopus.head) * (octopus.head == colourOf(other) ? 1.6 : 1.0);
        worth += other == player() ? 1.5 + score : -0.3 * score;
      }
    return worth;
  }

  void weigh(const Event& event, std::vector<Choice>& choices) const {
    if (judged(event)) return;
    State after = state_;
    applyMove(after, player(), parseMove(event, deal_.header));
    if (after.seats == state_.seats && after.shared == state_.shared) return;  // like cards changed places
    choices.push_back({event, worthOf(after) - worthOf(state_)});
  }

  static std::optional<Choice> best(const std::vector<Choice>& choices) {
    const auto found = std::max_element(choices.begin(), choices.end(),
                                        [](const Choice& a, const Choice& b) { return a.worth < b.worth; });
    return found == choices.end() ? std::nullopt : std::optional(*found);
  }

  std::optional<Choice> bestWhole() {
    if (state_.seat(player()).onField() >= kFieldRoom) return std::nullopt;
    std::vector<Choice> choices;
    for (int index = 0; index < kSlots; ++index)
      if (const auto& octopus = state_.in(Slot{index}))
        for (const Arms& cards : choicesOf(hand(), kWhole - octopus->arms.sum()))
          weigh(attaching(player(), cards, Slot{index}), choices);
    return best(choices);
  }

  std::optional<Choice> bestSwap() {
    std::vector<Choice> choices;
    for (const MoveShape& shape : legalMoves(state_)) {
      if (shape.action == "swap") weigh(doing(player(), "swap", shape.fields), choices);
      if (shape.action != "swap-hand") continue;
      for (const Arms& give : choicesOf(hand(), shape.fields.at("give").at("sum"))) {
        Json fields = shape.fields;
        fields["give"] = namesOf(give);
        weigh(doing(player(), "swap-hand", fields), choices);
      }
    }
    return best(choices);
  }

  /// Some cards that leave the octopus short of 8 arms, best of the head's colour.
  std::optional<Event> attachAtMost(int sum) {
    std::vector<Event> good, others;
    for (int index = 0; index < kSlots; ++index) {
      const auto& octopus = state_.in(Slot{index});
      if (!octopus) continue;
      for (int added = 1; octopus->arms.sum() + added <= sum; ++added)
        for (const Arms& cards : choicesOf(hand(), added))
          if (cards.cards() <= 2)
            (cards.cardsOf(octopus->head) == cards.cards() ? good : others)
                .push_back(attaching(player(), cards, Slot{index}));
    }
    if (good.empty() && others.empty()) return std::nullopt;
    return random_.pick(good.empty() ? others : good);
  }

  /// Two cards, off the discard pile where a small one lies on top; as many as there are.
  std::optional<Event> draw() {
    const int discards = static_cast<int>(discards_.size()), deck = state_.armDeck;
    const int due = std::min(2, discards + deck);
    if (due == 0) return std::nullopt;
    constexpr int kSmall = 3;
    constexpr double kFromPile = 0.45, kBothFromPile = 0.1;
    int fromPile = 0;
    if (discards > 0 && discards_.back().arms() <= kSmall && random_.chance(kFromPile)) fromPile = 1;
    if (discards > 1 && random_.chance(kBothFromPile)) fromPile = 2;
    fromPile = std::clamp(fromPile, std::max(0, due - deck), std::min(due, discards));
    Json from = Json::array();
    for (int card = 0; card < due; ++card) from.push_back(card < due - fromPile ? "deck" : "discard");
    return doing(player(), "draw", {{"from", from}});
  }

  std::optional<Event> visibleAction() {
    if (const auto whole = bestWhole()) return whole->event;
    if (const auto swap = bestSwap(); swap && random_.chance(0.5)) return swap->event;
    return attachAtMost(kWhole - 1);
  }

  Event action() {
    constexpr double kWorthwhile = 1.0, kSwaps = 0.35, kAttaches = 0.2, kSaves = 0.3;
    if (random_.chance(kSaves))
      if (const auto cards = draw()) return *cards;
    if (const auto whole = bestWhole()) return whole->event;
    if (const auto swap = bestSwap(); swap && swap->worth >= kWorthwhile && random_.chance(kSwaps)) return swap->event;
    const bool full = hand().cards() >= kHandLimit - 1;
    if (random_.chance(full ? 3 * kAttaches : kAttaches))
      if (const auto some = attachAtMost(kWhole - 2)) return *some;
    if (const auto cards = draw()) return *cards;
    if (const auto some = attachAtMost(kWhole - 1)) return *some;
    if (const auto swap = bestSwap()) return swap->event;
    return doing(player(), "pass");
  }

  void act() {
    if (state_.turn.actions == 0) return;
    if (isDue(Wrong::AttachEight) && doWrong(attachTooMuch(), "oct8.eight")) return;
    if (isDue(Wrong::SwapSum) && doWrong(unevenSwap(), "oct8.swap-sum")) return;
    if (isDue(Wrong::Block) && doWrong(blockedSwap(), "oct8.block")) return;
    const Event chosen = action();
    recordOrTakeBack(chosen, action());
  }

  void spendChips() {
    constexpr double kSpends = 0.7, kWorthAChip = 2.0;
    while (state_.seat(player()).chips > 0 && !state_.over()) {
      const std::optional<Choice> more = withOneMore([&] {
        const auto whole = bestWhole();
        return whole ? whole : bestSwap();
      });
      if (!more || more->worth < kWorthAChip || !random_.chance(kSpends)) return;
      record(doing(player(), "chip"));
      record(more->event);
    }
  }

  // --- what is done wrong ---

  std::optional<Event> attachTooMuch() {
    std::vector<Event> events;
    for (int index = 0; index < kSlots; ++index) {
      const auto& octopus = state_.in(Slot{index});
      if (!octopus || octopus->arms.sum() > kWhole) continue;
      for (int excess = 1; excess <= 2; ++excess)
        for (const Arms& cards : choicesOf(hand(), kWhole - octopus->arms.sum() + excess))
          events.push_back(attaching(player(), cards, Slot{index}));
    }
    if (events.empty()) return std::nullopt;
    return random_.pick(events);
  }

  /// An arm of an own octopus for cards of the hand that show one more or one less.
  std::optional<Event> unevenSwap() {
    std::vector<Event> events;
    for (const TakenName& own : fieldOf(player()))
      for (const Arm take : armsOf(own).list())
        for (const int off : {-1, 1})
          for (const Arms& give : choicesOf(hand(), take.arms() + off))
            events.push_back(
                doing(player(), "swap-hand", {{"octopus", name(own)}, {"give", namesOf(give)}, {"take", take.name()}}));
    if (events.empty()) return std::nullopt;
    return random_.pick(events);
  }

  /// Arms laid before the turn draw could be the turn draw and an action; a swap cannot.
  std::optional<Event> swapBeforeDraw() {
    const Turn turn = std::exchange(state_.turn, Turn{.player = player(), .drawn = true});
    const auto swap = bestSwap();
    state_.turn = turn;
    return swap ? std::optional(swap->event) : std::nullopt;
  }

  std::optional<Event> blockedSwap() {
    std::vector<Event> events;
    for (const TakenName& own : fieldOf(player()))
      for (int other = 0; other < state_.players(); ++other)
        for (const TakenName& theirs : other == player() ? std::vector<TakenName>{} : fieldOf(other))
          for (const Arm give : armsOf(own).list())
            for (const Arm take : armsOf(theirs).list())
              if (give.arms() == take.arms() && give != take)
                events.push_back(doing(player(), "swap",
                                       {{"a", name(own)},
                                        {"take", Json::array({give.name()})},
                                        {"b", name(theirs)},
                                        {"for", Json::array({take.name()})}}));
    std::erase_if(events, [&](const Event& event) {
      const auto breach = judged(event);
      return !breach || breach->rule != "oct8.block";
    });
    if (events.empty()) return std::nullopt;
    return random_.pick(events);
  }

  std::vector<TakenName> fieldOf(int player) const {
    std::vector<TakenName> names;
    const auto& taken = state_.seat(player).taken;
    for (std::size_t k = 0; k < taken.size(); ++k)
      if (!taken[k].shipped) names.push_back({player, static_cast<int>(k)});
    return names;
  }

  const Arms& armsOf(const TakenName& octopus) const { return find(state_, octopus)->arms; }

  // --- the end of the turn ---

  void endTurn() {
    if (isDue(Wrong::ShipEarly)) doWrong(ship(), "oct8.ship-early");
    const bool ships = !isDue(Wrong::ForgottenShip) || state_.seat(player()).onField() <= kFieldLimit;
    const bool refills = !isDue(Wrong::ForgottenRefill) || !refillFirst();
    std::vector<int> duties{0, 1, 2};
    random_.shuffle(duties);
    for (const int duty : duties) {
      if (duty == 0) discardDown();
      while (duty == 1 && ships && state_.seat(player()).onField() > kFieldLimit) record(*ship());
      while (duty == 2 && refills && refillFirst()) record(*refillFirst());
    }
    if (!ships || !refills) wrong_.reset();
    record(doing(player(), "end-turn"));
  }

  /// The octopus that would gain most: of the own colour, with many arms that score.
  std::optional<Event> ship() const {
    std::optional<TakenName> chosen;
    int most = -1;
    for (const TakenName& own : fieldOf(player())) {
      const Octopus& octopus = *find(state_, own);
      const int gain = octopus.arms.cardsOf(octopus.head) + (octopus.head == colourOf(player()) ? 10 : 0);
      if (gain <= most) continue;
      most = gain;
      chosen = own;
    }
    if (!chosen) return std::nullopt;
    return doing(player(), "ship", {{"octopus", name(*chosen)}});
  }

  void discardDown() {
    const int tooMany = hand().cards() - kHandLimit;
    if (tooMany <= 0) return;
    Cards cards = hand().list();
    random_.shuffle(cards);
    // Large cards fit least.
    std::stable_sort(cards.begin(), cards.end(), [](Arm a, Arm b) { return a.arms() / 3 > b.arms() / 3; });
    cards.erase(cards.begin() + tooMany, cards.end());
    hand().remove(Arms(cards));
    discards_.insert(discards_.end(), cards.begin(), cards.end());
    Json names = Json::array();
    for (std::size_t card = 0; card + 1 < cards.size(); ++card) names.push_back("?");
    names.push_back(cards.back().name());
    record(doing(player(), "discard", {{"cards", names}}));
  }

  std::optional<Event> refillFirst() const {
    for (int index = 0; index < kSlots; ++index)
      if (!state_.in(Slot{index}) && !deal_.heads.empty())
        return doing(player(), "refill", {{"slot", name(Slot{index})}, {"head", name(deal_.heads.back())}});
    return std::nullopt;
  }

  Random random_;
  double breaches_;
  Deal deal_;
  State state_;
  /// The last is the top.
  Cards discards_;
  std::optional<Wrong> wrong_;
  std::vector<Event> events_;
};

}  // namespace

Record playOct8(std::uint64_t seed, const PlayOptions& play) {
  return Play(play, Random(seed).fork("oct8 play")).run();
}

}  // namespace octo::datasets
