#include "tests/tracker/infer/strip_game.h"

#include <algorithm>

namespace octo::tracker::infer {
namespace {

/// How often people draw, lay two tokens, and break the rule.
constexpr double kDraws = 0.2, kPairs = 0.2, kBreaks = 0.1;
constexpr double kBoxMm = 60;

const Face& faceOf(char token) { return token == 'S' ? kSun : kMoon; }

ExpectedPiece pieceAt(int box, char token) {
  return {.id = static_cast<PieceId>(2 * box + (token == 'S')), .faces = {faceOf(token)}, .pose = {boxAt(box), 0}};
}

}  // namespace

TablePoint boxAt(int box) { return {kBoxMm * box - 2 * kBoxMm, 0}; }

Strip::Strip(int boxes, int first, std::vector<Side> sides, bool frugal)
    : boxes_(static_cast<std::size_t>(boxes), '.'), turn_(first), sides_(std::move(sides)), frugal_(frugal) {}

std::uint64_t Strip::hash() const { return std::hash<std::string>()(boxes_ + std::to_string(turn_)); }

void Strip::lay(int box, char token) {
  boxes_[static_cast<std::size_t>(box)] = token;
  pieces_.push_back(pieceAt(box, token));
}

bool Strip::isBreach(int box, char token) const {
  const auto at = static_cast<std::size_t>(box);
  return (at > 0 && boxes_[at - 1] == token) || (at + 1 < boxes_.size() && boxes_[at + 1] == token);
}

NextEvent Strip::laying(const std::string& action, int box, const std::string& tokens) const {
  NextEvent next;
  next.event = {.player = turn_, .action = action, .fields = {{"box", box}, {"tokens", tokens}}};
  auto after = std::make_shared<Strip>(*this);
  for (int k = 0; k < static_cast<int>(tokens.size()); ++k) {
    const char token = tokens[static_cast<std::size_t>(k)];
    next.breach = next.breach || isBreach(box + k, token);
    next.changes.push_back({.at = {boxAt(box + k)}, .come = {pieceAt(box + k, token)}});
    after->lay(box + k, token);
  }
  after->turn_ = 1 - turn_;
  next.after = std::move(after);
  return next;
}

NextEvent Strip::drawing() const {
  auto drawn = std::make_shared<Strip>(*this);
  drawn->turn_ = 1 - turn_;
  return {.event = {.player = turn_, .action = "draw"},
          .prior = kDraws,
          .visible = false,
          .changes = {{.at = {kBag}}},
          .after = std::move(drawn)};
}

/// Out of turn it is a breach.
NextEvent Strip::told(const Event& event) const {
  Strip turned = *this;
  turned.turn_ = event.player.value();
  NextEvent next = event.action == "draw" ? turned.drawing()
                                          : turned.laying(event.action, event.fields["box"].get<int>(),
                                                          event.fields["tokens"].get<std::string>());
  next.breach = next.breach || event.player != turn_;
  return next;
}

std::vector<NextEvent> Strip::nextEvents(const Difference& difference, double /*least*/) const {
  std::vector<NextEvent> legal, breaches, pairs;
  const int boxes = static_cast<int>(boxes_.size());
  const auto isEmpty = [&](int box) { return box < boxes && boxes_[static_cast<std::size_t>(box)] == '.'; };
  const auto isNews = [&](int box) {
    return std::any_of(difference.news.begin(), difference.news.end(),
                       [&](const SeenPiece* piece) { return distance(piece->pose.at, boxAt(box)) < 1.5 * kBoxMm; });
  };
  for (int box = 0; box < boxes; ++box) {
    if (!isEmpty(box) || (frugal_ && !isNews(box))) continue;
    for (const char* token : {"S", "M"}) {
      NextEvent next = laying("lay", box, token);
      (next.breach ? breaches : legal).push_back(std::move(next));
    }
    if (isEmpty(box + 1)) {
      NextEvent pair = laying("pair", box, "SM");
      if (!pair.breach) pairs.push_back(std::move(pair));
    }
  }
  std::vector<NextEvent> all{drawing()};
  const auto add = [&](std::vector<NextEvent>& kind, double share) {
    for (NextEvent& each : kind) {
      each.prior = share / static_cast<double>(kind.size());
      all.push_back(std::move(each));
    }
  };
  add(legal, 1 - kDraws - kPairs - kBreaks);
  add(breaches, kBreaks);
  add(pairs, kPairs);
  return all;
}

}  // namespace octo::tracker::infer
