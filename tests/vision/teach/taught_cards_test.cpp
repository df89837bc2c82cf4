#include "vision/read/taught/taught_cards.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <opencv2/imgcodecs.hpp>

#include "tests/vision/teach/drawn_cards.h"
#include "tracker/vocabulary/zone_place.h"
#include "vision/read/taught/taught_faces.h"

using namespace octo;
using namespace octo::vision;

namespace {

/// A lamp's or white balance's gain of blue, green and red.
cv::Scalar gainOf(int n) { return {n % 3 == 0 ? 0.9 : 1, n % 3 == 1 ? 0.9 : 1, n % 3 == 2 ? 0.9 : 1}; }

/// Eight faces of Oct8, and two among them that differ by one small dot.
TaughtEdition drawnEdition(const std::filesystem::path& folder, bool colouredLight = false) {
  std::filesystem::create_directories(folder);
  std::ofstream list(folder / "edition.toml");
  list << "name = \"Drawn\"\ngame = \"oct8\"\n";
  for (int n = 1; n <= 8; ++n) {
    const std::string file = std::to_string(n) + ".png";
    cv::Mat card = test::drawnCard(n == 8 ? 7 : n);
    if (n == 8) cv::circle(card, {250, 390}, 16, {0, 0, 0}, cv::FILLED, cv::LINE_AA);
    // Each was shown in another light: the blue, the green or the red of it weaker than the rest.
    if (colouredLight) cv::multiply(card, gainOf(n), card);
    cv::imwrite((folder / file).string(), card);
    list << "[[piece]]\npiece = \"red:" << n << "\"\nwidth_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\""
         << file << "\"]\n";
  }
  list.close();
  return TaughtEdition(folder);
}

/// The card in the picture, turned, 2.4 pixels a millimetre, with a slant.
std::vector<cv::Point2f> placed(cv::Point2f middle, double degrees) {
  std::vector<cv::Point2f> corners;
  for (const auto& [x, y] : {std::pair{-31.5, -44.0}, {31.5, -44.0}, {31.5, 44.0}, {-31.5, 44.0}}) {
    const double a = degrees * CV_PI / 180, u = x * std::cos(a) - y * std::sin(a),
                 v = x * std::sin(a) + y * std::cos(a);
    corners.emplace_back(middle.x + static_cast<float>(2.4 * u), middle.y + static_cast<float>(2.1 * v));
  }
  return corners;
}

std::string readAt(const std::vector<Sighting>& seen, cv::Point2f middle) {
  for (const Sighting& each : seen) {
    ImagePoint at{0, 0};
    for (const ImagePoint& p : each.outline) at.x += p.x / 4, at.y += p.y / 4;
    if (std::hypot(at.x - middle.x, at.y - middle.y) < 12) return each.faces.front().face.text();
  }
  return "nothing";
}

/// A card that no edition has.
const cv::Mat kStranger(440, 315, CV_8UC3, cv::Scalar(60, 120, 60));

const std::vector<std::string> kOneToSix{"red:1", "red:2", "red:3", "red:4", "red:5", "red:6"};

/// A camera straight above a table, and a column of six cards on it, the last on top. `stranger`: the number of one
/// that is of another edition.
struct Column {
  explicit Column(const TaughtEdition& edition, int stranger = 0, const std::vector<std::string>& faces = kOneToSix) {
    for (int n = 1; n <= 6; ++n) {
      const TablePoint middle{2.0 * (n % 2), 70 - 22.0 * n};
      std::vector<cv::Point2f> corners;
      for (const auto& [x, y] : {std::pair{-31.5, 44.0}, {31.5, 44.0}, {31.5, -44.0}, {-31.5, -44.0}}) {
        const ImagePoint p = table.imageFromTable({middle.x + x + (n % 3 - 1) * y / 44, middle.y + y});
        corners.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
      }
      const std::string& face = faces[static_cast<std::size_t>(n - 1)];
      test::lay(picture, n == stranger ? kStranger : edition.pictures(Face(face))[0], corners);
      if (n != stranger) lying[face] = middle;
    }
  }

