#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "datasets/evaluation_page.h"
#include "ui/cli/run.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

struct AllArguments {
  std::string plan = "datasets/evaluation.toml", figures = "datasets/figures", page = "datasets/EVALUATION.md";
  std::string work = "build/evaluate/all";
  std::vector<std::string> only;
  bool pageOnly = false;
};

/// What decides the figures of whole games, and what decides how a game looks to the tracker: sessions are kept by it.
constexpr const char* kAllCode =
    "vision tracker db datasets seeds ':!*.md' ':!seeds/*/messages.*' ':!datasets/figures' "
    "':!datasets/evaluation.toml' ':!datasets/recordings'";
constexpr const char* kSeeingCode =
    "vision datasets/scene seeds/*/edition.toml seeds/*/layout*.toml seeds/*/pieces.toml";

struct Output {
  std::string text;
  int status = 0;
};

Output outputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw ui::BadInput(command + ": cannot be run");
  Output output;
  std::array<char, 4096> buffer{};
  for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.text.append(buffer.data(), got);
  const int status = pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return output;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The last commit that changed these paths, with a `+` where there are changes since.
std::string versionOf(const std::string& paths) {
  const std::string commit = firstLine(outputOf("git log -1 --format=%h -- " + paths).text);
  if (commit.empty()) throw ui::BadInput("evaluate all: to be run at the root of a git checkout");
  return outputOf("git status --porcelain -- " + paths).text.empty() ? commit : commit + "+";
}

std::string machineText() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, model = "unknown processor";
  while (std::getline(in, line))
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(std::min(line.size(), line.find(':') + 2));
      break;
    }
  return std::to_string(std::thread::hardware_concurrency()) + " cores, " + model;
}

std::vector<Json> jsonLines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (Json json = Json::parse(line, nullptr, false); json.is_object()) lines.push_back(std::move(json));
  return lines;
}

std::string textOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw ui::BadInput(file.string() + ": cannot be read");
  return text;
}

class Evaluation {
 public:
  explicit Evaluation(const AllArguments& arguments)
      : arguments_(arguments), plan_(parsePlan(textOf(arguments.plan), arguments.plan)) {
    readFigures();
  }

  /// 0, or 1 where something could not be measured.
  int run() {
    refuseUnknown();
    if (!arguments_.pageOnly) measureAll();
    dropUnplanned();
    ui::writeFile(arguments_.page, evaluationPage(plan_, measured_));
    spdlog::info("{} was written", arguments_.page);
    return failed_ ? 1 : 0;
  }

 private:
  fs::path fileOf(const std::string& id) const { return fs::path(arguments_.figures) / (id + ".json"); }

  void readFigures() {
    for (const PlanSection& section : plan_.sections)
      for (const PlanFigure& figure : section.figures)
        if (fs::exists(fileOf(figure.id))) readFigure(figure.id);
  }

  void readFigure(const std::string& id) {
    try {
      measured_[id] = MeasuredFigure::of(Json::parse(textOf(fileOf(id))));
    } catch (const Json::exception&) {
      throw ui::BadInput(fileOf(id).string() + ": JSON was expected");
    } catch (const Malformed& error) {
      throw ui::BadInput(fileOf(id).string() + ": " + error.what());
    }
  }

  void measureAll() {
    version_ = versionOf(kAllCode);
    setEnvironment();
    for (const PlanSection& section : plan_.sections)
      for (const PlanFigure& figure : section.figures)
        if (wanted(figure)) measure(section, figure);
  }

  /// What is asked for by a name that the plan does not know is an error: nothing would be measured, and nobody told.
  void refuseUnknown() const {
    std::set<std::string> unknown(arguments_.only.begin(), arguments_.only.end());
    for (const PlanSection& section : plan_.sections)
      for (const PlanFigure& figure : section.figures) unknown.erase(figure.id);
    if (unknown.empty()) return;
    throw ui::BadInput(fmt::format("--only: {} is no figure of {}", fmt::join(unknown, ", "), arguments_.plan));
  }

