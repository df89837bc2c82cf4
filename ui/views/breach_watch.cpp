#include "ui/views/breach_watch.h"

#include <algorithm>

#include "ui/standing/move_words.h"
#include "ui/views/box_answers.h"

namespace octo::ui {
namespace {

/// So many moves after a breach came up it is not asked about any more: the people played on.
constexpr std::size_t kPlayedOn = 3;

std::string keyOf(const TrackedEvent& event, const std::string& rule) {
  return std::to_string(event.n) + " " + rule + " " + plainly(event.event).toJson().dump();
}

}  // namespace

bool BreachWatch::look(const GameSnapshot& game) {
  // A game gets its number with its first move.
  const bool another = !game_ || (*game_ != game.id && *game_ != 0);
  if (another) known_.clear();
  game_ = game.id;
  open_.reset();
  bool news = false;
  const std::size_t events = game.events.size();
  const auto meet = [&](const TrackedEvent& about, const std::string& rule, std::optional<int> shownBy, int latest) {
    const std::string key = keyOf(about, rule);
    const auto [at, fresh] = known_.try_emplace(key, Known{events, false});
    if (fresh) at->second.answered = another && latest < static_cast<int>(events);
    if (about.event.takenBack || at->second.answered || events >= at->second.events + kPlayedOn) return;
    news = news || fresh;
    open_ = Open{about.n, shownBy};
    openKey_ = key;
  };
  for (const TrackedEvent& each : game.events) {
    if (!each.verdict.legal) meet(each, each.verdict.rule, std::nullopt, each.n);
    for (const Exposure& exposed : each.verdict.exposes)
      if (exposed.n >= 1 && exposed.n <= static_cast<int>(events))
        meet(game.events[static_cast<std::size_t>(exposed.n) - 1], exposed.rule, each.n, each.n);
  }
  return news && open_;
}

void BreachWatch::answer() {
  if (open_) known_[openKey_].answered = true;
  open_.reset();
}

const TrackedEvent* markedBreach(const GameSnapshot& game, const std::optional<BreachWatch::Open>& open) {
  const int n = open ? open->n : game.played;
  if (n < 1 || n > static_cast<int>(game.events.size())) return nullptr;
  const TrackedEvent& event = game.events[static_cast<std::size_t>(n) - 1];
  return open || !event.verdict.legal ? &event : nullptr;
}

std::optional<TablePoint> placeOf(const TrackedEvent& event, const GameSnapshot& game, const vision::View* seen) {
  const Zone* board = game.layout.zone("board");
  if (board && board->grid) {
    const auto box = boxOf(event.event);
    return box ? std::optional(board->grid->centre(*box)) : std::nullopt;
  }
  const std::vector<Face> pieces = piecesOf(game.header.game, event.event);
  const auto isOne = [&](const Face& face) {
    return !face.isUnknown() && std::find(pieces.begin(), pieces.end(), face) != pieces.end();
  };
  for (auto lying = game.lying.rbegin(); lying != game.lying.rend(); ++lying)
    if (isOne(lying->face)) return lying->pose.at;
  if (!seen || !seen->sightings) return std::nullopt;
  for (const vision::Sighting& sighting : *seen->sightings)
    if (sighting.pose && !sighting.faces.empty() && isOne(sighting.faces.front().face)) return sighting.pose->at;
  return std::nullopt;
}

}  // namespace octo::ui
