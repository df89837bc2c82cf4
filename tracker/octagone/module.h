#pragma once

#include "tracker/registry/game_module.h"

namespace octo::tracker::octagone {

GameModule module();

}  // namespace octo::tracker::octagone
