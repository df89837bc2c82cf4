#include "tests/tracker/octal/table_play.h"

#include <optional>
#include <utility>

#include "tracker/octal/card.h"
#include "tracker/referee/match.h"

namespace octo::tracker::octal {
namespace {

class Table {
 public:
  Table(const Record& record, const Noise& noise, std::mt19937& random)
      : record_(record), layout_(seededLayout(GameId::Octal, players())), noise_(noise), random_(random) {
    for (const Json& question : record.header.setup["questions"])
      columns_.push_back({question["under"].get<std::string>(), question["over"].get<std::string>()});
  }

  std::vector<Observation> run() {
    Match match(record_.header);
    if (noise_.marker) marked_ = match.toMove();
    look();
    look();
    for (const Event& event : record_.events) {
      for (auto& [player, on, cards] : std::exchange(leaving_, {})) {
        reach(player, topOf(on));  // and takes them up
        columns_[on] = std::move(cards);
        look();
      }
      const Verdict verdict = match.judge(event);
      play(event, verdict.applied);
      if (verdict.applied && verdict.rule == "octal.octo") pass(*event.player);  // draws for it
      const Json deck = match.describe()["deck"];
      match.play(event);
      if (match.describe()["deck"] > deck) refill();
      if (!noise_.marker) continue;
      marked_ = match.toMove();
      look();
    }
    return std::move(looks_);
  }

 private:
  int players() const { return static_cast<int>(record_.header.players.size()); }

  void play(const Event& event, bool stays) {
    if (event.action == "pass") return pass(*event.player);
    const auto on = event.action == "stack" ? laidOn_.at(static_cast<std::size_t>(*event.player))
                                            : event.fields["on"].get<std::size_t>();
    if (!stays) leaving_.push_back({*event.player, on, columns_[on]});
    std::vector<std::string> cards;
    if (event.action == "override")
      cards = event.fields["cards"].get<std::vector<std::string>>();
    else
      cards = {event.fields["card"].get<std::string>()};
    bool exactly = columns_[on].back() == "all" || event.action == "stack" ||
                   (event.fields.value("points", "top") == "below" && cards[0] != "all");
    for (const std::string& card : cards) {
      if (exactly)
        columns_[on].back() = card;
      else
        columns_[on].push_back(card);
      exactly = true;
      reach(*event.player, topOf(on));
      look();
    }
    laidOn_[static_cast<std::size_t>(*event.player)] = on;
  }

  /// Question by question.
  void refill() {
    for (auto& column : columns_) {
      if (column.size() == 2) continue;
      column.erase(column.begin(), column.end() - 2);
      look();
    }
  }

  void pass(int player) {
    const TableRect& deck = layout_.zone("deck")->area;
    if (!chance(noise_.passUnseen)) reach(player, {(deck.x0 + deck.x1) / 2, (deck.y0 + deck.y1) / 2});
    look();
  }

  void reach(int player, TablePoint at) {
    if (noise_.forearms) hands_.push_back({seat(player, players()), 1, at});
  }

  /// The lowest cards of a long question are pushed together.
  static std::size_t firstOf(const std::vector<std::string>& column) {
    return column.size() > 8 ? column.size() - 8 : 0;
  }

  TablePoint placeOf(std::size_t question, std::size_t n) const {
    const TableRect& area = layout_.zone("question" + std::to_string(question))->area;
    return {(area.x0 + area.x1) / 2, area.y1 - 44 - 25.0 * static_cast<double>(n - firstOf(columns_[question]))};
  }
  TablePoint topOf(std::size_t question) const { return placeOf(question, columns_[question].size() - 1); }

  static std::string turnOf(int player) { return "p" + std::to_string(player) + ".turn"; }

  bool chance(double share) { return std::bernoulli_distribution(share)(random_); }

  void look() {
    Observation seen;
    seen.time = static_cast<double>(looks_.size());
    seen.frame = static_cast<std::int64_t>(30 * looks_.size());
    seen.forearms = std::exchange(hands_, {});
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const auto& column = columns_[k];
      for (std::size_t n = firstOf(column); n < column.size(); ++n) {
        if (chance(noise_.missed)) continue;
        SeenPiece piece{{{Face(column[n]), 0.99}}, 1.0, {placeOf(k, n), 0}, 1.0};
        if (chance(noise_.unread))
          piece.faces = {{Face::unknown(), 0.9}, {Face(column[n]), 0.1}};
        else if (chance(noise_.misread))
          piece.faces = {{Face(Card::atIndex(static_cast<int>(random_() % (Card::kFaces - 1))).name()), 0.6},
                         {Face(column[n]), 0.35}};
        seen.pieces.push_back(std::move(piece));
      }
    }
    if (marked_)
      seen.pieces.push_back({{{Face("turn"), 0.99}}, 1.0, {layout_.zone(turnOf(*marked_))->area.middle(), 0}, 1.0});
    looks_.push_back(std::move(seen));
  }

  const Record& record_;
  Layout layout_;
  Noise noise_;
  std::mt19937& random_;
  std::vector<std::vector<std::string>> columns_;
  /// What will be taken back: by whom, and how the question was before.
  struct Leaving {
    int player;
    std::size_t on;
    std::vector<std::string> cards;
  };
  std::vector<Leaving> leaving_;
  std::map<std::size_t, std::size_t> laidOn_;
  std::vector<ForearmTrack> hands_;
  std::optional<int> marked_;
  std::vector<Observation> looks_;
};

}  // namespace

std::vector<Observation> looksAt(const Record& record, const Noise& noise, std::mt19937& random) {
  return Table(record, noise, random).run();
}

}  // namespace octo::tracker::octal
