#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tracker/vocabulary/table.h"
#include "vision/edition/paint.h"

namespace octo::vision {

/// A seed of an edition, read by dotted paths ("card.width", "zone[2].label"). Seeds are part of the program:
/// what is missing in one is our own mistake, so every getter throws std::out_of_range with the file and the
/// path.
class Seed {
 public:
  /// By its path below `seeds/`.
  explicit Seed(std::string name);
  ~Seed();

  double number(std::string_view path) const;
  double number(std::string_view path, double otherwise) const;
  int whole(std::string_view path) const;
  std::string text(std::string_view path) const;
  std::string text(std::string_view path, std::string_view otherwise) const;
  Ink ink(std::string_view path) const;
  bool has(std::string_view path) const;
  /// A list's length; 0 where there is none.
  std::size_t count(std::string_view path) const;
  std::vector<std::string> texts(std::string_view path) const;
  std::vector<double> numbers(std::string_view path) const;
  /// A table's keys, sorted.
  std::vector<std::string> keys(std::string_view path) const;

 private:
  struct Table;
  std::string name_;
  std::unique_ptr<const Table> table_;
};

/// "path[index]".
std::string indexed(std::string_view path, std::size_t index);

}  // namespace octo::vision
