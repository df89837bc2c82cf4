#include "ui/previews.h"

#include <algorithm>

namespace octo::ui {

void Previews::show(const std::vector<std::string>& sources) {
  std::erase_if(looks_, [&](const auto& look) { return std::ranges::count(sources, look.first) == 0; });
  for (const std::string& source : sources) {
    if (source.empty()) continue;
    auto& look = looks_[source];
    if (look) continue;
    look = std::make_unique<Preview>(wake_, open_);
    look->show(source);
  }
}

bool Previews::take(Previewed& seen) {
  bool changed = std::erase_if(seen, [&](const auto& each) { return !looks_.contains(each.first); }) > 0;
  for (const auto& [source, look] : looks_)
    if (auto picture = look->pictures().take()) {
      seen[source] = std::move(picture);
      changed = true;
    }
  return changed;
}

}  // namespace octo::ui
