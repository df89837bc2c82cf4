#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "db/game_claim.h"
#include "tracker/follow/session.h"
#include "ui/mailbox.h"
#include "ui/picture_feed.h"
#include "ui/snapshot.h"

namespace octo::ui {

class KeptGame;
class TableSession;

/// What a live game begins with.
struct LiveSetup {
  /// Of a new game, or the number of one that was cut off.
  std::variant<GameHeader, std::int64_t> game;
  std::string source;
  std::filesystem::path database;
  /// Where corners that people showed are kept; empty for nowhere.
  std::filesystem::path calibrations;
  /// Where doubts are kept (`doubt_log.h`); empty for nowhere.
  std::filesystem::path doubts = {};
  /// A new game's header says who begins; otherwise that is found out.
  bool firstTold = true;
  /// The name of the taught edition played with (`editionNamed`); empty: ours, or any deck.
  std::string edition = {};
  /// Opens the source; again and again where a camera was lost (`PictureFeed`).
  PictureFeed::Open open = vision::openSource;
  FeedPatience patience = {};
  /// On the game that was cut off, where it was taken over from another window.
  std::shared_ptr<const db::GameClaim> claim = nullptr;
};

/// A game that is being watched: a feed of pictures and a thread that sees, follows and stores. The window takes
/// snapshots and never waits for the source. Stops with its end.
class LiveGame {
 public:
  /// Returns at once; what goes wrong is said in the snapshots. `wake` is called when there is a new one.
  LiveGame(LiveSetup setup, std::function<void()> wake);
  ~LiveGame();
  LiveGame(const LiveGame&) = delete;
  LiveGame& operator=(const LiveGame&) = delete;

  Mailbox<LiveSnapshot> snapshots;
  void correct(const tracker::Correction& correction);
  void answer(int question, const Face& face);
  void tell(TablePoint at, const Face& face);
  /// The play area's corners in the picture, or none. They are kept for the source.
  void showCorners(std::vector<vision::ImagePoint> corners);
  /// Counts once the table lies still and was read.
  void turnDone();
  /// What nobody could see, whose turn it is, and how the game is played.
  void said(const Event& event);
  void saidTurn(int player);
  void changeHeader(const tracker::HeaderChange& change);
  void undo();
  void redo();
  /// Reads the table anew; a camera that is lost is tried again at once.
  void lookAgain();
  /// Reads again what a breach rests on (`TableSession::lookTwice`), and the table anew where no pictures of that are
  /// left; what came of it is put into `looked`.
  void lookTwice();
  enum class Looked { Same, Changed, Anew };
  Mailbox<Looked> looked;
  /// The game goes on from what lies on the table.
  void takeTable();
  /// A camera's pictures are shown and not read; a recording stands still.
  void pause(bool pause);

 private:
  using Command = std::function<void(TableSession&)>;
  struct Work;
  void watch();
  bool firstFrame();
  void follow(TableSession& session);
  Work nextWork();
  void look(TableSession& session, const vision::Frame& frame);
  std::vector<vision::ImagePoint> keptCorners(GameId game, cv::Size picture) const;
  void tellSnapshot(const TableSession& session);
  void watchStatus(TableSession& session);
  void storeAgain();
  bool isTakenOver();
  void say(tracker::Input input);
  void guarded(const std::function<void()>& work);
  void post(Command command);
  void publish();
  void fail(Trouble trouble);

  const LiveSetup setup_;
  const std::function<void()> wake_;

  std::mutex mutex_;
  std::condition_variable changed_;
  /// Guarded by the mutex: what other threads want. `fed_`: the feed has news.
  std::deque<Command> commands_;
  bool fed_ = false;
  bool stopping_ = false;
  bool paused_ = false;

  /// On the game that is followed: let go of once the source is closed, too, so that another window can have both.
  std::shared_ptr<const db::GameClaim> claim_;
  /// Only the seeing thread touches these.
  struct Sight;
  std::unique_ptr<Sight> sight_;

  /// Last but for the thread that takes from it: it calls back into the members above.
  PictureFeed feed_;
  std::thread watching_;
};

}  // namespace octo::ui
