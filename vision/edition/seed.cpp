#include "vision/edition/seed.h"

#include <toml++/toml.h>
#include <stdexcept>
#include <utility>

#include "seeds/seeds.h"

namespace octo::vision {

struct Seed::Table {
  toml::table root;
};

namespace {

using Node = toml::node_view<const toml::node>;

template <class T>
T value(const toml::table& root, const std::string& name, std::string_view path) {
  if (const auto found = toml::at_path(root, path).value<T>()) return *found;
  throw std::out_of_range("seeds/" + name + ": no " + std::string(path));
}

}  // namespace

Seed::Seed(std::string name)
    : name_(std::move(name)), table_(std::make_unique<Table>(Table{toml::parse(seeds::text(name_))})) {}

Seed::~Seed() = default;

double Seed::number(std::string_view path) const { return value<double>(table_->root, name_, path); }

double Seed::number(std::string_view path, double otherwise) const { return has(path) ? number(path) : otherwise; }

int Seed::whole(std::string_view path) const { return value<int>(table_->root, name_, path); }

std::string Seed::text(std::string_view path) const { return value<std::string>(table_->root, name_, path); }

std::string Seed::text(std::string_view path, std::string_view otherwise) const {
  return has(path) ? text(path) : std::string(otherwise);
}

Ink Seed::ink(std::string_view path) const { return Ink::parse(text(path)); }

bool Seed::has(std::string_view path) const { return static_cast<bool>(toml::at_path(table_->root, path)); }

std::size_t Seed::count(std::string_view path) const {
  const toml::array* list = toml::at_path(table_->root, path).as_array();
  return list ? list->size() : 0;
}

std::vector<std::string> Seed::texts(std::string_view path) const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count(path); ++i) all.push_back(text(indexed(path, i)));
  return all;
}

std::vector<double> Seed::numbers(std::string_view path) const {
  std::vector<double> all;
  for (std::size_t i = 0; i < count(path); ++i) all.push_back(number(indexed(path, i)));
  return all;
}

std::vector<std::string> Seed::keys(std::string_view path) const {
  std::vector<std::string> all;
  if (const toml::table* table = toml::at_path(table_->root, path).as_table())
    for (const auto& [key, node] : *table) all.emplace_back(key.str());
  return all;
}

std::string indexed(std::string_view path, std::size_t index) {
  return std::string(path) + "[" + std::to_string(index) + "]";
}

}  // namespace octo::vision
