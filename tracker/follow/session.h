#pragma once

#include <istream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "tracker/follow/follower.h"

/// Everything that a follower was shown and told, written down: the same game is followed again from it, without the
/// pictures. `SESSION.jsonl`: what it began with, and one input a line.
namespace octo::tracker {

/// The answer to a question.
struct Answer {
  int question = 0;
  Face face;
};

/// What a person says of the piece that lies there.
struct Told {
  TablePoint at{};
  Face face;
};

struct TurnDone {
  double time = 0;
  std::int64_t frame = 0;
};

/// What a person says has happened unseen.
struct Said {
  Event event;
  double time = 0;
  std::int64_t frame = 0;
};

/// Whose turn a person says it is.
struct SaidTurn {
  int player = 0;
  double time = 0;
  std::int64_t frame = 0;
};

/// The table has lain still since the latest look.
struct Still {
  double time = 0;
};

/// The game goes on from what lies on the table.
struct TakeTable {
  double time = 0;
  std::int64_t frame = 0;
};

struct Undo {};
struct Redo {};
struct Finish {};

/// Whatever a follower may be given.
using Input = std::variant<Observation, Correction, Answer, Told, TurnDone, Said, SaidTurn, HeaderChange, Still,
                           TakeTable, Undo, Redo, Finish>;

/// What the input changed.
std::vector<Change> give(Follower& follower, const Input& input);

/// What a follower begins with; as `follow`.
struct Beginning {
  GameHeader header;
  Layout layout;
  bool firstTold = true;
  /// Of a game that was cut off.
  std::vector<Event> earlier = {};
};

/// Throws Malformed.
std::unique_ptr<Follower> follow(const Beginning& beginning);

struct Session {
  Beginning beginning;
  std::vector<Input> inputs;
};

Json toJson(const Beginning& beginning);
Json toJson(const Input& input);

/// `name` stands for the file in errors. Throws Malformed: "NAME:LINE: what was expected".
Session readSession(std::istream& in, const std::string& name);

}  // namespace octo::tracker
