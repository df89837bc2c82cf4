#include "tracker/octa/octa_reading.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tracker/follow/face_shares.h"
#include "tracker/octa/run.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octa {
namespace {

/// Cards of a run lie about a step apart, mm; two of its cards no farther, as one or two between may not be seen, and
/// no farther out of line.
constexpr double kLeastStep = 10, kMostStep = 30, kWithinRun = 58, kOutOfLine = 30;
/// Two sightings nearer than this along a run are one card; if they are read otherwise, nearer than that.
constexpr double kSameCard = 7, kOtherCard = 2;
/// Of two of them the one that shows so much more lies on top; but of two that lie so far out of line, mm, one was seen
/// where it does not lie.
constexpr double kMuchMore = 1.5, kAstrayInRow = 8;
/// The usual step counts as so many seen; a card is measured from so many before it; cards read as surely as that that
/// follow one another lie side by side unless they are so many steps apart.
constexpr double kUsualSteps = 3, kMeasuredFrom = 3, kToldByFace = 0.6, kFarOff = 2.3;
/// How far from its middle a card lies in the pot, at most; beside a zone; and in a pile from the top card to count as
/// sticking out.
constexpr double kInPot = 32, kBeside = 14, kSticksOut = 5, kFanStep = 20;
/// A pile that is spread to be looked through is a column; of it two cards side by side may have been taken.
constexpr double kSpreadAside = 15, kSpreadStep = 80;

bool isToken(const SeenPiece& piece) {
  return std::any_of(piece.faces.begin(), piece.faces.end(),
                     [](const Candidate& each) { return each.face.family() == "token"; });
}

bool isBackFace(const Face& face) { return face.isBack() || face.detail() == "back"; }

bool isCard(const SeenPiece& piece) {
  return !isToken(piece) && (piece.face().isUnknown() || isBackFace(piece.face()) || Card::parse(piece.face().text()));
}

std::vector<SeenCard> cardsIn(const std::vector<SeenCard>& cards, const TableRect& area) {
  std::vector<SeenCard> found;
  for (const SeenCard& card : cards)
    if (area.contains(card.at())) found.push_back(card);
  return found;
}

std::optional<SeenCard> mostVisible(const std::vector<SeenCard>& cards) {
  const auto found = std::max_element(cards.begin(), cards.end(),
                                      [](const auto& a, const auto& b) { return a.visible() < b.visible(); });
  return found == cards.end() ? std::nullopt : std::optional(*found);
}

/// The top card, then those that stick out from under it, each from under the one before.
std::vector<SeenCard> pileOf(std::vector<SeenCard> cards) {
  const auto top = mostVisible(cards);
  if (!top) return {};
  std::sort(cards.begin(), cards.end(), [&](const SeenCard& a, const SeenCard& b) {
    return distance(a.at(), top->at()) < distance(b.at(), top->at());
  });
  std::vector<SeenCard> pile{*top};
  for (const SeenCard& card : cards) {
    const double step = distance(card.at(), pile.back().at());
    const bool inColumn = std::abs(card.at().x - pile.back().at().x) < kSpreadAside && step < kSpreadStep;
    if (step > kSticksOut && (step < kFanStep || inColumn)) pile.push_back(card);
  }
  return pile;
}

/// How far apart the cards of a row lie: as they are seen, the fewer the more as people usually lay them. In the mean
/// of the steps a card that is seen too far to one side does not count.
double stepOf(const std::vector<SeenCard>& cards) {
  double sum = kUsualSteps * kStep, count = kUsualSteps;
  for (std::size_t k = 1; k < cards.size(); ++k)
    if (const double step = distance(cards[k].at(), cards[k - 1].at()); step > kLeastStep && step < kMostStep) {
      sum += step;
      ++count;
    }
  return sum / count;
}

/// Whether the cards are of a suit and the second is the next after the first.
bool followsOn(const SeenCard& card, const SeenCard& next) {
  const auto &a = card.best(), &b = next.best();
  if (!a || !b || a->suit() != b->suit() || std::min(card.sure(), next.sure()) < kToldByFace) return false;
  return b->rank() == a->rank() + 1 || (b->isAce() && a->rank() + 1 == kHighAce);
}

/// The cards in their slots: where two lie several steps apart, some between were not seen. One place is off by some
/// millimetres: a card is measured from several of those before it, and faces may say better.
SeenRun inSlots(const std::vector<SeenCard>& cards) {
  const double step = stepOf(cards);
  SeenRun run;
  std::vector<std::pair<int, const SeenCard*>> laid;
  for (const SeenCard& card : cards) {
    if (run.slots.empty()) {
      run.slots.push_back({card, card.at()});
      laid.push_back({0, &card});
      continue;
    }
    const TablePoint last = run.slots.back().at;
    const int before = static_cast<int>(run.slots.size()) - 1;
    double from = 0, count = 0;
    for (auto each = laid.rbegin(); each != laid.rend() && count < kMeasuredFrom; ++each, ++count)
      from += (distance(card.at(), each->second->at()) / step + each->first - from) / (count + 1);
    int slots = std::max(1, static_cast<int>(std::lround(from)) - before);
    if (followsOn(*laid.back().second, card) && distance(card.at(), last) < kFarOff * step) slots = 1;
    for (int k = 1; k < slots; ++k)
      run.slots.push_back(
          {std::nullopt, {last.x + (card.at().x - last.x) * k / slots, last.y + (card.at().y - last.y) * k / slots}});
    run.slots.push_back({card, card.at()});
    laid.push_back({before + slots, &card});
  }
  return run;
}

bool mayBeSame(const SeenCard& a, const SeenCard& b) { return !a.best() || !b.best() || a.best() == b.best(); }

double outOfLine(const SeenCard& card, const SeenCard& other) { return std::abs(card.at().y - other.at().y); }

/// Whether a card and the last of a row lie so near to each other, and so far out of line, that one of them was seen
/// where it does not lie: cards of a run lie a step apart.
bool isOneAstray(const SeenCard& card, const std::vector<SeenCard>& row) {
  return row.size() > 1 && std::abs(card.at().x - row.back().at().x) < kSameCard &&
         outOfLine(card, row.back()) > kAstrayInRow;
}

/// The one that is more in line with the card before stays.
void keepInLine(const SeenCard& card, std::vector<SeenCard>& row) {
  const SeenCard& before = row[row.size() - 2];
  if (outOfLine(card, before) < outOfLine(row.back(), before)) row.back() = card;
}

/// Cards of a zone put together to runs; `way` is 1 where the owner's right is +x, -1 where it is -x.
std::vector<SeenRun> runsIn(std::vector<SeenCard> cards, double way) {
  std::sort(cards.begin(), cards.end(),
            [&](const SeenCard& a, const SeenCard& b) { return way * a.at().x < way * b.at().x; });
  std::vector<std::vector<SeenCard>> rows;
  for (const SeenCard& card : cards) {
    const auto goesOn = [&](const std::vector<SeenCard>& row) {
      const TablePoint last = row.back().at();
      return std::abs(card.at().x - last.x) < kWithinRun && std::abs(card.at().y - last.y) < kOutOfLine;
    };
    const auto row = std::find_if(rows.begin(), rows.end(), goesOn);
    if (row == rows.end())
      rows.push_back({card});
    else if (isOneAstray(card, *row))
      keepInLine(card, *row);
    else if (const double apart = std::abs(card.at().x - row->back().at().x);
             apart > kSameCard || (apart > kOtherCard && !mayBeSame(row->back(), card)))
      row->push_back(card);
    else if (card.best() && (!row->back().best() || card.visible() > kMuchMore * row->back().visible()))
      row->back() = card;
  }
  std::vector<SeenRun> runs;
  for (const auto& row : rows) runs.push_back(inSlots(row));
  return runs;
}

double shareOf(const SeenPiece& piece, const Face& face) {
  for (const Candidate& each : piece.faces)
    if (each.face == face) return each.confidence * piece.presence;
  return 0;
}

std::optional<SeenToken> tokenOf(const Observation& observation, int player) {
  const Face face = tokenFace(player);
  std::optional<SeenToken> found;
  for (const SeenPiece& piece : observation.pieces)
    if (const double share = shareOf(piece, face); share > 0 && (!found || share > found->sure))
      found = SeenToken{piece.pose.at, share};
  return found;
}

}  // namespace

