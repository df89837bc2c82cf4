#include "tracker/tally/tally.h"

#include "tracker/registry/game_module.h"

namespace octo::tracker {
namespace {

/// A reading less sure is told as doubtful.
constexpr double kSure = 0.8;

void tellDoubt(Tally& tally, const std::vector<SeenPiece>& pieces) {
  for (const SeenPiece& piece : pieces)
    if (piece.face().isUnknown() || piece.confidence() < kSure)
      tally.table["doubtful"].push_back({{"piece", piece.face().text()},
                                         {"confidence", piece.confidence()},
                                         {"x", piece.pose.at.x},
                                         {"y", piece.pose.at.y}});
}

}  // namespace

Json Tally::toJson() const {
  Json line = result.toJson();
  line.erase("reason");
  if (result.hands.empty()) line.erase("hands");
  line["counted"] = counted;
  for (const auto& [name, value] : table.items()) line[name] = value;
  return line;
}

Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  const auto count = gameModule(header.game).tally;
  if (!count) throw Malformed("a picture of " + std::string(title(header.game)) + " cannot be counted yet");
  Tally counted = count(header, layout, pieces);
  counted.result.over = true;
  tellDoubt(counted, pieces);
  return counted;
}

}  // namespace octo::tracker
