#include "datasets/scene/board_grid.h"

#include <toml++/toml.h>
#include <string>

#include "seeds/seeds.h"

namespace octo::datasets {

std::optional<Grid> boardGrid(GameId game) {
  const auto text = seeds::find(std::string(name(game)) + "/layout.toml");
  if (!text) return std::nullopt;
  const toml::table layout = toml::parse(*text);
  using Node = toml::node_view<const toml::node>;
  const Node zones = Node(&layout)["zone"];
  for (std::size_t i = 0; const Node zone = zones[i]; ++i) {
    const Node grid = zone["grid"];
    if (!grid) continue;
    return Grid{{grid["first"][0].value_or(0.0), grid["first"][1].value_or(0.0)},
                grid["step"][0].value_or(0.0),
                grid["step"][1].value_or(0.0),
                grid["columns"].value_or(0),
                grid["rows"].value_or(0)};
  }
  return std::nullopt;
}

}  // namespace octo::datasets
