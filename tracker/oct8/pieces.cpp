#include "tracker/oct8/pieces.h"

#include <toml++/toml.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>

#include "seeds/seeds.h"

namespace octo::tracker::oct8 {
namespace {

constexpr std::string_view kSeed = "oct8/pieces.toml";

int number(const toml::node_view<const toml::node>& node) {
  if (const auto value = node.value<int>()) return *value;
  throw std::runtime_error(std::string(kSeed) + ": a number is missing");
}

PieceList readPieces() {
  const toml::table seed = toml::parse(seeds::text(kSeed), kSeed);
  const toml::table& table = seed;
  PieceList pieces;
  pieces.headsOfAColour = number(table["heads"]["of_a_colour"]);
  pieces.headsLeftOut = number(table["heads"]["left_out_when_short"]);
  for (const Arm arm : Arm::all())
    pieces.arms[arm.index()] = number(table["arms"]["copies"][static_cast<std::size_t>(arm.arms() - 1)]);
  return pieces;
}

}  // namespace

int PieceList::allArms() const { return std::accumulate(arms.begin(), arms.end(), 0); }

const PieceList& pieceList() {
  static const PieceList pieces = readPieces();
  return pieces;
}

}  // namespace octo::tracker::oct8
