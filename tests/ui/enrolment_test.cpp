#include "ui/enrolment.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <memory>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using Sight = ui::Enrolment::Sight;

namespace {

const std::vector<cv::Point2f> kLies{{520, 210}, {745, 225}, {730, 560}, {500, 545}};
const cv::Scalar kTable{60, 90, 130}, kSkin{150, 180, 225};

std::vector<cv::Point2f> shifted(float dx, float dy) {
  std::vector<cv::Point2f> corners = kLies;
  for (cv::Point2f& p : corners) p += cv::Point2f(dx, dy);
  return corners;
}

cv::Mat table() { return test::bareTable({1280, 720}, kTable); }

cv::Mat withCard(int number, const std::vector<cv::Point2f>& corners = kLies) {
  cv::Mat picture = table();
  test::lay(picture, test::drawnCard(number), corners);
  return picture;
}

/// A hand that reaches in from below so far.
cv::Mat withHand(cv::Mat picture, int x, int to) {
  cv::rectangle(picture, {x, to}, {x + 130, picture.rows}, kSkin, cv::FILLED);
  return picture;
}

/// Somebody before the camera, with a folder of their own.
struct Teaching {
  explicit Teaching(GameId game = GameId::Oct8) {
    setup.game = game;
    setup.title = "Mine";
    setup.folder = "Mine";
    setup.teaching = folder / "teaching";
    setup.editions = folder / "editions";
    begin();
  }
  void begin() { wizard = std::make_unique<ui::Enrolment>(setup); }
  /// What the camera sees for so long; how often something was taken.
  int see(const cv::Mat& picture, double seconds) {
    int taken = 0;
    for (const double end = time + seconds; time < end; time += 0.1) {
      vision::Frame frame{picture, index++, time};
      taken += wizard->see(frame);
    }
    return taken;
  }
  /// A hand goes over the table, and then it lies there so.
  int lay(const cv::Mat& picture) {
    see(withHand(picture.clone(), 600, 300), 0.1);
    see(withHand(picture.clone(), 540, 250), 0.1);
    return see(picture, 1);
  }
  std::string asked() const {
    return wizard->asked() ? wizard->pieces()[*wizard->asked()].face.text() : std::string("nothing");
  }
  const ui::TaughtPiece& piece(const char* face) const {
    for (const ui::TaughtPiece& each : wizard->pieces())
      if (each.face == Face(face)) return each;
    throw std::out_of_range(face);
  }
  void teachFirst(int card) {
    CHECK(lay(withCard(card)) == 1);
    CHECK(lay(withCard(card, shifted(60, 30))) == 1);
  }

  test::TemporaryFolder folder;
  ui::EnrolmentSetup setup;
  std::unique_ptr<ui::Enrolment> wizard;
  double time = 0;
  std::int64_t index = 0;
};

}  // namespace

TEST_CASE("a piece is taken once it lies there alone and still, twice, and the next is asked for") {
  Teaching teaching;
  CHECK(teaching.wizard->pieces().size() == 29);  // 27 faces and two backs
  const std::string first = teaching.asked();
  CHECK(teaching.see(table(), 2) == 0);
  CHECK(teaching.wizard->sight() == Sight::Nothing);
  CHECK(teaching.wizard->outline().empty());
  CHECK(teaching.see(withHand(withCard(1), 560, 400), 2) == 0);  // a hand lies on it
  CHECK(teaching.see(withHand(withCard(1), 900, 300), 2) == 0);  // and beside it
  CHECK(teaching.wizard->sight() == Sight::Beside);
  CHECK(teaching.see(withCard(1), 0.4) == 0);
  CHECK(teaching.wizard->sight() == Sight::Moving);
  CHECK(teaching.see(withCard(1), 0.6) == 1);
  CHECK(teaching.wizard->sight() == Sight::Taken);
  CHECK(teaching.asked() == first);
  CHECK(teaching.wizard->view() == 2);
  CHECK(teaching.see(withCard(1), 3) == 0);  // it still lies there
  CHECK(teaching.lay(withCard(1)) == 0);
  CHECK(teaching.wizard->sight() == Sight::NotMoved);
  CHECK(teaching.lay(withCard(2)) == 0);
  CHECK(teaching.wizard->sight() == Sight::OtherPiece);
  CHECK(teaching.lay(withCard(1, shifted(60, 30))) == 1);
  CHECK(teaching.piece(first.c_str()).views.size() == 2);
  CHECK(teaching.asked() != first);
  CHECK(teaching.lay(withCard(1)) == 0);  // the same once more
  CHECK(teaching.wizard->sight() == Sight::SamePiece);
  CHECK(teaching.lay(withCard(2)) == 1);
}

