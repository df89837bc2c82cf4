#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tracker/vocabulary/json.h"

/// What `evaluate all` runs, and the page it writes. The plan is data (`datasets/evaluation.toml`); this file knows no
/// process and no clock.
namespace octo::datasets {

/// A column of a table: a number of the figure's JSON line, or a share of two of them.
struct PlanColumn {
  std::string title;
  /// Key of the number shown, or a JSON pointer (`/by_sureness/from 0.9/right`). `outOf` is empty, or that of the
  /// number that it is a part of.
  std::string value, outOf;
  /// Digits after the point.
  int digits = 0;
  /// Of several lines for one row, the number comes from the one that has all these values; an empty object: the first.
  Json where = Json::object();
};

struct PlanFigure {
  /// Also the name of the file that keeps it: letters, digits, `-` and `_`.
  std::string id;
  std::string name;
  /// For `sh`, run at the repository's root. It prints JSON lines.
  std::string command;
  /// Files or folders without which it cannot be measured here.
  std::vector<std::string> needs;
};

struct PlanSection {
  std::string title, about;
  std::vector<PlanColumn> columns;
  /// Where set, there is a row for each value that lines have of this key; otherwise the last line is the figure's only
  /// row.
  std::string rowBy;
  std::vector<PlanFigure> figures;
};

struct EvaluationPlan {
  std::string about;
  std::vector<PlanSection> sections;
};

/// Throws Malformed: "NAME:LINE: what was expected".
EvaluationPlan parsePlan(std::string_view toml, const std::string& name);

/// A figure as it was measured.
struct MeasuredFigure {
  /// The command that made it, the commit of the code it ran on, the day (UTC, ISO 8601) and the machine.
  std::string command, version, date, machine;
  double seconds = 0;
  /// What it printed, as far as the page shows it.
  std::vector<Json> lines;

  Json toJson() const;
  /// Throws Malformed where a field is missing or of the wrong kind.
  static MeasuredFigure of(const Json& json);
};

/// Those of the printed lines that the section shows.
std::vector<Json> shownLines(const PlanSection& section, const std::vector<Json>& printed);

/// The whole page in Markdown. `measured` by the figure's id; what is missing is said to be missing.
std::string evaluationPage(const EvaluationPlan& plan, const std::map<std::string, MeasuredFigure>& measured);

}  // namespace octo::datasets