  static constexpr double kPixelsPerMm = 1.3;
  TableView table = TableView::fromHomography({1 / kPixelsPerMm, 0, -250, 0, -1 / kPixelsPerMm, 200, 0, 0, 1}).value();
  cv::Mat picture = test::bareTable({650, 520}, {60, 90, 130});
  std::map<std::string, TablePoint> lying;
};

/// Each card of it is read as what it is, where it lies, and nothing else.
void expectAllRead(const TaughtCards& cards, const Column& column) {
  const auto seen = cards.read(column.picture, column.table);
  CHECK(seen.size() == column.lying.size());
  for (const Sighting& card : seen) {
    const std::string face = card.faces.front().face.text();
    INFO(face);
    REQUIRE(column.lying.contains(face));
    REQUIRE(card.pose);
    CHECK(distance(card.pose->at, column.lying.at(face)) < 3);
  }
}

}  // namespace

TEST_CASE("cards of a taught edition are read whole and half covered, turned any way, and none where none lies") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = drawnEdition(folder / "drawn");
  const TaughtCards cards(edition);
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  CHECK(cards.read(picture, std::nullopt).empty());
  test::lay(picture, edition.pictures(Face("red:1"))[0], placed({250, 240}, 8));
  test::lay(picture, edition.pictures(Face("red:2"))[0], placed({560, 240}, 100));
  test::lay(picture, edition.pictures(Face("red:3"))[0], placed({860, 240}, -160));
  test::lay(picture, edition.pictures(Face("red:4"))[0], placed({300, 500}, 0));
  test::lay(picture, edition.pictures(Face("red:5"))[0], placed({300, 580}, 0));  // covers red:4 but for 38 mm
  const auto seen = cards.read(picture, std::nullopt);
  CHECK(seen.size() == 5);
  CHECK(readAt(seen, {250, 240}) == "red:1");
  CHECK(readAt(seen, {560, 240}) == "red:2");
  CHECK(readAt(seen, {860, 240}) == "red:3");
  CHECK(readAt(seen, {300, 580}) == "red:5");
  CHECK(readAt(seen, {300, 500}) == "red:4");
}

TEST_CASE("two faces that differ by a dot are told apart where the dot shows, and not where it is covered") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = drawnEdition(folder / "drawn");
  const TaughtCards cards(edition);
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  test::lay(picture, edition.pictures(Face("red:7"))[0], placed({250, 240}, 0));
  test::lay(picture, edition.pictures(Face("red:8"))[0], placed({560, 240}, 0));
  test::lay(picture, edition.pictures(Face("red:8"))[0], placed({860, 240}, 0));
  cv::rectangle(picture, {790, 270, 140, 70}, {30, 30, 30}, cv::FILLED);
  const auto seen = cards.read(picture, std::nullopt);
  CHECK(readAt(seen, {250, 240}) == "red:7");
  CHECK(readAt(seen, {560, 240}) == "red:8");
  CHECK(readAt(seen, {860, 240}) == "?");
}

TEST_CASE("faces that differ by a dot are told apart when each was taught, and lies, in light of another colour") {
  const test::TemporaryFolder folder;
  const TaughtEdition taught = drawnEdition(folder / "taught", true), plain = drawnEdition(folder / "plain");
  const TaughtCards cards(taught);
  for (int light = 0; light < 3; ++light) {
    CAPTURE(light);
    cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
    test::lay(picture, plain.pictures(Face("red:7"))[0], placed({250, 240}, 0));
    test::lay(picture, plain.pictures(Face("red:8"))[0], placed({560, 240}, 20));
    test::lay(picture, plain.pictures(Face("red:3"))[0], placed({860, 240}, -70));
    cv::multiply(picture, gainOf(light), picture);
    const auto seen = cards.read(picture, std::nullopt);
    CHECK(readAt(seen, {250, 240}) == "red:7");
    CHECK(readAt(seen, {560, 240}) == "red:8");
    CHECK(readAt(seen, {860, 240}) == "red:3");
  }
}

TEST_CASE("every card of a column is read that shows as much as a strip, and nothing beside it") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = drawnEdition(folder / "drawn");
  const TaughtCards cards(edition);
  expectAllRead(cards, Column(edition));
}

