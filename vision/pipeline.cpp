#include "vision/pipeline.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/locate/table_keeper.h"
#include "vision/read/reader.h"
#include "vision/settle/forearm_watcher.h"
#include "vision/settle/settler.h"
#include "vision/settle/still_parts.h"

namespace octo::vision {
namespace {

/// A table that is not found yet is looked for this often, seconds: a search takes longer than a frame.
constexpr double kSearchEvery = 0.2;
/// Doubtful boxes are looked at again this long after rest, each time counted from the look before, seconds:
/// noise and the pulse of key frames are others by then.
constexpr double kLookAgainEvery = 0.25;
/// A part that has been still for so long is not about to rest with all of the table, seconds.
constexpr double kPartRestTime = Settler::kRestTime;
/// While something moves, what lies still is read no more often, seconds.
constexpr double kLookInPartEvery = 0.15;
/// A picture is measured no more often, seconds.
constexpr double kMeasureEvery = 1.0;
/// And so often while nothing moves: who goes by it wants to see the same twice.
constexpr int kMeasures = 2;

}  // namespace

struct Pipeline::Stages {
  explicit Stages(PipelineOptions options)
      : reader(makeReader(options.game, options.players, options.edition)),
        area(reader->playArea()),
        keeper(reader->marks(), options.corners, cornersOf(area)),
        forearms(area.x1, area.y1),
        sightings(std::make_shared<const std::vector<Sighting>>()) {}

  View step(const Frame& frame) {
    if (frame.bgr.size() != size) restart(frame.bgr.size());
    searched = false;
    const RestStep rest = settler.step(frame);
    if (rest.rest == Rest::Moving && keeper.view()) forearms.watch(settler.small(), settler.stride(), *keeper.view());
    if (rest.rest != Rest::AtRest || rest.justRested) wasRead = false;
    std::shared_ptr<const Observation> observation;
    if (rest.rest == Rest::AtRest)
      observation = atRest(frame, rest);
    else if (!keeper.view())
      searchNowAndThen(frame);
    else if (observesParts && rest.rest == Rest::Moving && keeper.sure())
      observation = inPart(frame);
    if (keeper.view() && keeper.sure()) search = nullptr;
    if (rest.justRested) measuresLeft = kMeasures;
    if (searched || (rest.rest == Rest::AtRest && measuresLeft > 0)) measure(frame);
    View view{stateOf(rest), frame.index,           frame.time, keeper.view(), keeper.foundBy(),
              sightings,     std::move(observation)};
    view.search = search;
    view.quality = quality;
    return view;
  }

  void setCorners(const std::vector<ImagePoint>& corners) {
    keeper = TableKeeper(reader->marks(), corners, cornersOf(area));
    restart(size);
  }

  void restart(cv::Size now) {
    size = now;
    settler.reset();
    keeper.reset();
    forearms.reset();
    parts.reset();
    reader->forget();
    sightings = std::make_shared<const std::vector<Sighting>>();
    lastSearch = lastMeasure = -1e9;
    search = nullptr;
    quality = nullptr;
  }

  void lookAgain() {
    reader->forget();
    wasRead = false;
    lastSearch = lastMeasure = -1e9;
    measuresLeft = kMeasures;
  }

  void measure(const Frame& frame) {
    if (frame.time - lastMeasure < kMeasureEvery) return;
    lastMeasure = frame.time;
    --measuresLeft;
    quality = std::make_shared<const PictureQuality>(qualityOf(frame.bgr, keeper.view(), area));
  }

  TableState stateOf(const RestStep& rest) const {
    if (!keeper.view() || (rest.rest == Rest::AtRest && !wasRead)) return TableState::Searching;
    switch (rest.rest) {
      case Rest::Moving:
        return TableState::Moving;
      case Rest::Settling:
        return TableState::Settling;
      case Rest::AtRest:
        break;
    }
    return TableState::AtRest;
  }

  std::shared_ptr<const Observation> atRest(const Frame& frame, const RestStep& rest) {
    if (!wasRead) return locateAndRead(frame, rest);
    if (frame.time - lastLook < kLookAgainEvery) return nullptr;
    lastLook = frame.time;
    return reader->lookAgain(frame.bgr, *keeper.view()) ? observe(rest) : nullptr;
  }

