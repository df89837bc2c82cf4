#include "tracker/tally/tally.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "tracker/oct8/score.h"
#include "tracker/octa/card.h"
#include "tracker/octa/state.h"
#include "tracker/octagone/state.h"
#include "tracker/octal/state.h"

namespace octo::tracker {
namespace {

/// A reading less sure is told as doubtful.
constexpr double kSure = 0.8;
/// Half a card's width and somewhat more: cards of one column lie no farther from its head, mm.
constexpr double kSameColumn = 36;

std::string zoneOf(int player, const char* name) { return "p" + std::to_string(player) + "." + name; }

const Zone* zoneAt(const Layout& layout, TablePoint at) {
  const auto found =
      std::find_if(layout.zones.begin(), layout.zones.end(), [&](const Zone& zone) { return zone.area.contains(at); });
  return found == layout.zones.end() ? nullptr : &*found;
}

bool isBack(const Face& face) { return face.isBack() || face.detail() == "back"; }

void tellDoubt(Tally& tally, const std::vector<SeenPiece>& pieces) {
  for (const SeenPiece& piece : pieces)
    if (piece.face().isUnknown() || piece.confidence() < kSure)
      tally.table["doubtful"].push_back({{"piece", piece.face().text()},
                                         {"confidence", piece.confidence()},
                                         {"x", piece.pose.at.x},
                                         {"y", piece.pose.at.y}});
}

std::vector<int> best(const std::vector<int>& scores, bool most) {
  const int wanted =
      most ? *std::max_element(scores.begin(), scores.end()) : *std::min_element(scores.begin(), scores.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < scores.size(); ++player)
    if (scores[player] == wanted) players.push_back(static_cast<int>(player));
  return players;
}

Json countsOf(const std::vector<Face>& faces) {
  Json list = Json::array();
  for (const Face& face : faces) list.push_back(face.text());
  return list;
}

// --- Octagone ---

/// Nobody's shield is marked: what is left follows from the turns, if nobody skipped.
Tally tallyOctagone(const GameHeader& header, const std::vector<SeenPiece>& pieces) {
  const octagone::State start = octagone::startState(header);
  Tally tally;
  int laid = 0;
  Json shields = Json::object();
  for (const SeenPiece& piece : pieces)
    if (piece.face().family() == "shield" && piece.face().detail() != "lady") {
      ++laid;
      const std::string kind(piece.face().detail());
      shields[kind] = shields.value(kind, 0) + 1;
    }
  for (std::size_t player = 0; player < start.hands.size(); ++player) {
    const int players = start.players, turn = (static_cast<int>(player) - start.first + players) % players;
    const int own = laid / players + (turn < laid % players ? 1 : 0);
    tally.result.hands.push_back(std::max(0, start.hands[player].shields() - own));
    tally.counted.push_back({{"laid", own}, {"left", tally.result.hands.back()}});
  }
  tally.result.scores = tally.result.hands;
  std::vector<int> sides = tally.result.scores;
  if (sides.size() == 4) sides = {sides[0] + sides[2], sides[1] + sides[3], sides[0] + sides[2], sides[1] + sides[3]};
  tally.result.winners = best(sides, false);
  tally.table = {{"shields", shields}, {"if", "nobody skipped"}};
  return tally;
}

// --- The OCTAL ---

/// The player whose turn marker's place is nearest; -1 without such places.
int nearestPlayer(const Layout& layout, int players, TablePoint at) {
  int nearest = -1;
  double least = 1e9;
  for (int player = 0; player < players; ++player) {
    const Zone* zone = layout.zone(zoneOf(player, "turn"));
    if (zone == nullptr) continue;
    const double away = distance(zone->area.middle(), at);
    if (away < least) least = away, nearest = player;
  }
  return nearest;
}

Tally tallyOctal(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  const int players = static_cast<int>(header.players.size());
  std::vector<std::vector<Face>> hands(header.players.size());
  for (const SeenPiece& piece : pieces) {
    const Zone* zone = zoneAt(layout, piece.pose.at);
    const bool inHand = zone == nullptr || zone->name.ends_with(".turn");
    const int player = inHand ? nearestPlayer(layout, players, piece.pose.at) : -1;
    if (player >= 0) hands[static_cast<std::size_t>(player)].push_back(piece.face());
  }
  Tally tally;
  for (const auto& hand : hands) {
    tally.result.hands.push_back(static_cast<int>(hand.size()));
    tally.counted.push_back({{"cards", hand.size()}, {"hand", countsOf(hand)}});
  }
  tally.result.scores = tally.result.hands;
  tally.result.winners = best(tally.result.scores, false);
  return tally;
}

// --- Oct8 ---

/// Heads and the arms of their columns in one place of a player.
class Columns {
 public:
  Columns(const Layout& layout, int player, Side side, bool shipped) : shipped_(shipped), side_(side) {
    if (const Zone* zone = layout.zone(zoneOf(player, shipped ? "shipped" : "field"))) area_ = zone->area;
  }

