#include "ui/enrolment.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <system_error>

#include "ui/history/write_file.h"
#include "ui/trouble.h"
#include "vision/teach/lone_piece.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

/// A piece is taken once it has lain still for so long, seconds: cameras find their focus and exposure meanwhile.
constexpr double kHoldStill = 0.5;
/// What cannot be taken is looked at again so often, seconds, and what cannot be kept is tried again.
constexpr double kLookAnew = 0.7, kKeepAnew = 2;
/// Two views of one piece differ clearly in less than that share of its area. Cards of an edition may differ in a
/// numeral alone. Shields differ in colour all over, and an octagon's outline is found less exactly.
constexpr double kSameCard = 0.004, kSameShield = 0.35;
/// The light is the same from one piece to the next: what differs by more in colour, of CIE Lab, is another piece.
constexpr double kOtherColour = 9;
/// A piece lies elsewhere where its corners have moved by that share of its side.
constexpr double kMovedBy = 0.03;
/// Of a small picture's longer side, pixels.
constexpr int kSmallPicture = 160;
/// Of a folder's name, letters.
constexpr std::size_t kNameLetters = 60;

std::shared_ptr<const cv::Mat> smallOf(const cv::Mat& view) {
  const double scale = std::min(1.0, static_cast<double>(kSmallPicture) / std::max(view.cols, view.rows));
  auto small = std::make_shared<cv::Mat>();
  cv::resize(view, *small, {}, scale, scale, cv::INTER_AREA);
  return small;
}

/// How far the corners are from each other, as a share of the first side.
double movedBy(const std::vector<vision::ImagePoint>& one, const std::vector<vision::ImagePoint>& other) {
  if (one.size() != other.size() || one.empty()) return 1;
  double most = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    most = std::max(most, std::hypot(one[i].x - other[i].x, one[i].y - other[i].y));
  return most / std::max(1.0, std::hypot(one[1].x - one[0].x, one[1].y - one[0].y));
}

/// The views of those pieces, and then the list: what it names is there then.
template <class IsWanted>
void writeTaught(const fs::path& folder, const vision::Teacher& teacher, const vision::EditionList& list,
                 IsWanted isWanted) {
  fs::create_directories(folder);
  std::vector<unsigned char> png;
  for (const vision::TaughtFace& taught : list.faces) {
    if (!isWanted(taught.art.face)) continue;
    for (std::size_t i = 0; i < taught.pictures.size(); ++i) {
      cv::imencode(".png", teacher.views(taught.art.face)[i], png);
      writeFile(folder / taught.pictures[i], std::string_view(reinterpret_cast<const char*>(png.data()), png.size()));
    }
  }
  writeFile(folder / "edition.toml", vision::editionToml(list));
}

bool isEdition(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "edition.toml", error);
}

}  // namespace

std::string folderNameOf(const std::string& title) {
  std::string name;
  std::size_t letters = 0;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins = (byte & 0xc0) != 0x80;  // of a letter in UTF-8
    if (begins && ++letters > kNameLetters) break;
    const bool harmless = byte >= 0x20 && byte != 0x7f && std::string_view("/\\:*?\"<>|").find(c) == std::string::npos;
    name += harmless ? c : '-';
  }
  const std::size_t from = name.find_first_not_of(" .-"), to = name.find_last_not_of(" .-");
  return from == std::string::npos ? std::string() : name.substr(from, to - from + 1);
}

Enrolment::Enrolment(EnrolmentSetup setup) : setup_(std::move(setup)) {
  open();
  listPieces();
  for (const TaughtPiece& piece : pieces_) describe(piece.face);
  compare();
  const auto first = nextUntaught(0);
  ask(first, false);
  // What was shown last may still lie there.
  for (std::size_t i = 0; i < first.value_or(pieces_.size()); ++i)
    if (!pieces_[i].views.empty()) last_ = pieces_[i].face;
}

/// What is half taught is newer than what was finished before.
void Enrolment::open() {
  const fs::path half = setup_.teaching / setup_.folder, whole = setup_.editions / setup_.folder;
  const bool goesOn = isEdition(half);
  if (!goesOn && !isEdition(whole)) {
    teacher_.emplace(setup_.game, setup_.title);
    return;
  }
  const vision::TaughtEdition edition(goesOn ? half : whole);
  if (edition.game() != setup_.game)
    throw vision::EditionError(half.string() + ": an edition of " + std::string(octo::title(edition.game())));
  setup_.title = edition.list().name;
  teacher_.emplace(edition);
  if (goesOn) return;
  for (const vision::TaughtFace& taught : edition.list().faces) unwritten_.insert(taught.art.face);
}

