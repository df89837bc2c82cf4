#pragma once

#include "tracker/registry/game_module.h"

namespace octo::tracker::oct8 {

GameModule module();

}  // namespace octo::tracker::oct8
