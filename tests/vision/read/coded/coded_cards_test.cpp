#include "vision/read/coded/coded_cards.h"
#include "vision/read/recognize.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>
#include <random>

#include "tests/vision/read/coded/card_table.h"
#include "vision/edition/edition.h"
#include "vision/read/coded/dot_row.h"
#include "vision/read/markers/turn_marker.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

std::vector<Face> codedFaces(GameId game) {
  std::vector<Face> faces;
  for (const FaceArt& art : printEdition(game).faces())
    if (printEdition(game).code(art.face)) faces.push_back(art.face);
  return faces;
}

/// A grid of cards, each turned and shifted as people do, from face number `first` on.
std::vector<LaidCard> apart(GameId game, std::size_t first, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> angle(0, 360), off(-3, 3);
  const auto faces = codedFaces(game);
  std::vector<LaidCard> cards;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      cards.push_back({faces[(first + cards.size()) % faces.size()],
                       {-180.0 + 120 * column + off(random), 118.0 - 118 * row + off(random)},
                       angle(random)});
  return cards;
}

/// The cards of a pile from the lowest up, each one step nearer to player 0: of all but the last only the top
/// shows.
std::vector<LaidCard> pile(GameId game, TablePoint top, int count, double step, std::size_t first, double angle) {
  const auto faces = codedFaces(game);
  std::vector<LaidCard> cards;
  const double radians = angle * M_PI / 180;
  for (int i = 0; i < count; ++i)
    cards.push_back({faces[(first + 7 * static_cast<std::size_t>(i)) % faces.size()],
                     {top.x - std::sin(radians) * step * i, top.y - std::cos(radians) * step * i},
                     angle + (i % 3 - 1) * 1.5});
  return cards;
}

struct Count {
  int right = 0, wrong = 0, missed = 0;
};

/// A card is right where one of its face was seen within 3 mm of it, upright or after half a turn.
Count count(const std::vector<LaidCard>& laid, const std::vector<Sighting>& seen, const TableView& truth) {
  Count result;
  std::vector<bool> used(seen.size(), false);
  for (const LaidCard& card : laid) {
    bool found = false;
    for (std::size_t i = 0; i < seen.size() && !found; ++i) {
      ImagePoint middle{0, 0};
      for (const ImagePoint& p : seen[i].outline)
        middle = {middle.x + p.x / static_cast<double>(seen[i].outline.size()),
                  middle.y + p.y / static_cast<double>(seen[i].outline.size())};
      const TablePoint at = truth.tableFromImage(middle);
      if (used[i] || seen[i].faces.front().face != card.face || std::hypot(at.x - card.at.x, at.y - card.at.y) > 12)
        continue;
      used[i] = found = true;
    }
    found ? ++result.right : ++result.missed;
    if (!found) UNSCOPED_INFO("not seen: " << card.face.text());
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (used[i] || seen[i].faces.front().face.isUnknown()) continue;
    ++result.wrong;
    UNSCOPED_INFO("nobody laid " << seen[i].faces.front().face.text() << " at pixel " << seen[i].outline[0].x << ", "
                                 << seen[i].outline[0].y);
  }
  return result;
}

cv::Mat greyOf(const cv::Mat& bgr) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

Count countIn(GameId game, const std::vector<LaidCard>& cards, const Picture& picture, bool withTable) {
  const CodedCardReader reader(printEdition(game));
  return count(cards, reader.read(greyOf(picture.bgr), withTable ? std::optional(picture.view) : std::nullopt),
               picture.view);
}

}  // namespace

TEST_CASE("every card is read wherever it lies, with and without a known table") {
  const GameId game = GENERATE(GameId::Octal, GameId::Oct8, GameId::Octa);
  const double tilt = GENERATE(0.0, 25.0, 45.0);
  std::array<Count, 2> counts;  // without a table, with it
  for (std::size_t first = 0; first < codedFaces(game).size(); first += 12) {
    const auto cards = apart(game, first, static_cast<unsigned>(first));
    const Picture picture =
        photograph(tableWith(game, cards), {.tilt = tilt, .azimuth = 30.0 * static_cast<double>(first)});
    for (const bool withTable : {false, true}) {
      const Count one = countIn(game, cards, picture, withTable);
      Count& all = counts[withTable ? 1 : 0];
      all.right += one.right, all.wrong += one.wrong, all.missed += one.missed;
    }
  }
  for (const bool withTable : {false, true}) {
    const Count& all = counts[withTable ? 1 : 0];
    CAPTURE(name(game), tilt, withTable, all.right, all.wrong, all.missed);
    // Octa's dots run down the long side, which a camera at 45° draws out unevenly: without a table some are not found,
    // or the two rows of a card not taken for one.
    const bool drawnOut = game == GameId::Octa && !withTable && tilt > 40;
    CHECK(all.wrong <= (drawnOut ? 1 : 0));
    CHECK(all.missed <= (drawnOut ? 3 : 0));
  }
}