namespace {

struct Print {
  cv::Scalar paper, ink;
  double size;
  int stroke;
};
const Print kLightOnDark{{40, 34, 38}, {235, 240, 240}, 1.6, 5};
/// 4 mm high.
const Print kSmallOnLight{{225, 238, 232}, {40, 36, 38}, 1.0, 3};

/// Faces that are bare but for two signs: 24 of them, each of which has its signs with others in common.
TaughtEdition plainEdition(const std::filesystem::path& folder, const Print& print = kLightOnDark,
                           bool colouredLight = false) {
  std::filesystem::create_directories(folder);
  std::ofstream list(folder / "edition.toml");
  list << "name = \"Plain\"\ngame = \"octal\"\n";
  const std::vector<std::pair<std::string, std::string>> signs{
      {"greater", ">"}, {"less", "<"}, {"equal", "="}, {"multiple", "x"}};
  for (int number = 1; number <= 6; ++number)
    for (const auto& [name, sign] : signs) {
      cv::Mat card(440, 315, CV_8UC3, print.paper);
      cv::rectangle(card, {12, 12, 291, 416}, {90, 90, 90}, 2);
      const auto write = [&](const std::string& text, cv::Point at) {
        cv::putText(card, text, at, cv::FONT_HERSHEY_SIMPLEX, print.size, print.ink, print.stroke, cv::LINE_AA);
      };
      write(sign, {24, 66});
      write(std::to_string(number), {255, 66});
      write(sign, {138, 240});
      if (colouredLight) cv::multiply(card, gainOf(number + static_cast<int>(name.size())), card);
      const std::string face = std::to_string(number) + ":" + name + ":up",
                        file = std::to_string(number) + name + ".png";
      cv::imwrite((folder / file).string(), card);
      list << "[[piece]]\npiece = \"" << face << "\"\nwidth_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\""
           << file << "\"]\n";
    }
  list.close();
  return TaughtEdition(folder);
}

}  // namespace

TEST_CASE("faces that are alike but for small signs are told apart, whole and by their strips, those on top first") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = plainEdition(folder / "plain");
  const TaughtCards cards(edition);
  expectAllRead(
      cards,
      Column(edition, 0, {"3:less:up", "5:equal:up", "2:multiple:up", "6:greater:up", "4:equal:up", "1:multiple:up"}));
}

namespace {

/// Where a card of the column lies there is a sighting; the number of those that are told, rightly and wrongly.
struct Told {
  int found = 0, right = 0, wrong = 0;
};

Told toldOf(const TaughtCards& cards, const Column& column, double blur, double noise) {
  cv::Mat picture = column.picture.clone(), grain(picture.size(), CV_16SC3);
  cv::GaussianBlur(picture, picture, {}, blur);
  cv::RNG random(7);
  random.fill(grain, cv::RNG::NORMAL, 0, noise);
  cv::add(picture, grain, picture, {}, CV_8U);
  Told told;
  for (const Sighting& card : cards.read(picture, column.table))
    for (const auto& [face, at] : column.lying) {
      if (distance(card.pose->at, at) > 6) continue;
      const Face& read = card.faces.front().face;
      ++told.found;
      told.right += read == Face(face) ? 1 : 0;
      told.wrong += read != Face(face) && !read.isUnknown() ? 1 : 0;
    }
  return told;
}

const std::vector<std::string> kSixPlain{"3:less:up",    "5:equal:up", "2:multiple:up",
                                         "6:greater:up", "4:equal:up", "1:multiple:up"};

}  // namespace

TEST_CASE("strips with little print are found in a camera's noise, and a blurred one is told only as far as it shows") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = plainEdition(folder / "plain");
  const TaughtCards cards(edition);
  const Column column(edition, 0, kSixPlain);
  const Told noisy = toldOf(cards, column, 0.8, 9);
  CHECK(noisy.found == 6);
  CHECK(noisy.right >= 4);
  CHECK(noisy.wrong == 0);
  for (const double blur : {2.0, 2.6}) {
    CAPTURE(blur);
    const Told blurred = toldOf(cards, column, blur, 14);
    CHECK(blurred.found >= 4);
    CHECK(blurred.wrong == 0);
  }
}

