#include "tracker/infer/filter.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "tests/tracker/infer/strip_game.h"
#include "tracker/vocabulary/zone_place.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::infer;

namespace {

const std::vector<Side> kOpposite{Side::Near, Side::Far}, kTogether{Side::Near, Side::Near};

std::shared_ptr<const Strip> strip(int boxes, const std::vector<Side>& sides = kOpposite, bool frugal = true) {
  return std::make_shared<const Strip>(boxes, 0, sides, frugal);
}

/// A token that is read as that face.
SeenPiece token(int box, const Face& face, double sure = 0.98) {
  return {{{face, sure}, {face == kSun ? kMoon : kSun, (1 - sure) / 2}}, 1.0, {boxAt(box), 0}, 1.0};
}

/// A forearm of somebody at that side that touched that place, and ended so far to the right of it and beyond.
ForearmTrack forearm(Side side, TablePoint at, TablePoint offset = {8, 45}) {
  return {side, 0.97, pointOn({at, angleFor(side)}, offset.x, offset.y)};
}

Look look(int time, std::vector<SeenPiece> pieces, std::vector<ForearmTrack> forearms = {}) {
  Look look;
  look.seen.time = time;
  look.seen.frame = time;
  look.seen.pieces = std::move(pieces);
  look.seen.forearms = std::move(forearms);
  return look;
}

/// "lay 2 S", "pair 0 SM (taken back)", "draw".
std::vector<std::string> told(const Filter& filter) {
  std::vector<std::string> told;
  for (const Inferred& each : filter.game()) {
    std::string text = each.event.action;
    if (each.event.fields.contains("box"))
      text += " " + std::to_string(each.event.fields["box"].get<int>()) + " " +
              each.event.fields["tokens"].get<std::string>();
    told.push_back(text + (each.event.takenBack ? " (taken back)" : ""));
  }
  return told;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a token laid is told, with who laid it") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {}));
  filter.look(look(2, {token(1, kSun)}, {forearm(Side::Near, boxAt(1))}));
  CHECK(told(filter) == Words{"lay 1 S"});
  CHECK(filter.game()[0].event.player == 0);
  CHECK(filter.game()[0].time == 2);
  const double first = filter.game()[0].confidence;
  CHECK(first > 0.5);  // it may yet be half of a pair
  filter.look(look(3, {token(1, kSun), token(2, kMoon)}, {forearm(Side::Far, boxAt(2))}));
  CHECK(told(filter) == Words{"lay 1 S", "lay 2 M"});
  CHECK(filter.game()[0].confidence > std::max(first, 0.95));
}

TEST_CASE("what happened more looks ago than the lag is settled") {
  Parameters parameters;
  parameters.lag = 3;
  Filter filter({{strip(3)}}, 2, parameters);
  filter.look(look(1, {token(1, kSun)}, {forearm(Side::Near, boxAt(1))}));
  for (int later = 1; later <= 4; ++later) {
    filter.look(look(1 + later, {token(1, kSun)}));
    REQUIRE(filter.game().size() == 1);
    CHECK(filter.game().front().settled == (later > 3));
  }
}

TEST_CASE("a misreading that stays is one witness, however often it is looked at") {
  // A sun lies where only a moon is allowed: either a breach or a misreading.
  const auto breachAfter = [](int looks, const Parameters& parameters) {
    Filter filter({{strip(3)}}, 2, parameters);
    filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
    for (int k = 0; k < looks; ++k)
      filter.look(look(2 + k, {token(0, kSun), token(1, kSun, 0.8)},
                       k == 0 ? std::vector{forearm(Side::Far, boxAt(1))} : std::vector<ForearmTrack>()));
    double breach = 0;
    for (std::size_t n = 0; n < filter.size(); ++n)
      if (dynamic_cast<const Strip&>(filter.situation(n)).boxes() == "SS.") breach += filter.probability(n);
    return breach;
  };
  Parameters sticky, independent;
  sticky.legalTakenBack = independent.legalTakenBack = sticky.breachTakenBack = independent.breachTakenBack = 1e-6;
  independent.sameReading = 0;
  const double once = breachAfter(1, sticky), often = breachAfter(10, sticky);
  const auto odds = [](double share) { return share / (1 - share); };
  CHECK(once > 0.1);
  CHECK(once < 0.9);
  CHECK(odds(often) < 2 * odds(once));
  CHECK(odds(breachAfter(10, independent)) > 1000 * odds(once));
}

TEST_CASE("a move half done is under way until its other half is seen") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  double underWay = 0;
  for (std::size_t n = 0; n < filter.size(); ++n) underWay += filter.isUnderWay(n) * filter.probability(n);
  CHECK(underWay > 0.05);  // a sun alone is a move of its own, too
  filter.look(look(2, {token(0, kSun), token(1, kMoon)}, {forearm(Side::Near, boxAt(1))}));
  CHECK(told(filter) == Words{"pair 0 SM"});
  CHECK(filter.game()[0].confidence > 0.9);
  CHECK_FALSE(filter.isUnderWay(0));
}

