#include "datasets/scene/recording.h"

#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <exception>
#include <fstream>
#include <mutex>
#include <numbers>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <stdexcept>
#include <thread>
#include <utility>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/choreography.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/layout_steps.h"
#include "tracker/referee/match.h"
#include "tracker/vocabulary/cell.h"

namespace octo::datasets {
namespace {

const char* kindOf(const Face& face) {
  if (face.family() == "shield") return "shield";
  if (face.family() == "token") return "token";
  if (face.family() == "chip") return "chip";
  return "card";
}

std::string pictureName(std::size_t frame) {
  char name[32];
  std::snprintf(name, sizeof name, "%05zu.jpg", frame + 1);
  return name;
}

/// Where frames go: a video or a folder of pictures.
class FrameFile {
 public:
  FrameFile(const std::filesystem::path& folder, const RecordingOptions& options, int jpegQuality)
      : folder_(folder), images_(options.images), quality_(jpegQuality) {
    if (images_) return;
    const std::string file = (folder / "video.mp4").string();
    const std::string& codec = options.codec;
    video_.open(file, cv::CAP_FFMPEG, cv::VideoWriter::fourcc(codec[0], codec[1], codec[2], codec[3]),
                options.stage.framesPerSecond, options.stage.picture);
    if (!video_.isOpened()) throw std::runtime_error(file + ": cannot be written as " + codec + " video");
  }

  void write(const cv::Mat& picture) {
    if (!images_) return video_.write(picture);
    const std::string file = (folder_ / pictureName(frame_++)).string();
    if (!cv::imwrite(file, picture, {cv::IMWRITE_JPEG_QUALITY, quality_}))
      throw std::runtime_error(file + ": cannot be written");
  }

 private:
  std::filesystem::path folder_;
  bool images_;
  int quality_;
  std::size_t frame_ = 0;
  cv::VideoWriter video_;
};

/// Writes frames in order; if `aside`, while the next ones are drawn, and what goes wrong with one is thrown by a later
/// call.
class FrameWriter {
 public:
  FrameWriter(FrameFile file, bool aside) : file_(std::move(file)) {
    if (aside) thread_ = std::thread([this] { run(); });
  }
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;
  ~FrameWriter() { end(); }

  /// Takes the frame; what `picture` holds afterwards is memory to draw the next one in.
  void write(cv::Mat& picture) {
    if (!thread_.joinable()) return file_.write(picture);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    waiting_.push_back(picture);
    picture = cv::Mat();
    if (!spare_.empty()) picture = spare_.back(), spare_.pop_back();
    changed_.notify_all();
  }

