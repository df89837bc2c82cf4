#include "datasets/scene/folder_edition.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "datasets/scene/stage.h"
#include "tracker/vocabulary/event.h"

using namespace octo;
using namespace octo::datasets;
namespace fs = std::filesystem;

namespace {

/// An edition of one card and its back, in plain colours.
class PlainDeck {
 public:
  explicit PlainDeck(const std::string& list) { write(list); }
  PlainDeck(const cv::Scalar& front, const cv::Scalar& back) {
    cv::imwrite((path_ / "front.png").string(), cv::Mat(176, 126, CV_8UC3, front));
    cv::imwrite((path_ / "back.png").string(), cv::Mat(176, 126, CV_8UC3, back));
    write("game = \"octa\"\n" + piece("5H", "front.png") + piece("back", "back.png"));
  }
  ~PlainDeck() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

  static std::string piece(const std::string& face, const std::string& picture, const std::string& width = "63.0") {
    return "[[piece]]\npiece = \"" + face + "\"\nwidth_mm = " + width + "\nheight_mm = 88.0\npictures = [\"" + picture +
           "\"]\n";
  }

 private:
  static fs::path fresh() {
    static int number = 0;
    const fs::path path = fs::temp_directory_path() / ("octo-folder-edition-" + std::to_string(number++));
    fs::create_directories(path);
    return path;
  }
  void write(const std::string& list) { std::ofstream(path_ / "edition.toml") << list; }

  fs::path path_ = fresh();
};

cv::Vec4b middlePixel(const vision::Edition& edition, const char* face) {
  const cv::Mat picture = vision::drawFace(edition, Face(face), 2);
  return picture.at<cv::Vec4b>(picture.rows / 2, picture.cols / 2);
}

const cv::Scalar kTeal(120, 110, 10), kPink(150, 90, 240);

}  // namespace

TEST_CASE("an edition's folder is drawn with its pictures, and what it lacks with our own", "[folder_edition]") {
  const PlainDeck folder(kTeal, kPink);
  const FolderEdition edition(folder.path());
  CHECK(edition.game() == GameId::Octa);
  CHECK(middlePixel(edition, "5H") == cv::Vec4b(120, 110, 10, 255));
  CHECK(middlePixel(edition, "back") == cv::Vec4b(150, 90, 240, 255));
  CHECK(vision::drawFace(edition, Face("5H"), 2).at<cv::Vec4b>(0, 0)[3] == 0);  // its corners are round
  CHECK(edition.backOf(Face("5H"), 1) == Face::back());
  CHECK(edition.backOf(Face("token:1"), 0) == Face("token:1"));
  CHECK(middlePixel(edition, "6H") == middlePixel(vision::printEdition(GameId::Octa), "6H"));
}

TEST_CASE("of two decks on a table every other piece is of the second", "[folder_edition]") {
  const PlainDeck first(kTeal, kTeal), second(kPink, kPink);
  const FolderEdition teal(first.path());
  StageOptions options;
  options.difficulty = Difficulty::Easy;
  options.secondDeck = std::make_shared<FolderEdition>(second.path());
  Stage stage(teal, options, 1);
  const ScenePiece even{2, Face("5H"), {{-60, 0}, 0}, 1, true}, odd{3, Face("5H"), {{60, 0}, 0}, 1, true};
  Moment moment;
  moment.lying = {even, odd};
  stage.rest(*moment.lying);
  cv::Mat picture;
  stage.draw(moment, moment, 0, picture);
  const auto reddish = [&](const ScenePiece& piece) {
    const cv::Point2d at = stage.camera().pixelFromSpace({piece.pose.at.x, piece.pose.at.y, 0});
    const cv::Vec3b pixel = picture.at<cv::Vec3b>(cv::Point(at));
    return pixel[2] > pixel[1];
  };
  CHECK_FALSE(reddish(even));
  CHECK(reddish(odd));
}

TEST_CASE("a folder that holds no edition is refused with file, line and what was expected", "[folder_edition]") {
  using Catch::Contains;
  const auto refusal = [](const std::string& list) {
    const PlainDeck folder(list);
    try {
      const FolderEdition edition(folder.path());
      return std::string("taken");
    } catch (const Malformed& error) {
      return std::string(error.what());
    }
  };
  CHECK_THAT(refusal("game = "), Contains("edition.toml:1: expected TOML"));
  CHECK_THAT(refusal("game = \"chess\"\n" + PlainDeck::piece("5H", "front.png")), Contains("got chess"));
  CHECK_THAT(refusal("game = \"octa\"\n"), Contains("[[piece]]"));
  CHECK_THAT(refusal("game = \"octa\"\n" + PlainDeck::piece("5H", "../front.png")), Contains("within the folder"));
  CHECK_THAT(refusal("game = \"octa\"\n" + PlainDeck::piece("5H", "front.png", "-3.0")),
             Contains("edition.toml:2: expected width_mm"));
  CHECK_THAT(refusal("game = \"octa\"\n" + PlainDeck::piece("5H", "nothing.png")), Contains("nothing.png"));
  CHECK_THROWS_AS(FolderEdition("/nonexistent"), Malformed);
}