TEST_CASE("a card turned round where it lies has moved") {
  Teaching teaching;
  CHECK(teaching.lay(withCard(1)) == 1);
  CHECK(teaching.lay(withCard(1, {kLies[2], kLies[3], kLies[0], kLies[1]})) == 1);
}

TEST_CASE("of two pieces none is taken, unless somebody says that it is the one") {
  Teaching teaching;
  cv::Mat two = withCard(1, shifted(-300, 0));
  test::lay(two, test::drawnCard(2), shifted(300, 0));
  CHECK(teaching.lay(two) == 0);
  CHECK(teaching.wizard->sight() == Sight::Beside);
  const std::string first = teaching.asked();
  teaching.wizard->takeAnyway();
  CHECK(teaching.piece(first.c_str()).views.size() == 1);
  teaching.wizard->takeAnyway();  // what was taken is not taken again
  CHECK(teaching.piece(first.c_str()).views.size() == 1);
}

TEST_CASE("photographs are taken one after the other") {
  Teaching teaching;
  const auto photograph = [&](const cv::Mat& picture) {
    vision::Frame frame{picture, teaching.index++, teaching.time += 1, true};
    return teaching.wizard->see(frame);
  };
  CHECK(photograph(withCard(1)));
  CHECK_FALSE(photograph(withCard(1)));
  CHECK(photograph(withCard(1, shifted(40, 0))));
  CHECK_FALSE(photograph(table()));
  CHECK(photograph(withCard(2)));
}

TEST_CASE("what was taken is taken back, skipped and shown once more") {
  Teaching teaching;
  const std::string first = teaching.asked();
  teaching.teachFirst(1);
  const std::string second = teaching.asked();
  teaching.wizard->again();
  CHECK(teaching.asked() == first);
  CHECK(teaching.piece(first.c_str()).views.empty());
  CHECK(teaching.see(withCard(1, shifted(60, 30)), 2) == 0);  // it lies there as it was not to be taken
  teaching.teachFirst(1);
  CHECK(teaching.asked() == second);
  teaching.wizard->skip();
  CHECK(teaching.asked() != second);
  teaching.wizard->back();
  CHECK(teaching.asked() == second);
  teaching.wizard->back();
  CHECK(teaching.asked() == first);
  CHECK(teaching.wizard->view() == 3);
  CHECK(teaching.lay(withCard(1)) == 1);
  CHECK(teaching.asked() == second);
  while (teaching.wizard->asked()) teaching.wizard->skip();
  teaching.wizard->askFor(Face(second));
  CHECK(teaching.asked() == second);
}

TEST_CASE("faces that look too alike are named with each other") {
  Teaching teaching;
  teaching.setup.views = 1;
  teaching.begin();
  const std::string first = teaching.asked();
  CHECK(teaching.lay(withCard(1)) == 1);
  const std::string second = teaching.asked();
  CHECK(teaching.lay(withCard(2)) == 1);
  CHECK_FALSE(teaching.piece(first.c_str()).tooAlike);
  const std::string third = teaching.asked();
  CHECK(teaching.lay(withCard(1)) == 1);
  CHECK(teaching.piece(first.c_str()).tooAlike == Face(third));
  CHECK(teaching.piece(third.c_str()).tooAlike == Face(first));
  teaching.wizard->again(Face(third));
  CHECK_FALSE(teaching.piece(first.c_str()).tooAlike);
}

