#include "tracker/oct8/oct8_asked.h"

#include <array>

namespace octo::tracker::oct8 {

std::optional<AskedPlace> placeAt(const Oct8Places& places, TablePoint at) {
  for (int slot = 0; slot < kSlots; ++slot)
    if (places.slots[static_cast<std::size_t>(slot)].contains(at)) return AskedPlace{Where::Shared, slot};
  for (int player = 0; player < static_cast<int>(places.seats.size()); ++player) {
    const Oct8Places::Seat& seat = places.seats[static_cast<std::size_t>(player)];
    if (seat.field.contains(at)) return AskedPlace{Where::Field, player};
    if (seat.shipped.contains(at)) return AskedPlace{Where::Shipped, player};
    if (seat.chips.contains(at)) return AskedPlace{Where::Chips, player};
    if (seat.turn.contains(at)) return AskedPlace{Where::Told, player};
  }
  if (places.discard.contains(at)) return AskedPlace{Where::Discard};
  if (places.heads.contains(at)) return AskedPlace{Where::Heads};
  if (places.arms.contains(at)) return AskedPlace{Where::Arms};
  return std::nullopt;
}

Message asking(const AskedPlace& place, const GameHeader& header) {
  constexpr std::array kShared{"@name.octopus.left", "@name.octopus.middle", "@name.octopus.right"};
  const auto whose = static_cast<std::size_t>(place.whose);
  const auto ofPlayer = [&](const char* key) { return Message{key, {{"player", header.players[whose]}}}; };
  switch (place.where) {
    case Where::Shared:
      return {"ask.shared", {{"octopus", kShared[whose]}}};
    case Where::Field:
      return ofPlayer("ask.field");
    case Where::Shipped:
      return ofPlayer("ask.shipped");
    case Where::Chips:
      return ofPlayer("ask.chips");
    case Where::Told:
      return ofPlayer("ask.colour");
    case Where::Discard:
      return {"ask.discard", {}};
    case Where::Heads:
      return {"ask.heads", {}};
    case Where::Arms:
      break;
  }
  return {"ask.arms", {}};
}

}  // namespace octo::tracker::oct8
