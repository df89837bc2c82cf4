#include "datasets/scene/octagone_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/people.h"
#include "datasets/scene/random.h"
#include "datasets/scene/zone_place.h"
#include "tracker/referee/match.h"
#include "tracker/vocabulary/layout.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;
using tracker::Record;

constexpr std::array kColours{"red", "orange", "yellow", "green", "blue", "purple"};
constexpr int kOfEachColour = 6;
constexpr int kColumns = 7, kRows = 6;
/// A game that standing breaches keep from ending is left after this many events.
constexpr int kLongest = 150;

// --- playing ---

using Hand = std::map<std::string, int>;

std::vector<Hand> deal(const GameHeader& header, Random& random) {
  std::vector<std::string> shields;
  for (const auto* colour : kColours) shields.insert(shields.end(), kOfEachColour, colour);
  random.shuffle(shields);
  std::vector<Hand> hands(header.players.size());
  for (std::size_t i = 0; i < shields.size(); ++i) ++hands[i % hands.size()][shields[i]];
  for (Hand& hand : hands) hand["joker"] = hands.size() == 2 ? 3 : 1;
  if (hands.size() == 4)
    for (const Json& player : header.setup.at("extra_joker")) ++hands[player.get<std::size_t>()]["joker"];
  return hands;
}

GameHeader makeHeader(const PlayOptions& play, Random& random) {
  GameHeader header;
  const int players = play.players == 0 ? 2 : play.players;
  header.players = people(players, random);
  header.first = random.below(players);
  header.options = {{"part", 2}};
  header.options.update(play.options);
  if (players == 4) header.setup = {{"extra_joker", {random.below(2) * 2, random.below(2) * 2 + 1}}};
  return header;
}

Event eventOf(const MoveShape& move) {
  Event event;
  event.player = move.player;
  event.action = move.action;
  event.fields = move.fields;
  return event;
}

Event placing(int player, const std::string& piece, Cell at, Facing facing) {
  Event event;
  event.player = player;
  event.action = "place";
  event.fields = {{"piece", piece}, {"at", at.name()}, {"facing", facing.name()}};
  return event;
}

class Play {
 public:
  Play(const PlayOptions& play, Random random)
      : random_(random),
        breaches_(play.breaches),
        header_(makeHeader(play, random_)),
        match_(header_),
        hands_(deal(header_, random_)) {}

  Record run() {
    while (!match_.over() && match_.events() < kLongest) turn();
    return {header_, events_};
  }

 private:
  void turn() {
    const bool started = match_.events() > 0;
    if (started && random_.chance(breaches_)) {
      if (auto wrong = breach()) return record(*wrong);
    }
    Event right = legalMove();
    // People also take back what was in order.
    if (started && right.action == "place" && random_.chance(breaches_ / 8)) {
      right.takenBack = true;
      record(right);
      right = legalMove();
    }
    record(right);
  }

  void record(const Event& event) {
    if (match_.play(event).applied && event.action == "place")
      --hands_[static_cast<std::size_t>(*event.player)][event.fields.at("piece").get<std::string>()];
    events_.push_back(event);
  }

  bool holds(int player, const std::string& piece) const {
    const Hand& hand = hands_[static_cast<std::size_t>(player)];
    const auto found = hand.find(piece);
    return found != hand.end() && found->second > 0;
  }

  /// Colour before joker, most of the time: jokers are good to keep.
  Event legalMove() {
    std::vector<MoveShape> coloured, jokers, others;
    for (const MoveShape& move : match_.options()) {
      const std::string piece = move.fields.value("piece", "");
      if (move.action != "place")
        others.push_back(move);
      else if (holds(*move.player, piece))
        (piece == "joker" ? jokers : coloured).push_back(move);
    }
    constexpr double kJokerAnyway = 0.08;
    if (!coloured.empty() && (jokers.empty() || !random_.chance(kJokerAnyway))) return eventOf(random_.pick(coloured));
    return eventOf(random_.pick(jokers.empty() ? others : jokers));
  }

  std::optional<Event> breach() {
    struct Kind {
      double weight;
      std::optional<Event> (Play::*make)();
      const char* rule;
    };
    static const std::vector<Kind> kinds{{0.4, &Play::wrongColour, "octagone.colour"},
                                         {0.3, &Play::wrongBox, "octagone.target"},
                                         {0.15, &Play::wrongFacing, "octagone.facing"},
                                         {0.05, &Play::onTop, "octagone.occupied"}};
    double at = random_.unit();
    for (const Kind& kind : kinds) {
      if ((at -= kind.weight) >= 0) continue;
      auto event = (this->*kind.make)();
      if (!event || match_.judge(*event).rule != kind.rule) return std::nullopt;
      (random_.chance(0.5) ? event->stands : event->takenBack) = true;
      return event;
    }
    return falseSkip();
  }