  void setEnvironment() const {
    const fs::path programs = fs::read_symlink("/proc/self/exe").parent_path();
    const fs::path seen = fs::absolute(arguments_.work) / ("seen-" + versionOf(kSeeingCode));
    fs::create_directories(seen);
    setenv("WORKSHOP", (programs / "octo-datasets").c_str(), 1);
    setenv("OCTOSCOPE", (programs / "octoscope").c_str(), 1);
    setenv("SEEN", seen.c_str(), 1);
  }

  /// Figures of these very commands and this very code are not made again.
  bool wanted(const PlanFigure& figure) const {
    const auto& only = arguments_.only;
    if (!only.empty()) return std::find(only.begin(), only.end(), figure.id) != only.end();
    const auto kept = measured_.find(figure.id);
    return kept == measured_.end() || kept->second.version != version_ || kept->second.command != figure.command ||
           version_.back() == '+';
  }

  void measure(const PlanSection& section, const PlanFigure& figure) {
    for (const std::string& need : figure.needs)
      if (!fs::exists(need)) return spdlog::warn("{} is not measured: {} is not here", figure.id, need);
    spdlog::info("measuring {}", figure.id);
    // What another version left there is none of this one's.
    const fs::path work = fs::absolute(arguments_.work) / (figure.id + "-" + version_);
    fs::create_directories(work);
    setenv("WORK", work.c_str(), 1);
    const auto start = std::chrono::steady_clock::now();
    const Output output = outputOf(figure.command + " 2>" + (work / "log.txt").string());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const std::vector<Json> lines = shownLines(section, jsonLines(output.text));
    if (output.status > 1 || lines.empty()) {
      failed_ = true;
      return spdlog::error("{} failed with exit status {}; see {}", figure.id, output.status,
                           (work / "log.txt").string());
    }
    keep(figure.id, {figure.command, version_, ui::utcText(std::chrono::system_clock::now()).substr(0, 10),
                     machineText(), std::round(took.count()), lines});
  }

  void keep(const std::string& id, MeasuredFigure figure) {
    fs::create_directories(arguments_.figures);
    ui::writeFile(fileOf(id), figure.toJson().dump(1) + "\n");
    measured_[id] = std::move(figure);
    ui::writeFile(arguments_.page, evaluationPage(plan_, measured_));
  }

  /// Figures that are no longer in the plan go.
  void dropUnplanned() const {
    if (!fs::is_directory(arguments_.figures)) return;
    std::set<fs::path> planned;
    for (const PlanSection& section : plan_.sections)
      for (const PlanFigure& figure : section.figures) planned.insert(fileOf(figure.id).filename());
    for (const fs::directory_entry& entry : fs::directory_iterator(arguments_.figures))
      if (entry.path().extension() == ".json" && !planned.contains(entry.path().filename())) fs::remove(entry.path());
  }

  const AllArguments& arguments_;
  EvaluationPlan plan_;
  std::map<std::string, MeasuredFigure> measured_;
  std::string version_;
  bool failed_ = false;
};

}  // namespace

void addEvaluateAll(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<AllArguments>();
  CLI::App* command = evaluateCommand(app).add_subcommand(
      "all", "every published figure, and the page that shows them; what this version has measured is not done again");
  command->add_option("--plan", arguments->plan, "what to measure")->capture_default_str();
  command->add_option("--figures", arguments->figures, "folder that keeps what was measured")->capture_default_str();
  command->add_option("--page", arguments->page, "the page to write")->capture_default_str();
  command->add_option("--work", arguments->work, "folder for pictures, sessions and logs")->capture_default_str();
  command->add_option("--only", arguments->only, "ids of figures, to be measured anew")->delimiter(',');
  command->add_flag("--page-only", arguments->pageOnly, "measure nothing, write the page anew");
  command->callback([arguments, &status] { status = Evaluation(*arguments).run(); });
}

}  // namespace octo::datasets
