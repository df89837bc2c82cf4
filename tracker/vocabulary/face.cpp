#include "tracker/vocabulary/face.h"

namespace octo {

std::string_view Face::family() const { return std::string_view(text_).substr(0, text_.find(':')); }

std::string_view Face::detail() const {
  const auto colon = text_.find(':');
  return colon == std::string::npos ? std::string_view{} : std::string_view(text_).substr(colon + 1);
}

}  // namespace octo
