#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// A line below a player's figure.
struct Detail {
  std::string text;
  /// A piece that stands before it.
  std::optional<Face> face = std::nullopt;
  /// It is about whoever is to move.
  bool lit = false;
  /// It tells who plays, as the name of a side does.
  bool name = false;
};

/// Who plays for themselves, or a pair: the figure that decides the game, and what it is made of.
struct Side {
  /// Empty where the details name the players.
  std::string name;
  std::string figure;
  /// What the figure counts: "points".
  std::string unit;
  std::vector<Detail> details;
  bool toMove = false;
  bool won = false;
};

/// Something that lies on the table, counted: with a label, or with the piece itself.
struct Counted {
  std::string label;
  std::string number;
  std::optional<Face> face = std::nullopt;
};

/// What a question of The OCTAL asks for.
struct Asked {
  /// "Question 1".
  std::string title;
  /// "smaller than 5".
  std::string condition;
  /// The values that fit, of 1 to 8.
  std::vector<int> fits;
  /// The condition on the top card, which counts next where a card is laid on that one; empty where it is open.
  std::string next;
};

/// A game as its players want to know it, in words of one language.
struct Standing {
  std::vector<Side> sides;
  std::vector<Counted> table;
  /// Whose turn it is; empty where the game is over or nobody is in turn.
  std::string turn;
  /// What is to be done now, a sentence each.
  std::vector<std::string> due;
  std::vector<Asked> asked;
  /// Who won by what, how it ended, what is still open; empty while the game goes on.
  std::vector<std::string> ending;
};

/// What the snapshot's `table` does not tell is left out. `language` as of `tracker::languages()`.
Standing standingOf(const GameSnapshot& game, const std::string& language);

/// All its text, for its letters.
std::string textOf(const Standing& standing);

}  // namespace octo::ui