TEST_CASE("small signs on strips are told apart though each face was taught in light of another colour") {
  const test::TemporaryFolder folder;
  const TaughtEdition taught = plainEdition(folder / "taught", kSmallOnLight, true),
                      lying = plainEdition(folder / "lying", kSmallOnLight);
  const TaughtCards cards(taught);
  const Column column(lying, 0, kSixPlain);
  for (const double noise : {5.0, 9.0}) {
    CAPTURE(noise);
    const Told told = toldOf(cards, column, 0.7, noise);
    CHECK(told.right >= 4);
    CHECK(told.wrong == 0);
  }
}

TEST_CASE("a frame that all faces share, in every picture in another light, does not tell them apart") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "framed");
  std::ofstream list(folder / "framed/edition.toml");
  list << "name = \"Framed\"\ngame = \"oct8\"\n";
  for (int n = 1; n <= 8; ++n) {
    for (const int view : {1, 2}) {
      cv::Mat card = test::drawnCard(n);
      const double grey = (3 * n + view) % 4 * 60;
      cv::rectangle(card, {15, 15}, {300, 425}, cv::Scalar::all(grey), 5);
      cv::imwrite((folder / "framed" / (std::to_string(n) + "_" + std::to_string(view) + ".png")).string(), card);
    }
    list << "[[piece]]\npiece = \"red:" << n << "\"\nwidth_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\""
         << n << "_1.png\", \"" << n << "_2.png\"]\n";
  }
  list.close();
  const TaughtFaces faces(TaughtEdition(folder / "framed"));
  const cv::Mat tells = faces.seenAt(2).tells;
  const auto meanIn = [&](double x, double y, double width, double height) {
    const auto px = [](double mm) { return static_cast<int>(std::lround(mm * kFineScale)); };
    return cv::mean(tells(cv::Rect(px(x), px(y), px(width), px(height))))[0];
  };
  const double frame = meanIn(2.5, 20, 1, 48), print = meanIn(15, 15, 33, 58);
  INFO("frame " << frame << ", print " << print);
  CHECK(frame < 0.5);
  CHECK(print > 0.8);
}

TEST_CASE("the open places of a card tell how alike it is to each face, place by place, wherever it lies") {
  const test::TemporaryFolder folder;
  const TaughtFaces faces(drawnEdition(folder / "drawn"));
  const References& references = faces.seenAt(2);
  const Column column(drawnEdition(folder / "lying"));
  const LookFromAbove seen(column.picture, column.table);
  cv::Mat open = faces.thinMask.clone();
  open(cv::Rect(0, 0, open.cols, open.rows / 2)).setTo(0);
  const FaceArt& card = faces.arts.front();
  const OpenPlaces places(open, card, references.details);
  for (const PlanePose& pose : {PlanePose{{2, -48}, 0}, PlanePose{{0, -26}, 33}}) {
    std::vector<ReferenceDetails::Shown> shown;
    for (int y = 0; y < open.rows; ++y)
      for (int x = 0; x < open.cols; ++x)
        if (open.at<uchar>(y, x)) {
          const cv::Point2d on(2 * x + y % 2 + 0.5 - card.widthMm / 2, 2 * y + 0.5 - card.heightMm / 2);
          shown.push_back(
              {static_cast<std::size_t>(y * open.cols + x), seen.detailAt(pose.at + turnedBy(on, pose.angle))});
        }
    const std::vector<float> expected = references.details.alike(shown), told = places.alikeAt(pose, seen);
    REQUIRE(told.size() == expected.size());
    for (std::size_t n = 0; n < told.size(); ++n) CHECK(told[n] == Approx(expected[n]).margin(1e-4));
    const double best = *std::max_element(expected.begin(), expected.end());
    CHECK(places.likenessAt(pose, seen) == Approx(best).margin(1e-4));
    CHECK(places.narrowedTo(3, pose, seen).likenessAt(pose, seen) == Approx(best).margin(1e-4));
  }
}

