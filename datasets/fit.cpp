#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "datasets/commands.h"
#include "datasets/known_event.h"
#include "datasets/scene/random.h"
#include "tracker/follow/forearms.h"
#include "tracker/follow/position.h"
#include "tracker/follow/session.h"
#include "tracker/follow/turn_marker.h"
#include "tracker/infer/filter.h"
#include "tracker/infer/told_situation.h"
#include "tracker/registry/game_module.h"
#include "ui/cli/run.h"
#include "ui/history/write_file.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;
using tracker::infer::Filter;
using tracker::infer::Parameters;

/// A parameter that is fitted. A share stays below 1.
struct FitParameter {
  const char* name;
  double Parameters::*value;
  bool share = true;
};
constexpr std::array kFitted{
    FitParameter{"nothing", &Parameters::nothing},
    FitParameter{"halfPauses", &Parameters::halfPauses},
    FitParameter{"halfDone", &Parameters::halfDone},
    FitParameter{"halfTakenBack", &Parameters::halfTakenBack},
    FitParameter{"another", &Parameters::another},
    FitParameter{"instead", &Parameters::instead},
    FitParameter{"breachTakenBack", &Parameters::breachTakenBack},
    FitParameter{"legalTakenBack", &Parameters::legalTakenBack},
    FitParameter{"tidied", &Parameters::tidied},
    FitParameter{"openTakenBack", &Parameters::openTakenBack},
    FitParameter{"doneAgain", &Parameters::doneAgain},
    FitParameter{"seen", &Parameters::seen},
    FitParameter{"stripSeen", &Parameters::stripSeen},
    FitParameter{"misread", &Parameters::misread},
    FitParameter{"sameReading", &Parameters::sameReading},
    FitParameter{"strays", &Parameters::strays, false},
    FitParameter{"strayStays", &Parameters::strayStays},
    FitParameter{"strayUnread", &Parameters::strayUnread},
    FitParameter{"halfSeen", &Parameters::halfSeen, false},
    FitParameter{"halfSeenSteepness", &Parameters::halfSeenSteepness, false},
    FitParameter{"seenHidden", &Parameters::seenHidden},
    FitParameter{"hiddenPower", &Parameters::hiddenPower, false},
    FitParameter{"forearmNear", &Parameters::forearmNear, false},
    FitParameter{"forearmHides", &Parameters::forearmHides},
    FitParameter{"stillMissed", &Parameters::stillMissed},
    FitParameter{"seenTidied", &Parameters::seenTidied},
    FitParameter{"bared", &Parameters::bared},
    FitParameter{"laid", &Parameters::laid, false},
    FitParameter{"laidSpread", &Parameters::laidSpread, false},
    FitParameter{"laidBadly", &Parameters::laidBadly, false},
    FitParameter{"badly", &Parameters::badly},
    FitParameter{"touched", &Parameters::touched, false},
    FitParameter{"touches", &Parameters::touches},
    FitParameter{"pushed", &Parameters::pushed, false},
    FitParameter{"pushes", &Parameters::pushes},
    FitParameter{"laidAgain", &Parameters::laidAgain},
    FitParameter{"pushedAgain", &Parameters::pushedAgain},
    FitParameter{"closesGap", &Parameters::closesGap},
    FitParameter{"carried", &Parameters::carried},
    FitParameter{"unreadOff", &Parameters::unreadOff},
    FitParameter{"laidAngle", &Parameters::laidAngle, false},
    FitParameter{"touchedAngle", &Parameters::touchedAngle, false},
    FitParameter{"anyAngle", &Parameters::anyAngle},
    FitParameter{"forearmsMissed", &Parameters::forearmsMissed, false},
    FitParameter{"reachWeight", &Parameters::reachWeight, false},
    FitParameter{"reachScatterWeight", &Parameters::reachScatterWeight, false},
    FitParameter{"reachDeviation", &Parameters::reachDeviation, false},
    FitParameter{"otherSide", &Parameters::otherSide},
    FitParameter{"sharedSide", &Parameters::sharedSide, false},
    FitParameter{"shoulderDeviation", &Parameters::shoulderDeviation, false},
    FitParameter{"shoulderWeight", &Parameters::shoulderWeight, false},
    FitParameter{"idle", &Parameters::idle},
    FitParameter{"idleWeight", &Parameters::idleWeight, false},
    FitParameter{"idleAnywhere", &Parameters::idleAnywhere, false},
    FitParameter{"idleDeviation", &Parameters::idleDeviation, false},
    FitParameter{"idleBack", &Parameters::idleBack},
    FitParameter{"stays", &Parameters::stays},
    FitParameter{"stayedWithin", &Parameters::stayedWithin, false},
    FitParameter{"notYetDone", &Parameters::notYetDone},
    FitParameter{"alsoDid", &Parameters::alsoDid},
    FitParameter{"goneOn", &Parameters::goneOn},
    FitParameter{"late", &Parameters::late},
    FitParameter{"markedWrongly", &Parameters::markedWrongly},
};

