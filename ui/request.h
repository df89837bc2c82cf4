#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tracker/follow/follower.h"
#include "ui/print_edition.h"
#include "ui/start_form.h"
#include "vision/geometry/geometry.h"

/// What panels ask for. Only `app.cpp` carries it out.
namespace octo::ui {

/// Follow a new game.
struct StartGame {
  GameHeader header;
  /// As on the command line: a camera's number, a file, a folder of pictures, a stream's URL.
  std::string source;
  /// The header says who begins; otherwise that is found out.
  bool firstTold = true;
  /// The name of the taught edition played with; empty: ours, or any deck.
  std::string edition = {};
};

/// Teach a bought edition, or go on teaching it.
struct TeachEdition {
  GameId game;
  /// As people call it, and its folder's name.
  std::string title, folder;
  /// As in `StartGame`.
  std::string source;
  /// Of each piece.
  int views = 2;
};

/// What somebody who teaches an edition may want; `face`: of which piece, otherwise of the one asked for.
struct TeachStep {
  enum class What { Anyway, Again, Skip, Back, Show, Arrow, Copies, Finish } what;
  std::optional<Face> face = std::nullopt;
  int copies = 0;
};

/// Follow the recording of that game that comes with the program.
struct PlayDemo {
  GameId game;
};

/// The start form as it is now is the one to begin with next time.
struct RememberForm {
  StartForm form;
};

/// Which cameras there are.
struct LookForCameras {};

/// What there is in a folder (`listFolder`); empty for the person's home.
struct ListFolder {
  std::filesystem::path folder;
};

/// The print-and-play edition as a PDF in that file.
struct PrintEdition {
  std::filesystem::path file;
  PrintChoices choices;
};

/// The folder in the system's file manager.
struct ShowFolder {
  std::filesystem::path folder;
};

/// Go on with a game that was cut off.
struct ContinueGame {
  std::int64_t id;
  std::string source;
  /// Another window follows it, and is asked to let go.
  bool takeOver = false;
  /// As in `StartGame`.
  std::string edition = {};
};

/// Stop following; the game stays in the store.
struct StopGame {};

/// A box shows something else than was read, or an event was another one or none.
struct CorrectBox {
  tracker::Correction correction;
};

/// A piece of a card game is something else than was read.
struct TellPiece {
  TablePoint at;
  Face face;
};

/// One tap on an answer that the tracker offers.
struct AnswerQuestion {
  int question;
  Face face;
};

/// Where the play area lies in the picture: four corners from the table's top left clockwise, picture pixels;
/// none to forget them.
struct ShowCorners {
  std::vector<vision::ImagePoint> corners;
};

/// Whoever is in turn has done it.
struct TurnDone {};

/// This has happened, though nobody could see it (`Follower::said`).
struct Say {
  Event event;
};

/// That player is in turn.
struct SayTurn {
  int player;
};

/// How the game that is being followed is played.
struct ChangeHeader {
  tracker::HeaderChange change;
};

/// That player was asked for the octopus colour and has not shown it.
struct NotShown {
  int player;
};

/// Reads the table anew, or tries the camera again.
struct LookAgain {};

/// What was read at this rest, on which a breach may rest, is read again from the pictures kept of it.
struct LookTwice {};

/// The game goes on from what lies on the table.
struct TakeTable {};

/// Nothing is read until it goes on.
struct Pause {
  bool pause;
};

struct Undo {};
struct Redo {};

struct ShowStart {};
struct ShowLive {};
struct ShowHistory {};
struct OpenStored {
  std::int64_t id;
};
/// The opened game as it was after so many events.
struct GoTo {
  int played;
};
/// The opened game as a file in that folder; the page with its photographs where they are wanted.
struct SaveStored {
  enum class As { Page, Table, Record } as;
  std::filesystem::path folder = {};
  bool photographs = false;
  /// What page and table are said in.
  std::string language = "en";
};
/// A stored game is deleted, so that it can be had back.
struct DeleteGame {
  std::int64_t id;
};
struct RestoreGame {
  std::int64_t id;
};
/// All deleted games are gone for good.
struct PurgeDeleted {};
struct NoteGame {
  std::int64_t id;
  std::string text;
};
/// A player gets another name in every stored game.
struct RenamePlayer {
  std::string from, to;
};
struct SwitchLook {};
/// A breach is heard, or no longer.
struct SwitchSound {};
/// Turns, breaches and results are said aloud, or no longer.
struct SwitchSpeech {};
/// Letters are so large, of `kTextSizes`.
struct SetTextSize {
  double size;
};
/// The window speaks that language from now on.
struct Speak {
  std::string language;
};
/// The short rules of the game on the screen; again to close them.
struct ShowRules {};
/// The list of keys; again to close it.
struct ShowKeys {};
/// The score sheet of the game on the screen; again to close it.
struct ShowScore {};
/// The sheet is that of the table as the camera sees it, without the game; again for the game's.
struct ScoreTable {};
/// A message has been read.
struct Dismiss {};
struct Quit {};

using Request =
    std::variant<PlayDemo, TeachEdition, TeachStep, RememberForm, LookForCameras, ListFolder, PrintEdition, ShowFolder,
                 StartGame, ContinueGame, StopGame, CorrectBox, TellPiece, AnswerQuestion, ShowCorners, TurnDone, Say,
                 SayTurn, ChangeHeader, NotShown, LookAgain, LookTwice, TakeTable, Pause, Undo, Redo, ShowStart,
                 ShowLive, ShowHistory, OpenStored, DeleteGame, RestoreGame, PurgeDeleted, NoteGame, RenamePlayer, GoTo,
                 SaveStored, SwitchLook, SwitchSound, SwitchSpeech, SetTextSize, Speak, ShowRules, ShowKeys, ShowScore,
                 ScoreTable, Dismiss, Quit>;
using Requests = std::vector<Request>;

}  // namespace octo::ui
