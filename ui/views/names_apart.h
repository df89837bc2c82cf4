#pragma once

#include <vector>

#include "ui/window/theme.h"

namespace octo::ui {

/// Moves names that lie upon each other to the left and to the right, each as far as the other, until `gap` pixels lie
/// between them: on a small table several players sit at one side.
void moveApart(std::vector<Area>& names, float gap);

}  // namespace octo::ui
