#pragma once

#include <string>

#include "ui/session/source_trouble.h"
#include "ui/standing/words.h"

namespace octo::test {

/// What a player reads of it, in English.
inline std::string read(const ui::Trouble& trouble) {
  return ui::any(trouble) ? ui::Words(GameId::Octagone, "en").trouble(trouble) : "";
}

}  // namespace octo::test
