#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/folder_listing.h"
#include "ui/history/statistics.h"
#include "ui/previews.h"
#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/spoken_news.h"
#include "ui/views/board_view.h"
#include "ui/views/breach_card.h"
#include "ui/views/closing_view.h"
#include "ui/views/end_watch.h"
#include "ui/views/enrolment_view.h"
#include "ui/views/game_list.h"
#include "ui/views/live_picture.h"
#include "ui/views/move_list.h"
#include "ui/views/photograph.h"
#include "ui/views/question_view.h"
#include "ui/views/say_view.h"
#include "ui/views/score_view.h"
#include "ui/views/start_screen.h"
#include "ui/views/step_bar.h"
#include "ui/views/top_bar.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"
#include "vision/capture/cameras.h"

namespace octo::ui {

/// All that the window may show, as the shell has it at this frame. What is not there is null.
struct Scene {
  Screen screen = Screen::Start;
  std::shared_ptr<const LiveSnapshot> live;
  std::shared_ptr<const HistorySnapshot> history;
  /// How the stored games went; null while that is counted.
  std::shared_ptr<const Statistics> statistics;
  /// The stored game that is open.
  std::shared_ptr<const GameSnapshot> opened;
  /// The edition that is being taught.
  std::shared_ptr<const EnrolmentSnapshot> taught;
  /// Why the last start did not work.
  std::string startTrouble;
  /// Of `tracker::languages()`: what the window's sentences come in.
  std::string language = "en";
  /// A breach is heard.
  bool sound = true;
  /// What is new is said aloud.
  bool speech = false;
  /// As chosen, of `kTextSizes`.
  double textSize = 1;
  /// Oct8: players of the live game who were asked for their octopus colour in vain.
  std::set<int> notShown;
  /// The short rules lie over the screen.
  bool rules = false;
  /// The list of keys does.
  bool keys = false;
  /// The score sheet of the game on the screen does.
  bool score = false;
  /// It is that of the table as the camera sees it.
  bool scoreSeen = false;
  /// What went wrong, and what was done: to be read and closed.
  std::string message;
  std::string done;
  /// The folder of what was done; empty where that is no file.
  std::filesystem::path doneFolder;
  /// For the start form. Null until they were looked for, or where nothing is looked at.
  std::shared_ptr<const std::vector<vision::Camera>> cameras;
  std::shared_ptr<const std::vector<KnownEdition>> editions, halfTaught;
  std::shared_ptr<const FolderListing> folder;
  Previewed previewed;
};

/// The words of a game's events, made anew when the game or the language is another.
class SpokenGame {
 public:
  const std::vector<SpokenEvent>& of(const std::shared_ptr<const GameSnapshot>& game, const std::string& language);
  /// The same for the eye: arrows are as they are seen on a board that is shown so.
  void show(const std::shared_ptr<const GameSnapshot>& game, const std::string& language, QuarterTurn turn);
  /// As they were shown last.
  const std::vector<SpokenEvent>& shown() const { return shown_; }

 private:
  std::shared_ptr<const GameSnapshot> game_;
  std::string language_;
  std::vector<SpokenEvent> events_;
  /// What `shown_` was made of.
  std::shared_ptr<const GameSnapshot> shownGame_;
  std::string shownLanguage_;
  QuarterTurn turn_;
  std::vector<SpokenEvent> shown_;
};

/// Puts the panels of each screen in their places.
class Screens {
 public:
  explicit Screens(float scale) : art_(scale) {}

  /// One frame over the whole window; what was asked for.
  Requests draw(const Theme& theme, ImVec2 window, const Scene& scene);

  /// The start form as it was the last time.
  void remember(const StartForm& form) { start_.remember(form); }
  /// A file or folder that was dropped on the window.
  void drop(const std::string& path) { start_.drop(path); }
  /// That edition is played with from now on.
  void playWith(GameId game, const std::string& edition) { start_.playWith(game, edition); }
  /// The sources that the screen wants to show before a game is followed from one of them.
  std::vector<std::string> toPreview(const Scene& scene) const;

  /// The live game as it is now. True where a breach came up that the people have not answered yet.
  bool noticeBreach(const GameSnapshot& game) { return breaches_.look(game); }

  /// What is to be said aloud of the live game, and was not said yet.
  std::string toSay(const Scene& scene) {
    return spoken_.look(*scene.live->game, liveWords_.of(scene.live->game, scene.language), scene.language);
  }

  /// True once, when the game that is followed has come to its end and nothing is asked about it any more.
  bool noticeEnd(const GameSnapshot& game, const std::set<int>& notShown);

  /// Whether a breach was asked about in the latest frame: some keys answer it then.
  bool asksAboutBreach() const { return asksAboutBreach_; }

  /// Every text that may have letters beyond the European ones.
  std::string texts(const Scene& scene) const;

 private:
  Requests drawScreen(const Theme& theme, const Area& area, const Scene& scene, const Words& words);
  Requests drawLive(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words);
  Requests drawActions(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words);
  /// Holds back what would end the game that is followed until the people have said so, and lets it go then.
  Requests onceAgreed(const Theme& theme, Requests requests, const LiveSnapshot* live, const Words& words);
  Requests askAboutBreach(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words);
  void drawStanding(const Theme& theme, Area& column, const Standing& standing, GameId game, float least = 0);
  GameId gameOf(const Scene& scene) const;
  /// Of the drawing, to lie as the table lies in the picture beside it.
  QuarterTurn turnOf(const LiveSnapshot* live);
  Requests drawReplay(const Theme& theme, const Area& area, const GameSnapshot& game, const Scene& scene,
                      const Words& words);

  PieceArt art_;
  StartScreen start_;
  GameList games_;
  StepBar steps_;
  Photograph photograph_;
  bool photographLarge_ = false;
  LivePicture picture_;
  /// How the table lies in the picture.
  QuarterTurn seen_;
  QuestionView question_{art_};
  BreachWatch breaches_;
  EndWatch ends_;
  BreachCard breach_;
  bool asksAboutBreach_ = false;
  /// What ends the game that is followed, while that is asked.
  std::optional<Request> held_;
  ClosingView closing_{art_};
  EnrolmentView enrolment_{art_};
  SayView say_;
  ScoreView score_{art_};
  BoardView board_{art_};
  BoardView replayBoard_{art_};
  MoveList moves_{art_};
  MoveList replayMoves_{art_};
  SpokenGame liveWords_;
  SpokenNews spoken_;
  SpokenGame replayWords_;
};

}  // namespace octo::ui
