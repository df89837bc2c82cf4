#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/parameters.h"
#include "tracker/infer/piece_trace.h"
#include "tracker/infer/reach_model.h"
#include "tracker/infer/sighting_model.h"
#include "tracker/infer/situation.h"

namespace octo::tracker::infer {

/// The table at rest, and what is known of it besides.
struct Look {
  Observation seen;
  /// Events that a person has said did not happen then.
  std::vector<Event> denied = {};
  /// Before whom the turn marker has just been laid.
  std::optional<int> marked = std::nullopt;
  /// Another sign that has just been laid.
  std::optional<Sign> sign = std::nullopt;
};

/// Events that are told, not seen: they happened after all that was seen.
struct Telling {
  struct Happened {
    Event event;
    bool visible = true;
  };
  std::vector<Happened> events = {};
  double time = 0;
  std::int64_t frame = 0;
  /// Who tells a number of their own that the events have from then on; 0 where they are concluded, and nobody said so.
  int saying = 0;
};

/// One event of the game that is told.
struct Inferred {
  Event event;
  bool visible = true, breach = false;
  /// The number of what somebody told, else 0.
  int saying = 0;
  /// How likely it happened, all games kept considered.
  double confidence = 1;
  /// So many looks ago that it is hardly ever concluded otherwise any more.
  bool settled = false;
  /// Of the look that first showed it.
  double time = 0;
  std::int64_t frame = 0;
};

/// Finds out what happened at a table from one look after another: a hidden state (a situation, and of a move under way
/// what of it is done), what it makes likely to be seen, and how people get from one to the next. At each look a
/// bounded number of states is kept, each with its probability. States reached in several ways are one, and their
/// probabilities are added. A value; copies go on by themselves.
class Filter {
 public:
  /// How the game may have begun.
  struct Start {
    std::shared_ptr<const Situation> situation;
    double prior = 1;
  };

  /// At least one start.
  Filter(const std::vector<Start>& starts, int players, const Parameters& parameters = {});

  void look(Look look);
  /// Tells of each of the games kept what happened then; those in which it is in order are likelier. Where somebody
  /// else is to move, their turns end first. Throws Malformed where an event is not well formed.
  void tell(const Telling& telling);
  /// It is that player's turn: of each of the games kept, what ended turns without a trace at its end did not happen,
  /// or turns end so, until it is. False, and nothing changes, where it cannot be.
  bool tellTurn(int player, const Telling& telling);
  /// Nothing follows: games that are over are likelier, and who had begun something meant no more than lies there.
  void end(double time, std::int64_t frame);
  /// The pieces of the starts were seen lying so before, by a filter that has learnt how people reach. Before the first
  /// look.
  void goOnFrom(const Filter& before, Observation seen);
  /// The events of the game that is told: of the likeliest one, as long as it has no breach that is not sure.
  const std::vector<Inferred>& game() const { return game_; }
  /// What it has led to.
  const std::shared_ptr<const Situation>& told() const { return states_[told_].hidden.situation; }
  /// By which of the starts it began, or a state did.
  std::size_t start() const { return start(told_); }
  std::size_t start(std::size_t state) const { return states_[state].past->start; }

  /// Where the latest look differs from the game that is told.
  const std::vector<Discrepancy>& discrepancies() const { return discrepancies_; }
  /// Where another look would, if nothing happened before it.
  std::vector<Discrepancy> discrepanciesAt(Observation seen) const;

  /// The states kept, likeliest first; their probabilities add up to 1.
  std::size_t size() const { return states_.size(); }
  double probability(std::size_t state) const;
  const Situation& situation(std::size_t state) const { return *states_[state].hidden.situation; }
  /// Whether a move is under way.
  bool isUnderWay(std::size_t state) const { return states_[state].hidden.underWay.has_value(); }
  /// The events that most likely led there.
  std::vector<Event> events(std::size_t state) const;