  std::optional<Cell> required() const {
    const Json state = match_.describe();
    const auto found = state.find("required");
    return found == state.end() ? std::nullopt : Cell::parse(found->get<std::string>());
  }

  Facing anyFacing() { return Facing::eighth(random_.below(Facing::kCount)); }

  std::optional<std::string> anyColourInHand(int player, std::optional<int> exceptRow) {
    std::vector<std::string> found;
    for (int row = 0; row < kRows; ++row)
      if (row != exceptRow && holds(player, kColours[static_cast<std::size_t>(row)]))
        found.emplace_back(kColours[static_cast<std::size_t>(row)]);
    if (found.empty()) return std::nullopt;
    return random_.pick(found);
  }

  std::optional<Event> wrongColour() {
    const int player = *match_.toMove();
    const auto box = required();
    if (!box) return std::nullopt;
    const auto colour = anyColourInHand(player, box->row());
    if (!colour) return std::nullopt;
    return placing(player, *colour, *box, anyFacing());
  }

  /// Counting wrong by one: a box next to the required one.
  std::optional<Event> wrongBox() {
    const int player = *match_.toMove();
    const auto box = required();
    if (!box) return std::nullopt;
    const Facing way = anyFacing();
    const int column = box->column() + way.columnStep(), row = box->row() + way.rowStep();
    if (column < 0 || row < 0 || column >= kColumns || row >= kRows) return std::nullopt;
    const std::string colour = kColours[static_cast<std::size_t>(row)];
    if (!holds(player, colour)) return std::nullopt;
    return placing(player, colour, Cell::at(column, row), anyFacing());
  }

  std::optional<Event> wrongFacing() {
    const int player = *match_.toMove();
    const auto box = required();
    if (!box || !holds(player, kColours[static_cast<std::size_t>(box->row())])) return std::nullopt;
    const int from = random_.below(Facing::kCount);
    for (int turn = 0; turn < Facing::kCount; ++turn) {
      const Event event =
          placing(player, kColours[static_cast<std::size_t>(box->row())], *box, Facing::eighth(from + turn));
      if (match_.judge(event).rule == "octagone.facing") return event;
    }
    return std::nullopt;
  }

  std::optional<Event> onTop() {
    const int player = *match_.toMove();
    const Json state = match_.describe();
    const Json& board = state.at("board");
    const auto colour = anyColourInHand(player, std::nullopt);
    if (board.empty() || !colour) return std::nullopt;
    auto occupied = board.begin();
    std::advance(occupied, random_.below(static_cast<int>(board.size())));
    return placing(player, *colour, *Cell::parse(occupied.key()), anyFacing());
  }

  /// Not where the next player cannot lay either: of skips all round nothing would show.
  std::optional<Event> falseSkip() {
    const auto box = required();
    const int player = *match_.toMove(), next = (player + 1) % static_cast<int>(hands_.size());
    const std::string colour = box ? kColours[static_cast<std::size_t>(box->row())] : "";
    if (!box || !holds(player, colour) || !(holds(next, colour) || holds(next, "joker"))) return std::nullopt;
    Event event;
    event.player = player;
    event.action = "skip";
    event.stands = !match_.judge(event).legal;  // nobody can tell where no joker is known to be held
    return event;
  }

  Random random_;
  double breaches_;
  GameHeader header_;
  Match match_;
  std::vector<Hand> hands_;
  std::vector<Event> events_;
};

// --- laying out ---

/// How far people's shields lie off the middle of the box and off the arrow's direction.
constexpr double kMostOff = 9.9, kMostTurned = 12.0;
/// Shields are 48 mm across: nearer than this they would lie on one another.
constexpr double kNearest = 48.5;

class Layer {
 public:
  Layer(Random random, const Habits* people)
      : random_(random),
        grid_(boardGrid(GameId::Octagone).value()),
        carelessness_(random_.between(0.5, 1.3)),
        people_(people) {
    pieces_.push_back({0, Face("board"), {{0, 0}, 0}, 0, true});
  }

  const std::vector<ScenePiece>& pieces() const { return pieces_; }

  /// Whose hands lay what follows.
  void by(int player) { player_ = player; }

  int lay(const Face& face, Cell at, Facing facing) {
    const int below = topLayer(at);
    ScenePiece piece{nextId_++, face, {}, below + 1, true};
    piece.pose = {placeIn(at, below > 0), angleTowards(facing)};
    pieces_.push_back(piece);
    return piece.id;
  }

