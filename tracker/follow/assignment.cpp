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
  Groups(std::span<const Pair> pairs, std::span<const Cost> rowsAlone, std::span<const Cost> columnsAlone)
      : rows_(rowsAlone.size()), parent_(rowsAlone.size() + columnsAlone.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const Pair& pair : pairs)
      if (pair.cost <= rowsAlone[pair.row] + columnsAlone[pair.column])
        parent_[rootOf(pair.row)] = rootOf(rows_ + pair.column);
    members_.resize(parent_.size());
    std::vector<std::size_t> before(parent_.size() + 1, 0);
    for (std::size_t each = 0; each < parent_.size(); ++each) ++before[rootOf(each) + 1];
    std::partial_sum(before.begin(), before.end(), before.begin());
    for (std::size_t each = 0; each < parent_.size(); ++each) members_[before[rootOf(each)]++] = each;
  }

  struct Group {
    /// Columns are numbered on behind the rows.
    std::span<const std::size_t> rows, columns;
  };
  /// Those with rows and columns.
  template <class Do>
  void each(const Do& toDo) {
    for (std::size_t first = 0, end = 0; first < members_.size(); first = end) {
      const std::size_t root = rootOf(members_[first]);
      while (end < members_.size() && rootOf(members_[end]) == root) ++end;
      const std::span all(members_.begin() + static_cast<std::ptrdiff_t>(first), end - first);
      const auto rows = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), rows_) - all.begin());
      if (rows > 0 && rows < all.size()) toDo(Group{all.first(rows), all.subspan(rows)});
    }
  }

 private:
  std::size_t rootOf(std::size_t each) {
    while (parent_[each] != each) each = parent_[each] = parent_[parent_[each]];
    return each;
  }

  std::size_t rows_;
  std::vector<std::size_t> parent_;
  /// Group by group, each in order.
  std::vector<std::size_t> members_;
};

/// What each row would have if it had the choice: nothing better can be, unless two rows would have one column.
class Choices {
 public:
  Choices(std::span<const Pair> pairs, std::span<const Cost> rowsAlone, std::span<const Cost> columnsAlone)
      : columnOf_(rowsAlone.size()), wanted_(columnsAlone.size(), 0) {
    std::vector<Cost> least(rowsAlone.size(), kNoPath);
    for (const Pair& pair : pairs)
      if (const Cost cost = pair.cost - columnsAlone[pair.column]; cost < least[pair.row])
        least[pair.row] = cost, columnOf_[pair.row] = pair.column;
    for (std::size_t row = 0; row < rowsAlone.size(); ++row) {
      if (rowsAlone[row] < least[row]) columnOf_[row].reset();
      if (columnOf_[row]) ++wanted_[*columnOf_[row]];
    }
  }

  const std::vector<std::optional<std::size_t>>& columnOf() const { return columnOf_; }
  bool isWantedTwice(std::size_t column) const { return wanted_[column] > 1; }
  bool collide() const {
    return std::any_of(wanted_.begin(), wanted_.end(), [](int rows) { return rows > 1; });
  }

 private:
  std::vector<std::optional<std::size_t>> columnOf_;
  /// By so many rows.
  std::vector<int> wanted_;
};

/// Gives the rows of groups in which they collide the columns that are cheapest for all.
void settle(std::span<const Pair> pairs, std::span<const Cost> rowsAlone, std::span<const Cost> columnsAlone,
            const Choices& choices, std::vector<std::optional<std::size_t>>& columnOf) {
  const std::size_t rows = rowsAlone.size();
  std::vector<std::size_t> placeOf(rows + columnsAlone.size());
  Groups(pairs, rowsAlone, columnsAlone).each([&](const Groups::Group& group) {
    if (std::none_of(group.columns.begin(), group.columns.end(),
                     [&](std::size_t column) { return choices.isWantedTwice(column - rows); }))
      return;
    std::vector<Cost> its(group.rows.size() * group.columns.size(), kNoPath), alone, others;
    std::fill(placeOf.begin(), placeOf.end(), kNone);
    for (const std::size_t row : group.rows) placeOf[row] = alone.size(), alone.push_back(rowsAlone[row]);
    for (const std::size_t column : group.columns)
      placeOf[column] = others.size(), others.push_back(columnsAlone[column - rows]);
    for (const Pair& pair : pairs)
      if (const auto row = placeOf[pair.row], column = placeOf[rows + pair.column]; row != kNone && column != kNone)
        its[row * others.size() + column] = pair.cost;
    const auto found = AugmentingPaths(its, alone, others).columnOf();
    for (std::size_t row = 0; row < group.rows.size(); ++row)
      columnOf[group.rows[row]] = found[row] ? std::optional(group.columns[*found[row]] - rows) : std::nullopt;
  });
}

}  // namespace

Assignment cheapestAssignment(std::span<const Pair> pairs, std::span<const Cost> rowsAlone,
                              std::span<const Cost> columnsAlone) {
  if (std::any_of(pairs.begin(), pairs.end(),
                  [&](const Pair& pair) { return pair.row >= rowsAlone.size() || pair.column >= columnsAlone.size(); }))
    throw std::invalid_argument("assignment: a pair of a row or column that there is not");
  const Choices choices(pairs, rowsAlone, columnsAlone);
  Assignment assignment{.columnOf = choices.columnOf()};
  if (choices.collide()) settle(pairs, rowsAlone, columnsAlone, choices, assignment.columnOf);
  assignment.cost = std::accumulate(columnsAlone.begin(), columnsAlone.end(), Cost{0});
  std::vector<bool> isAlone(rowsAlone.size(), true);
  for (const Pair& pair : pairs)
    if (assignment.columnOf[pair.row] == pair.column) {
      assignment.cost += pair.cost - columnsAlone[pair.column];
      isAlone[pair.row] = false;
    }
  for (std::size_t row = 0; row < rowsAlone.size(); ++row)
    if (isAlone[row]) assignment.cost += rowsAlone[row];
  return assignment;
}

}  // namespace octo::tracker
