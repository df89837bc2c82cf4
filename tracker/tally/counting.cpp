#include "tracker/tally/counting.h"

#include <algorithm>

namespace octo::tracker {

std::string zoneOf(int player, const char* name) { return "p" + std::to_string(player) + "." + name; }

const Zone* zoneAt(const Layout& layout, TablePoint at) {
  const auto found =
      std::find_if(layout.zones.begin(), layout.zones.end(), [&](const Zone& zone) { return zone.area.contains(at); });
  return found == layout.zones.end() ? nullptr : &*found;
}

bool isBack(const Face& face) { return face.isBack() || face.detail() == "back"; }

std::vector<int> best(const std::vector<int>& scores, bool most) {
  const int wanted =
      most ? *std::max_element(scores.begin(), scores.end()) : *std::min_element(scores.begin(), scores.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < scores.size(); ++player)
    if (scores[player] == wanted) players.push_back(static_cast<int>(player));
  return players;
}

Json textsOf(const std::vector<Face>& faces) {
  Json list = Json::array();
  for (const Face& face : faces) list.push_back(face.text());
  return list;
}

}  // namespace octo::tracker