  void finish() {
    end();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::size_t kMostWaiting = 4;

  void end() {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void run() {
    try {
      for (cv::Mat picture; next(picture);) file_.write(picture);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
    changed_.notify_all();
  }

  /// Gives back the memory of the picture before, and waits for the next one; false after the last.
  bool next(cv::Mat& picture) {
    std::unique_lock lock(mutex_);
    if (!picture.empty()) spare_.push_back(picture);
    changed_.wait(lock, [this] { return !waiting_.empty() || ended_; });
    if (waiting_.empty()) return false;
    picture = waiting_.front();
    waiting_.pop_front();
    changed_.notify_all();
    return true;
  }

  FrameFile file_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<cv::Mat> waiting_;
  std::vector<cv::Mat> spare_;
  std::exception_ptr failure_;
  bool ended_ = false;
};

/// The plane of the table as the picture shows it: the homography that fits the distorted picture best.
Json tableOf(const Camera& camera) {
  std::vector<cv::Point2d> picture, table;
  for (int x = -3; x <= 3; ++x)
    for (int y = -3; y <= 3; ++y) {
      table.emplace_back(x * 70.0, y * 60.0);
      picture.push_back(camera.pixelFromSpace({x * 70.0, y * 60.0, 0}) + cv::Point2d(0.5, 0.5));
    }
  const cv::Mat fit = cv::findHomography(picture, table);
  Json rows = Json::array();
  for (int row = 0; row < 3; ++row)
    rows.push_back({fit.at<double>(row, 0), fit.at<double>(row, 1), fit.at<double>(row, 2)});
  return rows;
}

/// The truth about frames, a line each.
class TruthWriter {
 public:
  TruthWriter(const std::filesystem::path& file, GameId game, Stage& stage, const RecordingOptions& options)
      : file_(file),
        out_(file, std::ios::binary),
        grid_(boardGrid(game)),
        stage_(stage),
        options_(options),
        table_(tableOf(stage.camera())) {
    if (!out_) throw std::runtime_error(file.string() + ": cannot be written");
    describeSpare();
  }

  /// The camera sees everything from elsewhere now.
  void viewChanged() {
    table_ = tableOf(stage_.camera());
    for (auto& [piece, json] : pieces_) json = describe(piece);
    describeSpare();
  }

  void describeSpare() {
    spare_ = Json::array();
    for (ScenePiece piece : stage_.spare()) {
      piece.layer = 1;
      spare_.push_back(
          {{"piece", showsBack(piece) ? "back" : piece.face.text()}, {"outline", describe(piece).at("outline")}});
    }
  }

  void lying(const std::vector<ScenePiece>& pieces) {
    pieces_.clear();
    for (const ScenePiece& piece : pieces)
      if (piece.layer > 0) pieces_.emplace_back(piece, describe(piece));
  }

  void write(std::size_t frame, const Moment& moment) {
    Json line{{"frame", frame}, {"time", rounded(static_cast<double>(frame) / options_.stage.framesPerSecond, 0.001)}};
    if (options_.images) line["image"] = pictureName(frame);
    line["width"] = options_.stage.picture.width;
    line["height"] = options_.stage.picture.height;
    line["table"] = table_;
    line["at_rest"] = moment.arms.empty() && !moment.shade;
    Json hands = Json::array();
    for (const ArmState& arm : moment.arms)
      hands.push_back({{"player", arm.player}, {"at", {rounded(arm.at.x, 0.1), rounded(arm.at.y, 0.1)}}});
    line["hands"] = hands;
    Json list = Json::array();
    const auto shares = stage_.visible(moment);
    for (auto& [piece, json] : pieces_) {
      json["visible"] = rounded(shares.at(piece.id), 0.01);
      list.push_back(json);
    }
    line["pieces"] = list;
    if (!spare_.empty()) line["spare"] = spare_;
    out_ << line.dump() << '\n';
  }

  void finish() {
    if (!out_.flush()) throw std::runtime_error(file_.string() + ": cannot be written");
  }

 private:
  Json describe(const ScenePiece& piece) const {
    const auto outline = stage_.outline(piece);
    Json corners = Json::array();
    cv::Point2d middle(0, 0);
    for (const cv::Point2d& corner : outline) {
      corners.push_back({rounded(corner.x, 0.1), rounded(corner.y, 0.1)});
      middle += corner * (1.0 / static_cast<double>(outline.size()));
    }
    const cv::Point2d up = (outline[0] + outline[1]) * 0.5 - middle;
    Json json{{"piece", showsBack(piece) ? "back" : piece.face.text()},
              {"kind", kindOf(piece.face)},
              {"confidence", 1.0},
              {"outline", corners},
              {"angle", rounded(std::atan2(up.x, -up.y) * 180 / std::numbers::pi, 0.1)},
              {"visible", 1.0},
              {"id", piece.id},
              {"layer", piece.layer}};
    const auto cell = grid_ ? grid_->cellAt(piece.pose.at) : std::nullopt;
    if (cell) json["cell"] = cell->name(), json["facing"] = Facing::nearest(piece.pose.angle).name();
    return json;
  }

  std::filesystem::path file_;
  std::ofstream out_;
  std::optional<Grid> grid_;
  Stage& stage_;
  const RecordingOptions& options_;
  Json table_;
  /// Beside the board; the later ones lie on the earlier.
  Json spare_ = Json::array();
  std::vector<std::pair<ScenePiece, Json>> pieces_;
};

void writeGame(const std::filesystem::path& file, const tracker::Record& record) {
  std::ofstream out(file, std::ios::binary);
  tracker::writeRecord(out, record);
  if (!out.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

ChoreographyOptions choreographyOf(const std::optional<tracker::Record>& record, const RecordingOptions& options,
                                   const Stage& stage) {
  ChoreographyOptions result;
  result.players = options.stage.players;
  result.framesPerSecond = options.stage.framesPerSecond;
  result.difficulty = options.stage.difficulty;
  const Camera& camera = stage.camera();
  // A hand's length beyond the fingertips' point, and what it holds, are out of the picture too.
  const double margin = 75 * camera.scaleAt({0, 0, 0});
  result.inSight = [&camera, margin](SpacePoint at) {
    const cv::Point2d pixel = camera.pixelFromSpace(at);
    const cv::Size size = camera.picture();
    return pixel.x > -margin && pixel.y > -margin && pixel.x < size.width + margin && pixel.y < size.height + margin;
  };
  result.width = stage.gameSize().width;
  result.height = stage.gameSize().height;
  result.thickness = [&stage](const Face& face) { return stage.thickness(face); };
  result.bump = options.bump;
  result.lamp = options.lamp;
  result.lingers = options.lingers;
  result.people = options.people;
  result.shades = byDifficulty(options.stage.difficulty, 0.0, 0.0, 0.03);
  result.telephone = byDifficulty(options.stage.difficulty, false, false, true);
  if (!record) return result;
  result.lastActorTakes = record->header.game == GameId::Octagone;
  result.showsWhatIsCovered = showsWhatIsCovered(record->header.game);
  tracker::Match match(record->header);
  int last = record->header.first;
  for (const Event& event : record->events) {
    result.actors.push_back(last = event.player.value_or(last));
    result.applied.push_back(match.play(event).applied);
  }
  result.last = lastActor(record->header, match.result(), last);
  return result;
}

}  // namespace

Film::Film(GameId game, const std::vector<LayoutLine>& script, const std::optional<tracker::Record>& record,
           const RecordingOptions& options)
    : framesPerSecond_(options.stage.framesPerSecond),
      stage_(options.edition ? *options.edition : vision::printEdition(game), options.stage, options.seed),
      moments_(choreograph(script, choreographyOf(record, options, stage_), Random(options.seed).fork("hands"))) {
  if (options.frames > 0 && moments_.size() > static_cast<std::size_t>(options.frames))
    moments_.resize(static_cast<std::size_t>(options.frames));
}

bool Film::next(cv::Mat& picture) {
  if (next_ == moments_.size()) return false;
  stage_.draw(moments_[next_], moments_[next_ == 0 ? 0 : next_ - 1], static_cast<double>(next_) / framesPerSecond_,
              picture);
  ++next_;
  return true;
}

tracker::Record Film::timed(tracker::Record record) const {
  for (std::size_t frame = 0; frame < moments_.size(); ++frame)
    for (const int event : moments_[frame].settled)
      if (event >= 1 && event <= static_cast<int>(record.events.size()))
        record.events[static_cast<std::size_t>(event - 1)].fields["frame"] = frame;
  return record;
}

void writeRecording(const std::filesystem::path& folder, GameId game, const std::vector<LayoutLine>& script,
                    const std::optional<tracker::Record>& record, const RecordingOptions& options) {
  std::filesystem::create_directories(folder);
  Film film(game, script, record, options);
  FrameWriter frames(FrameFile(folder, options, film.stage().jpegQuality()), options.encodesAside);
  TruthWriter truth(folder / "truth.jsonl", game, film.stage(), options);
  for (cv::Mat picture; film.next(picture);) {
    frames.write(picture);
    const Moment& moment = film.moment();
    if (!moment.mishaps.empty()) truth.viewChanged();
    if (moment.lying) truth.lying(*moment.lying);
    truth.write(film.frame(), moment);
  }
  frames.finish();
  truth.finish();
  if (record) writeGame(folder / "game.octo.jsonl", film.timed(*record));
}

}  // namespace octo::datasets
