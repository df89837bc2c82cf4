#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "ui/chime.h"
#include "ui/errands.h"
#include "ui/library.h"
#include "ui/live_enrolment.h"
#include "ui/live_game.h"
#include "ui/previews.h"
#include "ui/request.h"
#include "ui/settings.h"
#include "ui/speaker.h"
#include "ui/views/screens.h"
#include "ui/window/canvas.h"

namespace octo::ui {

struct AppOptions {
  std::filesystem::path database;
  /// In points of the design.
  int width = 1440;
  int height = 810;
  /// A folder in which each game gets one for its doubts (`doubt_log.h`); empty for none.
  std::filesystem::path doubts = {};
  /// A game to follow from the start: the demo's.
  std::optional<StartGame> start;
};

/// The window: draws what there is when something changed, and carries out what panels ask for.
class App {
 public:
  /// Throws NoDisplay.
  explicit App(AppOptions options);
  ~App();

  /// Until the window is closed.
  void run();
  /// Until `done` says so or the seconds are over; the last picture of the window. For the picture in the
  /// README.
  cv::Mat runUntil(const std::function<bool(const Scene&)>& done, double seconds);

  /// Frames drawn so far: at rest it does not grow.
  long framesDrawn() const { return frames_; }

 private:
  bool takeNews();
  void drawFrame(cv::Mat* picture = nullptr);
  void giveUpStart();
  void goOnWith(const ContinueGame& game);
  void loadLetters();
  Requests shortcuts() const;
  void carryOut(const Request& request);
  void start(LiveSetup setup);
  void teach(const TeachEdition& edition);
  void teachStep(const TeachStep& step);
  void takeTaught();
  void lookAround();

  AppOptions options_;
  Settings settings_;
  Canvas canvas_;
  Theme theme_;
  Screens screens_;
  Scene scene_;
  Library library_;
  Errands errands_;
  Previews previews_;
  Chime chime_;
  Speaker speaker_;
  std::unique_ptr<LiveGame> live_;
  std::unique_ptr<LiveEnrolment> teaching_;
  long frames_ = 0;
  /// When cameras were looked for last, and when the opened game was read again.
  std::chrono::steady_clock::time_point looked_{}, lookedOn_{};
  /// Of the live game: how many refusals have been said.
  int refusals_ = 0;
  /// Of the edition that is taught: how often something was taken and went wrong, and what was asked for, as known.
  int taken_ = 0, failures_ = 0;
  std::optional<std::size_t> asked_;
};

}  // namespace octo::ui
