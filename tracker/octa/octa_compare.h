#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/octa/octa_reading.h"
#include "tracker/octa/run_match.h"
#include "tracker/octa/state.h"

/// Octa's table as it was read against what should lie there, place by place. `Between`: some of what goes or comes
/// from the state before to the one after may lie there, and some not. `OfBoth`: what speaks against two readings
/// alike.
namespace octo::tracker::octa {

/// A token that is being carried.
inline constexpr Cost kTokenUnderWay = 0.3;

/// By owner; they live as long as the reading.
using BothMatches = std::array<const RunsMatch*, kPlayers>;
BothMatches matchBoth(const std::array<std::shared_ptr<const LaidRuns>, kPlayers>& runs, const OctaReading& reading);

/// Places, piles and players are counted from 0; `runs` are of the state.
Cost againstPot(const State& state, std::size_t place, const OctaReading& reading, const OctaPlaces& places);
Cost againstActions(const State& state, std::size_t pile, const OctaReading& reading, const OctaPlaces& places);
Cost againstPotBetween(const State& before, const State& after, std::size_t place, const OctaReading& reading,
                       const OctaPlaces& places);
Cost againstActionsBetween(const State& before, const State& after, std::size_t pile, const OctaReading& reading,
                           const OctaPlaces& places);
/// Those face down.
Cost againstPiles(const State& state, const OctaReading& reading, const OctaPlaces& places);

/// One pile may have gone into another and not lie there yet.
Cost againstPilesBetween(const State& before, const State& after, const OctaReading& reading, const OctaPlaces& places);
Cost againstDiscard(const State& state, const OctaReading& reading, const OctaPlaces& places);

/// Of the cards that go, some may have been taken off, and of those that come some may not have been laid yet.
Cost againstDiscardBetween(const State& before, const State& after, const OctaReading& reading,
                           const OctaPlaces& places);
Cost againstToken(const State& state, int player, const OctaReading& reading, const BothMatches& runs,
                  const OctaPlaces& places);

/// What speaks against a run, on which the player's token lies after that, having more cards at its ends than the row
/// on which it lies already: the token is laid last. `runs` are of the state after.
Cost againstTokenOnPart(const State& after, int player, const OctaReading& reading, const BothMatches& runs);

/// Runs that change may be there in part; the others lie as they did. `match` is of the state before.
Cost againstRunsBetween(const State& before, const State& after, int owner, const RunsMatch& match);

/// The poses that the reading shows, in place of these.
void remember(PotPoses& poses, const OctaReading& reading);

/// How much an open action card was moved, mm, from how it lay and how the pot lay then to where it lies and the
/// reading shows the pot: 0.8 degrees count as a millimetre, half a turn not at all. Where all the table is seen to
/// have moved, as eyes are poor or it was bumped, the less.
double shift(const TablePose& lay, const PotPoses& pot, const TablePose& now, const OctaReading& reading);

/// Read as the same, or neither seen.
bool looksAlike(const std::optional<SeenCard>& a, const std::optional<SeenCard>& b);
/// Whether one row may have grown out of the other, as people lay card after card.
bool mayHaveGrown(const SeenRun& a, const SeenRun& b);
/// Of the discard pile.
std::optional<SeenCard> topOf(const OctaReading& reading);

/// A player's runs in a reading.
struct ReadRuns {
  const RunsMatch& match;
  const OctaReading& reading;
};

/// What speaks against a player's runs in both readings: run by run, and of rows that are none those that were there.
Cost againstRunsOfBoth(const ReadRuns& then, const ReadRuns& now);

/// The same for two readings of what lies between two positions: of the runs that change, and of rows that are none,
/// those that were there.
Cost againstRunsBetweenOfBoth(const State& before, const State& after, int owner, const ReadRuns& then,
                              const ReadRuns& now);

/// What speaks against rows of two cards that are none of the runs being gone at the next reading, of which `rows` are
/// the same player's: they were a run that is being laid only if more came.
Cost againstComingToNothing(const RunsMatch& match, const std::vector<SeenRun>& rows, const OctaReading& later);

}  // namespace octo::tracker::octa
