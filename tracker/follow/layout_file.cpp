#include <toml++/toml.h>
#include <cmath>
#include <sstream>

#include "seeds/seeds.h"
#include "tracker/follow/follower.h"

namespace octo::tracker {
namespace {

/// Says where in the file something is not as it must be.
class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Layout layout(const toml::table& file) const {
    Layout layout;
    const toml::array* zones = file["zone"].as_array();
    if (!zones || zones->empty()) throw wrong(file, "at least one [[zone]]");
    for (const toml::node& each : *zones) {
      const toml::table* table = each.as_table();
      if (!table) throw wrong(each, "[[zone]] tables");
      layout.zones.push_back(zone(*table));
    }
    return layout;
  }

  Malformed wrong(std::uint32_t line, const std::string& expected) const {
    return Malformed(name_ + ":" + std::to_string(line) + ": " + expected);
  }

 private:
  Malformed wrong(const toml::node& node, const std::string& expected) const {
    return wrong(node.source().begin.line, "expected " + expected);
  }

  Zone zone(const toml::table& table) const {
    const auto name = table["name"].value<std::string>();
    if (!name || name->empty()) throw wrong(table, "a zone's name");
    const std::vector<double> area = numbers(table, "area", 4);
    if (area[0] >= area[2] || area[1] >= area[3])
      throw wrong(table, "area = [x0, y0, x1, y1] with x0 < x1 and y0 < y1");
    Zone zone{*name, {area[0], area[1], area[2], area[3]}, {}};
    if (const toml::node* node = table.get("grid")) zone.grid = grid(*node);
    return zone;
  }

  Grid grid(const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (!table) throw wrong(node, "grid = { first, step, columns, rows }");
    const std::vector<double> first = numbers(*table, "first", 2), step = numbers(*table, "step", 2);
    const auto columns = (*table)["columns"].value<int>(), rows = (*table)["rows"].value<int>();
    if (step[0] <= 0 || step[1] <= 0) throw wrong(*table, "steps above 0 mm");
    if (!columns || !rows || *columns < 1 || *columns > 26 || *rows < 1 || *rows > 99)
      throw wrong(*table, "1 to 26 columns and 1 to 99 rows");
    return {{first[0], first[1]}, step[0], step[1], *columns, *rows};
  }

  std::vector<double> numbers(const toml::table& table, std::string_view key, std::size_t count) const {
    const std::string expected = std::string(key) + " as a list of " + std::to_string(count) + " millimetres";
    const toml::array* list = table[key].as_array();
    if (!list || list->size() != count) throw wrong(table, expected);
    std::vector<double> values;
    for (const toml::node& each : *list) {
      const auto value = each.value<double>();
      if (!value || !std::isfinite(*value)) throw wrong(each, expected);
      values.push_back(*value);
    }
    return values;
  }

  std::string name_;
};

}  // namespace

Layout parseLayout(std::string_view toml, const std::string& name) {
  const Reader reader(name);
  try {
    return reader.layout(toml::parse(toml, name));
  } catch (const toml::parse_error& error) {
    throw reader.wrong(error.source().begin.line, std::string(error.description()));
  }
}

Layout seededLayout(GameId game, int players) {
  const std::string folder(octo::name(game));
  for (const std::string& seed : {folder + "/layout" + std::to_string(players) + ".toml", folder + "/layout.toml"})
    if (const auto text = seeds::find(seed)) return parseLayout(*text, seed);
  throw Malformed(std::string(title(game)) + " has no layout for " + std::to_string(players) + " players");
}

}  // namespace octo::tracker