  /// Laid on a free box; `last`: after whatever else its line brings.
  void move(int id, Cell at, Facing facing, bool last) {
    const auto found = std::find_if(pieces_.begin(), pieces_.end(), [id](const auto& each) { return each.id == id; });
    ScenePiece piece = *found;
    pieces_.erase(found);
    piece.pose = {placeIn(at, false), angleTowards(facing)};
    pieces_.insert(last ? pieces_.end() : pieces_.begin() + 1, piece);
  }

  /// Beside the board before whoever sits at that side: the piece of that id, or a new one. It comes after whatever
  /// else its line brings.
  int layBeside(std::optional<int> id, const Face& face, Side side) {
    constexpr double kBeside = 220, kBesideEnds = 248, kAlong = 25;  // mm from the board's middle
    const bool ends = side == Side::Left || side == Side::Right;
    const TablePoint middle =
        pointOn({{0, 0}, angleFor(side)}, random_.normal(kAlong, 2 * kAlong), -(ends ? kBesideEnds : kBeside));
    if (id) remove(*id);
    pieces_.push_back({id ? *id : nextId_++, face, {middle, wrapped(angleFor(side) + random_.normal(4, 10))}, 1, true});
    return pieces_.back().id;
  }

  void remove(int id) {
    std::erase_if(pieces_, [id](const ScenePiece& piece) { return piece.id == id; });
  }

  std::optional<Cell> freeBox() {
    std::vector<Cell> free;
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0; column < grid_.columns; ++column)
        if (topLayer(Cell::at(column, row)) == 0) free.push_back(Cell::at(column, row));
    if (free.empty()) return std::nullopt;
    return random_.pick(free);
  }

  Random& random() { return random_; }

 private:
  int topLayer(Cell at) const {
    int top = 0;
    for (const ScenePiece& piece : pieces_)
      if (piece.id != 0 && grid_.cellAt(piece.pose.at) == at) top = std::max(top, piece.layer);
    return top;
  }

  /// Leaves room for a shield in the middle of every box around, so that nobody is ever hemmed in.
  bool leavesRoom(TablePoint at, TablePoint middle) const {
    const double most = grid_.columnStep - kNearest;
    return std::abs(at.x - middle.x) <= most && std::abs(at.y - middle.y) <= most;
  }

  bool clear(TablePoint at, bool onTop) const {
    if (onTop) return true;
    return std::all_of(pieces_.begin() + 1, pieces_.end(),
                       [&](const ScenePiece& piece) { return distance(piece.pose.at, at) >= kNearest; });
  }

  double angleTowards(Facing facing) {
    const double deviation = people_ ? people_->of(player_).neatnessDegrees : 3.5 * carelessness_;
    return wrapped(facing.degrees() + random_.normal(deviation, kMostTurned));
  }

  /// How far off the middle somebody lays a shield; `share` of how far that person mostly lays it off.
  double awayBy(double share) {
    if (!people_) return std::min(kMostOff, std::abs(random_.normal(share * 1.6 * 2.6 * carelessness_, kMostOff)));
    const double deviation = share * people_->of(player_).neatnessMm;
    return std::min(kMostOff, std::hypot(random_.normal(deviation, kMostOff), random_.normal(deviation, kMostOff)));
  }

  TablePoint placeIn(Cell cell, bool onTop) {
    const TablePoint middle = grid_.centre(cell);
    double share = 1;
    for (int attempt = 0; attempt < 30; ++attempt, share *= 0.9) {
      const double away = awayBy(share);
      const double way = random_.between(0, 2 * std::numbers::pi);
      const TablePoint at{middle.x + away * std::cos(way), middle.y + away * std::sin(way)};
      if (leavesRoom(at, middle) && clear(at, onTop)) return at;
    }
    return middle;
  }

  Random random_;
  Grid grid_;
  double carelessness_;
  const Habits* people_;
  int player_ = 0;
  std::vector<ScenePiece> pieces_;
  int nextId_ = 1;
};

Face faceOf(const Event& event) {
  return Face("shield:" + (event.action == "lady" ? std::string("lady") : event.fields.at("piece").get<std::string>()));
}

bool endedStuck(const Match& match) { return match.over() && match.result().reason == "octagone.stuck"; }

std::optional<Cell> boxOf(const Event& event) {
  const auto at = event.fields.find("at");
  return at == event.fields.end() ? std::nullopt : Cell::parse(at->get<std::string>());
}