TEST_CASE("a move half done that came to nothing was none") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  filter.look(look(2, {}, {forearm(Side::Near, boxAt(0))}));
  filter.look(look(3, {token(2, kMoon)}, {forearm(Side::Near, boxAt(2))}));
  CHECK(told(filter).back() == "lay 2 M");
  CHECK(filter.game().back().event.player == 0);
  for (const Inferred& each : filter.game()) CHECK((each.event.takenBack || each.event.fields["box"] == 2));
}

TEST_CASE("a breach stands until it is taken back") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  filter.look(look(2, {token(0, kSun), token(1, kSun, 0.995)}, {forearm(Side::Far, boxAt(1))}));
  CHECK(told(filter) == Words{"lay 0 S", "lay 1 S"});
  CHECK(filter.game()[1].breach);
  filter.look(look(3, {token(0, kSun)}, {forearm(Side::Far, boxAt(1))}));
  CHECK(told(filter) == Words{"lay 0 S", "lay 1 S (taken back)"});
  CHECK(filter.game()[1].confidence > 0.9);
  filter.look(look(4, {token(0, kSun), token(2, kSun)}, {forearm(Side::Far, boxAt(2))}));
  CHECK(told(filter) == Words{"lay 0 S", "lay 1 S (taken back)", "lay 2 S"});
  CHECK(filter.game()[2].event.player == 1);
}

TEST_CASE("a token lifted and laid again as it lay was laid once, and never taken back") {
  Filter filter({{strip(1)}}, 2);
  filter.look(look(1, {}));
  filter.look(look(2, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  for (int time = 3; time < 7; ++time) filter.look(look(time, {token(0, kSun)}));
  const auto takenBack = [&] {
    double share = 0;
    for (std::size_t n = 0; n < filter.size(); ++n)
      for (const Event& each : filter.events(n)) share += each.takenBack ? filter.probability(n) : 0;
    return share;
  };
  filter.look(look(7, {}, {forearm(Side::Near, boxAt(0))}));
  CHECK(takenBack() > 0.2);
  filter.look(look(8, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  CHECK(told(filter) == Words{"lay 0 S"});
  CHECK(filter.game()[0].time == 2);
}

TEST_CASE("of a breach that is not sure the likely game without it is told") {
  for (const double sure : {0.7, 0.995}) {
    Filter filter({{strip(3)}}, 2);
    filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
    filter.look(look(2, {token(0, kSun), token(1, kSun, sure)}, {forearm(Side::Far, boxAt(1))}));
    CHECK(dynamic_cast<const Strip&>(filter.situation(0)).boxes() == "SS.");
    CHECK(filter.probability(0) > 0.5);
    CHECK(told(filter) == Words{"lay 0 S", sure > 0.9 ? "lay 1 S" : "lay 1 M"});
    CHECK((filter.game()[1].confidence > 0.5) == (sure > 0.9));
  }
}

TEST_CASE("at a look that is a surprise games are kept that are farther behind") {
  const auto game = [](double surpriseAtMost) {
    Parameters parameters;
    parameters.margin = 2;
    parameters.surpriseAtMost = surpriseAtMost;
    Filter filter({{strip(4)}}, 2, parameters);
    int time = 0;
    for (; time <= parameters.usualOver; ++time) filter.look(look(time, {}));
    SeenPiece off = token(1, kSun);
    off.pose.at.x += 0.6 * (boxAt(2).x - boxAt(1).x);
    filter.look(look(time++, {off}, {forearm(Side::Near, off.pose.at)}));
    for (int k = 0; k < 3; ++k) filter.look(look(time++, {token(1, kSun)}));
    return told(filter);
  };
  CHECK(game(20) == Words{"lay 1 S"});
  CHECK(game(0) != Words{"lay 1 S"});
}

TEST_CASE("what is hidden tells nothing") {
  const auto after = [](std::vector<TableRect> hidden) {
    Filter filter({{strip(3)}}, 2);
    filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
    filter.look(look(2, {token(0, kSun), token(1, kMoon)}, {forearm(Side::Far, boxAt(1))}));
    for (int time = 3; time < 6; ++time) {
      Look covered = look(time, {token(0, kSun)});
      covered.seen.hidden = hidden;
      filter.look(covered);
    }
    return filter;
  };
  const TableRect there{boxAt(1).x - 20, -20, boxAt(1).x + 20, 20};
  const Filter hidden = after({there}), bare = after({});
  CHECK(told(hidden) == Words{"lay 0 S", "lay 1 M"});
  CHECK(hidden.game()[1].confidence > 0.9);
  CHECK(bare.evidence() < hidden.evidence() - 3);
}

TEST_CASE("a forearm that did nothing changes nothing") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  filter.look(look(2, {token(0, kSun)}, {forearm(Side::Far, {60, 40})}));
  filter.look(look(3, {token(0, kSun), token(1, kMoon)}, {forearm(Side::Far, boxAt(1))}));
  CHECK(told(filter) == Words{"lay 0 S", "lay 1 M"});
  CHECK(filter.game()[1].event.player == 1);
}

TEST_CASE("a draw is a forearm at the bag") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {}, {forearm(Side::Near, kBag)}));
  filter.look(look(2, {token(1, kMoon)}, {forearm(Side::Far, boxAt(1))}));
  CHECK(told(filter) == Words{"draw", "lay 1 M"});
  CHECK(filter.game()[1].event.player == 1);
}

