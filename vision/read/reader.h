#pragma once

#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/edition/edition.h"
#include "vision/sighting.h"

namespace octo::vision {

class TaughtEdition;

/// What the pipeline needs to know of a game: where its table's marks are, and how its pieces are read. One
/// for each kind of game; `makeReader` is the one place that knows which. One thread uses it.
class GameReader {
 public:
  virtual ~GameReader() = default;
  /// Printed marks that tell where the table lies.
  virtual std::vector<PrintedMark> marks() const = 0;
  /// The play area around the table's origin, mm: what hands reach into, where movement counts; the single
  /// markers lie at its corners.
  virtual TableRect playArea() const = 0;
  /// The table has come to rest: reads what has changed since the last time.
  virtual void read(const cv::Mat& bgr, const TableView& view) = 0;
  /// Whether it can read what lies still while something moves elsewhere; others read whole tables only.
  virtual bool readsInPart() const { return false; }
  /// Something moves where `moves` says so: reads what has changed elsewhere. True where a piece is seen now that was
  /// not, or one is gone.
  virtual bool readInPart(const cv::Mat& /*bgr*/, const TableView& /*view*/,
                          const std::function<bool(TablePoint)>& /*moves*/) {
    return false;
  }
  /// Another look at what is in doubt, a moment later; true when that changed a reading.
  virtual bool lookAgain(const cv::Mat& bgr, const TableView& view) = 0;
  /// The view has changed, or the camera: everything is read anew.
  virtual void forget() = 0;
  /// The reading as it is now.
  virtual std::vector<Sighting> sightings(const TableView& view) const = 0;
  /// Parts of the play area that could not be seen.
  virtual std::vector<TableRect> hidden() const = 0;
};

/// Whether `makeReader` takes a taught edition of that game.
bool followsTaught(GameId game);

/// `players`: whose mat or board lies on the table, where it is another for each number; 0: that of the fewest. Throws
/// std::out_of_range for a number that the game has no table for, and for an edition of another game or
/// of one that is not followed with taught editions yet. `edition`: whose faces the pieces show, null for our own.
std::unique_ptr<GameReader> makeReader(GameId game, int players = 0,
                                       std::shared_ptr<const TaughtEdition> edition = nullptr);

}  // namespace octo::vision
