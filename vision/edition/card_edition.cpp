#include "vision/edition/card_edition.h"

#include <cairo.h>

#include <algorithm>
#include <stdexcept>

#include "vision/edition/seed.h"
#include "vision/edition/table_markers.h"

namespace octo::vision {

CardEdition::CardEdition(GameId game, CodeBook book) : game_(game), book_(book), stock_{}, ink_{}, paper_{} {
  const Seed seed(std::string(name(game)) + "/edition.toml");
  stock_ = CardStock::read(seed);
  ink_ = seed.ink("palette.ink");
  paper_ = seed.ink("palette.paper");
  instructions_ = seed.texts("instructions");
}

void CardEdition::addCard(const Face& face, int copies) {
  faces_.push_back({face, Shape::Card, stock_.width, stock_.height, copies});
  coded_.push_back(face);
}

void CardEdition::addRound(const Face& face, double across, int copies) {
  faces_.push_back({face, Shape::Round, across, across, copies});
}

void CardEdition::addTables(int leastPlayers, int mostPlayers) {
  const std::string folder(name(game_));
  for (int players = leastPlayers; players <= mostPlayers; ++players) {
    const std::string number = std::to_string(players);
    mats_.emplace_back(Face("mat:" + number), folder + "/edition.toml", folder + "/layout" + number + ".toml");
    faces_.push_back(mats_.back().art());
  }
  addTableMarkers(faces_);
}

const FaceArt& CardEdition::art(const Face& face) const {
  for (const FaceArt& art : faces_)
    if (art.face == face) return art;
  throw std::out_of_range("the print edition of " + std::string(title(game_)) + " has no " + face.text());
}

void CardEdition::draw(cairo_t* c, const Face& face) const {
  const FaceArt& found = art(face);
  cairo_save(c);
  cairo_new_path(c);
  if (found.shape == Shape::Card) {
    drawCard(c, face);
  } else {
    cairo_translate(c, found.widthMm / 2, found.heightMm / 2);
    if (found.shape == Shape::Round) drawRound(c, face);
    if (isTableMarker(face)) drawTableMarker(c, face, ink_);
    for (const Mat& mat : mats_)
      if (mat.art().face == face) mat.draw(c);
  }
  cairo_restore(c);
}

void CardEdition::fillBleed(cairo_t* c, const Face& face) const {
  const Shape shape = art(face).shape;
  if (shape != Shape::Card && shape != Shape::Round) return;
  setInk(c, edgeInk(face));
  cairo_fill_preserve(c);
}

std::vector<PrintedMark> CardEdition::marksOf(const Face& ground) const {
  for (const Mat& mat : mats_)
    if (mat.art().face == ground) return mat.marks();
  throw std::out_of_range("the print edition of " + std::string(title(game_)) + " has no mat " + ground.text());
}

Face CardEdition::ground(int players) const { return art(Face("mat:" + std::to_string(players))).face; }

std::optional<std::uint16_t> CardEdition::code(const Face& face) const {
  const auto found = std::find(coded_.begin(), coded_.end(), face);
  if (found == coded_.end()) return std::nullopt;
  return codeWord(book_, static_cast<int>(found - coded_.begin()));
}

}  // namespace octo::vision
