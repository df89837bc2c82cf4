#include "datasets/scene/octal_script.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "datasets/scene/card_table.h"
#include "datasets/scene/random.h"
#include "tracker/octal/card.h"
#include "tracker/octal/pieces.h"
#include "tracker/octal/state.h"
#include "tracker/referee/match.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::Record;
using tracker::octal::Card;
using tracker::octal::kDealt;
using tracker::octal::kFullHand;

/// A card that lies one step nearer leaves the strip with the condition in sight (`table.md`), mm.
constexpr double kStep = 25;
/// From the zone's far end to the first card's middle, mm.
constexpr double kFirst = 46;
/// A question's zone has room for its first card and so many steps.
constexpr int kSteps = 7;
/// People at the far side now and then lay a card the way they hold it.
constexpr double kTurnedRound = 0.15;
/// How much of a card's skew the next one laid on it takes over.
constexpr double kFollows = 0.5;

/// How often the questions laid first are equal, and people exchange one of them.
constexpr double kExchanged = 0.15;
/// A card that went back to the deck is not laid in so many events.
constexpr std::size_t kNotSoon = 10;

/// A card in a question, and how many steps down it lies.
struct Laid {
  int id;
  Card card;
  int step;
};

class Layer {
 public:
  Layer(const Record& record, std::uint64_t seed, const Habits* people)
      : record_(record),
        match_(record.header),
        random_(Random(seed).fork("octal layout")),
        table_(GameId::Octal, players(), Random(seed).fork("octal table"), people),
        laidOn_(record.header.players.size()) {
    table_.lay(Face::back(), table_.place("deck").pose(0, 0));
    for (const Json& question : questions()) {
      piles_.emplace_back();
      for (const char* part : {"under", "over"}) layOn(piles_.size() - 1, cardOf(question[part]), false, 0);
    }
    for (Match match(record.header); match.events() < std::ssize(record.events);) {
      const Json before = match.describe()["deck"];
      match.play(record.events[static_cast<std::size_t>(match.events())]);
      refills_.push_back(match.describe()["deck"] > before);
    }
  }

  std::vector<LayoutLine> run() {
    if (auto equal = equalQuestion()) exchange(*std::move(equal));
    lines_.push_back(table_.line(0));
    for (std::size_t n = 0; n < record_.events.size(); ++n) {
      for (const int id : leaving_) remove(id);
      leaving_.clear();
      play(n);
      lines_.push_back(table_.line(static_cast<int>(n) + 1));
    }
    return std::move(lines_);
  }

 private:
  static Card cardOf(const Json& name) { return *Card::parse(name.get<std::string>()); }
  const Json& questions() const { return record_.header.setup["questions"]; }

  /// The cards of a question like one of the game's two; nothing where people were dealt no such one.
  struct EqualQuestion {
    std::size_t instead;
    Card under, over;
  };
  std::optional<EqualQuestion> equalQuestion() {
    if (piles_.size() < 2 || !random_.chance(kExchanged)) return std::nullopt;
    const auto instead = static_cast<std::size_t>(random_.below(2));
    const Card like = cardOf(questions()[1 - instead]["under"]);
    std::vector<Card> unders, overs;
    for (const Card card : freeCards(0, kNotSoon)) {
      if (card.isAll()) continue;
      if (card.condition() == like.condition()) unders.push_back(card);
      overs.push_back(card);
    }
    if (unders.empty()) return std::nullopt;
    const Card under = random_.pick(unders);
    std::erase(overs, under);
    if (overs.empty()) return std::nullopt;
    return EqualQuestion{instead, under, random_.pick(overs)};
  }

