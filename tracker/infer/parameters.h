#pragma once

#include "tracker/vocabulary/table.h"

namespace octo::tracker::infer {

/// Everything about people and cameras that the engine takes for granted, the same in all games. Shares and chances are
/// from 0 to 1, lengths are millimetres, angles degrees; a deviation is a standard deviation.
struct Parameters {
  // --- what happens between two looks ---

  /// Share of the looks before which nothing happened, and of those at a move half done.
  double nothing = 0.75, halfPauses = 0.5;
  /// Share of the things done that were followed by another before the table was looked at.
  double another = 0.03;
  /// Share of the things taken back in whose place another was done before the table was looked at.
  double instead = 0.5;
  /// Share of the looks at a move of several pieces under way, or beginning, that do not show it done.
  double halfDone = 0.5;
  /// Chance that what was done last is taken back next: a breach, a legal move, a move half done, what nobody can name.
  double breachTakenBack = 0.26, legalTakenBack = 0.01, halfTakenBack = 0.1, openTakenBack = 0.02;
  /// Share of the looks before which pieces were tidied: pushed together, squared up.
  double tidied = 0.11;

  // --- what the camera sees of a piece ---

  /// Share of the pieces wholly in sight that are seen; and which share of a piece must show for it to be seen half as
  /// often, and how suddenly it is seen no more as less of it shows (a power).
  double seen = 0.996, halfSeen = 0.16, halfSeenSteepness = 15;
  /// Share of the strips seen of pieces that others cover and that were just laid: some are laid too far beneath.
  double stripSeen = 0.95;
  /// Share of the pieces seen though something that is no piece, such as a hand, hides all that shows of them, as
  /// nobody sees its edge well; and how fast fewer are seen as it hides more (the power of a whole piece).
  double seenHidden = 0.01, hiddenPower = 1.2;
  /// A forearm within so many mm of the middle of what shows of a piece hides that share of it, whatever was told.
  double forearmNear = 80, forearmHides = 0.01;
  /// Share of the pieces not seen at one look that are not seen at the next for the same reason.
  double stillMissed = 0.97;
  /// Of the pieces partly covered, those that are still seen once they were tidied; and those covered that
  /// then show whole, or did so at the look before.
  double seenTidied = 0.65, bared = 0.019;
  /// Share of the pieces taken for another; and share of the looks at a piece that read it as it was read before, right
  /// or wrong.
  double misread = 0.003, sameReading = 0.97;
  /// Sightings of what is no piece of the game, a look and mm²; how likely one is there at the next look, too.
  double strays = 1e-8, strayStays = 0.8;
  /// Share of those that cannot be read; and of all sightings, as far as anybody knows before a game, and how many
  /// sightings that knowledge is worth.
  double strayUnread = 0.7, unread = 0.02, unreadWeight = 100;
  /// Readers say how surely a piece lies there as if it had been laid there with that chance.
  double presumed = 0.05;

  /// Of what was taken back, how much rarer it is done again just so: where it lies there again, it was mostly missed.
  double doneAgain = 0.1;

  // --- where pieces lie ---

  /// Deviation of a piece laid from where it belongs, usually, and how much that differs between people (deviation of
  /// its natural logarithm); of one laid badly, and their share.
  double laid = 4.2, laidSpread = 0.5, laidBadly = 56, badly = 0.028;
  /// Deviation of a piece that nobody touched from where it was seen last; of one set straight, and their share; of one
  /// pushed together with others, and their share where people did so.
  double still = 2, touched = 15, touches = 0.002, pushed = 61, pushes = 0.17;
  /// Share of the pieces that somebody lays again, as they belong; and where people pushed pieces.
  double laidAgain = 0.0018, pushedAgain = 0.14;
  /// Share of the pieces that are pushed up where one was taken out of their row before them.
  double closesGap = 0.5;
  /// Nobody pushes pieces farther than that.
  double pushedAtMost = 150;
  /// Share of the pieces that are carried along where the one that carries them was moved, by so many mm or more; or
  /// the one that lies on them and covers them.
  double carried = 0.9, carriedFrom = 6;
  /// Deviations of angles, likewise: that of a piece laid differs as much between people; and the share of the pieces
  /// laid at any angle.
  double laidAngle = 4.9, stillAngle = 3, touchedAngle = 6.7, anyAngle = 0.02;
  /// Share of the pieces that could not be read, as something shades them, and are told where they do not quite lie, at
  /// any angle.
  double unreadOff = 0.3;
  /// A piece of which less was seen than that share of what is seen now lies there, or about where it belongs.
  double wellSeen = 0.7;

