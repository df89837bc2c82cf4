#include "tracker/follow/assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace octo::tracker {
namespace {

constexpr Cost kNoPath = std::numeric_limits<Cost>::infinity();
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Columns that stay alone are counted as paid, and a pair gives its column's cost back. A row may also stay alone: a
/// path may end with it.
class AugmentingPaths {
 public:
  AugmentingPaths(std::span<const Cost> pairs, std::span<const Cost> rowsAlone, std::span<const Cost> columnsAlone)
      : pairs_(pairs),
        rowsAlone_(rowsAlone),
        columnsAlone_(columnsAlone),
        rowPrice_(rowsAlone.size(), 0),
        columnPrice_(columns() + 1, 0),
        rowOf_(columns() + 1, kNone),
        before_(columns() + 1, 0),
        least_(columns(), 0),
        reached_(columns() + 1, 0) {
    for (std::size_t row = 0; row < rowsAlone.size(); ++row) give(row);
  }

  std::vector<std::optional<std::size_t>> columnOf() const {
    std::vector<std::optional<std::size_t>> all(rowsAlone_.size());
    for (std::size_t column = 0; column < columns(); ++column)
      if (rowOf_[column] != kNone) all[rowOf_[column]] = column;
    return all;
  }

 private:
  std::size_t columns() const { return columnsAlone_.size(); }
  /// Where a path begins: a column behind all others.
  std::size_t start() const { return columns(); }

  /// Gives the row a column, or leaves it or another one alone; others change their columns for it along the cheapest
  /// path.
  void give(std::size_t row) {
    std::fill(least_.begin(), least_.end(), kNoPath);
    std::fill(reached_.begin(), reached_.end(), 0);
    leastAlone_ = kNoPath;
    rowOf_[start()] = row;
    std::size_t column = start();
    do column = nextAfter(column);
    while (column != kNone && rowOf_[column] != kNone);
    if (column == kNone) column = aloneFrom_;  // the row that has this column stays alone
    while (column != start()) {
      rowOf_[column] = rowOf_[before_[column]];
      column = before_[column];
    }
  }

  /// The column that is reached most cheaply from those reached so far, of which `last` is the newest; `kNone` where a
  /// row that has one of them had better stay alone.
  std::size_t nextAfter(std::size_t last) {
    reached_[last] = 1;
    const std::size_t row = rowOf_[last];
    const Cost* const its = pairs_.data() + row * columns();
    std::size_t next = kNone;
    Cost step = kNoPath;
    for (std::size_t column = 0; column < columns(); ++column) {
      if (reached_[column]) continue;
      const Cost cost = its[column] - columnsAlone_[column] - rowPrice_[row] - columnPrice_[column];
      if (cost < least_[column]) least_[column] = cost, before_[column] = last;
      if (least_[column] < step) step = least_[column], next = column;
    }
    if (const Cost alone = rowsAlone_[row] - rowPrice_[row]; alone < leastAlone_)
      leastAlone_ = alone, aloneFrom_ = last;
    if (leastAlone_ < step) step = leastAlone_, next = kNone;
    for (std::size_t column = 0; column <= columns(); ++column) {
      if (reached_[column])
        rowPrice_[rowOf_[column]] += step, columnPrice_[column] -= step;
      else if (column < columns())
        least_[column] -= step;
    }
    leastAlone_ -= step;
    return next;
  }

  std::span<const Cost> pairs_, rowsAlone_, columnsAlone_;
  std::vector<Cost> rowPrice_, columnPrice_;
  std::vector<std::size_t> rowOf_;
  /// Of each column reached, the one from which.
  std::vector<std::size_t> before_;
  std::vector<Cost> least_;
  std::vector<char> reached_;
  /// How cheaply a row that has a column of the path stays alone, and which column that is.
  Cost leastAlone_ = 0;
  std::size_t aloneFrom_ = 0;
};

/// Rows and columns of which none is worth pairing with one of another group: a pair that costs more than both alone is
/// never made.
class Groups {
 public:
  Groups(std::span<const Cost> pairs, std::span<const Cost> rowsAlone, std::span<const Cost> columnsAlone)
      : rows_(rowsAlone.size()), parent_(rowsAlone.size() + columnsAlone.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t row = 0; row < rows_; ++row)
      for (std::size_t column = 0; column < columnsAlone.size(); ++column)
        if (pairs[row * columnsAlone.size() + column] <= rowsAlone[row] + columnsAlone[column])
          parent_[rootOf(row)] = rootOf(rows_ + column);
  }

  struct Group {
    std::vector<std::size_t> rows, columns;
  };
  /// Those with rows and columns.
  std::vector<Group> all() {
    std::vector<std::size_t> rows(parent_.size(), 0), columns(parent_.size(), 0), number(parent_.size(), kNone);
    for (std::size_t each = 0; each < parent_.size(); ++each) ++(each < rows_ ? rows : columns)[rootOf(each)];
    std::vector<Group> groups;
    for (std::size_t each = 0; each < parent_.size(); ++each) {
      const std::size_t root = rootOf(each);
      if (rows[root] == 0 || columns[root] == 0) continue;
      if (number[root] == kNone) {
        number[root] = groups.size();
        Group& group = groups.emplace_back();
        group.rows.reserve(rows[root]);
        group.columns.reserve(columns[root]);
      }
      Group& group = groups[number[root]];
      (each < rows_ ? group.rows : group.columns).push_back(each < rows_ ? each : each - rows_);
    }
    return groups;
  }

 private:
  std::size_t rootOf(std::size_t each) {
    while (parent_[each] != each) each = parent_[each] = parent_[parent_[each]];
    return each;
  }

  std::size_t rows_;
  std::vector<std::size_t> parent_;
};

}  // namespace

Assignment cheapestAssignment(std::span<const Cost> pairs, std::span<const Cost> rowsAlone,
                              std::span<const Cost> columnsAlone) {
  if (pairs.size() != rowsAlone.size() * columnsAlone.size())
    throw std::invalid_argument("assignment: as many pairs as rows times columns are needed");
  Assignment assignment;
  assignment.columnOf.resize(rowsAlone.size());
  for (const Groups::Group& group : Groups(pairs, rowsAlone, columnsAlone).all()) {
    if (group.rows.size() == 1 && group.columns.size() == 1) {
      assignment.columnOf[group.rows.front()] = group.columns.front();
      continue;
    }
    std::vector<Cost> its, alone, others;
    for (const std::size_t row : group.rows) {
      alone.push_back(rowsAlone[row]);
      for (const std::size_t column : group.columns) its.push_back(pairs[row * columnsAlone.size() + column]);
    }
    for (const std::size_t column : group.columns) others.push_back(columnsAlone[column]);
    const auto columnOf = AugmentingPaths(its, alone, others).columnOf();
    for (std::size_t row = 0; row < group.rows.size(); ++row)
      if (columnOf[row]) assignment.columnOf[group.rows[row]] = group.columns[*columnOf[row]];
  }
  assignment.cost = std::accumulate(columnsAlone.begin(), columnsAlone.end(), Cost{0});
  for (std::size_t row = 0; row < rowsAlone.size(); ++row)
    if (const auto column = assignment.columnOf[row])
      assignment.cost += pairs[row * columnsAlone.size() + *column] - columnsAlone[*column];
    else
      assignment.cost += rowsAlone[row];
  return assignment;
}

}  // namespace octo::tracker
