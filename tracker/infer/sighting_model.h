#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "tracker/infer/parameters.h"
#include "tracker/infer/piece_trace.h"
#include "tracker/infer/situation.h"

namespace octo::tracker::infer {

/// A look at the table, held against pieces that are expected there.
struct SightingMatch {
  /// Natural logarithm.
  double likelihood = 0;
  Difference difference;
  /// The most that the likelihood could gain if all of the difference were explained.
  double unexplained = 0;
};

/// What was held against one look before: most pieces are the same in most games.
struct HeldPiece;
struct HeldPieces {
  std::unordered_multimap<PieceId, std::shared_ptr<const HeldPiece>> pieces = {};
  /// That each sighting is no piece; empty at first.
  std::vector<double> strays = {};
};

/// What a camera sees of a table: each piece in sight is seen with a chance that depends on how much of it shows, its
/// face is read as the reader says, and it lies near where it was laid. Other sightings are rare. What is hidden tells
/// nothing.
class SightingModel {
 public:
  explicit SightingModel(const Parameters& parameters) : SightingModel(parameters, parameters.unread) {}
  /// Of a camera and pieces of which that share of the sightings cannot be read.
  SightingModel(const Parameters& parameters, double unread);

  SightingMatch match(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                      const Observation& look, HeldPieces& held) const;
  SightingMatch match(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                      const Observation& look) const {
    HeldPieces none;
    return match(expected, traces, faces, look, none);
  }
  /// What is known of the pieces once they were seen so. Sightings of no piece are kept as pieces, too: they may be
  /// seen again.
  PieceTraces tracesAfter(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                          const Observation& look, HeldPieces& held) const;
  PieceTraces tracesAfter(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                          const Observation& look) const {
    HeldPieces none;
    return tracesAfter(expected, traces, faces, look, none);
  }
  /// People said that what is seen of no piece is none.
  static void deny(PieceTraces& traces);
  /// Where sightings are no piece or show another face than the piece's, and where pieces should be seen and are not,
  /// even if they were tidied: once those expected were seen so.
  std::vector<TablePoint> unexplained(std::span<const ExpectedPiece> expected, const PieceTraces& traces) const;

 private:
  struct Row;
  struct Assigned;
  struct Explained;
  struct Belongs;
  Belongs besideOthers(const ExpectedPiece& piece, std::span<const ExpectedPiece> expected, const PieceTraces& traces,
                       const Observation& look) const;
  std::vector<Row> rowsFor(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                           const Observation& look) const;
  void hold(Row& row, const Observation& look, HeldPieces& held) const;
  std::vector<double> seenBefore(const std::vector<Row>& rows, const Observation& look) const;
  Assigned assign(const std::vector<Row>& rows, const HeldPieces& held, const std::vector<double>& before,
                  bool tidied) const;
  Explained explained(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                      const Observation& look, HeldPieces& held) const;
  static TablePoint besideMoved(const ExpectedPiece& piece, const std::vector<Row>& rows,
                                const std::vector<std::optional<std::size_t>>& sightingOf, const Observation& look);
  double hidden(const Observation& look, const TableRect& area) const;
  double seenAt(double visible) const;
  double detection(const Row& row, bool tidied, double visible) const;
  double near(double away) const;
  double straight(double turned) const;
  double laid(double away, double turned, double turn, double unread) const;
  double placed(const Row& row, const SeenPiece& seen, bool tidied) const;
  double placedAgain(const Row& row, double anew, const SeenPiece& seen, bool tidied) const;
  double placedAgain(const Row& row, const TablePose& pose, double anew, const SeenPiece& seen, bool tidied) const;
  double costs(const Row& row, double detection, const SeenPiece& piece, bool tidied) const;
  double stray(const SeenPiece& piece) const;

  const Parameters& parameters_;
  double unread_;
  std::array<double, 5> carelessness_;
  /// How likely a piece just laid is seen exactly where it belongs.
  double justLaid_;
};

}  // namespace octo::tracker::infer