TEST_CASE("of a pile every card is read by the strip that shows") {
  const auto [game, step] = GENERATE(table<GameId, double>({{GameId::Octal, 25}, {GameId::Oct8, 22}}));
  const double tilt = GENERATE(0.0, 40.0), azimuth = GENERATE(0.0, 120.0);
  std::vector<LaidCard> cards;
  for (int column = 0; column < 3; ++column)
    for (const LaidCard& card :
         pile(game, {-150.0 + 150 * column, 120}, 7, step, static_cast<std::size_t>(11 * column), 8.0 * column))
      cards.push_back(card);
  const Picture picture = photograph(tableWith(game, cards), {.tilt = tilt, .azimuth = azimuth});
  const Count seen = countIn(game, cards, picture, true);
  CAPTURE(name(game), tilt, azimuth, seen.right, seen.wrong, seen.missed);
  CHECK(seen.wrong == 0);
  CHECK(seen.missed == 0);
}

TEST_CASE("of a run of Octa every card is read by the 18 mm that show, closed ones too") {
  const double tilt = GENERATE(0.0, 40.0), azimuth = GENERATE(0.0, 90.0, 200.0);
  const auto faces = codedFaces(GameId::Octa);
  std::vector<LaidCard> cards;
  for (int row = 0; row < 4; ++row)
    for (int i = 0; i < 11; ++i)
      cards.push_back({i == 4 ? Face("deck2:back") : faces[static_cast<std::size_t>(13 * row + i)],
                       {-180.0 + 18 * i, 160.0 - 98 * row},
                       (i % 3 - 1) * 1.5});
  const Picture picture = photograph(tableWith(GameId::Octa, cards), {.tilt = tilt, .azimuth = azimuth});
  const Count seen = countIn(GameId::Octa, cards, picture, true);
  CAPTURE(tilt, azimuth, seen.right, seen.wrong, seen.missed);
  CHECK(seen.wrong == 0);
  CHECK(seen.missed == 0);
}

TEST_CASE("a run of Octa is read where every card lies in the shade of the one upon it") {
  const double wide = GENERATE(5.0, 9.0, 12.0);
  const auto faces = codedFaces(GameId::Octa);
  std::vector<LaidCard> cards;
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < 11; ++i)
      cards.push_back({faces[static_cast<std::size_t>(13 * row + i)], {-180.0 + 18 * i, 140.0 - 110 * row}, 0});
  cv::Mat table = tableWith(GameId::Octa, cards);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i % 11 == 0) continue;
    const double left = cards[i].at.x - 31.5, up = cards[i].at.y + 44;
    const cv::Rect2d covered((left - wide + 280) * kTableScale, (240 - up) * kTableScale, wide * kTableScale,
                             85 * kTableScale);
    cv::Mat shade = table(covered);
    shade *= 0.45;
  }
  const Picture picture = photograph(table, {.tilt = 15}, {}, {.blur = 0.9, .noise = 2});
  const Count seen = countIn(GameId::Octa, cards, picture, true);
  CAPTURE(wide, seen.right, seen.wrong, seen.missed);
  CHECK(seen.missed == 0);
  CHECK(seen.wrong == 0);
}

TEST_CASE("a row of Octa's dots is no second row, read the other way and some dots aside") {
  const CodedCardReader reader(printEdition(GameId::Octa));
  std::mt19937 random(20);
  std::uniform_real_distribution<double> off(-1.5, 1.5);
  for (const double tilt : {0.0, 7.0, 21.0, 35.0}) {
    std::vector<LaidCard> cards;
    for (int row = 0; row < 4; ++row)
      for (int value = 1; value <= 8; ++value)
        cards.push_back({Face(std::string(value == 1 ? "A" : std::to_string(value)) + "CDHS"[row]),
                         {-180.0 + 18 * value + off(random), 160.0 - 98 * row + off(random)},
                         off(random)});
    const Picture picture = photograph(tableWith(GameId::Octa, cards), {.tilt = tilt, .fill = 0.58}, {}, {.blur = 0.9});
    std::map<Face, int> rows;
    for (const FoundRow& row : reader.rowsOnTable(greyOf(picture.bgr), picture.view, {-250, -230, 250, 230}))
      ++rows[row.face];
    for (const LaidCard& card : cards) {
      CAPTURE(tilt, card.face.text());
      CHECK(rows[card.face] <= (card.face.text()[0] == '8' ? 2 : 1));
    }
  }
}

