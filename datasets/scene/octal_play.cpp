// Plays The OCTAL as people do. The referee says what is allowed, whatever the players may hold; here are the hands.
#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "datasets/scene/octal_script.h"
#include "datasets/scene/people.h"
#include "datasets/scene/random.h"
#include "tracker/octal/card.h"
#include "tracker/octal/move.h"
#include "tracker/octal/pieces.h"
#include "tracker/octal/state.h"
#include "tracker/referee/match.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;
using tracker::Record;
using namespace tracker::octal;

/// A game that standing breaches keep from ending is left after this many events.
constexpr int kLongest = 400;
/// How often people do what they may: several cards at once, topping up, drawing although a card fits.
constexpr double kOverrides = 0.6, kStacks = 0.7, kPassesAnyway = 0.04;
/// Of the breaches; what cannot be done at the moment leaves the turn without one.
constexpr double kForgetsOcto = 0.5;

std::vector<Card> shuffledEdition(Random& random) {
  std::vector<Card> cards;
  for (int index = 0; index < Card::kFaces; ++index)
    cards.insert(cards.end(), static_cast<std::size_t>(copies(Card::atIndex(index))), Card::atIndex(index));
  random.shuffle(cards);
  return cards;
}

int rankOf(Card card) { return card.isAll() ? kHighest + 1 : card.value(); }

Event playing(int player, Card card, int on, Points points) {
  return {.player = player,
          .action = "play",
          .fields = {{"card", card.name()}, {"on", on}, {"points", points == Points::Top ? "top" : "below"}}};
}

Event overriding(int player, const std::vector<Card>& cards, int on) {
  Json list = Json::array();
  for (const Card card : cards) list.push_back(card.name());
  return {.player = player, .action = "override", .fields = {{"cards", list}, {"on", on}}};
}

class Play {
 public:
  Play(const PlayOptions& options, Random random)
      : random_(random),
        breaches_(options.breaches),
        deck_(shuffledEdition(random_)),
        header_(deal(options)),
        match_(header_),
        piles_(header_.setup["questions"].size()) {
    for (std::size_t k = 0; k < piles_.size(); ++k)
      for (const char* part : {"under", "over"})
        piles_[k].push_back(*Card::parse(header_.setup["questions"][k][part].get<std::string>()));
  }

  Record run() {
    while (!match_.over() && match_.events() < kLongest) turn();
    return {header_, std::move(events_)};
  }

 private:
  using Hand = std::vector<Card>;

  GameHeader deal(const PlayOptions& options) {
    const int players = options.players;
    GameHeader header;
    header.game = GameId::Octal;
    header.players = people(players, random_);
    header.first = random_.below(players);
    constexpr double kSingle = 0.25, kThreeFinish = 0.3;
    header.options = {{"mode", players == 6 || random_.chance(kSingle) ? "single" : "twin"}};
    if (players >= 5 && random_.chance(kThreeFinish)) header.options["podium"] = 3;
    header.options.update(options.options);
    const bool single = header.options["mode"] == "single";
    header.setup["questions"] = Json::array();
    for (int k = 0; k < (single ? 1 : 2); ++k) {
      const std::string under = numberCard().name(), over = numberCard().name();
      header.setup["questions"].push_back({{"under", under}, {"over", over}});
    }
    random_.shuffle(deck_);
    for (int player = 0; player < players; ++player) {
      hands_.emplace_back();
      for (int k = 0; k < kDealt; ++k) draw(player);
    }
    return header;
  }

  /// The next one of the deck: an `all` is no question.
  Card numberCard() {
    const auto found = std::find_if(deck_.rbegin(), deck_.rend(), [](Card card) { return !card.isAll(); });
    const Card card = *found;
    deck_.erase(found.base() - 1);
    return card;
  }

  Hand& hand(int player) { return hands_[static_cast<std::size_t>(player)]; }
  int handOf(int player) { return static_cast<int>(hand(player).size()); }

