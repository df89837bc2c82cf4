#include "tracker/octal/octal_table.h"

#include <algorithm>
#include <span>
#include <utility>

#include "tracker/follow/hidden_area.h"
#include "tracker/octal/move.h"
#include "tracker/octal/octal_position.h"
#include "tracker/octal/state.h"
#include "tracker/referee/match.h"

namespace octo::tracker::octal {
namespace {

/// People lay a question's first cards a little beyond its zone, mm.
constexpr double kAround = 12;
/// The setup must be read this surely, and the two cards of a question lie one step apart, mm.
constexpr double kClear = 0.8;
constexpr double kLeastStep = 12, kMostStep = 40;
/// Up to so many cards on a question may have been laid since its setup without the program's having seen that.
constexpr std::size_t kMostMissed = 1;

/// One card that is seen in a question: a strip of it, or the whole.
struct SeenCard {
  /// The likeliest, and how likely; nothing for a card that cannot be read at all.
  std::optional<Card> best;
  double sure = 0;
  /// All that it may be.
  std::vector<std::pair<Card, double>> perhaps = {};
  /// How sure it is that a card lies there at all.
  double presence = 1;
  TablePoint at{};
};

/// The questions as columns of cards, from the one farthest from player 0 to the top card (`table.md`).
using Questions = std::vector<std::vector<SeenCard>>;

SeenCard cardOf(const SeenPiece& piece) {
  SeenCard seen;
  seen.at = piece.pose.at;
  seen.presence = piece.presence;
  for (const Candidate& each : piece.faces) {
    const auto card = Card::parse(each.face.text());
    if (!card) continue;
    seen.perhaps.emplace_back(*card, each.confidence);
    if (each.confidence > seen.sure) seen.best = card, seen.sure = each.confidence;
  }
  return seen;
}

bool isCard(const SeenPiece& piece) { return piece.face().isUnknown() || Card::parse(piece.face().text()); }

Json setupOf(const std::vector<SeenCard>& question) {
  return {{"under", question[0].best->name()}, {"over", question[1].best->name()}};
}

bool isClear(const SeenCard& card) { return card.best && !card.best->isAll() && card.sure * card.presence >= kClear; }

/// Better than nothing where play goes on and it was never clear.
bool isLikely(const SeenCard& card) {
  constexpr double kLikely = 0.5;
  return card.best && !card.best->isAll() && card.sure >= kLikely && card.presence >= kClear;
}

/// From the lowest to the top one, those that cannot be read left out; none where that is one of the two uppermost.
std::vector<Card> cardsOf(const std::vector<SeenCard>& question) {
  constexpr double kReadable = 0.5;
  std::vector<Card> cards;
  for (std::size_t n = 0; n < question.size(); ++n) {
    const SeenCard& seen = question[n];
    if (seen.best && seen.sure * seen.presence >= kReadable)
      cards.push_back(*seen.best);
    else if (n + 2 >= question.size())
      return {};
  }
  return cards;
}

bool showsSetup(const std::vector<SeenCard>& question) {
  if (question.size() != 2) return false;
  const double step = question[0].at.y - question[1].at.y;
  return step > kLeastStep && step < kMostStep && std::all_of(question.begin(), question.end(), isClear);
}

/// As the players laid it first and as it lies now: another pair of cards, not the same with a card on it.
bool laidAnew(const Json& before, const Json& now) { return before["under"] != now["under"]; }

bool isOf(const Json& question, Card card) {
  return card.name() == question["under"].get<std::string>() || card.name() == question["over"].get<std::string>();
}

/// On two questions, or on one; nothing where the players did not say.
std::optional<std::size_t> questionsTold(const GameHeader& header) {
  if (!header.options.contains("mode")) return std::nullopt;
  return static_cast<std::size_t>(octal::questionsIn(header));
}

bool mayBeTwin(const GameHeader& header) { return header.players.size() <= kMostInTwin; }

/// While nobody said how many finish, it may turn out that three do.
bool mayHavePodium(const GameHeader& header) {
  return !header.options.contains("podium") && header.players.size() >= kFewestForPodium;
}

GameHeader withPodium(GameHeader header, int podium) {
  header.options["podium"] = podium;
  return header;
}

class OctalTable final : public GameTable {
 public:
  OctalTable(OctalPlaces places, const GameHeader& asked)
      : places_(std::move(places)), told_(questionsTold(asked)), mayHavePodium_(mayHavePodium(asked)) {}

  /// Where nobody said on how many questions they play, those that lie there are the game's; the second one's place is
  /// empty if they play on one.
  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    const Questions seen = questionsIn(observation);
    const std::size_t count = told_.value_or(seen.back().empty() ? 1 : seen.size());
    if (!showsSetupOf(seen, count)) return std::nullopt;
    GameHeader header = playedOn(count, asked);
    for (std::size_t k = 0; k < count; ++k) header.setup["questions"].push_back(setupOf(seen[k]));
    return header;
  }

