#pragma once

#include "tracker/registry/game_module.h"

namespace octo::tracker::octal {

GameModule module();

}  // namespace octo::tracker::octal