  void draw(int player) {
    hand(player).push_back(deck_.back());
    deck_.pop_back();
  }

  /// Cards above five go to the discards at once.
  void drawAndDiscard(int player, int cards) {
    for (int k = 0; k < cards; ++k) {
      draw(player);
      if (deck_.size() == kRefilledAt) refill();
    }
    while (handOf(player) > kFullHand) {
      const int which = random_.below(handOf(player));
      discards_.push_back(hand(player)[static_cast<std::size_t>(which)]);
      hand(player).erase(hand(player).begin() + which);
    }
  }

  // --- a turn ---

  void turn() {
    const int player = *match_.toMove();
    if (const auto event = stacking(); event && random_.chance(kStacks)) return record(*event);
    if (random_.chance(breaches_)) {
      if (auto wrong = breach(player)) return record(*wrong);
    }
    Event right = legalMove(player);
    // People also take back what was in order.
    if (right.action == "play" && random_.chance(breaches_ / 8)) {
      right.takenBack = true;
      if (handOf(player) == 2) right.fields["octo"] = true;
      record(right);
      right = anotherMove(player, right);
    }
    record(right);
  }

  /// Than that one: a card laid again where it lay looks as if nothing had been.
  Event anotherMove(int player, const Event& than) {
    constexpr int kAttempts = 8;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      Event event = legalMove(player);
      if (event.action != than.action || event.fields["card"] != than.fields["card"]) return event;
    }
    return {.player = player, .action = "pass"};
  }

  std::optional<Event> stacking() {
    for (const MoveShape& shape : match_.options()) {
      if (shape.action != "stack") continue;
      const auto cards = held(*shape.player, shape);
      if (!cards.empty())
        return called({.player = shape.player, .action = "stack", .fields = {{"card", random_.pick(cards).name()}}});
    }
    return std::nullopt;
  }

  /// The cards of the hand among those of the shape, but not an `all` as the last one.
  Hand held(int player, const MoveShape& shape) {
    Hand fitting;
    const Json& faces = shape.fields.at("card").at("one_of");
    for (const Card card : hand(player))
      if (std::find(faces.begin(), faces.end(), card.name()) != faces.end() && !(card.isAll() && handOf(player) == 1))
        fitting.push_back(card);
    return fitting;
  }

  Event legalMove(int player) {
    std::vector<Event> plays, alls, overrides;
    for (const MoveShape& shape : match_.options()) {
      if (shape.action == "play")
        for (const Card card : held(player, shape))
          (card.isAll() ? alls : plays)
              .push_back(playing(player, card, shape.fields["on"].get<int>(),
                                 shape.fields["points"] == "top" ? Points::Top : Points::Below));
      if (shape.action == "override")
        if (const auto cards = severalOf(player, shape))
          overrides.push_back(overriding(player, *cards, shape.fields["on"].get<int>()));
    }
    if (!overrides.empty() && random_.chance(kOverrides)) return called(random_.pick(overrides));
    // An `all` is good to keep.
    constexpr double kAllAnyway = 0.1;
    if (!alls.empty() && (plays.empty() || random_.chance(kAllAnyway))) plays = alls;
    if (plays.empty() || random_.chance(kPassesAnyway)) return {.player = player, .action = "pass"};
    return called(random_.pick(plays));
  }

  /// Two to four of a hand of five that may be laid together, highest first; no two `all`, which would look like one.
  std::optional<Hand> severalOf(int player, const MoveShape& shape) {
    const Json& shapeOfCards = shape.fields.at("cards");
    Hand fitting;
    for (const Card card : hand(player)) {
      const auto& from = shapeOfCards["from"];
      const bool again = card.isAll() && std::find(fitting.begin(), fitting.end(), card) != fitting.end();
      if (!again && std::find(from.begin(), from.end(), card.name()) != from.end()) fitting.push_back(card);
    }
    const int least = shapeOfCards["count"][0],
              most = std::min(shapeOfCards["count"][1].get<int>(), static_cast<int>(fitting.size()));
    if (most < least) return std::nullopt;
    random_.shuffle(fitting);
    fitting.resize(static_cast<std::size_t>(least + random_.below(most - least + 1)), Card::all());
    std::stable_sort(fitting.begin(), fitting.end(), [](Card a, Card b) { return rankOf(a) > rankOf(b); });
    return fitting;
  }

  /// With "Octo" called where one card is left; now and then it is forgotten.
  Event called(Event event) {
    const int left = handOf(*event.player) - static_cast<int>(cardsOf(event).size());
    if (left == 1 && !random_.chance(breaches_ * kForgetsOcto)) event.fields["octo"] = true;
    return event;
  }

  /// The event happens: the referee judges it, and where it is applied the cards move.
  void record(const Event& event) {
    const int before = match_.result().hands[static_cast<std::size_t>(*event.player)];
    const Verdict verdict = match_.play(event);
    events_.push_back(event);
    if (!verdict.applied) return;
    const int player = *event.player;
    const std::vector<Card> cards = cardsOf(event);
    for (const Card card : cards) hand(player).erase(std::find(hand(player).begin(), hand(player).end(), card));
    if (!cards.empty()) layOn(pileOf(event), cards);
    if (event.action == "pass") drawAndDiscard(player, 1);
    const int left = std::max(0, before - static_cast<int>(cards.size()));
    const int now = match_.result().hands[static_cast<std::size_t>(player)];
    if (!cards.empty()) drawAndDiscard(player, now - left);
  }

  std::size_t pileOf(const Event& event) {
    const auto player = static_cast<std::size_t>(*event.player);
    laidOn_.resize(hands_.size(), 0);
    if (event.fields.contains("on")) laidOn_[player] = event.fields["on"].get<std::size_t>();
    return laidOn_[player];
  }

  void layOn(std::size_t pile, const std::vector<Card>& cards) {
    piles_[pile].insert(piles_[pile].end(), cards.begin(), cards.end());
  }

  /// The discards and all but the top card of a question and the one whose condition is in force go under the deck.
  void refill() {
    const Json questions = match_.describe()["questions"];
    std::vector<Card> back = std::exchange(discards_, {});
    for (std::size_t k = 0; k < piles_.size(); ++k) {
      auto& pile = piles_[k];
      const Card top = *Card::parse(questions[k]["top"].get<std::string>());
      const Card asking = *Card::parse(questions[k]["asking"].get<std::string>());
      for (const Card card : {top, asking}) pile.erase(std::find(pile.begin(), pile.end(), card));
      back.insert(back.end(), pile.begin(), pile.end());
      pile = {asking, top};
    }
    random_.shuffle(back);
    deck_.insert(deck_.begin(), back.begin(), back.end());
  }

  // --- what is done wrong ---

  std::optional<Event> breach(int player) {
    struct Kind {
      double weight;
      std::optional<Event> (Play::*make)(int);
      const char* rule;
    };
    static const std::vector<Kind> kinds{
        {0.35, &Play::wrongCondition, "octal.condition"}, {0.2, &Play::wrongArrow, "octal.arrow"},
        {0.13, &Play::allOnAll, "octal.all-on-all"},      {0.14, &Play::risingOverride, "octal.override-order"},
        {0.03, &Play::wholeHand, "octal.override-count"}, {0.08, &Play::smallOverride, "octal.override-hand"},
        {0.04, &Play::earlyStack, "octal.stack"},         {0.03, &Play::allLast, "octal.all-last"}};
    // What the hand does not allow is left, and another mistake tried.
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Kind& kind = oneOf(kinds);
      auto event = (this->*kind.make)(player);
      if (!event || match_.judge(*event).rule != kind.rule) continue;
      if (std::string_view(kind.rule) != "octal.all-last")
        (random_.chance(0.5) ? event->stands : event->takenBack) = true;
      return event;
    }
    return std::nullopt;
  }

  /// As often as its weight says; the weights add up to 1.
  template <class Kind>
  const Kind& oneOf(const std::vector<Kind>& kinds) {
    double at = random_.unit();
    for (const Kind& kind : kinds)
      if ((at -= kind.weight) < 0) return kind;
    return kinds.back();
  }

  /// Some play of the hand that the referee calls a breach of that rule.
  std::optional<Event> playAgainst(int player, const std::string& rule, Points points) {
    std::vector<Event> wrong;
    for (int on = 0; on < static_cast<int>(piles_.size()); ++on)
      for (const Card card : hand(player)) {
        const Event event = called(playing(player, card, on, points));
        if (match_.judge(event).rule == rule) wrong.push_back(event);
      }
    if (wrong.empty()) return std::nullopt;
    return random_.pick(wrong);
  }

  std::optional<Event> wrongCondition(int player) { return playAgainst(player, "octal.condition", Points::Top); }
  std::optional<Event> wrongArrow(int player) { return playAgainst(player, "octal.arrow", Points::Below); }
  std::optional<Event> allOnAll(int player) { return playAgainst(player, "octal.all-on-all", Points::Top); }

  std::optional<Event> risingOverride(int player) {
    for (const MoveShape& shape : match_.options()) {
      if (shape.action != "override") continue;
      auto cards = severalOf(player, shape);
      if (!cards || rankOf(cards->front()) == rankOf(cards->back())) continue;
      std::reverse(cards->begin(), cards->end());
      return called(overriding(player, *cards, shape.fields["on"].get<int>()));
    }
    return std::nullopt;
  }

  std::optional<Event> wholeHand(int player) {
    Hand cards = hand(player);
    std::stable_sort(cards.begin(), cards.end(), [](Card a, Card b) { return rankOf(a) > rankOf(b); });
    return overriding(player, cards, random_.below(static_cast<int>(piles_.size())));
  }

  /// Two cards that fit, of a hand that is not five.
  std::optional<Event> smallOverride(int player) {
    if (handOf(player) < 3 || handOf(player) == kFullHand) return std::nullopt;
    for (int on = 0; on < static_cast<int>(piles_.size()); ++on) {
      Hand fitting;
      for (const Card card : hand(player))
        if (!card.isAll() && match_.judge(playing(player, card, on, Points::Top)).legal) fitting.push_back(card);
      if (fitting.size() < 2) continue;
      fitting.resize(2, Card::all());
      std::stable_sort(fitting.begin(), fitting.end(), [](Card a, Card b) { return rankOf(a) > rankOf(b); });
      return called(overriding(player, fitting, on));
    }
    return std::nullopt;
  }

  /// By whoever laid the last card, but not in turn: there a card laid exactly on the top one is a play. Somebody has
  /// passed since: two cards laid one right after the other are an override to everybody who watches.
  std::optional<Event> earlyStack(int player) {
    if (events_.empty() || events_.back().action != "pass") return std::nullopt;
    const Json last = match_.describe()["last_to_lay"];
    if (!last.is_number() || last == player || handOf(last.get<int>()) < 2) return std::nullopt;
    const int stacker = last.get<int>();
    return called({.player = stacker, .action = "stack", .fields = {{"card", random_.pick(hand(stacker)).name()}}});
  }

  std::optional<Event> allLast(int player) {
    if (handOf(player) != 1 || !hand(player).front().isAll()) return std::nullopt;
    return playing(player, Card::all(), random_.below(static_cast<int>(piles_.size())), Points::Top);
  }

  Random random_;
  double breaches_;
  std::vector<Card> deck_, discards_;
  std::vector<Hand> hands_;
  GameHeader header_;
  Match match_;
  std::vector<std::vector<Card>> piles_;
  std::vector<std::size_t> laidOn_;
  std::vector<Event> events_;
};

}  // namespace

Record playOctal(std::uint64_t seed, const PlayOptions& options) {
  return Play(options, Random(seed).fork("octal play")).run();
}

}  // namespace octo::datasets
