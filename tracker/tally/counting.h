#pragma once

#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/json.h"
#include "tracker/vocabulary/layout.h"

namespace octo::tracker {

/// The name of a player's zone: "p1.field".
std::string zoneOf(int player, const char* name);

/// The first zone that the point (mm) lies in; nullptr beside all of them.
const Zone* zoneAt(const Layout& layout, TablePoint at);

bool isBack(const Face& face);

/// The players whose score is the highest, or the lowest.
std::vector<int> best(const std::vector<int>& scores, bool most);

/// The faces' names, as a list.
Json textsOf(const std::vector<Face>& faces);

}  // namespace octo::tracker
