#include "vision/read/cards/index_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "vision/capture/picture.h"
#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

bool isAmong(const std::vector<SeenIndex>& indices, const CardIndex& place) {
  return std::any_of(indices.begin(), indices.end(), [&](const SeenIndex& seen) {
    return distance(seen.index.at, place.at) < 0.3 * place.size && seen.presence() > 0.9;
  });
}

}  // namespace

TEST_CASE("an index that a quick look overlooks is read where it is expected") {
  CardNetworks networks;
  const cv::Mat picture =
      loadPicture(std::string(OCTO_SOURCE_DIR) + "/tests/vision/read/cards/samples/backs/00002.jpg");
  const std::vector<SeenIndex> quick = findIndices(networks, picture, Effort::Frame);
  std::vector<CardIndex> overlooked;
  for (const SeenIndex& seen : findIndices(networks, picture, Effort::Photograph))
    if (seen.presence() > 0.9 && !isAmong(quick, seen.index)) overlooked.push_back(seen.index);
  REQUIRE(!overlooked.empty());
  const std::vector<SeenIndex> asked = findIndices(networks, picture, Effort::Frame, overlooked);
  for (const CardIndex& place : overlooked) CHECK(isAmong(asked, place));
  CHECK(asked.size() == quick.size() + overlooked.size());
}

TEST_CASE("an index is not read twice for being expected, nor where there is none") {
  CardNetworks networks;
  const cv::Mat picture =
      loadPicture(std::string(OCTO_SOURCE_DIR) + "/tests/vision/read/cards/samples/apart/00001.jpg");
  const std::vector<SeenIndex> found = findIndices(networks, picture, Effort::Frame);
  REQUIRE(!found.empty());
  std::vector<CardIndex> expected;
  for (const SeenIndex& seen : found) expected.push_back(seen.index);
  const double width = picture.cols, height = picture.rows;
  for (const ImagePoint at : {ImagePoint{0, 0}, {width, height}, {-500, 20}, {1e6, -1e6}})
    expected.push_back({at, {0, -1}, 20, 0});
  CHECK(findIndices(networks, picture, Effort::Frame, expected).size() == found.size());
}
