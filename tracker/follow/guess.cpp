#include "tracker/follow/guess.h"

#include <algorithm>
#include <utility>

namespace octo::tracker {

Event withoutGuess(Event event) {
  event.fields.erase(kGuessed);
  return event;
}

Event asSeen(Event event) {
  for (const Json& guess : event.fields.value(kGuessed, Json::array())) {
    Json& cards = event.fields["cards"];
    if (const auto card = std::find(cards.begin(), cards.end(), guess); card != cards.end()) {
      cards.erase(card);
      cards.push_back("?");
    }
  }
  return withoutGuess(std::move(event));
}

}  // namespace octo::tracker
