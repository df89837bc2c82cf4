// A table of our own cards, rest by rest.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "tests/vision/read/coded/card_table.h"
#include "vision/read/reader.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

const Camera kCamera{.tilt = 30, .azimuth = 25};

std::vector<LaidCard> threeCards() {
  return {{Face("3:greater:up"), {-120, 60}, 2}, {Face("5:less:both"), {40, 70}, -4}, {Face("all"), {40, 45}, -3}};
}

cv::Point pixel(TablePoint p) {
  return {static_cast<int>((p.x + 280) * kTableScale), static_cast<int>((240 - p.y) * kTableScale)};
}

/// Arms from the right edge, sleeves and forearms.
void reach(cv::Mat& table, TablePoint tip) {
  cv::line(table, pixel({280, tip.y}), pixel(tip), {105, 140, 190}, static_cast<int>(130 * kTableScale));
  cv::line(table, pixel({280, tip.y}), pixel({(280 + tip.x) / 2, tip.y}), {60, 40, 120},
           static_cast<int>(150 * kTableScale));
}

class Table {
 public:
  explicit Table(GameId game, int players = 0) : game_(game), reader_(makeReader(game, players)) {}

  std::vector<Sighting> rest(const std::vector<LaidCard>& cards, const Light& light = {}) {
    return rest(tableWith(game_, cards), light);
  }
  std::vector<Sighting> rest(const cv::Mat& table, const Light& light = {}) {
    const Picture first = photograph(table, kCamera, light, {.seed = ++seed_});
    reader_->read(first.bgr, first.view);
    const Picture second = photograph(table, kCamera, light, {.seed = ++seed_});
    changed_ = reader_->lookAgain(second.bgr, second.view);
    return reader_->sightings(second.view);
  }
  /// While something moves; true where that changed what lies there.
  bool part(const cv::Mat& table, const std::function<bool(TablePoint)>& moves) {
    const Picture picture = photograph(table, kCamera, {}, {.seed = ++seed_});
    const bool changed = reader_->readInPart(picture.bgr, picture.view, moves);
    seen_ = reader_->sightings(picture.view);
    return changed;
  }
  const std::vector<Sighting>& seen() const { return seen_; }
  const GameReader& reader() const { return *reader_; }
  bool changed() const { return changed_; }

 private:
  GameId game_;
  std::unique_ptr<GameReader> reader_;
  std::vector<Sighting> seen_;
  std::uint64_t seed_ = 0;
  bool changed_ = false;
};

bool shows(const std::vector<Sighting>& seen, const LaidCard& card) {
  return std::any_of(seen.begin(), seen.end(), [&](const Sighting& sighting) {
    const double turn = std::remainder(sighting.pose->angle - card.angle, 180.0);
    return sighting.faces.front().face == card.face && sighting.faces.front().confidence > 0.9 &&
           std::hypot(sighting.pose->at.x - card.at.x, sighting.pose->at.y - card.at.y) < 2 && std::abs(turn) < 2;
  });
}

bool shows(const std::vector<Sighting>& seen, const std::vector<LaidCard>& cards) {
  return seen.size() == cards.size() &&
         std::all_of(cards.begin(), cards.end(), [&](const LaidCard& card) { return shows(seen, card); });
}

}  // namespace