TEST_CASE("what is half taught is gone on with, and lies among the editions once it is finished") {
  Teaching teaching;
  const std::string first = teaching.asked();
  teaching.teachFirst(1);
  teaching.wizard->setCopies(Face(first), 7);
  teaching.wizard->setCopies(Face(first), -1);
  const std::string second = teaching.asked();
  teaching.begin();
  CHECK(teaching.asked() == second);
  CHECK(teaching.piece(first.c_str()).copies == 7);
  CHECK(teaching.piece(first.c_str()).views.size() == 2);
  CHECK(teaching.lay(withCard(1, shifted(60, 30))) == 0);  // what was shown last lies there still
  CHECK(teaching.wizard->sight() == Sight::SamePiece);
  CHECK_FALSE(std::filesystem::exists(teaching.setup.editions / "Mine"));
  teaching.wizard->finish();
  CHECK(std::filesystem::is_empty(teaching.setup.teaching));
  const vision::TaughtEdition edition(teaching.setup.editions / "Mine");
  CHECK(edition.list().name == "Mine");
  CHECK(edition.art(Face(first)).copies == 7);
  CHECK(edition.pictures(Face(first)).size() == 2);

  teaching.setup.title = "Something else";
  teaching.begin();
  CHECK(teaching.asked() == second);
  CHECK(teaching.wizard->setup().title == "Mine");
  teaching.teachFirst(2);
  CHECK_FALSE(vision::TaughtEdition(teaching.setup.editions / "Mine").isTaught(Face(second)));
  teaching.wizard->finish();
  CHECK(vision::TaughtEdition(teaching.setup.editions / "Mine").isTaught(Face(second)));
  CHECK(vision::TaughtEdition(teaching.setup.editions / "Mine").isTaught(Face(first)));

  teaching.setup.game = GameId::Octal;
  CHECK_THROWS_AS(teaching.begin(), vision::EditionError);
}

TEST_CASE("what cannot be written is kept in mind, said, and written once that is possible") {
  Teaching teaching;
  std::ofstream(teaching.setup.teaching) << "in the way";
  const std::string first = teaching.asked();
  teaching.teachFirst(1);
  CHECK(ui::any(teaching.wizard->unkept()));
  CHECK_THROWS(teaching.wizard->finish());
  CHECK(teaching.piece(first.c_str()).views.size() == 2);
  std::filesystem::remove(teaching.setup.teaching);
  teaching.see(table(), 3);
  CHECK_FALSE(ui::any(teaching.wizard->unkept()));
  CHECK(vision::TaughtEdition(teaching.setup.teaching / "Mine").pictures(Face(first)).size() == 2);
  // The folder for the finished ones is in the way, too.
  std::ofstream(teaching.setup.editions) << "in the way";
  CHECK_THROWS(teaching.wizard->finish());
  CHECK(vision::TaughtEdition(teaching.setup.teaching / "Mine").isTaught(Face(first)));
}

TEST_CASE("the board comes first, once, and a number of The OCTAL may have the other arrow") {
  Teaching octagone(GameId::Octagone);
  CHECK(octagone.asked() == "board");
  CHECK(octagone.wizard->wanted() == 1);
  Teaching teaching(GameId::Octal);
  CHECK(teaching.asked() == "1:greater:up");
  teaching.teachFirst(1);
  teaching.wizard->back();
  teaching.wizard->turnArrow();
  CHECK(teaching.asked() == "1:greater:both");
  CHECK(teaching.piece("1:greater:both").views.size() == 2);
  teaching.begin();
  CHECK(teaching.piece("1:greater:both").views.size() == 2);
  CHECK_THROWS_AS(teaching.piece("1:greater:up"), std::out_of_range);
  CHECK(teaching.asked() == "1:less:both");
}

TEST_CASE("an edition's folder is called as nothing that leads elsewhere") {
  CHECK(ui::folderNameOf("Erste Ausgabe 1998") == "Erste Ausgabe 1998");
  CHECK(ui::folderNameOf("../../etc/passwd") == "etc-passwd");
  CHECK(ui::folderNameOf("A/B\\C\n") == "A-B-C");
  CHECK(ui::folderNameOf(" .. ").empty());
  CHECK(ui::folderNameOf("八角") == "八角");
  std::string long_;
  for (int i = 0; i < 100; ++i) long_ += "ö";
  CHECK(ui::folderNameOf(long_).size() == 120);
}