  std::vector<oct8::TakenOctopus> read(const std::vector<SeenPiece>& pieces, Tally& tally) const {
    struct Column {
      TablePoint head;
      oct8::TakenOctopus taken;
    };
    std::vector<Column> columns;
    for (const SeenPiece& piece : pieces)
      if (area_ && area_->contains(piece.pose.at) && piece.face().family() == "head")
        if (const auto colour = oct8::parseColour(piece.face().detail()))
          columns.push_back({seenFrom(side_, piece.pose.at), {{*colour, {}}, shipped_}});
    std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) { return a.head.x < b.head.x; });
    for (const SeenPiece& piece : pieces) {
      const auto arm = oct8::Arm::parse(piece.face().text());
      if (!area_ || !area_->contains(piece.pose.at) || !arm) continue;
      const TablePoint at = seenFrom(side_, piece.pose.at);
      Column* own = nullptr;
      for (Column& column : columns) {
        const bool below = std::abs(at.x - column.head.x) < kSameColumn && at.y < column.head.y + kSameColumn;
        if (below && (own == nullptr || column.head.y < own->head.y)) own = &column;
      }
      if (own != nullptr)
        own->taken.octopus.arms.add(*arm);
      else
        tally.table["without_head"].push_back(piece.face().text());
    }
    std::vector<oct8::TakenOctopus> all;
    for (const Column& column : columns) all.push_back(column.taken);
    return all;
  }

 private:
  bool shipped_;
  Side side_;
  std::optional<TableRect> area_;
};

/// The options and the octopus colours are the header's; the rest of the setup does not matter once a game is over.
oct8::State oct8State(GameHeader header) {
  if (!header.setup.contains("heads")) header.setup["heads"] = {"red", "green", "blue"};
  if (!header.setup.contains("discard")) header.setup["discard"] = "red:1";
  return oct8::startState(header);
}

/// On the place, or a little beside it and in no other zone.
bool liesOn(const Zone& place, const Layout& layout, TablePoint at) {
  constexpr double kBeside = 12;  // mm
  if (const Zone* zone = zoneAt(layout, at)) return zone == &place;
  const TableRect& area = place.area;
  return TableRect{area.x0 - kBeside, area.y0 - kBeside, area.x1 + kBeside, area.y1 + kBeside}.contains(at);
}

/// The head that lies on a player's turn place; of several the one on top.
std::optional<oct8::Colour> colourToldBy(const std::vector<SeenPiece>& pieces, const Layout& layout, int player) {
  const Zone* place = layout.zone(zoneOf(player, "turn"));
  const SeenPiece* top = nullptr;
  for (const SeenPiece& piece : pieces) {
    if (place == nullptr || piece.face().family() != "head" || !liesOn(*place, layout, piece.pose.at)) continue;
    if (top == nullptr || piece.visible > top->visible) top = &piece;
  }
  return top == nullptr ? std::nullopt : oct8::parseColour(top->face().detail());
}