/// Those asked for, with the arrows that the edition has, and whatever else it has.
void Enrolment::listPieces() {
  std::set<Face> taught;
  for (const vision::TaughtFace& each : teacher_->list().faces) taught.insert(each.art.face);
  const auto add = [&](const Face& face) {
    pieces_.push_back({face, teacher_->art(face).copies, vision::mustBeTaught(setup_.game, face)});
  };
  for (const Face& face : vision::facesToTeach(setup_.game)) {
    std::vector<Face> variants;
    for (const Face& each : taught)
      if (vision::differInArrowAtMost(setup_.game, face, each)) variants.push_back(each);
    for (const Face& each : variants) taught.erase(each);
    if (variants.empty()) variants.push_back(face);
    for (const Face& each : variants) add(each);
  }
  for (const Face& each : taught) add(each);
}

bool Enrolment::see(const vision::Frame& frame) {
  if (any(unkept_) && frame.time - triedToKeep_ >= kKeepAnew) {
    triedToKeep_ = frame.time;
    keep();
  }
  const vision::RestStep step = settler_.step(frame);
  if (frame.photograph || step.rest == vision::Rest::Moving) {
    stirred_ = true;
    looked_ = -1;
  }
  if (!asked_) {
    sight_ = Sight::Waiting;
    outline_.clear();
    return false;
  }
  const bool still = frame.photograph || (step.rest == vision::Rest::AtRest && frame.time - step.since >= kHoldStill);
  if (!still) {
    if (stirred_) {
      sight_ = Sight::Moving;
      outline_.clear();
      shown_.reset();
    }
    return false;
  }
  if (!stirred_ || (looked_ >= 0 && frame.time - looked_ < kLookAnew)) return false;
  looked_ = frame.time;
  return look(frame);
}

bool Enrolment::look(const vision::Frame& frame) {
  shown_ = teacher_->look(pieces_[*asked_].face, frame.bgr);
  outline_.clear();
  if (shown_->outlines.empty()) {
    shown_.reset();
    sight_ = Sight::Nothing;
    return false;
  }
  outline_ = shown_->outlines.front();
  beside_ = vision::besideLonePiece(frame.bgr, outline_);
  if (known_.size() != beside_.size()) known_ = cv::Mat(beside_.size(), CV_8U, cv::Scalar(0));
  sight_ = judge(*shown_);
  if (sight_ != Sight::Taken) return false;
  take(*shown_);
  return true;
}

Enrolment::Sight Enrolment::judge(const vision::ShownPiece& shown) {
  if (cv::countNonZero(beside_ & ~known_) > 0) return Sight::Beside;
  const Face& face = pieces_[*asked_].face;
  const vision::FaceArt art = teacher_->art(face);
  const double same = (art.shape == vision::Shape::Octagon ? kSameShield : kSameCard) * art.widthMm * art.heightMm;
  const auto isSame = [&](const vision::Likeness& each) { return each.offMm2 <= same && each.cast < kOtherColour; };
  if (const auto likeness = teacher_->likeness(face, shown)) {
    if (!isSame(*likeness)) return Sight::OtherPiece;
    const bool lies =
        last_ == face && likeness->turn == 0 && movedBy(shown.outlines[likeness->outline], lastOutline_) < kMovedBy;
    return lies ? Sight::NotMoved : Sight::Taken;
  }
  if (!last_ || *last_ == face) return Sight::Taken;
  const auto likeness = teacher_->likeness(*last_, shown);
  return likeness && isSame(*likeness) ? Sight::SamePiece : Sight::Taken;
}

void Enrolment::takeAnyway() {
  if (!asked_ || !shown_) return;
  known_ |= beside_;
  take(*shown_);
}

void Enrolment::take(const vision::ShownPiece& shown) {
  TaughtPiece& piece = pieces_[*asked_];
  teacher_->show(piece.face, shown);
  teacher_->setCopies(piece.face, piece.copies);
  lastOutline_ = outline_;
  last_ = piece.face;
  changed(piece.face);
  if (static_cast<int>(piece.views.size()) >= wanted_) ask(nextUntaught(*asked_), false);
  stirred_ = false;
  shown_.reset();
  sight_ = Sight::Taken;
}

std::optional<std::size_t> Enrolment::nextUntaught(std::size_t from) const {
  for (std::size_t i = from; i < pieces_.size(); ++i)
    if (pieces_[i].views.empty()) return i;
  return std::nullopt;
}

