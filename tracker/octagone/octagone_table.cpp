#include "tracker/octagone/octagone_table.h"

#include <algorithm>

#include "tracker/octagone/octagone_position.h"

namespace octo::tracker::octagone {
namespace {

/// What speaks against each other way to play than the usual one.
constexpr Cost kUnusualWay = 1.6;

class OctagoneTable final : public GameTable {
 public:
  explicit OctagoneTable(const Grid& grid) : grid_(grid) {}

  bool beginsEmpty() const override { return true; }

  /// Those that the header leaves open; without connections all corners are alike.
  std::vector<Way> ways(const GameHeader& header) const override {
    std::vector<Way> ways;
    std::vector<Options> known;
    const auto open = [&](const char* name, const std::vector<Json>& values) {
      const auto told = header.options.find(name);
      return told == header.options.end() ? values : std::vector<Json>{*told};
    };
    for (const Json& part : open("part", {2, 1}))
      for (const Json& corner : open("corner", {"four", "five"}))
        for (const Json& lady : open("lady", {"arrow", "marks"})) {
          GameHeader way = header;
          way.options.update({{"part", part}, {"corner", corner}, {"lady", lady}});
          const Options options = startState(way).options;
          if (std::find(known.begin(), known.end(), options) != known.end()) continue;
          known.push_back(options);
          const int unusual = (part != open("part", {2})[0]) + (corner != open("corner", {"four"})[0]) +
                              (lady != open("lady", {"arrow"})[0]);
          ways.push_back({way.options, kUnusualWay * unusual});
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
