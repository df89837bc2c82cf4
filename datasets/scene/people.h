#pragma once

#include <string>
#include <vector>

#include "datasets/scene/random.h"

namespace octo::datasets {

/// Names for so many players, ten at most, no two alike.
std::vector<std::string> people(int players, Random& random);

}  // namespace octo::datasets