TEST_CASE("a row of Octa's dots is not read on beyond the area of the table that is looked at") {
  const CodedCardReader reader(printEdition(GameId::Octa));
  const CodeRow code = CodedFaces(printEdition(GameId::Octa)).row();
  const char suit = GENERATE('C', 'D', 'H', 'S');
  std::vector<LaidCard> cards;
  for (int value = 2; value <= 10; ++value)
    cards.push_back({Face(std::to_string(value) + suit), {-180.0 + 18 * value, 0}, 0});
  const Picture picture = photograph(tableWith(GameId::Octa, cards), {.tilt = 15}, {}, {.blur = 0.9});
  for (double cut = -26; cut <= 0; cut += 2)
    for (const FoundRow& row : reader.rowsOnTable(greyOf(picture.bgr), picture.view, {-250, cut, 250, 100}))
      for (const int dot : {0, kCodeDots - 1}) {
        CAPTURE(cut, row.face.text(), dot);
        CHECK(-project(row.imageFromCard, code.firstX + dot * code.stepX, code.firstY + dot * code.stepY).y > cut - 2);
      }
}

TEST_CASE("rows are found where a dot of theirs is asked for, however they lie, and far from it none") {
  const CodedCardReader reader(printEdition(GameId::Octal));
  const CodeRow code = reader.faces().row();
  const double turn = GENERATE(0.0, 7.0, 25.0);
  std::vector<LaidCard> cards = apart(GameId::Octal, 5, 3);
  for (LaidCard& card : cards) card.angle += turn;
  const Picture picture = photograph(tableWith(GameId::Octal, cards), {.tilt = 20}, {}, {.blur = 0.9});
  const auto everywhere = reader.rowsOnTable(greyOf(picture.bgr), picture.view, {-250, -230, 250, 230});
  REQUIRE(everywhere.size() >= cards.size());
  const auto dotOf = [&](const FoundRow& row, int dot) {
    const ImagePoint at = project(row.imageFromCard, code.firstX + dot * code.stepX, code.firstY + dot * code.stepY);
    return TablePoint{at.x, -at.y};
  };
  for (const FoundRow& wanted : everywhere)
    for (const int dot : {0, kCodeDots / 2, kCodeDots - 1}) {
      const TablePoint at = dotOf(wanted, dot);
      const TableRect around = TableRect{at.x, at.y, at.x, at.y}.grown(8);
      const auto found = reader.rowsOnTable(greyOf(picture.bgr), picture.view, around.grown(60), {around});
      CAPTURE(turn, wanted.face.text(), dot);
      CHECK(std::any_of(found.begin(), found.end(), [&](const FoundRow& row) {
        return row.face == wanted.face && distance(dotOf(row, dot), at) < 2;
      }));
      constexpr double kFar = 85;
      for (const FoundRow& row : found) CHECK(distance(dotOf(row, kCodeDots / 2), at) < kFar);
    }
}

TEST_CASE("of two rows of dots in one place the one that was clearer at a look is there, seen however often") {
  const CodedCardReader reader(printEdition(GameId::Octa));
  const Picture picture = photograph(tableWith(GameId::Octa, {{Face("6H"), {0, 0}, 0}, {Face("7H"), {18, 0}, 0}}), {});
  std::vector<FoundRow> rows = reader.rowsOnTable(greyOf(picture.bgr), picture.view, {-250, -230, 250, 230});
  const auto six = std::find_if(rows.begin(), rows.end(), [](const FoundRow& row) { return row.face == Face("6H"); });
  REQUIRE(six != rows.end());
  FoundRow ghost = *six;
  ghost.face = Face("QH");
  ghost.clear = 0.96;
  six->sure = 0.9;
  rows.push_back(ghost);
  const auto cards = reader.cardsOf(rows, picture.view);
  REQUIRE(cards.size() == 2);
  for (const Sighting& card : cards) CHECK(card.faces.front().face != Face("QH"));
}

TEST_CASE("warm light, dusk, shadow, noise, blur and JPEG leave the dots readable") {
  const auto [light, sensor] = GENERATE(table<Light, Sensor>({
      {{.gain = 0.9, .balance = {0.45, 0.8, 1.0}}, {}},
      {{.gain = 0.25}, {.noise = 4}},
      {{.slope = 0.6, .shadowAt = 0}, {.noise = 3}},
      {{}, {.blur = 1.2, .noise = 3}},
      {{.glare = 60}, {.blur = 0.9, .jpeg = 50}},
  }));
  const auto cards = apart(GameId::Octal, 5, 3);
  const Picture picture = photograph(tableWith(GameId::Octal, cards), {.tilt = 30, .azimuth = 200}, light, sensor);
  const Count seen = countIn(GameId::Octal, cards, picture, true);
  CAPTURE(light.gain, light.shadowAt, sensor.blur, seen.right, seen.wrong, seen.missed);
  CHECK(seen.wrong == 0);
  CHECK(seen.missed == 0);
}

