#include "tracker/octal/pieces.h"

#include <toml++/toml.h>
#include <numeric>
#include <stdexcept>

#include "seeds/seeds.h"

namespace octo::tracker::octal {
namespace {

using Copies = std::array<int, Card::kFaces>;

constexpr std::string_view kSeed = "octal/pieces.toml";

Copies readCopies() {
  Copies all{};
  const toml::table pieces = toml::parse(seeds::text(kSeed), kSeed);
  const toml::table* copies = pieces["copies"].as_table();
  if (!copies) throw std::runtime_error(std::string(kSeed) + ": [copies] is missing");
  for (const auto& [face, count] : *copies) {
    const auto card = Card::parse(face.str());
    const auto number = count.value<int>();
    if (!card || !number || *number < 0)
      throw std::runtime_error(std::string(kSeed) + ": " + std::string(face.str()) + " must be a card and its number");
    all[static_cast<std::size_t>(card->index())] = *number;
  }
  return all;
}

const Copies& allCopies() {
  static const Copies all = readCopies();
  return all;
}

}  // namespace

int copies(Card card) { return allCopies()[static_cast<std::size_t>(card.index())]; }

int cardsInEdition() { return std::accumulate(allCopies().begin(), allCopies().end(), 0); }

}  // namespace octo::tracker::octal
