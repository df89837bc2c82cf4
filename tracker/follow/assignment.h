#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace octo::tracker {

/// Minus the natural logarithm of a likelihood: costs of independent things add up.
using Cost = double;

/// A row and a column that may come together, and what that costs.
struct Pair {
  std::size_t row, column;
  Cost cost;
};

/// Rows and columns that belong together: what was seen and what is known, say. Each row has at most one column and
/// each column at most one row.
struct Assignment {
  Cost cost = 0;
  /// Of each row its column; nothing where it stays alone.
  std::vector<std::optional<std::size_t>> columnOf;
};

/// The cheapest assignment in which rows and columns may also stay alone, at a finite cost of their own (rows first,
/// then columns). Others than the `pairs`, each named once, never come together. The Hungarian method (Kuhn 1955) by
/// shortest augmenting paths (Jonker and Volgenant 1987), for each group of rows and columns that are worth pairing:
/// its time grows with the square of the rows of a group times its rows and columns. Throws std::invalid_argument where
/// a pair is of a row or column that there is not.
Assignment cheapestAssignment(std::span<const Pair> pairs, std::span<const Cost> rowsAlone,
                              std::span<const Cost> columnsAlone);

}  // namespace octo::tracker
