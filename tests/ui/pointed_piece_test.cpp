#include "ui/views/pointed_piece.h"

#include <catch2/catch.hpp>

using namespace octo;

namespace {

/// A camera that looks down at a slant: farther parts of the table are smaller and closer together.
vision::TableView slanted() {
  const cv::Matx33d picture(2.0, 0.3, 960, 0.1, -1.6, 540, 0.0002, 0.0008, 1);
  return *vision::TableView::fromHomography(picture.inv());
}

vision::Sighting cardAt(const char* face, TablePoint at, double visible, const vision::TableView& table) {
  vision::Sighting sighting;
  sighting.faces = {{Face(face), 0.9}};
  sighting.pose = TablePose{at, 0};
  sighting.visible = visible;
  for (const TablePoint& corner : vision::cornersOf({at.x - 31, at.y - 44, at.x + 31, at.y + 44}))
    sighting.outline.push_back(table.imageFromTable(corner));
  return sighting;
}

vision::View viewOf(std::vector<vision::Sighting> sightings) {
  vision::View view;
  view.table = slanted();
  view.sightings = std::make_shared<const std::vector<vision::Sighting>>(std::move(sightings));
  return view;
}

std::string faceAt(const vision::View& view, TablePoint at) {
  const auto pointed = ui::pointedAt(view.table->imageFromTable(at), ui::GameSnapshot(), view);
  return pointed && pointed->piece ? pointed->piece->face.text() : "nothing";
}

}  // namespace

TEST_CASE("a click on a board seen at a slant means the box there, also an empty one") {
  ui::GameSnapshot game;
  game.layout.zones.push_back({"board", {-192.5, -165, 192.5, 165}, Grid{{-165, 137.5}, 55, 55, 7, 6}});
  const auto view = viewOf({});
  for (const char* name : {"a1", "g1", "d3", "a6", "g6"}) {
    const TablePoint centre = game.layout.zone("board")->grid->centre(*Cell::parse(name));
    const auto pointed = ui::pointedAt(view.table->imageFromTable({centre.x + 20, centre.y - 20}), game, view);
    REQUIRE(pointed);
    CHECK(distance(pointed->at, centre) < 1e-6);
    CHECK_FALSE(pointed->piece);
    REQUIRE(pointed->outline.size() == 8);
    CHECK(distance(view.table->tableFromImage(pointed->outline[0]), centre) < 28);
  }
  CHECK_FALSE(ui::pointedAt(view.table->imageFromTable({300, 0}), game, view));
}

TEST_CASE("a click on a strip of a covered card means that card, and one on what lies on top means that") {
  const auto table = slanted();
  // Three in a column: each covers all but the upper 18 mm of the one before.
  const auto view = viewOf({cardAt("red:1", {0, 36}, 0.2, table), cardAt("green:2", {0, 18}, 0.2, table),
                            cardAt("blue:3", {0, 0}, 1.0, table), cardAt("red:5", {120, 0}, 1.0, table)});
  CHECK(faceAt(view, {5, 71}) == "red:1");
  CHECK(faceAt(view, {-20, 53}) == "green:2");
  CHECK(faceAt(view, {10, 35}) == "blue:3");
  CHECK(faceAt(view, {0, -40}) == "blue:3");
  CHECK(faceAt(view, {120, 20}) == "red:5");
  CHECK(faceAt(view, {60, 0}) == "nothing");
}

TEST_CASE("without a table, or without a reading, a click means nothing") {
  auto view = viewOf({});
  CHECK_FALSE(ui::pointedAt({960, 540}, ui::GameSnapshot(), view));
  view.sightings = nullptr;
  CHECK_FALSE(ui::pointedAt({960, 540}, ui::GameSnapshot(), view));
  view = viewOf({cardAt("red:1", {0, 0}, 1, slanted())});
  view.table.reset();
  CHECK_FALSE(ui::pointedAt({960, 540}, ui::GameSnapshot(), view));
}
