#include "datasets/evaluation_page.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <set>

#include "tracker/vocabulary/event.h"

namespace octo::datasets {
namespace {

/// A TOML file and its name, for errors that say where.
class PlanReader {
 public:
  explicit PlanReader(const std::string& name) : name_(name) {}

  [[noreturn]] void fail(const toml::node& at, const std::string& expected) const {
    throw Malformed(name_ + ":" + std::to_string(at.source().begin.line) + ": " + expected);
  }

  std::string text(const toml::table& table, const char* key) const {
    const auto value = table[key].value<std::string>();
    if (!value || value->empty()) fail(table, std::string("a text named ") + key + " was expected");
    return *value;
  }

  const toml::array& list(const toml::table& table, const char* key) const {
    const toml::array* found = table[key].as_array();
    if (!found || found->empty()) fail(table, std::string("a list named ") + key + " was expected");
    return *found;
  }

  const toml::table& entry(const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (!table) fail(node, "a table was expected");
    return *table;
  }

 private:
  std::string name_;
};

PlanColumn columnOf(const PlanReader& reader, const toml::table& table) {
  PlanColumn column{reader.text(table, "title"), reader.text(table, "value"), table["out_of"].value_or(std::string()),
                    table["digits"].value_or(0), Json::object()};
  if (const toml::node* where = table.get("where"))
    for (const auto& [key, value] : reader.entry(*where)) {
      const auto number = value.value<std::int64_t>();
      if (!number) reader.fail(value, "a whole number was expected");
      column.where[std::string(key.str())] = *number;
    }
  for (const std::string& key : {column.value, column.outOf})
    if (key.find('~') != std::string::npos) reader.fail(table, "names of fields without a ~ were expected");
  if (column.digits < 0 || column.digits > 9) reader.fail(table, "digits from 0 to 9 were expected");
  return column;
}

bool isId(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '-' || letter == '_'; });
}

PlanFigure figureOf(const PlanReader& reader, const toml::table& table, std::set<std::string>& ids) {
  PlanFigure figure{reader.text(table, "id"), reader.text(table, "name"), reader.text(table, "command"), {}};
  if (!isId(figure.id)) reader.fail(table, "an id of letters, digits, - and _ was expected");
  if (!ids.insert(figure.id).second) reader.fail(table, "the id " + figure.id + " was expected once");
  if (const toml::array* needs = table["needs"].as_array())
    for (const toml::node& need : *needs) {
      if (!need.is_string()) reader.fail(need, "a path was expected");
      figure.needs.push_back(need.value_or(std::string()));
    }
  return figure;
}

PlanSection sectionOf(const PlanReader& reader, const toml::table& table, std::set<std::string>& ids) {
  PlanSection section{.title = reader.text(table, "title"),
                      .about = table["about"].value_or(std::string()),
                      .columns = {},
                      .rowBy = table["row_by"].value_or(std::string()),
                      .figures = {}};
  for (const toml::node& column : reader.list(table, "columns"))
    section.columns.push_back(columnOf(reader, reader.entry(column)));
  for (const toml::node& figure : reader.list(table, "figure"))
    section.figures.push_back(figureOf(reader, reader.entry(figure), ids));
  return section;
}

/// A field of the line; with a slash before it, one of an object within as JSON pointers name it. Null where none is.
const Json* fieldOf(const Json& line, const std::string& key) {
  if (!key.starts_with('/')) {
    const auto found = line.find(key);
    return found == line.end() ? nullptr : &*found;
  }
  const Json::json_pointer within(key);
  return line.contains(within) ? &line.at(within) : nullptr;
}

std::string numberText(const Json& line, const std::string& key, int digits) {
  const Json* found = fieldOf(line, key);
  if (!found || !found->is_number()) return "–";
  return found->is_number_integer() ? std::to_string(found->get<std::int64_t>())
                                    : fmt::format("{:.{}f}", found->get<double>(), digits);
}

/// "3", "0.97" or "19 of 20 (95.0 %)".
std::string cellText(const PlanColumn& column, const Json& line) {
  const std::string value = numberText(line, column.value, column.digits);
  if (column.outOf.empty() || value == "–") return value;
  const std::string whole = numberText(line, column.outOf, column.digits);
  if (whole == "–") return value;
  const double part = *fieldOf(line, column.value), all = *fieldOf(line, column.outOf);
  return all > 0 ? fmt::format("{} of {} ({:.1f} %)", value, whole, 100 * part / all) : "none to count";
}

/// What tells a row from the others of its figure: a text, a number, or two as of a range.
std::string rowText(const Json& value) {
  if (value.is_array() && value.size() == 2) return rowText(value[0]) + "–" + rowText(value[1]);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return fmt::format("{:g}", value.get<double>());
  return value.dump();
}

bool hasAll(const Json& line, const Json& where) {
  return std::all_of(where.items().begin(), where.items().end(), [&](const auto& wanted) {
    const auto found = line.find(wanted.key());
    return found != line.end() && *found == wanted.value();
  });
}

