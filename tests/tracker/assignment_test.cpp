#include "tracker/follow/assignment.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace octo::tracker;

namespace {

struct Task {
  std::vector<Cost> pairs, rowsAlone, columnsAlone;
};

/// The cheapest cost of all assignments, each looked at.
Cost leastOfAll(const Task& task, std::size_t row, std::vector<bool>& taken) {
  const std::size_t columns = task.columnsAlone.size();
  if (row == task.rowsAlone.size()) {
    Cost cost = 0;
    for (std::size_t column = 0; column < columns; ++column) cost += taken[column] ? 0 : task.columnsAlone[column];
    return cost;
  }
  Cost least = task.rowsAlone[row] + leastOfAll(task, row + 1, taken);
  for (std::size_t column = 0; column < columns; ++column) {
    if (taken[column]) continue;
    taken[column] = true;
    least = std::min(least, task.pairs[row * columns + column] + leastOfAll(task, row + 1, taken));
    taken[column] = false;
  }
  return least;
}

Task random(std::mt19937& random, std::size_t rows, std::size_t columns) {
  // Few different costs, so that many assignments are equally cheap.
  std::uniform_int_distribution<int> cost(0, 9);
  Task task;
  const auto fill = [&](std::vector<Cost>& costs, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) costs.push_back(0.5 * cost(random));
  };
  fill(task.pairs, rows * columns);
  fill(task.rowsAlone, rows);
  fill(task.columnsAlone, columns);
  for (Cost& pair : task.pairs)
    if (cost(random) == 0) pair = std::numeric_limits<Cost>::infinity();
  return task;
}

/// All but those that never come together.
std::vector<Pair> pairsOf(const Task& task) {
  std::vector<Pair> pairs;
  const std::size_t columns = task.columnsAlone.size();
  for (std::size_t k = 0; k < task.pairs.size(); ++k)
    if (task.pairs[k] < std::numeric_limits<Cost>::infinity())
      pairs.push_back({k / columns, k % columns, task.pairs[k]});
  return pairs;
}

Assignment assigned(const Task& task) { return cheapestAssignment(pairsOf(task), task.rowsAlone, task.columnsAlone); }

}  // namespace

TEST_CASE("an assignment is as cheap as the cheapest of all") {
  std::mt19937 engine(7);
  for (std::size_t rows = 0; rows <= 5; ++rows)
    for (std::size_t columns = 0; columns <= 5; ++columns)
      for (int time = 0; time < 40; ++time) {
        const Task task = random(engine, rows, columns);
        const Assignment found = assigned(task);
        std::vector<bool> taken(columns, false);
        CHECK(found.cost == Approx(leastOfAll(task, 0, taken)));
      }
}

TEST_CASE("the cost of an assignment is that of its pairs and of what stays alone, and no column has two rows") {
  std::mt19937 engine(8);
  for (int time = 0; time < 200; ++time) {
    const Task task = random(engine, 6, 4);
    const Assignment found = assigned(task);
    std::vector<bool> taken(4, false);
    Cost cost = 0;
    for (std::size_t row = 0; row < 6; ++row) {
      if (const auto column = found.columnOf[row]) {
        REQUIRE_FALSE(taken[*column]);
        taken[*column] = true;
        cost += task.pairs[row * 4 + *column];
      } else {
        cost += task.rowsAlone[row];
      }
    }
    for (std::size_t column = 0; column < 4; ++column) cost += taken[column] ? 0 : task.columnsAlone[column];
    CHECK(found.cost == Approx(cost));
  }
}

TEST_CASE("the nearest column is left to the row that needs it more") {
  // Taken one row after the other, the first would get its nearest column and the second stay alone.
  const Assignment found = assigned({{1, 2, 1, 50}, {20, 20}, {0, 0}});
  CHECK(found.columnOf == std::vector<std::optional<std::size_t>>{1, 0});
  CHECK(found.cost == 3);
}

TEST_CASE("a pair that costs more than its row and its column alone is not made, nor one that is not named") {
  const std::vector<Cost> alone{3, 3};
  const Assignment found = cheapestAssignment(std::vector<Pair>{{1, 0, 7}, {1, 1, 5}}, alone, alone);
  CHECK(found.columnOf == std::vector<std::optional<std::size_t>>{std::nullopt, 1});
  CHECK(found.cost == 3 + 5 + 3);
}

TEST_CASE("a pair of a row or a column that there is not is refused") {
  const std::vector<Cost> alone{1, 1};
  CHECK_THROWS_AS(cheapestAssignment(std::vector<Pair>{{2, 0, 1}}, alone, alone), std::invalid_argument);
  CHECK_THROWS_AS(cheapestAssignment(std::vector<Pair>{{0, 2, 1}}, alone, alone), std::invalid_argument);
}