namespace {

const cv::Scalar kTableColour(70, 110, 90);

/// A light octagon with a bar towards where it faces, and as many dots: hardly a feature on it.
cv::Mat plainShield(int dots) {
  constexpr int kSide = 250, kCut = 73;
  cv::Mat shield(kSide, kSide, CV_8UC3, kTableColour);
  const std::vector<cv::Point> outline{
      {kCut, 0},     {kSide - kCut, 0}, {kSide, kCut}, {kSide, kSide - kCut}, {kSide - kCut, kSide},
      {kCut, kSide}, {0, kSide - kCut}, {0, kCut}};
  cv::fillConvexPoly(shield, outline, {120, 160, 140}, cv::LINE_AA);
  cv::rectangle(shield, {105, 30, 40, 70}, {60, 40, 40}, cv::FILLED);
  for (int dot = 0; dot < dots; ++dot)
    cv::circle(shield, {85 + 40 * dot, 165}, 14, {60, 40, 40}, cv::FILLED, cv::LINE_AA);
  return shield;
}

}  // namespace

TEST_CASE("shields of a taught edition with hardly any print are found in the boxes of their board, and no others") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "plain");
  std::ofstream list(folder / "plain/edition.toml");
  list << "name = \"Plain\"\ngame = \"octagone\"\n";
  const std::vector<std::string> names{"shield:red", "shield:blue", "shield:green"};
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string file = std::to_string(n) + ".png";
    cv::imwrite((folder / "plain" / file).string(), plainShield(static_cast<int>(n)));
    list << "[[piece]]\npiece = \"" << names[n]
         << "\"\nwidth_mm = 50\nheight_mm = 50\nshape = \"octagon\"\npictures = [\"" << file << "\"]\n";
  }
  list.close();
  const TaughtEdition edition(folder / "plain");
  const Grid grid = edition.boxes().value();
  constexpr double kScale = 1.3;
  const auto view = TableView::fromHomography({1 / kScale, 0, -250, 0, -1 / kScale, 220, 0, 0, 1});
  cv::Mat picture = test::bareTable({650, 572}, kTableColour);
  std::map<std::string, std::string> laid;
  for (int n = 0; n < 9; ++n) {
    const Cell cell = Cell::at(n % 7, (2 * n + 1) % 6);
    const double turn = 45.0 * n + n % 5 - 2;
    const TablePoint centre = grid.centre(cell);
    std::vector<cv::Point2f> corners;
    for (const auto& [x, y] : {std::pair{-25.0, 25.0}, {25.0, 25.0}, {25.0, -25.0}, {-25.0, -25.0}}) {
      const TablePoint at = pointOn({{centre.x + n % 4 - 2, centre.y - n % 3 + 1}, turn}, x, y);
      const ImagePoint p = view->imageFromTable(at);
      corners.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
    }
    const std::size_t face = static_cast<std::size_t>(n) % names.size();
    test::lay(picture, plainShield(static_cast<int>(face)), corners);
    laid[cell.name()] = names[face] + " " + std::to_string(static_cast<int>(std::lround(turn / 45)) % 8);
  }
  std::map<std::string, std::string> read;
  for (const Sighting& each : TaughtCards(edition).read(picture, view)) {
    const auto cell = grid.cellAt(each.pose->at);
    read[cell ? cell->name() : "beside"] =
        each.faces.front().face.text() + " " +
        std::to_string((static_cast<int>(std::lround(each.pose->angle / 45)) + 8) % 8);
  }
  CHECK(read == laid);
}

TEST_CASE("under a card of a column that cannot be read others are read, those on top first") {
  const test::TemporaryFolder folder;
  const TaughtEdition edition = drawnEdition(folder / "drawn");
  const TaughtCards cards(edition);
  const auto [table, picture, lying] = Column(edition, 4);
  std::vector<std::string> faces;
  for (const Sighting& card : cards.read(picture, table)) faces.push_back(card.faces.front().face.text());
  CHECK(std::is_sorted(faces.rbegin(), faces.rend()));
  for (const char* face : {"red:6", "red:5", "red:3", "red:2"}) {
    CAPTURE(face);
    CHECK(std::count(faces.begin(), faces.end(), face) == 1);
  }
}
