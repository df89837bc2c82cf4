#pragma once

#include <optional>
#include <string>
#include <string_view>

/// The texts of `seeds/` as they were when the program was built.
namespace octo::seeds {

/// The text of a seed by its path below `seeds/`, for example "octagone/layout.toml"; nothing if there is none.
std::optional<std::string_view> find(std::string_view name);

/// As `find`. Throws std::out_of_range, naming the seed, if there is none.
std::string_view text(std::string_view name);

}  // namespace octo::seeds