  // --- forearms ---

  /// How often a forearm that did something was seen and how often it was not, as far as anybody knows before a game.
  double forearmsSeen = 19, forearmsMissed = 0.9;
  /// Where a forearm ends from what it touches, as the person sees it: to the right and beyond. How many reaches that
  /// is worth as a mean and as a scatter, and the scatter's deviation.
  TablePoint reachMean{8, 45};
  double reachWeight = 0.6, reachScatterWeight = 6, reachDeviation = 22;
  /// Chance that somebody's forearm is seen to come from another side than theirs.
  double otherSide = 0.001;
  /// Shoulders: how far behind the edge of the play area, and of two who share a side how far to the right or left of
  /// its middle, as far as anybody knows before a game; the deviation, and how many forearms that knowledge is worth.
  double shoulderAway = 500, sharedSide = 136, shoulderDeviation = 120, shoulderWeight = 4.5;
  /// Forearms that do nothing, a look and side, as far as anybody knows before a game, and how many looks that
  /// knowledge is worth.
  double idle = 0.13, idleWeight = 20;
  /// They may end anywhere in that area, mm², and about where others of that side did: how many of those it takes to be
  /// as likely, and the deviation from each, mm.
  double idleArea = 200000, idleAnywhere = 7.4, idleDeviation = 22;
  /// Chance that a forearm of whoever did what was done last ends there once more, a look, and does nothing.
  double idleBack = 0.02;
  /// Chance that a forearm that lay over the table at a look is seen at the next, too, and how far from there it
  /// usually ends then, mm; chance that it had not done yet what it came for.
  double stays = 0.88, stayedWithin = 2.2, notYetDone = 0.55;
  /// Chance that a forearm also did another thing on its way, no farther beyond its end than so many mm.
  double alsoDid = 0.5, alsoBeyond = 30;
  /// Share of the forearms that were seen to have gone on with a move by the time that it was seen begun.
  double goneOn = 0.3;
  /// Chance that what a forearm did at an earlier look shows at this one only; for each look.
  double late = 0.042;
  /// Looks for which an idle forearm may yet turn out to have done something.
  int remembered = 2;

  /// How much less likely what a person tells is a breach; and where a person tells whose turn it is, that turns were
  /// concluded wrongly to have ended, and for each turn that it ended unseen.
  double toldBreach = 0.011, concludedWrongly = 0.74, endedUnseen = 0.6;

  /// Share of the games that end before their rules say so, against a look at one that goes on being the last.
  double endsUnfinished = 0.02;

  /// Chance that the turn marker, just laid, lies before somebody who is not in turn.
  double markedWrongly = 0.0082;

  // --- what is told ---

  /// Telling of a breach that was none is so many times as bad as telling of another event that did not happen.
  double falseBreach = 9;
  /// A breach likelier than that is told rather than nothing.
  double breachSure() const { return falseBreach / (1 + falseBreach); }

  // --- the search ---

  /// Games kept at each look, and how much likelier than one kept the likeliest may be, as a natural logarithm.
  int kept = 60;
  double margin = 12;
  /// A look so much less likely than looks usually are is a surprise: the true game may be farther behind. By what it
  /// is less likely still, and at most by so much, it widens the margin, and in that measure there are more tries; of
  /// that so much is left at the next look. Natural logarithms, but for the last.
  double surprising = 4, surpriseAtMost = 20, surpriseLasts = 0.8;
  /// Looks over which the usual is taken; as many come first.
  int usualOver = 12;
  /// What a game is asked about: a sighting that would be so much likelier as a piece just laid, and a piece unseen
  /// that so much more likely does not lie there; natural logarithms, as the next ones.
  double news = 5, missing = 1;
  /// How much a forearm of which nobody knows what it did may explain yet. Which games are gone on from first: of what
  /// may yet be explained that share counts, where something has happened in them since the look before, and else all.
  double forearmExplains = 6, promise = 0.6;
  /// Ways tried at one look, from all of them; and events in a row.
  int tries = 800, inARow = 9;
  /// Looks after which what was concluded is hardly ever concluded otherwise.
  int lag = 8;
};

}  // namespace octo::tracker::infer
