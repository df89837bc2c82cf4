#pragma once

#include "tracker/messages/catalogue.h"
#include "vision/capture/source_error.h"

namespace octo::ui {

/// What is wrong, as a sentence of the window's that still has no language. An empty key: nothing is.
using Trouble = tracker::Message;

Trouble troubleOf(vision::SourceFault fault, const vision::SourceError::Values& values);

inline bool any(const Trouble& trouble) { return !trouble.key.empty(); }

}  // namespace octo::ui