TEST_CASE("a forearm that was seen before its token counts, and so does one under which the token lay hidden") {
  Filter filter({{strip(3)}}, 2);
  Look first = look(1, {}, {forearm(Side::Near, boxAt(1))});
  first.seen.hidden = {{-50, -300, 50, 40}};
  filter.look(first);
  filter.look(look(2, {token(1, kMoon)}));
  CHECK(told(filter) == Words{"lay 1 M"});
  CHECK(filter.game()[0].event.player == 0);
}

TEST_CASE("two who sit at one side are told apart by how they reach") {
  const TablePoint hers{-35, 30}, his{45, 70};
  Filter filter({{strip(24, kTogether)}}, 2);
  std::vector<SeenPiece> pieces;
  const auto lay = [&](int number, TablePoint offset) {
    const TablePoint about{offset.x + 4 * (number % 3 - 1), offset.y + 4 * (number % 2)};
    pieces.push_back(token(2 * number, kSun));
    filter.look(look(number + 1, pieces, {forearm(Side::Near, boxAt(2 * number), about)}));
  };
  for (int number = 0; number < 10; ++number) lay(number, number % 2 == 0 ? hers : his);
  CHECK(filter.reaches().of(0).mean().x < 0);
  CHECK(filter.reaches().of(1).mean().x > 0);
  REQUIRE(filter.game().size() == 10);
  // It is her turn, and he lays: she drew, though nobody saw it.
  lay(10, his);
  lay(11, hers);
  REQUIRE(filter.game().size() == 13);
  CHECK(told(filter)[10] == "draw");
  CHECK(filter.game()[11].event.player == 1);
  CHECK(filter.game()[12].event.player == 0);
}

namespace {

Telling telling(std::vector<Telling::Happened> events, int saying = 1) { return {std::move(events), 9, 9, saying}; }

Event draw(int player) { return {.player = player, .action = "draw"}; }

/// Of all states.
bool endWith(const Filter& filter, const Event& event) {
  for (std::size_t n = 0; n < filter.size(); ++n)
    if (const auto events = filter.events(n); events.empty() || events.back() != event) return false;
  return true;
}

}  // namespace

