#include "tracker/octagone/octagone_table.h"

#include "tracker/octagone/octagone_position.h"

namespace octo::tracker::octagone {
namespace {

/// What speaks against each other way to play than the usual one.
constexpr double kUnusualWay = 2.5;

class OctagoneTable final : public GameTable {
 public:
  explicit OctagoneTable(const Grid& grid) : grid_(grid) {}

  bool beginsEmpty() const override { return true; }

  std::vector<Way> ways(const GameHeader& header) const override {
    std::vector<Way> ways;
    const std::vector<Json> open = waysToPlay(header);
    for (const Json& options : open) {
      int unusual = 0;
      for (const char* name : {"part", "corner", "lady"}) unusual += options[name] != open.front()[name] ? 1 : 0;
      ways.push_back({options, kUnusualWay * unusual});
    }
    return ways;
  }

  std::vector<MissingPiece> missing(const GameHeader&, const Observation&) const override {
    return {{"lady", std::nullopt, kLady}};
  }

  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    return (void)observation, asked;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    return std::make_unique<OctagonePosition>(header, grid_);
  }

 private:
  Grid grid_;
};

}  // namespace

const Grid& gridOf(const Layout& layout) {
  const Zone* board = layout.zone("board");
  if (!board || !board->grid) throw Malformed("the layout must have a zone \"board\" with a grid");
  if (board->grid->columns != kColumns || board->grid->rows != kRows)
    throw Malformed("the board's grid must have 7 columns and 6 rows");
  return *board->grid;
}

std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout) {
  (void)startState(header);
  return std::make_unique<OctagoneTable>(gridOf(layout));
}

}  // namespace octo::tracker::octagone
