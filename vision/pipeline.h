#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/observation.h"
#include "vision/capture/source.h"
#include "vision/geometry/geometry.h"
#include "vision/locate/mark_search.h"
#include "vision/read/recognize.h"
#include "vision/settle/picture_quality.h"
#include "vision/sighting.h"

namespace octo::vision {

class TaughtEdition;

/// What the camera sees at the moment.
enum class TableState {
  Searching,  // no table found yet, or lost after a bump
  Moving,     // something moves over the table
  Settling,   // still, but not long enough
  AtRest,     // still: has been read
};

struct PipelineOptions {
  GameId game = GameId::Octagone;
  /// Four corners of the play area in the picture, clicked by a person, from table top left clockwise as
  /// player 0 sees it; used where no board, mat or corner marker is found. None, or four.
  std::vector<ImagePoint> corners;
  /// How many play: some games have another mat for each number. 0: not known.
  int players = 0;
  /// Whose faces the pieces show; null for our own print edition, for Octa any deck. Of that game, else the pipeline
  /// throws std::out_of_range.
  std::shared_ptr<const TaughtEdition> edition = nullptr;
};

/// What is known after a frame. Cheap to copy; what it points to is immutable.
struct View {
  TableState state = TableState::Searching;
  std::int64_t frame = 0;
  double time = 0;
  std::optional<TableView> table;
  FoundBy foundBy = FoundBy::Nothing;
  /// The pieces of the latest reading; never null.
  std::shared_ptr<const std::vector<Sighting>> sightings;
  /// Set on the frame at which the table has come to rest and was read (and again when a longer look changed
  /// the reading), otherwise null.
  std::shared_ptr<const Observation> observation;
  /// What the latest search for the table saw; null while the table is found.
  std::shared_ptr<const MarkSearch> search = nullptr;
  /// Of the latest picture that was measured: one a second at most, while the table is searched for, and twice each
  /// time it has come to rest. Null before the first.
  std::shared_ptr<const PictureQuality> quality = nullptr;
};

/// Settle, locate, read, fuse: the order of the stages and nothing else. One thread feeds it every frame.
class Pipeline {
 public:
  explicit Pipeline(PipelineOptions options);
  ~Pipeline();
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;

  View step(const Frame& frame);
  /// Whether what lies still is observed, too, while something moves elsewhere (`Observation::inPart`); not so at
  /// first.
  void observeParts(bool observe);
  /// Another four corners, or none; the next rest is read anew.
  void setCorners(const std::vector<ImagePoint>& corners);
  /// What lies there is located and read anew, as if it had just come to rest.
  void lookAgain();
  /// The play area around the table's origin, mm.
  const TableRect& playArea() const;

 private:
  struct Stages;
  std::unique_ptr<Stages> stages_;
};

}  // namespace octo::vision