  std::shared_ptr<const Observation> inPart(const Frame& frame) {
    parts.step(settler.small(), frame.time, kPartRestTime);
    if (frame.time - lastPart < kLookInPartEvery || !parts.takeNews(settler.small(), settler.watched())) return nullptr;
    lastPart = frame.time;
    const TableView& view = *keeper.view();
    const auto moves = [&](TablePoint point) {
      const ImagePoint pixel = view.imageFromTable(point);
      return parts.moves(pixel.x / settler.stride(), pixel.y / settler.stride());
    };
    if (!reader->readInPart(frame.bgr, view, moves)) return nullptr;
    return observe({Rest::Moving, false, frame.time, frame.index});
  }

  std::shared_ptr<const Observation> locateAndRead(const Frame& frame, const RestStep& rest) {
    if (!rest.justRested && frame.time - lastSearch < kSearchEvery) return nullptr;
    lastSearch = frame.time;
    cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
    if (keeper.confirm(grey)) tableMoved();
    if (!keeper.sure()) {
      searched = true;
      search = std::make_shared<const MarkSearch>(keeper.searchIn(findMarkers(grey)));
      return nullptr;
    }
    reader->read(frame.bgr, *keeper.view());
    forearms.rest(settler.small());
    if (reader->readsInPart()) parts.read(settler.small(), frame.time);
    wasRead = true;
    lastLook = frame.time;
    return observe(rest);
  }

  void searchNowAndThen(const Frame& frame) {
    if (frame.time - lastSearch < kSearchEvery) return;
    lastSearch = frame.time;
    cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
    searched = true;
    search = std::make_shared<const MarkSearch>(keeper.searchIn(keeper.search(grey)));
    if (keeper.view()) tableMoved();
  }

  void tableMoved() {
    reader->forget();
    settler.watch(watchedBlocks());
  }

  /// The blocks of the thinned-out picture that show the play area.
  std::vector<std::uint8_t> watchedBlocks() const {
    const int columns = settler.small().cols / kChangeBlock, rows = settler.small().rows / kChangeBlock;
    const double side = static_cast<double>(kChangeBlock) * settler.stride();
    std::vector<std::uint8_t> mask;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        mask.push_back(area.contains(keeper.view()->tableFromImage({(column + 0.5) * side, (row + 0.5) * side})) ? 1
                                                                                                                 : 0);
    return mask;
  }

  std::shared_ptr<const Observation> observe(const RestStep& rest) {
    sightings = std::make_shared<const std::vector<Sighting>>(reader->sightings(*keeper.view()));
    auto observation = std::make_shared<Observation>();
    observation->time = rest.since;
    observation->frame = rest.sinceFrame;
    for (const Sighting& sighting : *sightings)
      if (sighting.pose)
        observation->pieces.push_back({sighting.faces, sighting.presence, *sighting.pose, sighting.visible});
    observation->hidden = reader->hidden();
    observation->inPart = rest.rest != Rest::AtRest;
    observation->forearms = forearms.take(observation->inPart);
    return observation;
  }

  std::unique_ptr<GameReader> reader;
  TableRect area;
  TableKeeper keeper;
  Settler settler;
  ForearmWatcher forearms;
  StillParts parts;
  bool observesParts = false;
  std::shared_ptr<const std::vector<Sighting>> sightings;
  cv::Mat grey;
  cv::Size size;
  bool wasRead = false;  // since the table came to rest
  double lastSearch = -1e9;
  double lastLook = -1e9;
  double lastPart = -1e9;
  double lastMeasure = -1e9;
  int measuresLeft = 0;
  bool searched = false;  // in this step
  std::shared_ptr<const MarkSearch> search;
  std::shared_ptr<const PictureQuality> quality;
};

Pipeline::Pipeline(PipelineOptions options) : stages_(std::make_unique<Stages>(std::move(options))) {}
Pipeline::~Pipeline() = default;
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;

View Pipeline::step(const Frame& frame) { return stages_->step(frame); }
void Pipeline::observeParts(bool observe) { stages_->observesParts = observe && stages_->reader->readsInPart(); }
void Pipeline::setCorners(const std::vector<ImagePoint>& corners) { stages_->setCorners(corners); }
void Pipeline::lookAgain() { stages_->lookAgain(); }
const TableRect& Pipeline::playArea() const { return stages_->area; }

}  // namespace octo::vision