/// A kept game: what is known to have happened, and what was seen from the setup on.
struct KnownGame {
  std::string name;
  std::unique_ptr<tracker::GameTable> table;
  std::shared_ptr<const tracker::infer::Situation> start;
  std::shared_ptr<const tracker::infer::ToldSituation::Told> told;
  std::vector<tracker::infer::Look> looks;
  int players;
};

KnownGame knownGame(const fs::path& truth) {
  const tracker::Record record = tracker::readRecordFile(truth.string());
  const std::string name = truth.filename().string();
  const fs::path session = truth.parent_path() / (name.substr(0, name.find(".octo.jsonl")) + ".session.jsonl");
  KnownGame game{.name = name, .table = {}, .start = {}, .told = {}, .looks = {}, .players = {}};
  game.players = static_cast<int>(record.header.players.size());
  const Layout layout = tracker::seededLayout(record.header.game, game.players);
  const auto make = tracker::gameModule(record.header.game).table;
  game.table = make ? make(record.header, layout) : nullptr;
  if (game.table) game.start = game.table->start(record.header)->situation();
  if (!game.start)
    throw ui::BadInput(truth.string() + ": this game is not followed by the engine of tracker/infer/ yet");
  auto told = std::make_shared<tracker::infer::ToldSituation::Told>();
  told->events = record.events;
  for (Event& each : told->events) each.fields.erase("frame");
  told->isSame = [id = record.header.game](const Event& event, const Event& known) {
    return sameUnjudged(event, known, id);
  };
  game.told = std::move(told);
  std::ifstream in(session, std::ios::binary);
  const tracker::TurnPlaces places(layout);
  std::optional<int> marked;
  for (const tracker::Input& input : tracker::readSession(in, session.string()).inputs) {
    const auto* seen = std::get_if<Observation>(&input);
    if (!seen) continue;
    if (game.looks.empty()) {
      const auto setUp = game.table->setUp(record.header, *seen);
      if (!setUp || setUp->setup != record.header.setup) continue;
    }
    tracker::infer::Look look{.seen = *seen};
    tracker::tellStayed(look.seen);
    if (game.looks.empty()) look.seen.forearms.clear();  // they laid the setup
    if (const auto now = places.markedIn(*seen)) {
      if (marked && now != marked) look.marked = now;
      marked = now;
    }
    game.looks.push_back(std::move(look));
  }
  return game;
}

std::vector<KnownGame> knownGames(const std::vector<std::string>& folders) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders)
    for (const auto& each : fs::directory_iterator(folder))
      if (each.path().string().ends_with(".octo.jsonl")) files.push_back(each.path());
  std::sort(files.begin(), files.end());
  std::vector<KnownGame> games;
  for (const fs::path& each : files) games.push_back(knownGame(each));
  return games;
}

struct Likelihood {
  double sum = 0;
  std::size_t looks = 0, happened = 0, events = 0;
  /// Of all up to each look.
  std::vector<double> upTo = {};
};

/// Of what was seen with what happened; or, of what was seen, whatever happened.
Likelihood likelihoodOf(const KnownGame& game, const Parameters& parameters, bool told) {
  const auto start = told ? std::make_shared<tracker::infer::ToldSituation>(game.start, game.told) : game.start;
  Filter filter({{start}}, game.players, parameters);
  Likelihood likelihood{.looks = game.looks.size(), .events = game.told->events.size()};
  for (const tracker::infer::Look& each : game.looks) {
    filter.look(each);
    likelihood.upTo.push_back(filter.evidence());
  }
  likelihood.sum = filter.evidence();
  if (const auto* last = dynamic_cast<const tracker::infer::ToldSituation*>(&filter.situation(0)))
    likelihood.happened = last->happened();
  return likelihood;
}

