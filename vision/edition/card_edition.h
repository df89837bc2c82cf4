#pragma once

#include <string>
#include <vector>

#include "vision/edition/card_stock.h"
#include "vision/edition/edition.h"
#include "vision/edition/face_code.h"
#include "vision/edition/mat.h"

namespace octo::vision {

/// What the print editions of card games share: their faces and mats, markers, and what they promise a
/// reader. A game's own edition adds its faces and draws them.
class CardEdition : public Edition {
 public:
  const std::vector<FaceArt>& faces() const override { return faces_; }
  const FaceArt& art(const Face& face) const override;
  void draw(cairo_t* context, const Face& face) const override;
  void fillBleed(cairo_t* context, const Face& face) const override;
  std::vector<std::string> instructions() const override { return instructions_; }
  std::vector<PrintedMark> marksOf(const Face& ground) const override;
  Face ground(int players) const override;
  std::optional<CardFrame> frame() const override { return stock_.frame; }
  std::optional<CodeRow> codeRow() const override { return stock_.code; }
  std::optional<CardWindow> indexWindow() const override { return stock_.index; }
  std::optional<std::uint16_t> code(const Face& face) const override;

 protected:
  /// Cards, instructions and the colours "ink" and "paper" from `seeds/<game>/edition.toml`.
  CardEdition(GameId game, CodeBook book);

  /// A card's place in the order of these calls is the number of its code word.
  void addCard(const Face& face, int copies);
  void addRound(const Face& face, double across, int copies);
  /// The mats of `seeds/<game>/layoutN.toml`, and the markers; after all pieces.
  void addTables(int leastPlayers, int mostPlayers);

 private:
  /// The card's top left corner is the origin.
  virtual void drawCard(cairo_t* context, const Face& face) const = 0;
  /// About the origin.
  virtual void drawRound(cairo_t* context, const Face& face) const { (void)context, (void)face; }
  /// What a piece ends with at its edge.
  virtual const Ink& edgeInk(const Face& face) const { return (void)face, paper_; }

  GameId game_;
  CodeBook book_;
  CardStock stock_;
  Ink ink_, paper_;
  std::vector<std::string> instructions_;
  std::vector<FaceArt> faces_;
  std::vector<Face> coded_;
  std::vector<Mat> mats_;
};

}  // namespace octo::vision
