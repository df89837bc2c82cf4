#pragma once

#include <nlohmann/json.hpp>

namespace octo {

/// A JSON value whose object members keep the order they were written in, so that a record that is read and
/// written again stays the same.
using Json = nlohmann::ordered_json;

}  // namespace octo