TEST_CASE("four corners of the play area say where the cards lie, whatever the number of players") {
  const auto cards = apart(GameId::Octal, 20, 9);
  const Picture picture = photograph(tableWith(GameId::Octal, cards), {.tilt = 35, .azimuth = 60});
  const auto marks = printEdition(GameId::Octal).marksOf(printEdition(GameId::Octal).ground(4));
  REQUIRE(marks.size() == 4);
  std::vector<ImagePoint> corners;
  for (const PrintedMark& mark : marks) corners.push_back(picture.view.imageFromTable(mark.centre));
  const Recognition without = recognize(GameId::Octal, picture.bgr);
  CHECK_FALSE(without.table);
  CHECK(without.pieces.size() == cards.size());
  const Recognition seen = recognize(GameId::Octal, picture.bgr, corners);
  REQUIRE(seen.table);
  CHECK(seen.foundBy == FoundBy::GivenCorners);
  REQUIRE(seen.pieces.size() == cards.size());
  for (const LaidCard& card : cards) {
    const auto lies = [&](const Sighting& sighting) {
      return sighting.faces.front().face == card.face && sighting.pose &&
             std::hypot(sighting.pose->at.x - card.at.x, sighting.pose->at.y - card.at.y) < 1.5;
    };
    CAPTURE(card.face.text());
    CHECK(std::any_of(seen.pieces.begin(), seen.pieces.end(), lies));
  }
}

TEST_CASE("cards of our own deck and of another lie side by side, each told once") {
  const auto cards = apart(GameId::Octa, 0, 12);
  const Picture picture = photograph(tableWith(GameId::Octa, cards), {.tilt = 10});
  const Recognition seen = recognize(GameId::Octa, picture.bgr);
  const Count all = count(cards, seen.pieces, picture.view);
  CAPTURE(all.right, all.wrong, all.missed);
  CHECK(all.wrong == 0);
  CHECK(all.missed == 0);
}

TEST_CASE("rows are read where a step of dots is two pixels wide") {
  const auto [game, step] = GENERATE(table<GameId, double>({{GameId::Octal, 25}, {GameId::Oct8, 22}}));
  std::vector<LaidCard> cards;
  for (int column = 0; column < 4; ++column)
    for (const LaidCard& card :
         pile(game, {-180.0 + 120 * column, 150}, 7, step, static_cast<std::size_t>(9 * column), 3.0 * column - 4))
      cards.push_back(card);
  const Picture picture = photograph(tableWith(game, cards), {.tilt = 44, .azimuth = 5, .fill = 0.34});
  REQUIRE(picture.view.scaleAt({0, 150}) < 0.9);
  const Count seen = countIn(game, cards, picture, true);
  CAPTURE(name(game), seen.right, seen.wrong, seen.missed);
  CHECK(seen.wrong == 0);
  CHECK(seen.missed == 0);
}

TEST_CASE("which end of a card is up is told where its drawing says so") {
  const GameId game = GENERATE(GameId::Octal, GameId::Oct8);
  const bool withTable = GENERATE(true, false);
  const auto cards = apart(game, 3, 5);
  const Picture picture = photograph(tableWith(game, cards), {.tilt = 30, .azimuth = 70});
  const auto seen = CodedCardReader(printEdition(game))
                        .read(greyOf(picture.bgr), withTable ? std::optional(picture.view) : std::nullopt);
  for (const LaidCard& card : cards) {
    const auto isIt = [&](const Sighting& each) {
      const TablePoint a = picture.view.tableFromImage(each.outline[0]),
                       b = picture.view.tableFromImage(each.outline[3]);
      const double turn = std::atan2(a.x - b.x, a.y - b.y) * 180 / M_PI;
      return each.faces.front().face == card.face && std::abs(std::remainder(turn - card.angle, 360.0)) < 5;
    };
    CAPTURE(card.face.text(), card.angle, withTable);
    CHECK(std::any_of(seen.begin(), seen.end(), isIt));
  }
}

