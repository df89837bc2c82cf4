#pragma once

#include "tracker/registry/game_module.h"

namespace octo::tracker::octa {

GameModule module();

}  // namespace octo::tracker::octa
