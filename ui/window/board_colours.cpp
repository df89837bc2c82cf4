#include "ui/window/board_colours.h"

#include <toml++/toml.h>

#include <map>
#include <string>

#include "seeds/seeds.h"

namespace octo::ui {
namespace {

ImVec4 parse(const std::string& hex) {
  const auto value = static_cast<unsigned>(std::stoul(hex.substr(1), nullptr, 16));
  return {static_cast<float>(value >> 16 & 255) / 255.0f, static_cast<float>(value >> 8 & 255) / 255.0f,
          static_cast<float>(value & 255) / 255.0f, 1.0f};
}

std::vector<ImVec4> read(GameId game) {
  const auto text = seeds::find(std::string(name(game)) + "/edition.toml");
  if (!text) return {};
  const toml::table edition = toml::parse(*text);
  std::map<std::string, ImVec4> fields;
  if (const auto* colours = edition["colour"].as_array())
    for (const auto& colour : *colours)
      if (const auto* entry = colour.as_table())
        fields[(*entry)["name"].value_or("")] = parse((*entry)["field"].value_or("#808080"));
  std::vector<ImVec4> rows;
  if (const auto* names = edition["board"]["rows"].as_array())
    for (const auto& row : *names) rows.push_back(fields[row.value_or("")]);
  return rows;
}

}  // namespace

const std::vector<ImVec4>& rowColours(GameId game) {
  static std::map<GameId, std::vector<ImVec4>> known;
  const auto found = known.find(game);
  return found != known.end() ? found->second : known.emplace(game, read(game)).first->second;
}

}  // namespace octo::ui