TEST_CASE("cards that are laid and taken are read at every rest, with their places") {
  Table table(GameId::Octal);
  auto cards = threeCards();
  CHECK(table.rest(std::vector<LaidCard>{}).empty());
  for (std::size_t count = 1; count <= cards.size(); ++count) {
    CHECK(shows(table.rest({cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(count)}),
                {cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(count)}));
    CHECK_FALSE(table.changed());
    CHECK(table.reader().hidden().empty());
  }
  CHECK(shows(table.rest(cards), cards));
  cards.pop_back();  // what lay beneath was never seen before
  CHECK(shows(table.rest(cards), cards));
  CHECK(table.reader().hidden().empty());
  CHECK(table.rest(std::vector<LaidCard>{}).empty());
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("another light changes no reading and hides nothing") {
  Table table(GameId::Octal);
  CHECK(shows(table.rest(threeCards()), threeCards()));
  CHECK(shows(table.rest(threeCards(), {.gain = 0.6, .balance = {0.7, 0.9, 1.0}}), threeCards()));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("what an arm covers is hidden, not gone, and there again without it") {
  Table table(GameId::Octal);
  const auto cards = threeCards();
  CHECK(shows(table.rest(cards), cards));
  cv::Mat covered = tableWith(GameId::Octal, cards);
  reach(covered, {10, 60});
  const auto seen = table.rest(covered);
  REQUIRE(seen.size() == 1);
  CHECK(shows(seen, cards.front()));
  const auto hidden = table.reader().hidden();
  const auto isHidden = [&](TablePoint p) {
    return std::any_of(hidden.begin(), hidden.end(), [&](const TableRect& r) { return r.contains(p); });
  };
  CHECK(isHidden({40, 80}));
  CHECK(isHidden({150, 70}));
  CHECK_FALSE(isHidden({-120, 60}));
  CHECK_FALSE(isHidden({-100, -150}));
  CHECK(shows(table.rest(cards), cards));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("what lies still is read while something moves elsewhere, and nothing is where it does") {
  Table table(GameId::Octal);
  auto cards = threeCards();
  const LaidCard carried{Face("2:equal:both"), {-60, -120}, 10};
  CHECK(shows(table.rest(cards), cards));
  auto laid = cards;
  laid.push_back({Face("7:equal:up"), {180, -20}, 3});
  const auto moves = [](TablePoint p) { return p.y < -60 || (p.x < -60 && p.y > 0); };
  auto all = laid;
  all.push_back(carried);
  CHECK(table.part(tableWith(GameId::Octal, all), moves));
  const auto seen = table.seen();
  CHECK(shows(seen, laid.back()));
  CHECK(shows(seen, laid[2]));
  CHECK_FALSE(shows(seen, carried));  // somebody carries it
  CHECK_FALSE(shows(seen, laid[0]));  // a hand moves over it
  CHECK_FALSE(table.part(tableWith(GameId::Octal, all), moves));
  CHECK(shows(table.rest(laid), laid));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("a card that is taken away is news while something moves elsewhere, one that a moving hand covers is not") {
  Table table(GameId::Octal);
  auto cards = threeCards();
  CHECK(shows(table.rest(cards), cards));
  const auto moves = [](TablePoint p) { return p.x < -60 && p.y > 0; };
  CHECK_FALSE(table.part(tableWith(GameId::Octal, cards), moves));
  cards.pop_back();
  CHECK(table.part(tableWith(GameId::Octal, cards), moves));
  CHECK(shows(table.rest(cards), cards));
}

TEST_CASE("where something lay that nobody knows the bare table is known once it is gone") {
  Table table(GameId::Octal);
  const auto cards = threeCards();
  cv::Mat before = tableWith(GameId::Octal, cards);
  cv::rectangle(before, pixel({-40, -20}), pixel({40, -120}), {60, 40, 120}, cv::FILLED);
  CHECK(shows(table.rest(before), cards));
  CHECK(shows(table.rest(cards), cards));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("what looks like dots on a sleeve is gone with the arm") {
  const auto cards = threeCards();
  const LaidCard likeIt{Face("1:less:both"), {100, -120}, 0};
  cv::Mat sleeve = tableWith(GameId::Octal, cards);
  reach(sleeve, {0, -120});
  // A print in the sleeve's green that has a card's dots.
  const cv::Rect print(pixel({68, -76}), pixel({132, -164}));
  cv::multiply(tableWith(GameId::Octal, {likeIt})(print), cv::Scalar(0.5, 1, 0.5), sleeve(print));
  Table table(GameId::Octal);
  CHECK(shows(table.rest(cards), cards));
  REQUIRE(table.rest(sleeve).size() == cards.size() + 1);
  CHECK(shows(table.rest(cards), cards));
}

TEST_CASE("Octa is read by our own deck's dots, and the play area is its mat's") {
  Table table(GameId::Octa);
  CHECK(table.reader().playArea() == TableRect{-434, -336, 434, 336});
  const std::vector<LaidCard> run{
      {Face("7H"), {-60, 0}, 0}, {Face("deck2:back"), {-42, 0}, 1}, {Face("9H"), {-24, 0}, 0}};
  CHECK(table.rest(std::vector<LaidCard>{}).empty());
  CHECK(shows(table.rest(run), run));
}

TEST_CASE("a token on a run is seen beside the cards, and gone when it is taken") {
  Table table(GameId::Octa);
  std::vector<LaidCard> laid{{Face("7H"), {-60, 0}, 0}, {Face("8H"), {-42, 0}, 1}, {Face("token:2"), {-42, 0}, 30}};
  table.rest(std::vector<LaidCard>{});
  const auto seen = table.rest(laid);
  REQUIRE(seen.size() == 3);
  CHECK(seen[2].faces.front().face == Face("token:2"));
  CHECK(seen[2].kind == "token");
  CHECK(std::hypot(seen[2].pose->at.x + 42, seen[2].pose->at.y) < 2);
  CHECK(table.reader().hidden().empty());
  laid.pop_back();
  CHECK(shows(table.rest(laid), laid));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("the turn marker is seen where it lies, and goes along to the next player") {
  Table table(GameId::Octal);
  const LaidCard card{Face("3:greater:up"), {-120, 60}, 2};
  const auto turnIn = [](const std::vector<Sighting>& seen) {
    const auto found = std::find_if(seen.begin(), seen.end(),
                                    [](const Sighting& each) { return each.faces.front().face == Face("turn"); });
    return found == seen.end() ? std::nullopt : found->pose;
  };
  table.rest(std::vector<LaidCard>{card});
  const auto near = turnIn(table.rest(std::vector<LaidCard>{card, {Face("turn"), {60, -120}, 5}}));
  REQUIRE(near);
  CHECK(distance(near->at, {60, -120}) < 3);
  CHECK(table.reader().hidden().empty());
  const auto far = turnIn(table.rest(std::vector<LaidCard>{card, {Face("turn"), {60, 110}, 180}}));
  REQUIRE(far);
  CHECK(distance(far->at, {60, 110}) < 3);
  CHECK(std::abs(std::remainder(far->angle - 180, 360.0)) < 4);
  CHECK_FALSE(turnIn(table.rest(std::vector<LaidCard>{card})));
}

TEST_CASE("Oct8's table is as large as its players need") {
  CHECK(Table(GameId::Oct8, 2).reader().playArea() == TableRect{-409, -415, 409, 415});
  CHECK(Table(GameId::Oct8, 4).reader().playArea() == TableRect{-522, -452, 522, 452});
  CHECK_THROWS_AS(Table(GameId::Oct8, 5), std::out_of_range);
}

namespace {

/// Our own cards as another printer's deck: without the dark spines and their dots, which are painted over. They lie
/// upright, and none covers another.
cv::Mat withOtherDeck(const std::vector<LaidCard>& cards, const std::vector<LaidCard>& tokens) {
  std::vector<LaidCard> laid = cards;
  cv::Mat table = tableWith(GameId::Octa, laid);
  for (const LaidCard& card : cards)
    for (const double side : {-1.0, 1.0}) {
      const TablePoint a{card.at.x + side * 31, card.at.y - side * 20}, b{card.at.x + side * 22, card.at.y + side * 43};
      cv::rectangle(table, pixel(a), pixel(b), {250, 254, 255}, cv::FILLED);
    }
  cv::Mat withTokens = tableWith(GameId::Octa, tokens), bare = tableWith(GameId::Octa, {}), differs;
  cv::absdiff(withTokens, bare, differs);
  cv::cvtColor(differs, differs, cv::COLOR_BGR2GRAY);
  withTokens.copyTo(table, differs > 0);
  return table;
}

std::vector<LaidCard> otherCards() {
  return {{Face("7H"), {-120, 70}, 0}, {Face("2S"), {-40, 70}, 0},   {Face("KD"), {40, 70}, 0},
          {Face("5C"), {120, 70}, 0},  {Face("9D"), {-120, -40}, 0}, {Face("3H"), {120, -40}, 0}};
}

std::vector<LaidCard> bothTokens() { return {{Face("token:1"), {-20, -60}, 10}, {Face("token:2"), {20, -60}, -30}}; }

bool reads(const std::vector<Sighting>& seen, const LaidCard& piece) {
  return std::any_of(seen.begin(), seen.end(), [&](const Sighting& sighting) {
    return sighting.faces.front().face == piece.face && distance(sighting.pose->at, piece.at) < 6;
  });
}

}  // namespace

TEST_CASE("another deck is read by its indices, though our own tokens lie beside it", "[other_deck]") {
  Table table(GameId::Octa);
  auto cards = otherCards();
  CHECK(table.rest(withOtherDeck({}, bothTokens())).size() == 2);
  const auto seen = table.rest(withOtherDeck(cards, bothTokens()));
  for (const LaidCard& card : cards) CHECK(reads(seen, card));
  for (const LaidCard& token : bothTokens()) CHECK(reads(seen, token));
  const LaidCard taken = cards.back();
  cards.pop_back();
  const auto later = table.rest(withOtherDeck(cards, bothTokens()));
  CHECK(later.size() == cards.size() + 2);
  CHECK_FALSE(reads(later, taken));
}

TEST_CASE("what an arm covers of another deck is hidden, not gone", "[other_deck]") {
  Table table(GameId::Octa);
  const auto cards = otherCards();
  table.rest(withOtherDeck(cards, bothTokens()));
  cv::Mat covered = withOtherDeck(cards, bothTokens());
  reach(covered, {90, -40});  // over the 3H, and whatever is near it
  const auto seen = table.rest(covered);
  CHECK_FALSE(reads(seen, cards.back()));
  const auto hidden = table.reader().hidden();
  CHECK(std::any_of(hidden.begin(), hidden.end(), [&](const TableRect& r) { return r.contains(cards.back().at); }));
  const auto after = table.rest(withOtherDeck(cards, bothTokens()));
  for (const LaidCard& card : cards) CHECK(reads(after, card));
  CHECK(table.reader().hidden().empty());
}
