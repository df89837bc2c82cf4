#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/session/source_trouble.h"
#include "vision/settle/settler.h"
#include "vision/teach/teacher.h"

namespace octo::ui {

/// The folder's name for an edition that a person calls so: nothing in it leads elsewhere. Empty where no letter is
/// left.
std::string folderNameOf(const std::string& title);

/// What teaching begins with.
struct EnrolmentSetup {
  GameId game = GameId::Octagone;
  /// As the person calls the edition; of a new one.
  std::string title;
  /// The name of its folder. An edition of that name, half taught or whole, is gone on with.
  std::string folder;
  /// How often each piece is shown.
  int views = 2;
  /// Where half taught and whole editions lie.
  std::filesystem::path teaching = {}, editions = {};
};

/// A piece that is taught.
struct TaughtPiece {
  Face face;
  int copies = 1;
  /// Without it the edition lacks something.
  bool needed = true;
  /// What was taken of it, upright, small; 8-bit BGR.
  std::vector<std::shared_ptr<const cv::Mat>> views = {};
  /// The piece that looks too much like it; nothing where it can be told from all others.
  std::optional<Face> tooAlike = std::nullopt;
};

/// Teaches a bought edition face by face, from pictures of somebody who lays down one piece after the other: waits
/// until the piece that is asked for lies there alone and still, takes it, and asks for the next. Whatever was taken is
/// at once a file in `teaching`, so that it can be gone on with after an interruption. One thread uses it.
class Enrolment {
 public:
  /// What keeps the picture from being taken, or that it was.
  enum class Sight {
    /// No picture yet, or nothing is asked for.
    Waiting,
    /// Something moves, or has only just come to rest.
    Moving,
    /// No piece of the right shape stands out.
    Nothing,
    /// Something lies beside it: a hand, another piece.
    Beside,
    /// It looks like the piece shown before.
    SamePiece,
    /// It does not look like the piece of which another view is asked for.
    OtherPiece,
    /// Another view is asked for, and the piece lies as in the last one.
    NotMoved,
    /// It was taken, and nothing has moved since.
    Taken
  };

  /// Throws vision::EditionError where the edition that is gone on with cannot be read or is of another game.
  explicit Enrolment(EnrolmentSetup setup);

  /// The next picture. True where something was taken of it.
  bool see(const vision::Frame& frame);
  /// What lies there is the piece asked for, whatever it looks like and whatever lies beside it. Nothing happens where
  /// no piece stands out.
  void takeAnyway();
  /// The piece asked for is shown anew, from its first view; where nothing of it was taken yet, the one taken before.
  void again();
  void again(const Face& face);
  /// Goes on to the next face without a view (or another view) of this one; behind the last there is none.
  void skip();
  /// To the face before, or another view of that face.
  void back();
  void askFor(const Face& face);
  /// A number of The OCTAL has the other arrow in this edition.
  void turnArrow();
  void setCopies(const Face& face, int copies);
  /// Puts the edition where it is chosen from, in place of an earlier one of its name. Throws what went wrong;
  /// everything is then still where it was.
  void finish();

  const EnrolmentSetup& setup() const { return setup_; }
  const std::vector<TaughtPiece>& pieces() const { return pieces_; }
  /// Of `pieces()`, what is asked for; nothing at the end.
  std::optional<std::size_t> asked() const { return asked_; }
  /// Which view of it, from 1, of how many.
  int view() const;
  int wanted() const { return wanted_; }
  Sight sight() const { return sight_; }
  /// Where in the latest picture the piece lies, its pixels; empty where none was found.
  const std::vector<vision::ImagePoint>& outline() const { return outline_; }
  /// What was taken last, and which it is looked like (`SamePiece`).
  const std::optional<Face>& last() const { return last_; }
  bool finished() const { return finished_; }
  /// Why what was taken is no file yet; it is one once that is possible.
  const Trouble& unkept() const { return unkept_; }

 private:
  void open();
  void listPieces();
  bool look(const vision::Frame& frame);
  Sight judge(const vision::ShownPiece& shown);
  void take(const vision::ShownPiece& shown);
  void ask(std::optional<std::size_t> piece, bool anotherView);
  std::optional<std::size_t> nextUntaught(std::size_t from) const;
  std::size_t indexOf(const Face& face) const;
  void changed(const Face& face);
  void describe(const Face& face);
  void compare();
  void keep();

  EnrolmentSetup setup_;
  std::optional<vision::Teacher> teacher_;
  std::vector<TaughtPiece> pieces_;
  std::optional<std::size_t> asked_;
  int wanted_ = 1;

  vision::Settler settler_;
  Sight sight_ = Sight::Waiting;
  std::vector<vision::ImagePoint> outline_;
  /// What lies there now, as it was looked at last, and what beside it was said not to matter.
  std::optional<vision::ShownPiece> shown_;
  cv::Mat beside_, known_;
  /// Something has moved since the last view was taken; and when the picture was looked at last.
  bool stirred_ = true;
  double looked_ = -1;
  std::optional<Face> last_;
  /// Where the last view was taken.
  std::vector<vision::ImagePoint> lastOutline_;

  /// Faces whose pictures are no files yet.
  std::set<Face> unwritten_;
  bool finished_ = false;
  double triedToKeep_ = 0;
  Trouble unkept_;
};

}  // namespace octo::ui
