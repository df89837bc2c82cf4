#pragma once

#include <optional>

#include "tracker/oct8/oct8_table.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::oct8 {

/// The kinds of places of the table.
enum class Where { Shared, Field, Shipped, Chips, Told, Discard, Heads, Arms };

/// A place, of that slot or player, from 0.
struct AskedPlace {
  Where where;
  int whose = 0;
  friend bool operator==(const AskedPlace&, const AskedPlace&) = default;
};

/// What lies there belongs to that place.
std::optional<AskedPlace> placeAt(const Oct8Places& places, TablePoint at);
/// Asks what lies at the place.
Message asking(const AskedPlace& place, const GameHeader& header);

}  // namespace octo::tracker::oct8
