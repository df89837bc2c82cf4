#include "tracker/octal/octal_table.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tracker/follow/face_shares.h"
#include "tracker/octal/octal_position.h"
#include "tracker/octal/state.h"

namespace octo::tracker::octal {
namespace {

/// People lay a question's first cards a little beyond its zone, mm.
constexpr double kAround = 12;
/// The setup must be read this surely, and the two cards of a question lie one step apart, mm.
constexpr double kClear = 0.8;
constexpr double kLeastStep = 12, kMostStep = 40;
/// No card of ours that was read clearly was misread so far: it says more than other faces do.
constexpr double kClearCards = 1.25;
/// What speaks against a card that cannot be read's being a certain one.
constexpr Cost kUnread = 0.7;

SeenCard cardOf(const SeenPiece& piece) {
  SeenCard seen;
  seen.at = piece.pose.at;
  seen.presence = piece.presence;
  for (const Candidate& each : piece.faces) {
    const auto card = Card::parse(each.face.text());
    if (!card) continue;
    const double share = std::min(each.confidence, kNeverSurer);
    seen.shares[static_cast<std::size_t>(card->index())] = static_cast<float>(share);
    if (share > seen.sure) seen.best = card, seen.sure = share;
  }
  return seen;
}

bool isCard(const SeenPiece& piece) { return piece.face().isUnknown() || Card::parse(piece.face().text()); }

Json setupOf(const std::vector<SeenCard>& question) {
  return {{"under", question[0].best->name()}, {"over", question[1].best->name()}};
}

bool isClear(const SeenCard& card) { return card.best && !card.best->isAll() && card.sure * card.presence >= kClear; }

bool showsSetup(const std::vector<SeenCard>& question) {
  if (question.size() != 2) return false;
  const double step = question[0].at.y - question[1].at.y;
  return step > kLeastStep && step < kMostStep && std::all_of(question.begin(), question.end(), isClear);
}

class OctalTable final : public GameTable {
 public:
  explicit OctalTable(OctalPlaces places) : places_(std::move(places)) {}

  std::unique_ptr<const TableReading> read(const Observation& observation) const override {
    return std::make_unique<QuestionsReading>(questionsIn(observation));
  }

  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    const QuestionsReading seen = questionsIn(observation);
    if (!std::all_of(seen.questions.begin(), seen.questions.end(), showsSetup)) return std::nullopt;
    GameHeader header = asked;
    header.setup["questions"] = Json::array();
    for (const auto& question : seen.questions) header.setup["questions"].push_back(setupOf(question));
    return header;
  }

  /// Each card of the setup is the first that was clearly read in its place.
  std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const override {
    GameHeader header = asked;
    header.setup["questions"] = Json::array();
    std::vector<QuestionsReading> readings;
    for (const Observation& look : looks) readings.push_back(questionsIn(look));
    bool begun = false;
    for (std::size_t k = 0; k < places_.questions.size(); ++k) {
      std::vector<SeenCard> first;
      for (const int step : {0, 1})
        if (const auto card = firstAt(k, step, readings)) first.push_back(*card);
      if (first.size() != 2) return std::nullopt;
      header.setup["questions"].push_back(setupOf(first));
      const std::vector<SeenCard>& now = readings.back().questions[k];
      begun = begun || now.size() > 2 || (now.size() == 2 && isClear(now[1]) && now[1].best != first[1].best);
    }
    return begun ? std::optional(header) : std::nullopt;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    return std::make_unique<OctalPosition>(header, places_);
  }

 private:
  QuestionsReading questionsIn(const Observation& observation) const {
    QuestionsReading reading;
    for (const TableRect& area : places_.questions) {
      auto& column = reading.questions.emplace_back();
      for (const SeenPiece& piece : observation.pieces)
        if (isCard(piece) && area.grown(kAround).contains(piece.pose.at)) column.push_back(cardOf(piece));
      std::sort(column.begin(), column.end(), [](const SeenCard& a, const SeenCard& b) { return a.at.y > b.at.y; });
      reading.hidden.push_back(std::any_of(observation.hidden.begin(), observation.hidden.end(),
                                           [&](const TableRect& hidden) { return hidden.overlaps(area); }));
    }
    return reading;
  }

  std::optional<SeenCard> firstAt(std::size_t question, int step, std::span<const QuestionsReading> readings) const {
    const TableRect& area = places_.questions[question];
    const TablePoint place{area.middle().x, area.y1 - kHalfCard - kStep * step};
    for (const QuestionsReading& seen : readings)
      for (const SeenCard& card : seen.questions[question])
        if (isClear(card) && distance(card.at, place) < kStep / 2) return card;
    return std::nullopt;
  }

  OctalPlaces places_;
};

/// Whether players and options fit; any cards do for questions.
void check(GameHeader header) {
  header.setup["questions"] = Json::array();
  for (int k = 0; k < octal::questionsIn(header); ++k)
    header.setup["questions"].push_back({{"under", "1:greater:up"}, {"over", "2:greater:both"}});
  (void)startState(header);
}

}  // namespace

Cost SeenCard::against(Card card) const {
  if (!best) return kUnread;
  return kClearCards * againstFace(shares[static_cast<std::size_t>(card.index())], sure, Card::kFaces) * presence;
}

std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout) {
  check(header);
  OctalPlaces places;
  for (int k = 0; k < octal::questionsIn(header); ++k)
    places.questions.push_back(layout.neededZone("question" + std::to_string(k)).area);
  if (const Zone* deck = layout.zone("deck")) places.deck = deck->area;
  if (const Zone* discard = layout.zone("discard")) places.discard = discard->area;
  places.players = static_cast<int>(header.players.size());
  return std::make_unique<OctalTable>(std::move(places));
}

}  // namespace octo::tracker::octal