  /// Of two questions that may be played the second is not asked for once nobody said that there are two.
  std::vector<MissingPiece> missing(const GameHeader&, const Observation& observation) const override {
    const Questions seen = questionsIn(observation);
    std::vector<MissingPiece> missing;
    for (std::size_t k = 0; k < told_.value_or(1); ++k)
      for (const int step : {0, 1}) {
        const TablePoint at = placeOf(k, step);
        const auto lies = [&](const SeenCard& card) { return isClear(card) && distance(card.at, at) < kStep / 2; };
        if (std::none_of(seen[k].begin(), seen[k].end(), lies))
          missing.push_back(
              {"question", TableRect{at.x - kHalfWidth, at.y - kHalfCard, at.x + kHalfWidth, at.y + kHalfCard}});
      }
    if (showsSetupOf(seen, told_.value_or(1))) missing.clear();
    return missing;
  }

  /// Each card of the setup is the first that was clearly read in its place, if any was.
  std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const override {
    std::vector<Questions> readings;
    for (const Observation& look : looks) readings.push_back(questionsIn(look));
    const std::size_t last = places_.questions.size() - 1;
    const bool all =
        std::any_of(readings.begin(), readings.end(), [&](const Questions& seen) { return !seen[last].empty(); });
    const std::size_t count = told_.value_or(all ? last + 1 : 1);
    GameHeader header = playedOn(count, asked);
    bool begun = false;
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<SeenCard> first;
      for (const int step : {0, 1})
        if (const auto card = firstAt(k, step, readings)) first.push_back(*card);
      if (first.size() != 2) return std::nullopt;
      header.setup["questions"].push_back(setupOf(first));
      const std::vector<SeenCard>& now = readings.back()[k];
      begun = begun || now.size() > 2 || (now.size() == 2 && isClear(now[1]) && now[1].best != first[1].best);
    }
    return begun ? std::optional(header) : std::nullopt;
  }

  /// One card of it another one.
  std::vector<PossibleSetUp> otherSetUps(const GameHeader& header, std::span<const Observation> looks) const override {
    std::vector<Questions> readings;
    for (const Observation& look : looks) readings.push_back(questionsIn(look));
    std::vector<PossibleSetUp> others;
    for (std::size_t k = 0; k < header.setup["questions"].size(); ++k)
      for (const int step : {0, 1}) {
        const auto seen = firstAt(k, step, readings);
        if (!seen) continue;
        for (const auto& [card, likely] : seen->perhaps) {
          Json setup = header.setup;
          setup["questions"][k][step == 0 ? "under" : "over"] = card.name();
          if (!card.isAll()) others.push_back({std::move(setup), likely});
        }
      }
    return others;
  }

