#pragma once

#include <cstdint>
#include <optional>

namespace octo::datasets {

/// How many blocks of memory this thread has asked for so far, whichever library did it; nothing in a build with
/// sanitizers, which have an allocator of their own.
std::optional<std::int64_t> allocations();

}  // namespace octo::datasets
