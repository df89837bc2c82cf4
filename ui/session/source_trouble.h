#pragma once

#include <exception>

#include "tracker/messages/catalogue.h"
#include "vision/capture/source_error.h"

namespace octo::ui {

/// What is wrong, as a sentence "window.source.<key>" that still has no language. An empty key: nothing is.
using Trouble = tracker::Message;

Trouble troubleOf(vision::SourceFault fault, const vision::SourceError::Values& values);
/// Of a source its fault; of anything else its own English words.
Trouble troubleOf(const std::exception& error);

inline bool any(const Trouble& trouble) { return !trouble.key.empty(); }

}  // namespace octo::ui
