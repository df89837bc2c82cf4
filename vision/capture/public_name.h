#pragma once

#include <string>
#include <string_view>

namespace octo::vision {

/// A source as it may be shown, logged and kept: a stream's address without the name and password in it, and with `***`
/// for the values of parameters that look like secrets (`token=…`, `key=…`). Every other source as it is.
std::string publicName(std::string_view source);

}  // namespace octo::vision
