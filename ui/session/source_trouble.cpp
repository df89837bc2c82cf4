#include "ui/session/source_trouble.h"

#include <string>

namespace octo::ui {

Trouble troubleOf(vision::SourceFault fault, const vision::SourceError::Values& values) {
  return {"window.source." + std::string(vision::keyOf(fault)), values};
}

}  // namespace octo::ui