  /// Both questions asked for the same: one of them lay there first, and the game's own was laid in its place.
  void exchange(const EqualQuestion& equal) {
    std::vector<ScenePiece> meant;
    for (const Laid& laid : piles_[equal.instead]) meant.push_back(table_.piece(laid.id));
    for (const ScenePiece& piece : meant) table_.remove(piece.id);
    std::vector<int> first;
    for (std::size_t k = 0; k < meant.size(); ++k)
      first.push_back(table_.lay(Face((k == 0 ? equal.under : equal.over).name()), meant[k].pose));
    lines_.push_back(table_.line(0));
    for (const int id : first) table_.remove(id);
    std::vector<ScenePiece> pieces = table_.pieces();
    pieces.insert(pieces.end(), meant.begin(), meant.end());
    table_.putBack(pieces);
  }

  int players() const { return static_cast<int>(record_.header.players.size()); }
  int handOf(int player) const { return match_.result().hands[static_cast<std::size_t>(player)]; }

  void play(std::size_t n) {
    const Event& event = record_.events[n];
    table_.by(event.player.value_or(0));
    const Json state = match_.describe(), before = state["questions"];
    const int hand = event.player ? handOf(*event.player) : 0;
    const bool stays = match_.play(event).applied;
    if (event.action == "reshuffle") {
      if (refills_[n]) refill();
      return;
    }
    const std::vector<Card> cards = cardsOf(event);
    if (!cards.empty()) lay(event, cards, before, stays);
    if (!stays) return;
    const int left = std::max(0, hand - static_cast<int>(cards.size()));
    const int drawn = event.action == "pass" ? 1 : handOf(*event.player) - left;
    if (drawn <= 0) return;
    // Who forgot to call draws for it once the card lies there.
    if (!cards.empty()) lines_.push_back(table_.line(static_cast<int>(n) + 1));
    draw(*event.player, left, drawn, n, state["deck"].get<int>());
  }

  /// `before`: the questions as the referee tells of them before the event.
  void lay(const Event& event, const std::vector<Card>& cards, const Json& before, bool stays) {
    auto& on = laidOn_[static_cast<std::size_t>(*event.player)];
    const auto pile = event.fields.contains("on") ? std::optional(event.fields["on"].get<std::size_t>()) : on;
    if (!pile) return;  // a stack by somebody who has laid nothing: it stays in the hand
    if (stays) on = pile;
    const bool open = before[*pile]["open"].get<bool>();
    const bool below = event.fields.value("points", "top") == "below" && !cards.front().isAll();
    bool exactly = open || below || event.action == "stack";
    for (const Card card : cards) {
      const int id = layOn(*pile, card, exactly, *event.player);
      if (!stays) leaving_.push_back(id);
      exactly = true;
    }
  }

  Place placeOf(std::size_t pile) const { return table_.place("question" + std::to_string(pile)); }

  double upOf(std::size_t pile, int step) const { return placeOf(pile).height / 2 - kFirst - kStep * step; }

  int layOn(std::size_t number, Card card, bool exactly, int player) {
    auto& pile = piles_[number];
    if (!exactly && !pile.empty() && pile.back().step == kSteps) pushTogether(number);
    const int step = pile.empty() ? 0 : pile.back().step + !exactly;
    TablePose pose = placeOf(number).pose(0, upOf(number, step));
    if (!pile.empty()) {
      const TablePose& former = table_.piece(pile.back().id).pose;
      const TablePose meant = placeOf(number).pose(0, upOf(number, pile.back().step));
      const double share = exactly ? 1 : kFollows;
      pose.at.x += share * (former.at.x - meant.at.x);
      pose.at.y += share * (former.at.y - meant.at.y);
      pose.angle += kFollows * std::remainder(former.angle - meant.angle, 180.0);
    }
    if (seat(player, players()) == Side::Far && random_.chance(kTurnedRound)) pose.angle += 180;
    pile.push_back({table_.lay(Face(card.name()), pose, exactly ? 1.5 : 1), card, step});
    return pile.back().id;
  }

  /// The pile has reached the end of its zone: what is covered is pushed up, the top few keep their steps.
  void pushTogether(std::size_t number) {
    const int up = 4 + random_.below(2);
    for (Laid& laid : piles_[number]) {
      const int step = std::max(0, laid.step - up);
      table_.push(laid.id, random_.normal(0.8, 2), kStep * (laid.step - step) + random_.normal(0.8, 2),
                  random_.normal(0.5, 1.5));
      laid.step = step;
    }
  }