  /// Cards of a question are missing, or others lie in the place of both; a second question comes. Another card in the
  /// upper one's place was laid upon it, and hides both: who lays a question anew begins with the lower one.
  bool laysAnew(const GameHeader& header, const Observation& observation) const override {
    const Questions seen = questionsIn(observation);
    const Json& questions = header.setup["questions"];
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const bool known = k < questions.size();
      if (known ? !mayBeSetupOf(k, questions[k], seen[k], observation) : seen[k].size() > 2) return false;
    }
    return true;
  }

  bool isAnother(const GameHeader& header, const GameHeader& setUp) const override {
    const Json &before = header.setup["questions"], &now = setUp.setup["questions"];
    if (before.size() != now.size()) return before.size() < now.size();
    return !std::equal(before.begin(), before.end(), now.begin(), now.end(),
                       [](const Json& one, const Json& other) { return !laidAnew(one, other); });
  }

  bool isOccupied(const Observation& observation) const override {
    const Questions seen = questionsIn(observation);
    return std::any_of(seen.begin(), seen.end(),
                       [](const auto& question) { return question.size() > 2 + kMostMissed; });
  }

  /// Cards that cannot be read do not matter but for the two uppermost.
  std::optional<TakenTable> taken(const GameHeader& known, const Observation& observation) const override {
    const Questions seen = questionsIn(observation);
    const bool told = known.options.contains("mode");
    const std::size_t count = told                  ? static_cast<std::size_t>(octal::questionsIn(known))
                              : seen.back().empty() ? 1
                                                    : seen.size();
    TakenTable taken{known.setup.empty() ? playedOn(count, known) : known, {}};
    const bool begun = !known.setup.empty();
    TakePosition position{{}, known.first};
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<Card> cards = cardsOf(seen[k]);
      if (cards.size() < 2 || cards[cards.size() - 2].isAll()) return std::nullopt;
      position.questions.push_back(cards);
      if (begun) continue;
      if (cards[0].isAll() || cards[1].isAll()) return std::nullopt;
      taken.header.setup["questions"].push_back({{"under", cards[0].name()}, {"over", cards[1].name()}});
    }
    taken.position = toEvent({}, position);
    return taken;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    OctalPlaces places = places_;
    places.questions.resize(static_cast<std::size_t>(octal::questionsIn(header)));
    places.podiumOpen = mayHavePodium_;
    return std::make_unique<OctalPosition>(mayHavePodium_ ? withPodium(header, kOnPodium) : header, places);
  }

  /// Three finish where play goes on after somebody is out; else what seemed to follow did not happen.
  std::size_t conclude(GameHeader& header, std::span<const Event> events,
                       const std::vector<bool>& inferred) const override {
    if (!mayHavePodium_) return events.size();
    header.options.erase("podium");
    Match match(header);
    std::size_t length = 0;
    while (length < events.size() && !match.over()) match.play(events[length++]);
    for (std::size_t n = length; n < events.size(); ++n)
      if (!inferred[n] && !events[n].takenBack) {
        header = withPodium(header, kOnPodium);
        return events.size();
      }
    return length;
  }

 private:
  /// The header of a game on so many questions, which are not told yet.
  GameHeader playedOn(std::size_t questions, GameHeader header) const {
    if (!told_) header.options["mode"] = questions == 1 ? "single" : "twin";
    header.setup["questions"] = Json::array();
    return header;
  }

  Questions questionsIn(const Observation& observation) const {
    Questions questions;
    for (const TableRect& area : places_.questions) {
      auto& column = questions.emplace_back();
      for (const SeenPiece& piece : observation.pieces)
        if (isCard(piece) && area.grown(kAround).contains(piece.pose.at)) column.push_back(cardOf(piece));
      std::sort(column.begin(), column.end(), [](const SeenCard& a, const SeenCard& b) { return a.at.y > b.at.y; });
    }
    return questions;
  }

  static bool showsSetupOf(const Questions& seen, std::size_t count) {
    return std::all_of(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count), showsSetup);
  }

  /// Nothing shows that more than the setup was laid on that question, or than is laid of another one instead. A lone
  /// card in the upper one's place may lie on a new lower one whose strip a hand hides.
  bool mayBeSetupOf(std::size_t k, const Json& question, const std::vector<SeenCard>& seen,
                    const Observation& look) const {
    if (seen.size() == 1 && isClear(seen[0]) && !isOf(question, *seen[0].best))
      return distance(seen[0].at, placeOf(k, 0)) < distance(seen[0].at, placeOf(k, 1)) || isStripHidden(k, look);
    return seen.size() < 2 || (showsSetup(seen) && (setupOf(seen) == question || laidAnew(question, setupOf(seen))));
  }

  /// Of a question's lower card.
  bool isStripHidden(std::size_t question, const Observation& look) const {
    constexpr double kHidden = 0.25;
    const TablePoint lower = placeOf(question, 0);
    const TableRect strip{lower.x - kHalfWidth, lower.y + kHalfCard - kStep, lower.x + kHalfWidth, lower.y + kHalfCard};
    return hiddenArea(look.hidden, strip) > kHidden * strip.sharedWith(strip);
  }

  TablePoint placeOf(std::size_t question, int step) const {
    const TableRect& area = places_.questions[question];
    return {area.middle().x, area.y1 - kHalfCard - kStep * step};
  }

  /// Where none was clearly read there, the likeliest.
  std::optional<SeenCard> firstAt(std::size_t question, int step, std::span<const Questions> readings) const {
    const TablePoint place = placeOf(question, step);
    std::optional<SeenCard> likeliest;
    for (const Questions& seen : readings)
      for (const SeenCard& card : seen[question]) {
        if (distance(card.at, place) >= kStep / 2) continue;
        if (isClear(card)) return card;
        if (isLikely(card) && (!likeliest || card.sure > likeliest->sure)) likeliest = card;
      }
    return likeliest;
  }

  OctalPlaces places_;
  std::optional<std::size_t> told_;
  bool mayHavePodium_;
};

/// Whether players and options fit; any cards do for questions.
void check(GameHeader header) {
  if (!header.options.contains("mode") && !mayBeTwin(header)) header.options["mode"] = "single";
  header.setup["questions"] = Json::array();
  for (int k = 0; k < octal::questionsIn(header); ++k)
    header.setup["questions"].push_back({{"under", "1:greater:up"}, {"over", "2:greater:both"}});
  (void)startState(header);
}

}  // namespace

std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout) {
  check(header);
  OctalPlaces places;
  const std::size_t questions = questionsTold(header).value_or(mayBeTwin(header) ? 2 : 1);
  for (std::size_t k = 0; k < questions; ++k)
    places.questions.push_back(layout.neededZone("question" + std::to_string(k)).area);
  if (const Zone* deck = layout.zone("deck")) places.deck = deck->area;
  if (const Zone* discard = layout.zone("discard")) places.discard = discard->area;
  places.players = static_cast<int>(header.players.size());
  return std::make_unique<OctalTable>(std::move(places), header);
}

}  // namespace octo::tracker::octal