Json oct8Octopus(const oct8::TakenOctopus& taken, const oct8::OctopusScore& score) {
  Json arms = Json::array();
  for (const oct8::Arm arm : taken.octopus.arms.list()) arms.push_back(arm.name());
  return {{"head", oct8::name(taken.octopus.head)},
          {"arms", arms},
          {"shipped", taken.shipped},
          {"scoring", score.scoring},
          {"bonus", score.bonus},
          {"points", score.points()}};
}

Tally tallyOct8(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  oct8::State state = oct8State(header);
  const int players = state.players();
  Tally tally;
  for (int player = 0; player < players; ++player) {
    oct8::Seat& seat = state.seat(player);
    if (!seat.colour) seat.colour = colourToldBy(pieces, layout, player);
    Json octopuses = Json::array();
    for (const bool shipped : {false, true})
      for (const auto& taken : Columns(layout, player, octo::seat(player, players), shipped).read(pieces, tally)) {
        seat.taken.push_back(taken);
        octopuses.push_back(oct8Octopus(taken, oct8::scoreOf(taken, seat.colour, state.options.bonus)));
      }
    int chips = 0;
    if (const Zone* zone = layout.zone(zoneOf(player, "chips")))
      for (const SeenPiece& piece : pieces)
        if (piece.face().family() == "chip" && zone->area.contains(piece.pose.at))
          chips += piece.face().detail() == "2" ? 2 : 1;
    tally.counted.push_back({{"octopuses", octopuses},
                             {"chips", chips},
                             {"colour", seat.colour ? Json(oct8::name(*seat.colour)) : Json()}});
  }
  state.turnsLeft = 0;
  tally.result = oct8::resultOf(state);
  tally.result.hands.clear();
  if (!tally.result.unrevealed.empty()) {
    const oct8::Prospects prospects = oct8::prospectsOf(state);
    tally.table["settled"] = prospects.settled;
    tally.table["may_win"] = prospects.mayWin;
  }
  return tally;
}

// --- Octa ---

/// Only to hear of options that do not fit.
void checkOcta(GameHeader header) {
  if (header.setup.empty())
    header.setup = {{"pot", {"AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S"}}, {"actions", {"JS", "QS"}}};
  (void)octa::startState(header);
}

Tally tallyOcta(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  checkOcta(header);
  Tally tally;
  for (std::size_t player = 0; player < header.players.size(); ++player) {
    const Zone* zone = layout.zone(zoneOf(static_cast<int>(player), "runs"));
    std::vector<Face> open;
    int closed = 0;
    for (const SeenPiece& piece : pieces) {
      if (zone == nullptr || !zone->area.contains(piece.pose.at)) continue;
      const auto card = octa::Card::parse(piece.face().text());
      if (card && !card->isAction()) open.push_back(piece.face());
      closed += isBack(piece.face()) ? 1 : 0;
    }
    tally.result.scores.push_back(static_cast<int>(open.size()));
    tally.counted.push_back({{"open", open.size()}, {"closed", closed}, {"cards", countsOf(open)}});
  }
  tally.result.winners = best(tally.result.scores, true);
  return tally;
}

}  // namespace

Json Tally::toJson() const {
  Json line = result.toJson();
  line.erase("reason");
  if (result.hands.empty()) line.erase("hands");
  line["counted"] = counted;
  for (const auto& [name, value] : table.items()) line[name] = value;
  return line;
}

Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  Tally counted;
  switch (header.game) {
    case GameId::Octagone:
      counted = tallyOctagone(header, pieces);
      break;
    case GameId::Octal:
      counted = tallyOctal(header, layout, pieces);
      break;
    case GameId::Oct8:
      counted = tallyOct8(header, layout, pieces);
      break;
    case GameId::Octa:
      counted = tallyOcta(header, layout, pieces);
      break;
  }
  counted.result.over = true;
  tellDoubt(counted, pieces);
  return counted;
}

}  // namespace octo::tracker