TEST_CASE("chips lie in the plane of the cards beside them where no table is known") {
  auto laid = apart(GameId::Oct8, 0, 8);
  laid.erase(laid.begin() + 8, laid.end());
  const std::vector<LaidCard> chips{{Face("chip:1"), {-120, -110}, 20}, {Face("chip:2"), {0, -118}, 80}};
  laid.insert(laid.end(), chips.begin(), chips.end());
  const Picture picture = photograph(tableWith(GameId::Oct8, laid), {.tilt = 35, .azimuth = 50});
  const Recognition seen = recognize(GameId::Oct8, picture.bgr);
  CHECK_FALSE(seen.table);
  const Count all = count(laid, seen.pieces, picture.view);
  CAPTURE(all.right, all.wrong, all.missed);
  CHECK(all.wrong == 0);
  CHECK(all.missed == 0);
}

TEST_CASE("the turn marker is read, far away too, and only where it lies") {
  const LaidCard marker{Face("turn"), {150, 120}, 170};
  const Picture picture =
      photograph(tableWith(GameId::Octal, {marker}), {.tilt = 44, .azimuth = 10, .fill = GENERATE(0.9, 0.42)});
  const TableRect all{-270, -230, 270, 230};
  const auto found = findTurnMarker(greyOf(picture.bgr), picture.view, all);
  REQUIRE(found);
  CHECK(distance(found->pose.at, marker.at) < 2);
  CHECK(std::abs(std::remainder(found->pose.angle - marker.angle, 360.0)) < 4);
  CHECK(sightingOf(*found, picture.view).faces.front().face == Face("turn"));
  CHECK_FALSE(findTurnMarker(greyOf(picture.bgr), picture.view, {-270, -230, 60, 230}));
  const Picture none = photograph(tableWith(GameId::Octal, apart(GameId::Octal, 0, 3)), {.tilt = 20});
  CHECK_FALSE(findTurnMarker(greyOf(none.bgr), none.view, all));
}

TEST_CASE("where there are no cards of ours none is read") {
  const CodedCardReader reader(printEdition(GameId::Octal));
  CHECK(reader.read(greyOf(photograph(drawTable({}), {.tilt = 20}).bgr), std::nullopt).empty());
  CHECK(reader.read(greyOf(photograph(drawTable({}, false), {}).bgr), std::nullopt).empty());
  cv::Mat noise(1080, 1920, CV_8UC3);
  cv::RNG(3).fill(noise, cv::RNG::UNIFORM, 0, 256);
  CHECK(reader.read(greyOf(noise), std::nullopt).empty());
  cv::Mat page(1080, 1920, CV_8UC3, cv::Scalar::all(235));
  cv::RNG random(4);
  for (int i = 0; i < 3000; ++i)
    cv::rectangle(page,
                  {random.uniform(0, 1920), random.uniform(0, 1080), random.uniform(2, 60), random.uniform(2, 14)},
                  cv::Scalar::all(random.uniform(0, 120)), cv::FILLED);
  CHECK(reader.read(greyOf(page), std::nullopt).empty());
  CHECK(reader.read(cv::Mat(32, 32, CV_8U, cv::Scalar::all(0)), std::nullopt).empty());
}

TEST_CASE("what spells a face and looks like no card of ours is none") {
  Picture picture = photograph(tableWith(GameId::Octa, {{Face("3S"), {0, 0}, 0}}), {});
  const CodedCardReader reader(printEdition(GameId::Octa));
  REQUIRE(reader.read(greyOf(picture.bgr), std::nullopt).size() == 1);
  picture.bgr = 0.12 * picture.bgr + cv::Scalar::all(110);  // it spells as faintly as what is no card does
  REQUIRE(reader.read(greyOf(picture.bgr), std::nullopt).size() == 1);
  std::vector<cv::Point> within;  // the rows of dots at both long edges are outside
  for (const TablePoint corner : {TablePoint{-23, 43}, {23, 43}, {23, -43}, {-23, -43}}) {
    const ImagePoint at = picture.view.imageFromTable(corner);
    within.emplace_back(static_cast<int>(at.x), static_cast<int>(at.y));
  }
  cv::Mat mask(picture.bgr.size(), CV_8U, cv::Scalar(0));
  cv::fillConvexPoly(mask, within, cv::Scalar(255));
  cv::Mat other(picture.bgr.rows / 8, picture.bgr.cols / 8, CV_8U);
  cv::RNG(5).fill(other, cv::RNG::UNIFORM, 0, 256);
  cv::resize(other > 127, other, picture.bgr.size(), 0, 0, cv::INTER_NEAREST);
  cv::cvtColor(other, other, cv::COLOR_GRAY2BGR);
  other.copyTo(picture.bgr, mask);
  CHECK(reader.read(greyOf(picture.bgr), std::nullopt).empty());
}
