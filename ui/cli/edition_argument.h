#pragma once

#include <memory>
#include <string>

#include "tracker/vocabulary/game_id.h"

namespace CLI {
class App;
}

namespace octo::vision {
class TaughtEdition;
}

namespace octo::ui {

/// Adds --edition: "print", the folder of a taught edition, or its name.
void addEditionArgument(CLI::App& command, std::string& edition);

/// The taught edition that the option so called names; null for "print". Throws BadInput where there is none, or one of
/// another game.
std::shared_ptr<const vision::TaughtEdition> taughtEdition(const std::string& option, const std::string& text,
                                                           GameId game);

}  // namespace octo::ui
