#include "ui/session/source_trouble.h"

#include <string>

namespace octo::ui {

Trouble troubleOf(vision::SourceFault fault, const vision::SourceError::Values& values) {
  return {"window.source." + std::string(vision::keyOf(fault)), values};
}

Trouble troubleOf(const std::exception& error) {
  if (const auto* source = dynamic_cast<const vision::SourceError*>(&error))
    return troubleOf(source->fault(), source->values());
  return {"window.source.other", {{"why", error.what()}}};
}

}  // namespace octo::ui