SeenCard::SeenCard(const SeenPiece& piece) : pose_(piece.pose), presence_(piece.presence), visible_(piece.visible) {
  for (const Candidate& each : piece.faces) {
    const auto card = Card::parse(each.face.text());
    if (!card && !isBackFace(each.face)) continue;
    const double share = std::min(each.confidence, kNeverSurer);
    shares_[card ? card->index() : kBack] = static_cast<float>(share);
    if (share <= sure_) continue;
    sure_ = share;
    best_ = card;
    back_ = !card;
  }
}

std::vector<Card> SeenCard::readings() const {
  std::vector<Card> cards;
  for (const std::size_t face : likeliestFaces(std::span(shares_).first(Card::kFaces)))
    cards.push_back(Card::atIndex(face));
  return cards;
}

OctaPlaces placesOf(const Layout& layout) {
  OctaPlaces places;
  const Zone& pot = layout.neededZone("pot");
  if (!pot.grid) throw Malformed("the layout's zone \"pot\" must have a grid");
  constexpr int kColumns = 3, kMiddle = 4;
  for (int box = 0, place = 0; box < kColumns * kColumns; ++box) {
    const TablePoint centre = pot.grid->centre(Cell::at(box % kColumns, box / kColumns));
    (box == kMiddle ? places.middle : places.pot[static_cast<std::size_t>(place++)]) = centre;
  }
  places.actions = {layout.neededZone("action0").area, layout.neededZone("action1").area};
  places.runs = {layout.neededZone("p0.runs").area, layout.neededZone("p1.runs").area};
  places.stock = layout.neededZone("stock").area;
  places.discard = layout.neededZone("discard").area;
  places.actionStack = layout.neededZone("actions").area;
  places.aside = layout.neededZone("aside").area;
  return places;
}

OctaReading readTable(const Observation& observation, const OctaPlaces& places) {
  std::vector<SeenCard> cards;
  for (const SeenPiece& piece : observation.pieces)
    if (isCard(piece)) cards.emplace_back(piece);
  OctaReading reading;
  reading.hidden = observation.hidden;
  for (std::size_t k = 0; k < places.pot.size(); ++k) {
    const TablePoint at = places.pot[k];
    reading.pot[k] = mostVisible(cardsIn(cards, {at.x - kInPot, at.y - kInPot, at.x + kInPot, at.y + kInPot}));
  }
  for (std::size_t k = 0; k < places.actions.size(); ++k)
    reading.actions[k] = mostVisible(cardsIn(cards, places.actions[k]));
  reading.discard = pileOf(cardsIn(cards, places.discard.grown(kBeside)));
  for (std::size_t owner = 0; owner < places.runs.size(); ++owner) {
    reading.runs[owner] = runsIn(cardsIn(cards, places.runs[owner].grown(kBeside)), wayOf(static_cast<int>(owner)));
    reading.tokens[owner] = tokenOf(observation, static_cast<int>(owner));
  }
  return reading;
}

}  // namespace octo::tracker::octa