TEST_CASE("what a person tells holds in every game kept, and turns end for it") {
  Filter filter({{strip(4)}}, 2);
  filter.look(look(1, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  REQUIRE(filter.size() > 1);
  const std::size_t kept = filter.size();
  filter.tell(telling({{draw(1)}}));
  CHECK(filter.size() == kept);
  CHECK(endWith(filter, draw(1)));
  CHECK(told(filter) == Words{"lay 0 S", "draw"});
  CHECK(filter.game().back().saying == 1);
  CHECK(filter.game().back().confidence == 1);
  CHECK_FALSE(filter.game().back().breach);
  double sum = 0;
  for (std::size_t n = 0; n < filter.size(); ++n) sum += filter.probability(n);
  CHECK(sum == Approx(1));

  filter.tell(telling({{draw(1)}}, 2));  // the other one drew unseen before
  CHECK(told(filter) == Words{"lay 0 S", "draw", "draw", "draw"});
  CHECK(filter.game()[2].event == draw(0));
  CHECK_FALSE(filter.game()[2].visible);
  filter.look(look(10, {token(0, kSun), token(2, kSun)}, {forearm(Side::Near, boxAt(2))}));
  CHECK(told(filter) == Words{"lay 0 S", "draw", "draw", "draw", "lay 2 S"});
  CHECK(filter.game().back().event.player == 0);
}

TEST_CASE("what is told tells apart games that looked alike") {
  // Nobody's arm was seen: either may have laid the token, and a draw may have come before.
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(1, kSun)}));
  double before = 0, after = 0;
  const auto secondLaid = [&] {
    double share = 0;
    for (std::size_t n = 0; n < filter.size(); ++n)
      for (const Event& each : filter.events(n))
        share += (each.action == "lay" && each.player == 1) * filter.probability(n);
    return share;
  };
  before = secondLaid();
  filter.tell(telling({{{.player = 0, .action = "lay", .fields = {{"box", 2}, {"tokens", "M"}}}}}));
  after = secondLaid();
  CHECK(before < 0.5);
  CHECK(after > before);  // else the first would have laid twice, or another draw was unseen
}

TEST_CASE("whose turn a person tells takes back what was concluded, or ends turns") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {}, {forearm(Side::Near, kBag)}));
  REQUIRE(told(filter) == Words{"draw"});
  Filter later = filter;
  CHECK(filter.tellTurn(0, telling({})));
  CHECK(told(filter).empty());
  CHECK(later.tellTurn(1, telling({})));
  CHECK(told(later) == Words{"draw"});
  CHECK(later.tellTurn(0, telling({})));
  CHECK(later.situation(0).toMove() == 0);
  CHECK_FALSE(later.tellTurn(7, telling({})));
  CHECK(later.situation(0).toMove() == 0);
}

TEST_CASE("what a person says did not happen was nobody else's doing") {
  const Event laid{.player = 0, .action = "lay", .fields = {{"box", 1}, {"tokens", "S"}}};
  Look seen = look(1, {token(1, kSun)}, {forearm(Side::Near, boxAt(1))});
  Filter filter({{strip(3)}}, 2), denied = filter;
  filter.look(seen);
  REQUIRE(told(filter) == Words{"lay 1 S"});
  seen.denied = {laid};
  denied.look(seen);
  for (const std::string& each : told(denied)) CHECK(each == "draw");
}

TEST_CASE("a sighting that no game explains, and a piece that is missing, are discrepancies until they are gone") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {token(1, kSun)}, {forearm(Side::Near, boxAt(1))}));
  CHECK(filter.discrepancies().empty());
  SeenPiece astray = token(1, kMoon);
  astray.pose.at = {boxAt(1).x, 300};
  for (const int time : {2, 3}) {
    filter.look(look(time, {token(1, kSun), astray}));
    REQUIRE(filter.discrepancies().size() == 1);
    CHECK(filter.discrepancies()[0].at.y == 300);
    CHECK(filter.discrepancies()[0].seen.front().face == kMoon);
  }
  filter.look(look(4, {token(1, kSun)}));
  CHECK(filter.discrepancies().empty());
  filter.look(look(5, {}));
  filter.look(look(6, {}));
  REQUIRE(filter.discrepancies().size() <= 1);
  filter.look(look(7, {token(1, kSun)}));
  CHECK(filter.discrepancies().empty());
}

