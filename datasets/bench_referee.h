#pragma once

#include <string>

namespace octo::datasets {

/// Times the reading and judging of one long record a game, as `octoscope referee` does it, and prints a JSON
/// line each; beside it the baseline, the same lines only parsed as JSON. `records`: a folder to keep the
/// records in; none if empty.
void benchReferee(int times, const std::string& records);

}  // namespace octo::datasets
