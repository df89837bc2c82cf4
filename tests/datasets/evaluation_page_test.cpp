#include "datasets/evaluation_page.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tracker/vocabulary/event.h"

using namespace octo;
using namespace octo::datasets;
using Catch::Contains;

namespace {

constexpr const char* kPlan = R"(
about = "All of it."
[[section]]
title = "Games"
columns = [{title = "right", value = "exact", out_of = "games"}, {title = "share", value = "share", digits = 2}]
[[section.figure]]
id = "first"
name = "The first game"
command = "play --first"
[[section.figure]]
id = "second"
name = "The second game"
command = "play --second"
[[section]]
title = "Times"
row_by = "stage"
columns = [{title = "median", value = "ms", digits = 1}]
[[section.figure]]
id = "times"
name = "Stage"
command = "time"
)";

MeasuredFigure measuredAs(const std::string& command, std::vector<Json> lines) {
  return {command, "abc1234", "2026-11-24", "2 cores", 3, std::move(lines)};
}

}  // namespace

TEST_CASE("the evaluation page shows what was measured beside its command, its version and its day") {
  const EvaluationPlan plan = parsePlan(kPlan, "plan.toml");
  const std::string page = evaluationPage(
      plan, {{"first", measuredAs("play --first --then", {{{"exact", 19}, {"games", 20}, {"share", 0.987}}})},
             {"times", measuredAs("time", {{{"stage", "find"}, {"ms", 1.26}}, {{"stage", "read"}, {"ms", 20}}})}});
  CHECK_THAT(page, Contains("| The first game | 19 of 20 (95.0 %) | 0.99 | abc1234, 2026-11-24 |"));
  CHECK_THAT(page, Contains("# The first game\nplay --first --then\n"));
  CHECK_THAT(page, Contains("| The second game |  |  | not measured |"));
  CHECK_THAT(page, Contains("| Stage, find | 1.3 |") && Contains("| Stage, read | 20 |"));
  CHECK_THAT(page, Contains("Machine: 2 cores."));
}

TEST_CASE("lines of one row fill the columns that ask for them, and one that is missing is said to be") {
  const EvaluationPlan plan = parsePlan(R"(
[[section]]
title = "Times"
row_by = "stage"
columns = [{title = "720", value = "ms", where = {rows = 720}}, {title = "1080", value = "ms", where = {rows = 1080}}]
[[section.figure]]
id = "times"
name = "Stage"
command = "time"
)",
                                        "plan.toml");
  const std::string page =
      evaluationPage(plan, {{"times", measuredAs("time", {{{"stage", "find"}, {"rows", 720}, {"ms", 1}},
                                                          {{"stage", "read"}, {"rows", 720}, {"ms", 3}},
                                                          {{"stage", "find"}, {"rows", 1080}, {"ms", 2}}})}});
  CHECK_THAT(page, Contains("| Stage, find | 1 | 2 |") && Contains("| Stage, read | 3 | – |"));
}

TEST_CASE("a column may be a field within a field") {
  const EvaluationPlan plan = parsePlan(R"(
[[section]]
title = "Games"
columns = [{title = "sure", value = "/sure/from 0.9/right", out_of = "/sure/from 0.9/told"}, {title = "p95", value = "/ms/p95"}]
[[section.figure]]
id = "games"
name = "Games"
command = "play"
)",
                                        "plan.toml");
  const Json line{{"sure", {{"from 0.9", {{"told", 10}, {"right", 9}}}}}};
  CHECK_THAT(evaluationPage(plan, {{"games", measuredAs("play", {line})}}),
             Contains("| Games | 9 of 10 (90.0 %) | – | abc1234"));
}

TEST_CASE("a section shows the last line of a figure, or a row for each line that names one") {
  const EvaluationPlan plan = parsePlan(kPlan, "plan.toml");
  const std::vector<Json> printed{{{"stage", "find"}, {"ms", 1}},
                                  {{"games", 1}},
                                  {{"stage", "find"}, {"wrong", "a single picture"}},
                                  {{"stage", "read"}, {"ms", 2}},
                                  {{"games", 2}}};
  CHECK(shownLines(plan.sections[0], printed) == std::vector<Json>{{{"games", 2}}});
  CHECK(shownLines(plan.sections[1], printed) ==
        std::vector<Json>{{{"stage", "find"}, {"ms", 1}}, {{"stage", "read"}, {"ms", 2}}});
  CHECK(shownLines(plan.sections[0], {}).empty());
}

TEST_CASE("a number that a line lacks, or a share of none, is said to be so") {
  const EvaluationPlan plan = parsePlan(kPlan, "plan.toml");
  const std::string page = evaluationPage(plan, {{"first", measuredAs("play", {{{"exact", 0}, {"games", 0}}})}});
  CHECK_THAT(page, Contains("| The first game | none to count | – |"));
}

TEST_CASE("a broken plan names its line") {
  const auto failure = [](const std::string& toml) {
    try {
      (void)parsePlan(toml, "plan.toml");
    } catch (const Malformed& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string plan = kPlan;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = plan;
    return changed.replace(changed.find(from), from.size(), to);
  };
  CHECK_THAT(failure(with("id = \"second\"", "id = \"first\"")), Contains("plan.toml:10: ") && Contains("first"));
  CHECK_THAT(failure(with("id = \"second\"", "id = \"../up\"")), Contains("plan.toml:10: "));
  CHECK_THAT(failure(with("command = \"time\"", "")), Contains("command was expected"));
  CHECK_THAT(failure(with("title = \"Games\"", "title = ")), Contains("plan.toml:4: "));
  CHECK_THAT(failure("about = \"nothing\""), Contains("section was expected"));
}

TEST_CASE("what was measured is kept as JSON and read again") {
  const MeasuredFigure figure = measuredAs("play", {{{"games", 2}}});
  const MeasuredFigure again = MeasuredFigure::of(figure.toJson());
  CHECK(again.toJson() == figure.toJson());
  CHECK_THROWS_AS(MeasuredFigure::of({{"command", "play"}}), Malformed);
}

TEST_CASE("the plan of this repository can be read, and its page is the one beside it") {
  const std::filesystem::path root = OCTO_SOURCE_DIR;
  const auto textOf = [&](const std::filesystem::path& file) {
    std::ifstream in(file);
    REQUIRE(in);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const EvaluationPlan plan = parsePlan(textOf(root / "datasets/evaluation.toml"), "evaluation.toml");
  std::map<std::string, MeasuredFigure> measured;
  for (const PlanSection& section : plan.sections)
    for (const PlanFigure& figure : section.figures)
      if (const auto file = root / "datasets/figures" / (figure.id + ".json"); std::filesystem::exists(file))
        measured[figure.id] = MeasuredFigure::of(Json::parse(textOf(file)));
  CHECK(textOf(root / "datasets/EVALUATION.md") == evaluationPage(plan, measured));
}