  void remove(int id) {
    table_.remove(id);
    for (auto& pile : piles_) std::erase_if(pile, [id](const Laid& laid) { return laid.id == id; });
  }

  /// Somebody takes cards of the deck; what is too many for a hand is discarded.
  void draw(int player, int hand, int cards, std::size_t n, int deck) {
    const Place place = table_.place("deck");
    for (int k = 0; k < cards; ++k) {
      table_.takes(player, place.at(0, 0));
      if (--deck == tracker::octal::kRefilledAt) refill();
      if (++hand <= kFullHand) continue;
      if (const auto card = spare(n))
        discards_.push_back({table_.lay(Face(card->name()), table_.place("discard").pose(0, 0)), *card, 0});
    }
  }

  /// A card that lies nowhere, and that nobody lays before the deck is refilled.
  std::optional<Card> spare(std::size_t n) {
    const std::vector<Card> free = freeCards(n + 1, record_.events.size());
    if (free.empty()) return std::nullopt;
    return random_.pick(free);
  }

  /// Those that lie nowhere, and that nobody lays from that event on up to another, or until the deck is refilled.
  std::vector<Card> freeCards(std::size_t from, std::size_t to) const {
    std::map<Card, int> used;
    for (const auto& pile : piles_)
      for (const Laid& laid : pile) ++used[laid.card];
    for (const Laid& laid : discards_) ++used[laid.card];
    for (std::size_t later = from; later < std::min(to, record_.events.size()); ++later) {
      for (const Card card : cardsOf(record_.events[later])) ++used[card];
      if (refills_[later]) break;
    }
    std::vector<Card> free;
    for (int index = 0; index < Card::kFaces; ++index)
      if (const Card card = Card::atIndex(index); tracker::octal::copies(card) > used[card]) free.push_back(card);
    return free;
  }

  /// The discards and all cards of a question but the top one and the one whose condition is in force go to the deck.
  void refill() {
    const Json questions = match_.describe()["questions"];
    for (const Laid& laid : discards_) table_.remove(laid.id);
    discards_.clear();
    for (std::size_t k = 0; k < piles_.size(); ++k) {
      auto& pile = piles_[k];
      const Laid top = pile.back();
      const std::string name = questions[k]["asking"].get<std::string>();
      const auto asking = std::find_if(pile.rbegin(), pile.rend(), [&](const Laid& laid) {
        return laid.id != top.id && laid.card.name() == name && laid.step < top.step;
      });
      const int keeps = asking == pile.rend() ? -1 : asking->id;
      for (const Laid& laid : pile)
        if (laid.id != top.id && laid.id != keeps) table_.remove(laid.id);
      std::erase_if(pile, [&](const Laid& laid) { return laid.id != top.id && laid.id != keeps; });
    }
    table_.settle();
  }

  const Record& record_;
  Match match_;
  Random random_;
  CardTable table_;
  std::vector<std::vector<Laid>> piles_;
  std::vector<Laid> discards_;
  std::vector<std::optional<std::size_t>> laidOn_;
  /// Whether each event refills the deck.
  std::vector<bool> refills_;
  std::vector<int> leaving_;
  std::vector<LayoutLine> lines_;
};

}  // namespace

std::vector<Card> cardsOf(const Event& event) {
  std::vector<Card> cards;
  if (event.fields.contains("card")) cards.push_back(*Card::parse(event.fields["card"].get<std::string>()));
  if (event.fields.contains("cards"))
    for (const Json& each : event.fields["cards"]) cards.push_back(*Card::parse(each.get<std::string>()));
  return cards;
}

std::vector<LayoutLine> layOutOctal(const Record& record, std::uint64_t seed, const Habits* people) {
  if (record.header.game != GameId::Octal) throw Malformed("expected a record of The OCTAL");
  return Layer(record, seed, people).run();
}

}  // namespace octo::datasets
