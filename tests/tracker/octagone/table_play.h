#pragma once

#include <random>
#include <vector>

#include "datasets/scene/octagone_script.h"
#include "tracker/follow/follower.h"

/// What a camera would tell of a scripted game, without a camera.
namespace octo::tracker::octagone {

struct Noise {
  /// Share of shields that are missed in a look, that cannot be read, and that are read as something else (unsurely).
  double missed = 0, unread = 0, misread = 0;
  /// Share of looks with a part of the board hidden.
  double hidden = 0;
  bool forearms = true;
};

/// One observation for each line of the script that differs from the one before.
std::vector<Observation> observationsOf(const Record& record, const std::vector<datasets::LayoutLine>& lines,
                                        const Noise& noise, std::mt19937& random);

/// The events as they were understood after the last observation and the source's end.
std::vector<Event> tracked(Follower& follower, const std::vector<Observation>& observations);

/// One a line, for messages.
std::string listed(const std::vector<Event>& events);

}  // namespace octo::tracker::octagone