/// The lines of a game. In some games people mark the required box with the Lady, who then goes from box to box.
class Showing {
 public:
  Showing(const Record& record, std::uint64_t seed, const Habits* people)
      : record_(record), match_(record.header), table_(Random(seed).fork("octagone layout"), people) {
    constexpr double kMarksTheBox = 0.15;
    marksTheBox_ = Random(seed).fork("octagone lady").chance(kMarksTheBox);
    constexpr double kMarksTheTurn = 0.15;
    // Whoever has habits marks the turn by them, in all games.
    marksTheTurn_ = !people && Random(seed).fork("octagone turn").chance(kMarksTheTurn);
  }

  std::vector<LayoutLine> run() {
    std::vector<LayoutLine> lines{{0, table_.pieces()}};
    for (const Event& event : record_.events) {
      takeAway();
      if (event.player) table_.by(*event.player);
      show(event);
      if (marksTheTurn_) markTurn();
      lines.push_back({match_.events(), table_.pieces()});
    }
    constexpr double kLadyBack = 0.7;
    if (match_.over() && (table_.random().chance(kLadyBack) || endedStuck(match_))) {
      takeAway();
      if (const auto box = table_.freeBox()) {
        layLady(*box, true);
        lines.push_back({match_.events() + 1, table_.pieces()});
      }
    }
    return lines;
  }

 private:
  /// Whoever has moved lays the printed marker before the next player.
  void markTurn() {
    const auto inTurn = match_.toMove();
    if (!inTurn || inTurn == marked_) return;
    marked_ = inTurn;
    const int players = static_cast<int>(record_.header.players.size());
    marker_ = table_.layBeside(marker_, Face("turn"), seat(*inTurn, players));
  }

  void takeAway() {
    for (const int id : leaving_) table_.remove(id);
    leaving_.clear();
  }

  void show(const Event& event) {
    const bool stays = match_.play(event).applied;
    if (event.action == "lady") {
      const int id = table_.lay(faceOf(event), *boxOf(event), facingOf(event));
      if (stays)
        lady_ = id, ladyAt_ = boxOf(event);
      else
        leaving_.push_back(id);
      return;
    }
    if (event.action == "place") return place(event, stays);
    if (stays && ladyIsFirst_) ladyLeaves();
  }

  void place(const Event& event, bool stays) {
    const bool herBox = lady_ && ladyAt_ == boxOf(event);
    const auto next = stays ? required() : std::nullopt;
    const bool goesOn = marksTheBox_ && next && (!herBox || !ladyIsFirst_);
    if (herBox && goesOn) layLady(*next, false);
    // Nobody lays a shield upon her.
    if (herBox && !goesOn) table_.remove(*std::exchange(lady_, std::nullopt));
    const int id = table_.lay(faceOf(event), *boxOf(event), facingOf(event));
    if (!stays) return leaving_.push_back(id);
    if (!herBox && goesOn) layLady(*next, true);
    if (!herBox && !goesOn) ladyLeaves();
    ladyIsFirst_ = false;
  }

  /// She comes back, or goes from box to box.
  void layLady(Cell at, bool last) {
    const Facing facing = Facing::eighth(table_.random().below(Facing::kCount));
    ladyAt_ = at;
    if (lady_)
      table_.move(*lady_, at, facing, last);
    else
      lady_ = table_.lay(Face("shield:lady"), at, facing);
  }

  void ladyLeaves() {
    if (lady_) leaving_.push_back(*std::exchange(lady_, std::nullopt));
    ladyIsFirst_ = false;
  }

  static Facing facingOf(const Event& event) { return *Facing::parse(event.fields.at("facing").get<std::string>()); }

  std::optional<Cell> required() const {
    const Json state = match_.describe();
    const auto found = state.find("required");
    if (match_.over() || found == state.end()) return std::nullopt;
    return Cell::parse(found->get<std::string>());
  }

  const Record& record_;
  Match match_;
  Layer table_;
  bool marksTheBox_ = false;
  std::optional<int> lady_;
  std::optional<Cell> ladyAt_;
  /// She lies where she was laid at the start.
  bool ladyIsFirst_ = true;
  std::vector<int> leaving_;
  bool marksTheTurn_ = false;
  std::optional<int> marker_, marked_;
};

}  // namespace

Record playOctagone(std::uint64_t seed, const PlayOptions& play) {
  return Play(play, Random(seed).fork("octagone play")).run();
}

std::vector<LayoutLine> layOutOctagone(const Record& record, std::uint64_t seed, const Habits* people) {
  if (record.header.game != GameId::Octagone) throw Malformed("expected a record of octagone");
  return Showing(record, seed, people).run();
}

}  // namespace octo::datasets