/// `lines`: those of the row.
std::string row(const PlanSection& section, const PlanFigure& figure, const MeasuredFigure& measured,
                const std::vector<Json>& lines) {
  std::string text = "| " + figure.name;
  if (const Json& line = lines.front(); !section.rowBy.empty() && line.contains(section.rowBy))
    text += ", " + rowText(line.at(section.rowBy));
  for (const PlanColumn& column : section.columns) {
    const auto line =
        std::find_if(lines.begin(), lines.end(), [&](const Json& each) { return hasAll(each, column.where); });
    text += " | " + (line == lines.end() ? "–" : cellText(column, *line));
  }
  return text + " | " + measured.version + ", " + measured.date + " |\n";
}

std::string rows(const PlanSection& section, const PlanFigure& figure,
                 const std::map<std::string, MeasuredFigure>& measured) {
  const auto found = measured.find(figure.id);
  if (found == measured.end()) {
    std::string text = "| " + figure.name;
    for (std::size_t i = 0; i < section.columns.size(); ++i) text += " | ";
    return text + " | not measured |\n";
  }
  std::vector<std::vector<Json>> ofRows;
  for (const Json& line : found->second.lines) {
    const auto sameRow = std::find_if(ofRows.begin(), ofRows.end(), [&](const std::vector<Json>& lines) {
      return !section.rowBy.empty() && lines.front().value(section.rowBy, Json()) == line.value(section.rowBy, Json());
    });
    if (sameRow == ofRows.end())
      ofRows.push_back({line});
    else
      sameRow->push_back(line);
  }
  std::string text;
  for (const std::vector<Json>& lines : ofRows) text += row(section, figure, found->second, lines);
  return text;
}

std::string sectionText(const PlanSection& section, const std::map<std::string, MeasuredFigure>& measured) {
  std::string text = "\n## " + section.title + "\n\n";
  if (!section.about.empty()) text += section.about + "\n\n";
  text += "|";
  std::string rule = "| ---";
  for (const PlanColumn& column : section.columns) text += " | " + column.title, rule += " | --:";
  text += " | measured at |\n" + rule + " | --- |\n";
  for (const PlanFigure& figure : section.figures) text += rows(section, figure, measured);
  text += "\n```sh\n";
  for (const PlanFigure& figure : section.figures) {
    const auto found = measured.find(figure.id);
    text += "# " + figure.name + "\n" + (found == measured.end() ? figure.command : found->second.command) + "\n";
  }
  return text + "```\n";
}

std::string machinesText(const EvaluationPlan& plan, const std::map<std::string, MeasuredFigure>& measured) {
  std::set<std::string> machines;
  for (const PlanSection& section : plan.sections)
    for (const PlanFigure& figure : section.figures)
      if (const auto found = measured.find(figure.id); found != measured.end()) machines.insert(found->second.machine);
  std::string text;
  for (const std::string& machine : machines) text += (text.empty() ? "" : "; ") + machine;
  return text;
}

}  // namespace

EvaluationPlan parsePlan(std::string_view text, const std::string& name) {
  try {
    const toml::table table = toml::parse(text, name);
    const PlanReader reader(name);
    EvaluationPlan plan{.about = table["about"].value_or(std::string()), .sections = {}};
    std::set<std::string> ids;
    for (const toml::node& section : reader.list(table, "section"))
      plan.sections.push_back(sectionOf(reader, reader.entry(section), ids));
    return plan;
  } catch (const toml::parse_error& error) {
    throw Malformed(name + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
  }
}

Json MeasuredFigure::toJson() const {
  return {{"command", command}, {"version", version}, {"date", date},
          {"machine", machine}, {"seconds", seconds}, {"lines", lines}};
}

MeasuredFigure MeasuredFigure::of(const Json& json) {
  try {
    return {json.at("command"), json.at("version"), json.at("date"),
            json.at("machine"), json.at("seconds"), json.at("lines").get<std::vector<Json>>()};
  } catch (const Json::exception&) {
    throw Malformed("a measured figure with command, version, date, machine, seconds and lines was expected");
  }
}

std::vector<Json> shownLines(const PlanSection& section, const std::vector<Json>& printed) {
  if (printed.empty()) return {};
  if (section.rowBy.empty()) return {printed.back()};
  std::vector<Json> shown;
  // A line without any of the columns' values tells of a single picture.
  std::copy_if(printed.begin(), printed.end(), std::back_inserter(shown), [&](const Json& line) {
    return line.is_object() && line.contains(section.rowBy) &&
           std::any_of(section.columns.begin(), section.columns.end(),
                       [&](const auto& column) { return line.contains(column.value); });
  });
  return shown;
}

std::string evaluationPage(const EvaluationPlan& plan, const std::map<std::string, MeasuredFigure>& measured) {
  std::string text =
      "# What was measured\n\n"
      "<!-- Written by `./octo evaluate all` from evaluation.toml and figures/. Changes made here are lost. -->\n\n";
  if (!plan.about.empty()) text += plan.about + "\n";
  if (const std::string machines = machinesText(plan, measured); !machines.empty())
    text += "\nMachine: " + machines + ".\n";
  for (const PlanSection& section : plan.sections) text += sectionText(section, measured);
  return text;
}

}  // namespace octo::datasets
