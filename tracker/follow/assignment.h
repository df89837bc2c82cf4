#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace octo::tracker {

/// Minus the natural logarithm of a likelihood: costs of independent things add up.
using Cost = double;

/// Rows and columns that belong together: what was seen and what is known, say. Each row has at most one column and
/// each column at most one row.
struct Assignment {
  Cost cost = 0;
  /// Of each row its column; nothing where it stays alone.
  std::vector<std::optional<std::size_t>> columnOf;
};

/// The cheapest assignment in which rows and columns may also stay alone, at a cost of their own (rows first, then
/// columns). `pairs` has the cost of each pair, row by row; an infinite one never comes together. Costs of staying
/// alone are finite. The Hungarian method (Kuhn 1955) by shortest augmenting paths (Jonker and Volgenant 1987): the
/// time grows with the square of the rows times rows and columns. Throws std::invalid_argument where the sizes do not
/// fit.
Assignment cheapestAssignment(std::span<const Cost> pairs, std::span<const Cost> rowsAlone,
                              std::span<const Cost> columnsAlone);

}  // namespace octo::tracker