TEST_CASE("a game gone on from lies where it was seen, and people reach as was learnt") {
  Filter filter({{strip(3)}}, 2);
  for (int time = 1; time < 4; ++time)
    filter.look(look(time, {token(1, kSun)}, {forearm(Side::Near, boxAt(1), {30, 80})}));
  auto situation = std::make_shared<const Strip>(dynamic_cast<const Strip&>(filter.situation(0)));
  Filter next({{situation}}, 2);
  SeenPiece pushed = token(1, kSun);
  pushed.pose.at.x += 40;
  next.goOnFrom(filter, look(4, {pushed}).seen);
  CHECK(next.discrepancies().empty());
  CHECK(next.reaches().of(0).mean().y == filter.reaches().of(0).mean().y);
  Filter fresh({{situation}}, 2);
  for (Filter* each : {&next, &fresh}) each->look(look(5, {pushed}));
  CHECK(next.evidence() > fresh.evidence());
}

TEST_CASE("a state reached in two ways has the probability of both") {
  Parameters one;
  one.forearmsMissed = one.forearmsSeen;  // who laid what is unclear
  Filter filter({{strip(3)}}, 2, one);
  filter.look(look(1, {}));
  filter.look(look(2, {token(0, kSun), token(2, kMoon)}));
  CHECK(dynamic_cast<const Strip&>(filter.situation(0)).boxes() == "S.M");
  CHECK(filter.probability(0) > 0.7);  // or somebody drew besides
  REQUIRE(filter.game().size() == 2);
  CHECK(filter.game()[0].confidence == Approx(0.5).margin(0.05));
}

// --- against the sum over all that may have happened ---

namespace {

/// One way in which things may have happened.
struct Story {
  std::shared_ptr<const Situation> situation;
  std::shared_ptr<const NextEvent> latest = nullptr, underWay = nullptr, undone = nullptr;
  std::shared_ptr<const Situation> before = nullptr;
  std::uint32_t done = 0;
  PieceTraces traces = {};
  double probability = 1;
};

/// All ways, one by one: slow, and short enough to be seen right.
class Enumeration {
 public:
  explicit Enumeration(const Parameters& parameters)
      : parameters_(parameters), sightings_(parameters), reaches_(kOpposite, parameters) {}

  std::vector<Story> after(const std::vector<Story>& stories, const Observation& seen) {
    seen_ = &seen;
    all_.clear();
    for (const Story& story : stories) {
      from_ = &story;
      const double nothing = story.underWay ? parameters_.halfPauses : parameters_.nothing;
      stop(story, nothing, {});
      act(story, 1 - nothing, {}, parameters_.inARow);
    }
    return all_;
  }

 private:
  using Needs = std::vector<Need>;

  void act(const Story& story, double chance, const Needs& needs, int more) {
    if (more == 0) return;
    const double back = story.underWay         ? parameters_.halfTakenBack
                        : !story.latest        ? 0
                        : story.latest->breach ? parameters_.breachTakenBack
                                               : parameters_.legalTakenBack;
    if (story.underWay) {
      Story undone = story;
      undone.underWay = nullptr;
      undone.done = 0;
      done(undone, chance * back, with(needs, *story.underWay, story.done), more);
      go(story, story.underWay, story.done, chance * (1 - back), needs, more);
      return;
    }
    if (story.latest) {
      Story undone = story;
      undone.situation = story.before;
      undone.latest = nullptr;
      undone.undone = story.latest;
      done(undone, chance * back, with(needs, *story.latest, everything(*story.latest)), more);
    }
    for (const NextEvent& each : story.situation->nextEvents({}, 0))
      if (!story.undone || story.undone->event != each.event)
        go(story, std::make_shared<const NextEvent>(each), 0, chance * (1 - back) * each.prior, needs, more);
  }

  void go(const Story& story, const std::shared_ptr<const NextEvent>& event, std::uint32_t had, double chance,
          const Needs& needs, int more) {
    std::vector<std::uint32_t> halves;
    for (std::uint32_t each = 0; each < everything(*event); ++each)
      if ((each & had) == had && each != had) halves.push_back(each);
    for (const std::uint32_t each : halves) {
      Story half = story;
      half.underWay = event;
      half.done = each;
      stop(half, chance * parameters_.halfDone / static_cast<double>(halves.size()), with(needs, *event, each & ~had));
    }
    Story whole = story;
    whole.situation = event->after;
    whole.before = story.situation;
    whole.latest = event->visible ? event : nullptr;
    whole.underWay = whole.undone = nullptr;
    whole.done = 0;
    done(whole, chance * (halves.empty() ? 1 : 1 - parameters_.halfDone),
         with(needs, *event, everything(*event) & ~had), more);
  }