  /// Natural logarithm of how likely all that was seen is, and where the starts tell what happened (`ToldSituation`),
  /// that with it: of two sets of parameters the better makes it greater.
  double evidence() const { return evidence_; }
  /// How people reach in the likeliest game.
  const ReachModel& reaches() const { return *states_.front().reaches; }

 private:
  /// Something that happened, in the way to a state; it may stand in the place of what happened last. Without `what`
  /// nothing does: that did not happen.
  struct Step {
    std::shared_ptr<const NextEvent> what;
    bool takenBack = false;
    std::shared_ptr<const NextEvent> replaced = nullptr;
    double time = 0;
    std::int64_t frame = 0;
    int look = 0;
    int saying = 0;

    bool isSame(const Step& other) const;
  };
  struct Past;
  /// A way into a state from one of the look before, and its probability given that one (a natural logarithm).
  struct Way {
    std::shared_ptr<const Past> from;
    double weight = 0;
    std::vector<Step> steps = {};
  };
  /// How a state was reached, the likeliest way first; none at the start.
  struct Past {
    int look = 0;
    std::size_t start = 0;
    /// Natural logarithm of the state's probability at its look.
    double weight = 0;
    std::vector<Way> ways = {};
  };
  struct UnderWay {
    std::shared_ptr<const NextEvent> event;
    /// One bit a change.
    std::uint32_t done = 0;
    /// The event's: many tries are of one.
    std::uint64_t hash = 0;
  };
  /// What happened last and may be taken back, and where that leads.
  struct Latest {
    std::shared_ptr<const NextEvent> event;
    std::shared_ptr<const Situation> before;
  };
  struct Hidden {
    std::shared_ptr<const Situation> situation;
    std::optional<UnderWay> underWay = std::nullopt;
    std::optional<Latest> latest = std::nullopt;
    /// What has just been taken back. Where it lies there again as it did it never was: it was missed, or straightened.
    std::shared_ptr<const NextEvent> undone = nullptr;

    std::uint64_t hash() const;
  };
  struct State {
    Hidden hidden;
    std::shared_ptr<const Past> past;
    PieceTraces traces = {};
    /// How people reach, as it was learnt on the likeliest way there.
    std::shared_ptr<const ReachModel> reaches = nullptr;
    /// The forearms at the latest look; and those that did nothing so far, of looks before.
    std::vector<SeenReach> arrived = {}, idle = {};
  };
  class Search;
  class Retold;

  static std::vector<ExpectedPiece> expectedIn(const Hidden& hidden);
  /// What is under way there was meant to be.
  static std::shared_ptr<const NextEvent> meantIn(const Hidden& hidden);
  static std::vector<Step> stepsOf(const Past& past);
  static Event eventOf(const Step& step);
  static double share(const Step& step, const Past& past, std::map<const Past*, double>& known);
  double confidence(const Step& step) const;
  bool isSettled(const Step& step) const { return looks_ - step.look > parameters_.lag; }
  double sureness(const Step& step, std::size_t n) const;
  std::size_t gameToTell() const;
  void conclude();
  void keep(std::vector<State> states);
  SightingModel sightings() const;
  void leaveOutOthers(Observation& seen) const;
  double surpriseAt(double likelihood, const Look& look) const;
  void remember(double likelihood, const Look& look);
  std::vector<Discrepancy> discrepanciesIn(const State& state, const Observation& seen) const;

  Parameters parameters_;
  /// Likeliest first.
  std::vector<State> states_;
  /// The state whose game is told.
  std::size_t told_ = 0;
  std::vector<Inferred> game_;
  std::vector<Discrepancy> discrepancies_;
  /// By start.
  std::vector<std::shared_ptr<const Situation>> starts_;
  double evidence_ = 0;
  int looks_ = 0;
  /// How likely looks were lately, a piece seen; and how much less so those before the next one, as far as that lasts.
  double usual_ = 0, surprise_ = 0;
  /// Pieces seen at all looks, and how many of them could not be read.
  double seen_ = 0, unread_ = 0;
};

}  // namespace octo::tracker::infer