std::vector<Likelihood> likelihoodsOf(const std::vector<KnownGame>& games, const Parameters& parameters, bool told,
                                      int jobs) {
  std::vector<Likelihood> all(games.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (int job = 0; job < jobs; ++job)
    workers.emplace_back([&] {
      for (std::size_t k; (k = next++) < games.size();) all[k] = likelihoodOf(games[k], parameters, told);
    });
  workers.clear();
  return all;
}

double sumOf(const std::vector<Likelihood>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0,
                         [](double sum, const Likelihood& each) { return sum + each.sum; });
}

struct FitArguments {
  std::vector<std::string> sessions, heldOut, only;
  std::string kept = "build/fitted.json";
  int rounds = 3, jobs = 1;
  std::uint64_t seed = 1;
  bool ratios = false, looks = false;
};

Parameters readParameters(const std::string& file) {
  Parameters parameters;
  std::ifstream in(file);
  if (!in) return parameters;
  const Json kept = Json::parse(in);
  for (const FitParameter& each : kFitted) parameters.*each.value = kept.value(each.name, parameters.*each.value);
  return parameters;
}

void keep(const Parameters& parameters, const std::string& file) {
  Json kept = Json::object();
  for (const FitParameter& each : kFitted) kept[each.name] = parameters.*each.value;
  ui::writeFile(file, kept.dump(1) + "\n");
}

/// Where it is on the way that it is moved along: a length's logarithm, a share's odds'.
double moved(const FitParameter& parameter, const Parameters& parameters) {
  const double value = parameters.*parameter.value;
  return std::log(parameter.share ? value / (1 - value) : value);
}

double moved(double value, bool share, double step) {
  if (!share) return value * std::exp(step);
  const double odds = value / (1 - value) * std::exp(step);
  return odds / (1 + odds);
}

class Fit {
 public:
  explicit Fit(const FitArguments& arguments)
      : arguments_(arguments),
        games_(knownGames(arguments.sessions)),
        heldOut_(knownGames(arguments.heldOut)),
        parameters_(readParameters(arguments.kept)) {}