  void done(const Story& story, double chance, const Needs& needs, int left) {
    const double more = story.undone && !story.latest ? parameters_.instead : parameters_.another;
    stop(story, chance * (1 - more), needs);
    act(story, chance * more, needs, left - 1);
  }

  void stop(const Story& story, double chance, const Needs& needs) {
    std::vector<ExpectedPiece> expected(story.situation->expected().begin(), story.situation->expected().end());
    if (story.underWay)
      for (std::size_t k = 0; k < story.underWay->changes.size(); ++k)
        if (story.done >> k & 1U) expected.push_back(story.underWay->changes[k].come.front());
    const Needs latest = from_->latest ? with({}, *from_->latest, everything(*from_->latest)) : Needs();
    const std::vector<SeenReach> forearms = reaches_.arrived(seen_->forearms, {}, latest);
    Story next = story;
    next.probability =
        from_->probability * chance *
        std::exp(sightings_.match(expected, from_->traces, 2, *seen_).likelihood +
                 reaches_.serve(needs, forearms).likelihood + reaches_.idleLikelihood(forearms, {}, latest));
    next.traces = sightings_.tracesAfter(expected, from_->traces, 2, *seen_);
    all_.push_back(std::move(next));
  }

  static std::uint32_t everything(const NextEvent& event) { return (1U << event.changes.size()) - 1; }

  static Needs with(Needs needs, const NextEvent& event, std::uint32_t changes) {
    const int player = *event.event.player;
    for (std::size_t k = 0; k < event.changes.size(); ++k)
      if (changes >> k & 1U)
        needs.push_back({player, kOpposite[static_cast<std::size_t>(player)], event.changes[k].at.front()});
    return needs;
  }

  Parameters parameters_;
  SightingModel sightings_;
  ReachModel reaches_;
  const Observation* seen_ = nullptr;
  const Story* from_ = nullptr;
  std::vector<Story> all_;
};

/// What lies there, who is in turn, and what of a move is under way.
std::string nameOf(const Situation& situation, bool underWay) {
  return dynamic_cast<const Strip&>(situation).boxes() + std::to_string(*situation.toMove()) + (underWay ? "+" : "");
}

std::map<std::string, double> posterior(const std::vector<Story>& stories) {
  std::map<std::string, double> shares;
  double sum = 0;
  for (const Story& each : stories) sum += each.probability;
  for (const Story& each : stories) shares[nameOf(*each.situation, each.underWay != nullptr)] += each.probability / sum;
  return shares;
}

std::map<std::string, double> posterior(const Filter& filter) {
  std::map<std::string, double> shares;
  for (std::size_t n = 0; n < filter.size(); ++n)
    shares[nameOf(filter.situation(n), filter.isUnderWay(n))] += filter.probability(n);
  return shares;
}

/// Everything is tried and kept, and nothing is learnt of how people reach.
Parameters exhaustive(int inARow) {
  Parameters parameters;
  parameters.kept = parameters.tries = 1000000;
  parameters.margin = 1e6;
  parameters.inARow = inARow;
  parameters.remembered = 0;
  parameters.idleWeight = parameters.idleAnywhere = 1e9;
  parameters.reachWeight = parameters.reachScatterWeight = 1e9;
  parameters.forearmsSeen = 9e8, parameters.forearmsMissed = 1e8;
  return parameters;
}

/// Looks at a game that nobody can be quite sure of.
std::vector<Observation> doubtfulLooks(std::mt19937& random, int looks) {
  std::uniform_int_distribution<int> box(0, 2), side(0, 1), sure(55, 99), few(0, 3);
  std::vector<SeenPiece> pieces;
  std::vector<Observation> all;
  for (int k = 0; k < looks; ++k) {
    Observation seen;
    const int at = box(random);
    if (few(random) > 0 &&
        std::none_of(pieces.begin(), pieces.end(), [&](const SeenPiece& each) { return each.pose.at == boxAt(at); }))
      pieces.push_back(token(at, side(random) ? kSun : kMoon, 0.01 * sure(random)));
    if (few(random) > 0) seen.forearms.push_back(forearm(side(random) ? Side::Near : Side::Far, boxAt(at)));
    seen.pieces = pieces;
    if (few(random) == 0 && !seen.pieces.empty()) seen.pieces.pop_back();
    all.push_back(std::move(seen));
  }
  return all;
}

}  // namespace

