#include <algorithm>
#include <array>

#include "tracker/oct8/module.h"
#include "tracker/octa/module.h"
#include "tracker/octagone/module.h"
#include "tracker/octal/module.h"
#include "tracker/registry/game_module.h"

namespace octo::tracker {

const GameModule& gameModule(GameId game) {
  static const std::array modules{octagone::module(), octal::module(), oct8::module(), octa::module()};
  const auto found = std::find_if(modules.begin(), modules.end(), [&](const auto& each) { return each.id == game; });
  if (found == modules.end()) throw Malformed("the rules of " + std::string(title(game)) + " are not in this program");
  return *found;
}

}  // namespace octo::tracker
