#include "datasets/bench_follow.h"

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <random>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "datasets/measure.h"
#include "tracker/follow/assignment.h"
#include "tracker/follow/layout_hash.h"

namespace octo::datasets {
namespace {

using tracker::Cost;

/// As many cards seen as known: what a player's octopuses have at the end of a long game of Oct8.
constexpr int kRows = 8, kColumns = 8, kTasks = 100;

struct AssignmentTask {
  std::vector<tracker::Pair> pairs;
  std::vector<Cost> rowsAlone, columnsAlone;
};

AssignmentTask randomTask(std::mt19937_64& random) {
  std::uniform_real_distribution<Cost> cost(0, 8);
  AssignmentTask task;
  for (std::size_t k = 0; k < kRows * kColumns; ++k) task.pairs.push_back({k / kColumns, k % kColumns, cost(random)});
  for (int k = 0; k < kRows; ++k) task.rowsAlone.push_back(cost(random));
  for (int k = 0; k < kColumns; ++k) task.columnsAlone.push_back(cost(random));
  return task;
}

/// The same as a table of costs without rows or columns that stay alone: each may have a partner of its own.
cv::Mat squared(const AssignmentTask& task) {
  constexpr float kNever = 100;
  cv::Mat costs(kRows + kColumns, kRows + kColumns, CV_32F, cv::Scalar(kNever));
  costs(cv::Rect(kColumns, kRows, kRows, kColumns)) = cv::Scalar(0);
  for (const tracker::Pair& pair : task.pairs)
    costs.at<float>(static_cast<int>(pair.row), static_cast<int>(pair.column)) = static_cast<float>(pair.cost);
  for (int row = 0; row < kRows; ++row)
    costs.at<float>(row, kColumns + row) = static_cast<float>(task.rowsAlone[static_cast<std::size_t>(row)]);
  for (int column = 0; column < kColumns; ++column)
    costs.at<float>(kRows + column, column) = static_cast<float>(task.columnsAlone[static_cast<std::size_t>(column)]);
  return costs;
}

double earthMovers(const cv::Mat& costs) {
  const cv::Mat weights(costs.rows, 1, CV_32F, cv::Scalar(1));
  return static_cast<double>(cv::EMD(weights, weights, cv::DIST_USER, costs)) * costs.rows;
}

void benchAssignment(int times, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<AssignmentTask> tasks;
  std::vector<cv::Mat> squares;
  for (int k = 0; k < kTasks; ++k) tasks.push_back(randomTask(random)), squares.push_back(squared(tasks.back()));
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    constexpr double kRounding = 1e-2;
    const Cost ours = tracker::cheapestAssignment(tasks[k].pairs, tasks[k].rowsAlone, tasks[k].columnsAlone).cost;
    if (const double theirs = earthMovers(squares[k]); std::abs(ours - theirs) > kRounding)
      throw std::runtime_error("bench: assignments cost " + std::to_string(ours) + " and " + std::to_string(theirs));
  }
  print(measure("baseline: earth mover's distance, 100 of 8 x 8", times, [&] {
    for (const cv::Mat& costs : squares) earthMovers(costs);
  }));
  print(measure("follow: assignment, 100 of 8 x 8", times, [&] {
    for (const AssignmentTask& task : tasks) tracker::cheapestAssignment(task.pairs, task.rowsAlone, task.columnsAlone);
  }));
}

/// A layout's hash is made of its pieces' names and places, one after the other.
void benchHash(int times, std::uint64_t seed) {
  constexpr std::size_t kValues = 100'000;
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> values(kValues);
  for (std::uint64_t& value : values) value = random();
  std::uint64_t hash = 0;
  print(measure("baseline: standard hash of the bytes, 100000 values", times, [&] {
    for (const std::uint64_t value : values) {
      std::array<char, 2 * sizeof hash> bytes;
      std::memcpy(bytes.data(), &hash, sizeof hash);
      std::memcpy(bytes.data() + sizeof hash, &value, sizeof value);
      hash = std::hash<std::string_view>{}({bytes.data(), bytes.size()});
    }
  }));
  Json line = measure("follow: hash of a layout, 100000 values", times, [&] {
    for (const std::uint64_t value : values) hash = tracker::mixed(hash, value);
  });
  line["last"] = hash % 1000;  // used, so that the compiler works it out
  print(line);
}

}  // namespace

void benchFollow(int times, std::uint64_t seed) {
  benchAssignment(times, seed);
  benchHash(times, seed);
}

}  // namespace octo::datasets
