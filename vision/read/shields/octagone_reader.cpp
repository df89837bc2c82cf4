#include "vision/read/shields/octagone_reader.h"

#include <opencv2/imgproc.hpp>

#include "vision/locate/table_keeper.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/shields/box_memory.h"

namespace octo::vision {
namespace {

class OctagoneReader final : public GameReader {
 public:
  OctagoneReader() : edition_(printEdition(GameId::Octagone)), reader_(edition_), memory_(reader_) {}

  std::vector<PrintedMark> marks() const override { return edition_.marks(); }

  TableRect playArea() const override {
    const double x = reader_.board().widthMm() / 2, y = reader_.board().heightMm() / 2;
    return {-x, -y, x, y};
  }

  void read(const cv::Mat& bgr, const TableView& view) override {
    reader_.setLight(bgr, view);
    memory_.readChanged(bgr, view);
    turn_ = findTurnMarkerBeside(playArea(), bgr, view);
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override { return memory_.lookAgain(bgr, view); }
  void forget() override { memory_.forget(); }

  std::vector<Sighting> sightings(const TableView& view) const override {
    std::vector<Sighting> result;
    for (const BoxReading& reading : memory_.readings())
      if (!reading.faces.empty()) result.push_back(sightingOf(reading, view, reader_.shieldArt().acrossMm()));
    if (turn_) result.push_back(sightingOf(*turn_, view));
    return result;
  }

  std::vector<TableRect> hidden() const override {
    const Grid& grid = reader_.board().grid();
    std::vector<TableRect> result;
    for (const BoxReading& reading : memory_.readings()) {
      if (!reading.hidden) continue;
      const TablePoint c = grid.centre(reading.cell);
      result.push_back(
          {c.x - grid.columnStep / 2, c.y - grid.rowStep / 2, c.x + grid.columnStep / 2, c.y + grid.rowStep / 2});
    }
    return result;
  }

 private:
  const Edition& edition_;
  BoardReader reader_;
  BoxMemory memory_;
  std::optional<TurnMarker> turn_;
};

}  // namespace

std::unique_ptr<GameReader> makeOctagoneReader() { return std::make_unique<OctagoneReader>(); }

namespace {

Recognition boardIn(const cv::Mat& bgr, const std::vector<ImagePoint>& corners, const OctagoneReader& reader) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  TableKeeper keeper(reader.marks(), corners, cornersOf(reader.playArea()));
  keeper.search(grey);
  if (!keeper.view()) return {};
  return {keeper.view(), keeper.foundBy(), {}};
}

}  // namespace

Recognition findBoard(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  return boardIn(bgr, corners, OctagoneReader());
}

Recognition recognizeOctagone(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  OctagoneReader reader;
  Recognition result = boardIn(bgr, corners, reader);
  if (!result.table) return result;
  reader.read(bgr, *result.table);
  result.pieces = reader.sightings(*result.table);
  return result;
}

}  // namespace octo::vision