TEST_CASE("the posterior is that of the sum over everything that may have happened") {
  struct Size {
    int looks, inARow;
  };
  const auto size = GENERATE(Size{3, 1}, Size{2, 2});
  const Parameters parameters = exhaustive(size.inARow);
  std::mt19937 random(3);
  for (int game = 0; game < 6; ++game) {
    const auto start = strip(3, kOpposite, false);
    Filter filter({{start}}, 2, parameters);
    Enumeration enumeration(parameters);
    std::vector<Story> stories{{.situation = start}};
    for (const Observation& seen : doubtfulLooks(random, size.looks)) {
      filter.look({.seen = seen});
      stories = enumeration.after(stories, seen);
    }
    const auto exact = posterior(stories), found = posterior(filter);
    REQUIRE(exact.size() == found.size());
    for (const auto& [name, share] : exact) {
      INFO(name);
      CHECK(found.at(name) == Approx(share).epsilon(0.02).margin(1e-3));
    }
    double evidence = 0;
    for (const Story& each : stories) evidence += each.probability;
    CHECK(filter.evidence() == Approx(std::log(evidence)).margin(0.02));
  }
}

namespace {

/// Somebody lays a sun: mostly with that the game goes on, but it may have been the last.
class Lasting final : public Situation {
 public:
  enum class Stage { Begun, GoesOn, Over };
  explicit Lasting(Stage stage) : stage_(stage) {
    if (stage != Stage::Begun) pieces_ = {{.id = 1, .faces = {kSun}, .pose = {boxAt(0), 0}}};
  }

  std::uint64_t hash() const override { return static_cast<std::uint64_t>(stage_); }
  int faces() const override { return 2; }
  Side sideOf(int) const override { return Side::Near; }
  std::optional<int> toMove() const override { return stage_ == Stage::Over ? std::nullopt : std::optional(0); }
  std::span<const ExpectedPiece> expected() const override { return pieces_; }
  std::vector<NextEvent> nextEvents(const Difference&, double /*least*/) const override {
    if (stage_ != Stage::Begun) return {};
    return {laying("another", 0.6, Stage::GoesOn), laying("last", 0.2, Stage::Over)};
  }
  NextEvent told(const Event&) const override { return laying("last", 1, Stage::Over); }

 private:
  static NextEvent laying(const std::string& action, double prior, Stage stage) {
    const auto after = std::make_shared<const Lasting>(stage);
    NextEvent next{.event = {.player = 0, .action = action}, .prior = prior};
    next.changes = {{.at = {boxAt(0)}, .come = after->pieces_}};
    next.after = after;
    return next;
  }

  Stage stage_;
  std::vector<ExpectedPiece> pieces_;
};

}  // namespace

TEST_CASE("what was seen last more likely ended the game than not, once it is known that nothing follows") {
  Filter filter({{std::make_shared<const Lasting>(Lasting::Stage::Begun)}}, 1);
  filter.look(look(1, {}));
  filter.look(look(2, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  CHECK(told(filter) == Words{"another"});
  filter.end(2, 2);
  CHECK(told(filter) == Words{"last"});
}

TEST_CASE("half of a move is the move once it is known that nothing follows") {
  Filter filter({{strip(3)}}, 2);
  filter.look(look(1, {}));
  filter.look(look(2, {token(0, kSun)}, {forearm(Side::Near, boxAt(0))}));
  const auto underWay = [&] {
    double share = 0;
    for (std::size_t n = 0; n < filter.size(); ++n) share += filter.isUnderWay(n) * filter.probability(n);
    return share;
  };
  CHECK(underWay() > 0.05);
  filter.end(2, 2);
  CHECK(underWay() < 1e-6);
  REQUIRE(filter.game().size() == 1);
  CHECK(filter.game().front().time == 2);
}
