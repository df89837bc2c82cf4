#pragma once

#include <array>
#include <set>

#include "tracker/follow/follower.h"
#include "tracker/follow/turn_marker.h"
#include "tracker/octagone/explain.h"
#include "tracker/octagone/reading.h"
#include "tracker/referee/match.h"

namespace octo::tracker::octagone {

/// Follows a game of Octagone. It keeps the acts that were seen, in batches from one rest of the table to the
/// next; what game they make up is asked of the explainer each time something was seen, and what that changes
/// is the news.
class OctagoneFollower final : public Follower {
 public:
  /// The options that the header has are told, those it lacks are found out; so is who begins unless `firstTold`.
  /// Throws Malformed where the header does not fit or the layout has no board.
  OctagoneFollower(const GameHeader& header, const Layout& layout, const std::vector<TrackedEvent>& earlier,
                   bool firstTold = true);

  std::vector<Change> observe(const Observation& observation) override;
  std::vector<Change> finish() override;
  std::vector<Change> correct(const Correction& correction) override;
  std::vector<Change> answer(int question, const Face& face) override;
  std::vector<Change> turnDone(double time, std::int64_t frame) override;
  std::vector<Change> said(const Event& event, double time, std::int64_t frame) override;
  std::vector<Change> saidTurn(int player, double time, std::int64_t frame) override;
  std::vector<Change> changeHeader(const HeaderChange& change) override;
  std::vector<Change> undo() override;
  std::unique_ptr<Follower> clone() const override { return std::make_unique<OctagoneFollower>(*this); }

  std::vector<Question> questions() const override;
  std::vector<Hypothesis> hypotheses() const override { return explainer_.games(); }
  std::vector<AgreedPiece> agreed() const override;
  std::optional<Cell> required() const override;
  std::vector<MissingPiece> missing() const override;
  std::vector<Difference> differences() const override { return differences_; }
  bool canTakeTable() const override;
  std::vector<Change> takeTable(double time, std::int64_t frame) override;
  const GameHeader& header() const override { return header_; }
  const std::vector<TrackedEvent>& events() const override { return events_; }
  const Match* match() const override { return &match_; }
  Result result() const override { return match_.result(); }
  std::optional<int> toMove() const override { return match_.toMove(); }

 private:
  struct Moment {
    const Observation* observation;
    bool hand;
    std::vector<Act> fresh;
  };

  void takeUp(const TrackedEvent& earlier);
  std::vector<Change> tell(std::size_t act, const Face& face, std::optional<Facing> facing);
  Act toldAct(const Event& event, double time, std::int64_t frame);
  void addTurn(int player, double time, std::int64_t frame);
  /// What was said to be event `n`; nothing where it did not happen.
  std::vector<Change> correctEvent(std::size_t n, const std::optional<Event>& event);
  void correctConcluded(std::size_t n, const std::optional<Event>& event);
  void correctSeen(std::size_t act, const std::optional<Event>& event);
  void remove(std::size_t act);
  Act newAct(Act::Kind kind, std::optional<Cell> at, std::vector<ShieldReading> readings);
  Act seenAct(Act::Kind kind, Cell at, const BoxReading& reading, const Moment& moment);
  void dropDeclaredEnd();

  /// Whether what lies there can have come of what is known by a move or a few.
  bool goesOn(const BoardReading& board);
  /// The act by which a person took the table as it lay, the latest such; and what lay in a box then.
  std::optional<std::size_t> position() const;
  const std::optional<LaidShield>& laidBefore(Cell box) const;
  /// What is known to lie on top there, if it is clear.
  std::optional<LaidShield> known(Cell box) const;
  bool begunOnTable() const { return lady() || position(); }
  void lookAtLaidBefore(Cell box, const BoxReading& reading, Moment& moment);

  void look(Cell box, const BoxReading& reading, Moment& moment);
  void lookAtEmpty(Cell box, bool hand);
  void lookAtShield(Cell box, const BoxReading& reading, Moment& moment);
  void lookAgain(Act& act, const BoxReading& reading, Moment& moment);
  void lookAtUnclear(Cell box, const BoxReading& reading, Moment& moment);
  void lookAtLady(Cell box, const BoxReading& reading, Moment& moment);
  bool ladyDeclaresEnd() const;
  void watchTheMarker();
  void settleMovedLady();
  bool onRequired(Cell box) const;
  void nameWhatIsKnown();
  void declareEnd(double time, std::int64_t frame);
  void addFresh(std::vector<Act> fresh);
  void lookAtMarker(const Observation& observation);

  /// Position of the act thought to lie on top there.
  std::optional<std::size_t> topAct(Cell box) const;
  std::optional<std::size_t> actBelow(std::size_t top) const;
  /// No act came after it that was not taken back.
  bool isLatest(std::size_t act) const;
  bool wasTakenBack(const Act& act) const;
  bool brokeFacing(const Act& act) const;
  bool near(const std::vector<ForearmTrack>& forearms, Cell box) const;
  std::optional<std::size_t> lady() const;
  int shieldsSeen() const;

  std::vector<Change> explainAnew();

  /// As told, and as it is known now.
  GameHeader told_, header_;
  Grid grid_;
  TurnPlaces turnPlaces_;
  /// Before whom the turn marker lay at the latest look that showed it.
  std::optional<int> inTurnByMarker_;
  Explainer explainer_;
  std::vector<Act> acts_;
  Explanation explanation_;
  /// Ids of the acts that are thought to have been taken back.
  std::set<int> takenBack_;
  Match match_;
  std::vector<TrackedEvent> events_;
  int nextId_ = 1;
  int batch_ = 0;
  /// How many events there were when a player last said that the turn was done.
  std::size_t eventsAtTurnDone_ = 0;
  bool finished_ = false;
  /// Where the Lady was seen last, and whether she has left her first place.
  std::optional<Cell> ladyAt_;
  /// Where she was laid, if she was moved or turned since and no shield has been seen yet.
  std::optional<Act> ladyBefore_;
  bool ladyLeft_ = false;
  bool ladyReturned_ = false;
  int shieldsAtLady_ = 0;
  /// With so many shields laid a person said that the game is not declared over.
  std::optional<int> notOverAt_;
  bool firstTold_;
  /// How often she lay on the required box, each time after another shield, and how many shields there were then; and
  /// at how many looks in a row she has lain elsewhere.
  int marked_ = 0, shieldsAtMark_ = 0, looksElsewhere_ = 0;
  /// The forearms since a box was last seen to show what was known of it, and those before the latest look with any.
  std::array<std::vector<ForearmTrack>, kBoxes> forearmsSince_;
  std::vector<ForearmTrack> forearmsBefore_;
  /// What a box with a known shield showed otherwise at the latest look, nobody having been near.
  std::array<std::optional<ShieldReading>, kBoxes> oddLook_{};
  /// The latest look, and where it shows what cannot have come of the game that is known.
  std::optional<BoardReading> latest_;
  double latestTime_ = 0;
  std::int64_t latestFrame_ = 0;
  std::vector<Difference> differences_;
  /// For how many looks in a row a box has been unclear.
  std::array<int, kBoxes> unclear_{};
  /// Boxes that a person said are empty although something was read there: that reading is not believed
  /// again.
  std::array<std::optional<ShieldReading>, kBoxes> denied_{};
};

}  // namespace octo::tracker::octagone
