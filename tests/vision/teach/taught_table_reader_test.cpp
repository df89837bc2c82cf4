// A table of taught cards, rest by rest.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "tests/vision/read/coded/card_table.h"
#include "tests/vision/teach/drawn_cards.h"
#include "tests/vision/teach/shown_edition.h"
#include "vision/read/reader.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

const Camera kTaughtCamera{.tilt = 30, .azimuth = 25};

const std::vector<std::string> kShown{"3:greater:up", "5:less:both", "all", "4:equal:both"};

class TaughtTable {
 public:
  explicit TaughtTable(GameId game = GameId::Octal, const std::vector<std::string>& shown = kShown)
      : game_(game), reader_(makeReader(game, 4, shownEdition(folder_ / "shown", game, shown))) {}

  std::vector<Sighting> rest(const std::vector<LaidCard>& cards) { return rest(tableWith(game_, cards)); }
  std::vector<Sighting> rest(const cv::Mat& table) {
    const Picture first = photograph(table, kTaughtCamera, {}, {.seed = ++seed_});
    reader_->read(first.bgr, first.view);
    const Picture second = photograph(table, kTaughtCamera, {}, {.seed = ++seed_});
    reader_->lookAgain(second.bgr, second.view);
    return reader_->sightings(second.view);
  }
  const GameReader& reader() const { return *reader_; }

 private:
  test::TemporaryFolder folder_;
  GameId game_;
  std::unique_ptr<GameReader> reader_;
  std::uint64_t seed_ = 0;
};

bool showsCard(const std::vector<Sighting>& seen, const LaidCard& card) {
  return std::any_of(seen.begin(), seen.end(), [&](const Sighting& sighting) {
    return sighting.faces.front().face == card.face && distance(sighting.pose->at, card.at) < 3 &&
           std::abs(std::remainder(sighting.pose->angle - card.angle, 180.0)) < 3;
  });
}

bool showsAll(const std::vector<Sighting>& seen, const std::vector<LaidCard>& cards) {
  return seen.size() == cards.size() &&
         std::all_of(cards.begin(), cards.end(), [&](const LaidCard& card) { return showsCard(seen, card); });
}

void layArm(cv::Mat& table, TablePoint tip) {
  const auto pixel = [](TablePoint p) {
    return cv::Point(static_cast<int>((p.x + 280) * kTableScale), static_cast<int>((240 - p.y) * kTableScale));
  };
  cv::line(table, pixel({280, tip.y}), pixel(tip), {105, 140, 190}, static_cast<int>(130 * kTableScale));
  cv::line(table, pixel({280, tip.y}), pixel({(280 + tip.x) / 2, tip.y}), {60, 40, 120},
           static_cast<int>(150 * kTableScale));
}

}  // namespace

TEST_CASE("taught cards that are laid and taken are read at every rest, with their places") {
  TaughtTable table;
  std::vector<LaidCard> cards{
      {Face("3:greater:up"), {-120, 60}, 2}, {Face("5:less:both"), {40, 70}, -4}, {Face("all"), {150, -60}, 80}};
  CHECK(table.rest(std::vector<LaidCard>{}).empty());
  for (std::size_t count = 1; count <= cards.size(); ++count) {
    const std::vector<LaidCard> laid(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(count));
    CHECK(showsAll(table.rest(laid), laid));
    CHECK(table.reader().hidden().empty());
  }
  CHECK(showsAll(table.rest(cards), cards));
  cards.erase(cards.begin());
  CHECK(showsAll(table.rest(cards), cards));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("taught shields are read box by box, with the way that each faces") {
  const std::vector<std::string> shown{"shield:red", "shield:green", "shield:yellow", "shield:joker"};
  TaughtTable table(GameId::Octagone, shown);
  std::vector<LaidCard> shields{{Face("shield:red"), {-110, 27.5}, 2},
                                {Face("shield:green"), {-55, 27.5}, 137},
                                {Face("shield:joker"), {0, 27.5}, -88}};
  CHECK(table.rest(std::vector<LaidCard>{}).empty());
  const auto showsAllTurned = [&](const std::vector<Sighting>& seen) {
    return showsAll(seen, shields) && std::all_of(seen.begin(), seen.end(), [&](const Sighting& sighting) {
             return std::any_of(shields.begin(), shields.end(), [&](const LaidCard& shield) {
               return distance(sighting.pose->at, shield.at) < 3 &&
                      std::abs(std::remainder(sighting.pose->angle - shield.angle, 360.0)) < 5;
             });
           });
  };
  CHECK(showsAllTurned(table.rest(shields)));
  shields[1] = {Face("shield:yellow"), {-53, 29}, 48};  // laid upon the green one
  CHECK(showsAllTurned(table.rest(shields)));
  shields.pop_back();
  CHECK(showsAllTurned(table.rest(shields)));
  CHECK(table.reader().hidden().empty());
  CHECK(table.reader().playArea().contains({-190, 160}));
}

TEST_CASE("a taught card that another covers but for a strip keeps the face that it was read with") {
  TaughtTable table;
  std::vector<LaidCard> cards{{Face("5:less:both"), {40, 70}, 0}};
  CHECK(showsAll(table.rest(cards), cards));
  cards.push_back({Face("3:greater:up"), {40, 50}, 0});
  CHECK(showsAll(table.rest(cards), cards));
}

TEST_CASE("what an arm covers of taught cards is hidden, not gone, and there again without it") {
  TaughtTable table;
  const std::vector<LaidCard> cards{{Face("3:greater:up"), {-120, 60}, 2}, {Face("5:less:both"), {40, 70}, -4}};
  CHECK(showsAll(table.rest(cards), cards));
  cv::Mat covered = tableWith(GameId::Octal, cards);
  layArm(covered, {10, 60});
  const auto seen = table.rest(covered);
  CHECK(seen.size() == 1);
  CHECK(showsCard(seen, cards.front()));
  const auto hidden = table.reader().hidden();
  CHECK(std::any_of(hidden.begin(), hidden.end(), [](const TableRect& r) { return r.contains({40, 80}); }));
  CHECK(showsAll(table.rest(cards), cards));
  CHECK(table.reader().hidden().empty());
}

TEST_CASE("an edition of another game, or of one that is not followed with taught ones, is refused by name") {
  const test::TemporaryFolder folder;
  const auto octal = shownEdition(folder / "shown", GameId::Octal, {"all"});
  CHECK_THROWS_WITH(makeReader(GameId::Oct8, 0, octal),
                    "the edition \"Shown\" is one of The OCTAL; one of Oct8 was expected");
  const test::TemporaryFolder other;
  CHECK_THROWS_AS(makeReader(GameId::Octa, 0, shownEdition(other / "shown", GameId::Octa, {"10H"})), std::out_of_range);
}

TEST_CASE("a sliver that comes to light where a taught card is pushed aside is not handed on as a card") {
  TaughtTable table;
  const LaidCard under{Face("5:less:both"), {0, 0}, 0};
  for (const double beside : {30.0, 13.0, 11.0, 9.0}) {
    CAPTURE(beside);
    const LaidCard over{Face("3:greater:up"), {0, beside}, 0};
    const auto seen = table.rest({under, over});
    CHECK(showsCard(seen, over));
    // Of a card 88 mm high.
    CHECK(std::all_of(seen.begin(), seen.end(), [](const Sighting& each) { return each.visible >= 0.15; }));
    if (beside == 30) CHECK(showsCard(seen, under));
  }
}
