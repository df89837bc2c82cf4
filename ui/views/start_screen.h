#pragma once

#include <string>
#include <vector>

#include "ui/edition_archive.h"
#include "ui/folder_listing.h"
#include "ui/previews.h"
#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/start_form.h"
#include "ui/views/enrolment_form.h"
#include "ui/views/file_browser.h"
#include "ui/views/print_view.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"
#include "vision/capture/cameras.h"

namespace octo::ui {

/// What the start screen shows beside what was typed into it. Null: it is being read.
struct StartSight {
  const HistorySnapshot* history;
  /// Why the last start did not work; empty otherwise.
  std::string trouble;
  const std::vector<vision::Camera>* cameras;
  const FolderListing* folder;
  const std::vector<KnownEdition>* editions;
  const std::vector<KnownEdition>* halfTaught;
  const Previewed& previewed;
  /// What the game that is being followed sees.
  PreviewSnapshot followed = {};
  /// Its number in the store; 0 where none is followed, it is not stored, or its source has ended.
  std::int64_t followedGame = 0;

  /// What that source shows; null where nothing is known of it yet.
  const PreviewSnapshot* of(const std::string& source) const;
  /// The edition chosen in that form for that game; empty where none is, or it is there no more.
  std::string editionOf(const StartForm& form, GameId game) const;
};

/// A new game: which, who plays, by which options, seen by what. And games that were cut off, to go on with.
class StartScreen {
 public:
  Requests draw(const Theme& theme, const Area& area, const StartSight& sight, const Words& words);

  /// The form as it was the last time.
  void remember(const StartForm& form) { form_ = form; }
  /// A file or folder was dropped on the window: that is the recording.
  void drop(const std::string& path);
  /// That edition is played with from now on.
  void playWith(GameId game, const std::string& edition) { form_.editions[game] = edition; }
  const StartForm& form() const { return form_; }
  /// Somebody is typing where the source is: it is not whole yet.
  bool typing() const { return typing_; }
  GameId game() const { return form_.game; }
  /// The sources to look at: all cameras where one of them is to be chosen, up to a few, otherwise the one of the form.
  std::vector<std::string> shown(const std::vector<vision::Camera>* cameras) const;
  /// The texts that were typed, for their letters.
  std::string typed() const;

 private:
  Requests drawForm(const Theme& theme, const Area& area, const StartSight& sight, const Words& words);
  void drawHeading(const Theme& theme, const Words& words, Requests& requests);
  void drawGame(const Theme& theme);
  void takeFound(const StartSight& sight, const Words& words);
  void drawFound(const Theme& theme, const Words& words);
  void drawPlayers(const Theme& theme, const Words& words, float width);
  void drawFirst(const Theme& theme, const Words& words);
  void drawOptions(const Theme& theme, const Words& words);
  void drawEditions(const Theme& theme, const StartSight& sight, const Words& words);
  Requests drawSource(const Theme& theme, const Area& area, const StartSight& sight, const Words& words);
  bool drawCamera(const Theme& theme, const vision::Camera& camera, bool lit, const StartSight& sight,
                  const Words& words);
  void drawCameras(const Theme& theme, const StartSight& sight, const Words& words);
  void drawPlace(const Theme& theme, const StartSight& sight, const Words& words, Requests& requests);
  void drawPicture(const Theme& theme, const Area& area, const StartSight& sight, const Words& words);
  Requests drawUnfinished(const Theme& theme, const Area& area, const StartSight& sight, const Words& words) const;

  StartForm form_;
  /// What the latest change of the players changed beside.
  std::vector<std::string> adjusted_;
  /// Whose table the source shows, and which source that is. The form follows it until somebody has chosen otherwise.
  std::optional<vision::WhichTable> found_;
  std::string foundAt_;
  bool chosen_ = false;
  float labels_ = 0;
  bool typing_ = false;
  FileBrowser browser_;
  PrintView print_;
  EnrolmentForm enrolment_;
  /// A small picture on the graphics card.
  struct Shown {
    Texture texture;
    std::shared_ptr<const cv::Mat> picture;
    void take(const std::shared_ptr<const cv::Mat>& newer);
  };
  /// By the source.
  std::map<std::string, Shown> pictures_;
};

}  // namespace octo::ui
