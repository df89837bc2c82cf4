#pragma once

#include <string>
#include <vector>

#include "tracker/messages/piece_words.h"
#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/tracked_event.h"

namespace octo::ui {

/// The one place where moves get their words: what was done, in the language chosen, with pieces and places as players
/// call them. The sentences are those of `seeds/<game>/moves.<language>.toml`.
class MoveWords {
 public:
  MoveWords(const GameHeader& header, std::string language);

  /// Without who did it: "green on e2 ↘". `before`: the state before the move (`Match::describe`), which tells what
  /// lies in a run or a pot; null where it is not known.
  std::string text(const Event& event, const Json& before = Json()) const;
  /// "Ann passes and draws a card"; the move alone where nobody did it.
  std::string sentence(const Event& event, const Json& before = Json()) const;

 private:
  std::string pattern(const Event& event) const;
  bool holds(const Event& event, const std::string& condition) const;
  std::string withClauses(std::string_view pattern, const Event& event) const;
  std::string valueOf(const Event& event, const std::string& field, const tracker::PieceWords& words) const;
  std::string recordWords(const Event& event, const tracker::PieceWords& words) const;

  GameId game_;
  std::vector<std::string> players_;
  std::string language_;
  /// The OCTAL with two questions says on which one a card was laid.
  bool twin_;
};

/// What a list says of an event.
struct SpokenEvent {
  std::string move;
  /// Why it is a breach; empty where it is none.
  std::string because;
  /// The pieces that it laid, turned over or took, for their pictures; at most a few.
  std::vector<Face> pieces;
};

/// Of each event, in order. The referee judges them anew, so that its sentences come in that language; where it thinks
/// otherwise than what was kept, the sentence that was kept stays.
std::vector<SpokenEvent> spokenEvents(const GameHeader& header, const std::vector<TrackedEvent>& events,
                                      const std::string& language);

/// The pieces that a move shows.
std::vector<Face> piecesOf(GameId game, const Event& event);

}  // namespace octo::ui