void Enrolment::ask(std::optional<std::size_t> piece, bool anotherView) {
  asked_ = piece;
  looked_ = -1;
  if (!asked_) return;
  // A board is not moved for a second view.
  const bool once = teacher_->art(pieces_[*asked_].face).shape == vision::Shape::Board;
  const int taken = static_cast<int>(pieces_[*asked_].views.size());
  wanted_ = std::max(once ? 1 : setup_.views, taken + (anotherView ? 1 : 0));
}

int Enrolment::view() const { return asked_ ? static_cast<int>(pieces_[*asked_].views.size()) + 1 : 0; }

std::size_t Enrolment::indexOf(const Face& face) const {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [&](const auto& each) { return each.face == face; });
  return static_cast<std::size_t>(found - pieces_.begin());
}

void Enrolment::again() {
  const bool begun = asked_ && !pieces_[*asked_].views.empty();
  if (begun)
    again(pieces_[*asked_].face);
  else if (last_)
    again(Face(*last_));
}

void Enrolment::again(const Face& face) {
  const std::size_t piece = indexOf(face);
  if (piece == pieces_.size()) return;
  teacher_->forget(face);
  changed(face);
  if (last_ == face) last_.reset();
  // It lies there yet, as it was not to be taken.
  stirred_ = false;
  shown_.reset();
  outline_.clear();
  sight_ = Sight::Waiting;
  ask(piece, false);
}

void Enrolment::skip() {
  if (asked_) ask(nextUntaught(*asked_ + 1), false);
}

void Enrolment::back() {
  const std::size_t from = asked_.value_or(pieces_.size());
  if (from > 0) ask(from - 1, true);
}

void Enrolment::askFor(const Face& face) {
  if (const std::size_t piece = indexOf(face); piece < pieces_.size()) ask(piece, true);
}

void Enrolment::turnArrow() {
  if (!asked_ || setup_.game != GameId::Octal) return;
  const Face from = pieces_[*asked_].face;
  const std::size_t cut = from.text().rfind(':');
  if (cut == std::string::npos) return;
  const Face to(from.text().substr(0, cut) + (from.detail().ends_with("up") ? ":both" : ":up"));
  if (!vision::isFaceOf(setup_.game, to) || indexOf(to) < pieces_.size()) return;
  teacher_->rename(from, to);
  if (last_ == from) last_ = to;
  pieces_[*asked_].face = to;
  changed(to);
}

void Enrolment::setCopies(const Face& face, int copies) {
  const std::size_t piece = indexOf(face);
  if (piece == pieces_.size() || copies < 0 || copies > vision::kMostCopies) return;
  pieces_[piece].copies = copies;
  teacher_->setCopies(face, copies);
  keep();
}

void Enrolment::changed(const Face& face) {
  describe(face);
  compare();
  unwritten_.insert(face);
  keep();
}

void Enrolment::describe(const Face& face) {
  TaughtPiece& piece = pieces_[indexOf(face)];
  piece.views.clear();
  for (const cv::Mat& view : teacher_->views(face)) piece.views.push_back(smallOf(view));
}

void Enrolment::compare() {
  for (TaughtPiece& piece : pieces_) piece.tooAlike.reset();
  for (const vision::TaughtReport& report : teacher_->report())
    if (report.views > 0 && !report.ok)
      if (const std::size_t piece = indexOf(report.face); piece < pieces_.size())
        pieces_[piece].tooAlike = report.nearest;
}

void Enrolment::keep() {
  const fs::path folder = setup_.teaching / setup_.folder;
  const vision::EditionList list = teacher_->list();
  try {
    if (!list.faces.empty())
      writeTaught(folder, *teacher_, list, [&](const Face& face) { return unwritten_.contains(face); });
    else
      fs::remove(folder / "edition.toml");
    unwritten_.clear();
    unkept_ = {};
  } catch (const std::exception& error) {
    unkept_ = troubleOf(error);
  }
}

void Enrolment::finish() {
  const fs::path wanted = setup_.editions / setup_.folder, half = setup_.teaching / setup_.folder,
                 made = setup_.teaching / ("." + setup_.folder + ".made"),
                 before = setup_.teaching / ("." + setup_.folder + ".before");
  fs::remove_all(made);
  writeTaught(made, *teacher_, teacher_->list(), [](const Face&) { return true; });
  (void)vision::TaughtEdition(made);  // nothing that could not be read again
  fs::create_directories(setup_.editions);
  const bool replaces = fs::exists(wanted);
  fs::remove_all(before);
  if (replaces) fs::rename(wanted, before);
  std::error_code error;
  fs::rename(made, wanted, error);
  if (error) {
    if (replaces) fs::rename(before, wanted);
    throw FileError(wanted, error);
  }
  fs::remove_all(before, error);
  fs::remove_all(half, error);
  finished_ = true;
}

}  // namespace octo::ui