  void run() {
    best_ = posterior();
    tell("begin");
    std::vector<std::size_t> order(kFitted.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> steps(kFitted.size(), 0.4);
    Random random(arguments_.seed);
    for (int round = 0; round < arguments_.rounds; ++round) {
      for (std::size_t k = order.size(); k > 1; --k)
        std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(k)))]);
      for (const std::size_t each : order)
        if (arguments_.only.empty() ||
            std::count(arguments_.only.begin(), arguments_.only.end(), kFitted[each].name) > 0)
          climb(kFitted[each], steps[each]);
      tell("round " + std::to_string(round + 1));
    }
  }

  /// The event that a game does not get past.
  static std::string nextOf(const KnownGame& game, const Likelihood& likelihood) {
    return likelihood.happened < likelihood.events ? ", not " + game.told->events[likelihood.happened].toJson().dump()
                                                   : "";
  }

  /// Where what happened and whatever happened part for good.
  static std::string partingOf(const KnownGame& game, const Likelihood& told, const Likelihood& any) {
    constexpr double kAlike = 5;
    std::size_t from = told.upTo.size();
    while (from > 0 && std::abs(told.upTo[from - 1] - any.upTo[from - 1]) > kAlike) --from;
    return from < told.upTo.size() ? ", apart from frame " + std::to_string(game.looks[from].seen.frame) : "";
  }

  /// The looks that what happened, or whatever happened, explains clearly better than the other.
  static void tellLooks(const KnownGame& game, const Likelihood& told, const Likelihood& any) {
    constexpr double kClearly = 2;
    double before = 0;
    for (std::size_t look = 0; look < told.upTo.size(); ++look) {
      const double now = any.upTo[look] - told.upTo[look];
      if (std::abs(now - before) > kClearly)
        fmt::print("  frame {}: any - told {:.1f} ({:+.1f})\n", game.looks[look].seen.frame, now, now - before);
      before = now;
    }
  }

  /// Game by game.
  void ratios() const {
    const auto told = likelihoods(games_), any = likelihoodsOf(games_, parameters_, false, arguments_.jobs);
    for (std::size_t k = 0; k < games_.size(); ++k) {
      fmt::print("{}: told {:.1f} ({} of {} events{}), any {:.1f}, looks {}{}\n", games_[k].name, told[k].sum,
                 told[k].happened, told[k].events, nextOf(games_[k], told[k]), any[k].sum, told[k].looks,
                 partingOf(games_[k], told[k], any[k]));
      if (arguments_.looks) tellLooks(games_[k], told[k], any[k]);
    }
    fmt::print("told {:.1f}, any {:.1f}\n", sumOf(told), sumOf(any));
  }

 private:
  std::vector<Likelihood> likelihoods(const std::vector<KnownGame>& games) const {
    return likelihoodsOf(games, parameters_, true, arguments_.jobs);
  }

  /// Natural logarithm of how likely games and parameters are.
  double posterior() const {
    double sum = sumOf(likelihoods(games_));
    for (const FitParameter& each : kFitted) {
      const double off = moved(each, parameters_) - moved(each, Parameters());
      sum -= off * off / 2;
    }
    return sum;
  }

  /// Goes on while it is better.
  void climb(const FitParameter& parameter, double& step) {
    const double before = best_, was = parameters_.*parameter.value;
    for (const double way : {step, -step}) {
      for (double now = way;; now *= 1.5) {
        const double value = parameters_.*parameter.value;
        parameters_.*parameter.value = moved(value, parameter.share, now);
        const double sum = posterior();
        if (sum <= best_ + 0.01) {
          parameters_.*parameter.value = value;
          break;
        }
        best_ = sum;
      }
      if (best_ > before) break;
    }
    if (best_ == before) step /= 2;
    keep(parameters_, arguments_.kept);
    fmt::print("{} {:.4g} -> {:.4g}: {:+.1f}\n", parameter.name, was, parameters_.*parameter.value, best_ - before);
    std::fflush(stdout);
  }

  void tell(const std::string& when) const {
    std::size_t looks = 0;
    for (const KnownGame& each : games_) looks += each.looks.size();
    fmt::print("{}: {:.4f} a look in {} games", when, best_ / static_cast<double>(looks), games_.size());
    if (!heldOut_.empty()) {
      looks = 0;
      for (const KnownGame& each : heldOut_) looks += each.looks.size();
      fmt::print(", held out {:.4f} in {}", sumOf(likelihoods(heldOut_)) / static_cast<double>(looks), heldOut_.size());
    }
    fmt::print("\n");
    std::fflush(stdout);
  }

  const FitArguments& arguments_;
  std::vector<KnownGame> games_, heldOut_;
  Parameters parameters_;
  double best_ = 0;
};

}  // namespace

void addFit(CLI::App& app, int&) {
  const auto arguments = std::make_shared<FitArguments>();
  CLI::App* command = app.add_subcommand(
      "fit", "Parameters of tracker/infer/ that make kept games, with what happened in them, as likely as can be");
  command->add_option("sessions", arguments->sessions, "folders of games that `evaluate tracking` kept")->required();
  command->add_option("--held-out", arguments->heldOut, "folders of games that are only told of");
  command->add_option("--only", arguments->only, "the parameters that are fitted")->delimiter(',');
  command->add_option("--kept", arguments->kept, "file of the best parameters so far, from which it goes on")
      ->capture_default_str();
  command->add_option("--rounds", arguments->rounds, "how often each parameter is tried")->capture_default_str();
  command->add_option("--seed", arguments->seed, "of the order in which they are tried")->capture_default_str();
  command->add_option("--jobs", arguments->jobs, "games at once")->capture_default_str();
  auto* ratios = command->add_flag("--ratios", arguments->ratios, "fit nothing; tell how likely each game is");
  command
      ->add_flag("--looks", arguments->looks,
                 "with --ratios: and at which looks something else explains it better, or less well")
      ->needs(ratios);
  command->callback([arguments] {
    Fit fit(*arguments);
    if (arguments->ratios)
      fit.ratios();
    else
      fit.run();
  });
}

}  // namespace octo::datasets
