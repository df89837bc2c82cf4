#include "vision/read/taught/plane_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "vision/read/taught/card_placing.h"
#include "vision/read/taught/card_votes.h"
#include "vision/read/taught/face_choice.h"
#include "vision/read/taught/lying_order.h"
#include "vision/read/taught/read_card.h"
#include "vision/teach/lone_piece.h"

namespace octo::vision {
namespace {

/// Correlation with some face before a card's place is known well.
constexpr double kRoughlyAlike = 0.44;
/// As a share of what showed before.
constexpr double kLittleMore = 0.04;
/// Of what shows of a card the spotter sees more than that share, or of most of them: along the edge of a mat it sees
/// the places of many cards, of each less.
constexpr double kWellSpotted = 0.3;
/// From there on it is another place, mm.
constexpr double kElsewhereMm = 2;

/// What may cover a card, besides cards that were read.
enum class Cover {
  Cards,     // nothing
  Spotted,   // others that the spotter saw and that could not be read
  Anything,  // something that is no card
};

constexpr int kNotLooked = std::numeric_limits<int>::max();

/// A place where a card may lie.
struct Guess {
  /// Where it fits best, as long as nothing more is known to cover it.
  PlanePose pose{};
  /// Where it was spotted, and as which of the cards; nobody where it was not, but found otherwise.
  PlanePose from{};
  int spotted = SpottedCards::kNobody;
  Cover cover = Cover::Cards;
  /// How well it goes together with the likeliest face, and how much there is to see of it, mm².
  double alike = 0, tellingMm2 = 0;
  bool isPossible = false;
  /// How many of its places nothing covered when it was looked at.
  int open = kNotLooked;

  /// Nobody's unless others that the spotter saw may cover it.
  int owner() const { return cover != Cover::Spotted ? SpottedCards::kNobody : spotted; }
};

CardDemands demandsOn(const Guess& guess) {
  if (guess.cover == Cover::Anything) return kUnderAnything;
  return guess.spotted == SpottedCards::kNobody ? kNotSpotted : kSpotted;
}

/// Reads the cards that lie in one plane of one picture.
class PlaneReader {
 public:
  PlaneReader(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane, const PlaneSearch& search,
              Outlines& above)
      : faces_(faces),
        plane_(plane),
        search_(search),
        sight_(faces, bgr, plane, search.spotted, above),
        order_(faces.arts.front(), search.spotted) {}

  std::vector<Sighting> read(const SeenFeatures& seen) {
    if (search_.spotted)
      readFromTheTop(guessesOf(seen));
    else
      readCards(guessesOf(seen));
    readCards(guessesIn(placesInEmptyBoxes()));
    const auto light = lightOn(cards_);
    std::vector<Sighting> sure;
    for (const std::size_t i : order_.fromTheTop(placedCards())) {
      // A strip of the table may have as little print as one of a card, but hardly its brightness and colour.
      if (cards_[i].visible < kMoreThanStrip && light && isInOtherLight(cards_[i], *light)) continue;
      sightings_[i].faces = facesOf(cards_[i], light, faces_.arts);
      sure.push_back(std::move(sightings_[i]));
    }
    return sure;
  }

 private:
  // Where cards may lie.

  std::vector<Guess> guessesOf(const SeenFeatures& seen) const {
    std::vector<Guess> guesses = guessesIn(search_.mayLie);
    if (!search_.spotted) {
      for (Guess& guess : guessesIn(posesAgreedOn(seen, faces_, plane_, search_.reach)))
        guesses.push_back(std::move(guess));
      return guesses;
    }
    for (std::size_t i = 0; i < search_.spotted->poses.size(); ++i) {
      const PlanePose& pose = search_.spotted->poses[i];
      if (search_.isWanted(pose)) guesses.push_back({pose, pose, static_cast<int>(i)});
    }
    return guesses;
  }

  std::vector<Guess> guessesIn(const std::vector<PlanePose>& places) const {
    std::vector<Guess> guesses;
    for (const PlanePose& pose : places)
      if (search_.isWanted(pose)) guesses.push_back({pose, pose});
    return guesses;
  }

  /// In boxes of a board in which features showed no shield: there may be too few of them.
  std::vector<PlanePose> placesInEmptyBoxes() const {
    std::vector<cv::Point2d> boxes = search_.boxes;
    std::erase_if(boxes, [&](const cv::Point2d& box) {
      return !search_.isWanted({box, 0}) || std::any_of(cards_.begin(), cards_.end(), [&](const ReadCard& card) {
        return cv::norm(card.pose.at - box) < sight_.card().widthMm / 2;
      });
    });
    std::vector<std::optional<PlanePose>> likeliest(boxes.size());
    cv::parallel_for_({0, static_cast<int>(boxes.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        likeliest[i] = likeliestIn(boxes[i], sight_);
    });
    std::vector<PlanePose> places;
    for (const std::optional<PlanePose>& pose : likeliest)
      if (pose) places.push_back(*pose);
    return places;
  }

  /// As which of the spotted cards it is read.
  int ownerOf(const Guess& guess) const {
    if (guess.spotted != SpottedCards::kNobody || !search_.spotted) return guess.spotted;
    constexpr double kSameCard = 6;  // mm
    for (std::size_t i = 0; i < search_.spotted->poses.size(); ++i)
      if (cv::norm(search_.spotted->poses[i].at - guess.pose.at) < kSameCard) return static_cast<int>(i);
    return SpottedCards::kNobody;
  }

  // In which order they are read.

  /// Of shields, those first that hide nothing.
  void readCards(std::vector<Guess> guesses) {
    looked(guesses);
    Cover cover = Cover::Cards;
    while (!guesses.empty()) {
      // The others may be looked at again once what covers them is known.
      const auto possible =
          std::partition(guesses.begin(), guesses.end(), [](const Guess& each) { return each.isPossible; });
      if (possible == guesses.begin()) {
        if (cover == Cover::Anything) break;
        cover = Cover::Anything;
        for (Guess& each : guesses) each.cover = cover, each.open = kNotLooked;
        looked(guesses);
        continue;
      }
      const auto best = std::max_element(guesses.begin(), possible, [](const Guess& a, const Guess& b) {
        return a.alike * a.tellingMm2 < b.alike * b.tellingMm2;
      });
      const auto card = readAt(*best);
      if (!card) {
        best->isPossible = false;  // until something is known to cover it
        continue;
      }
      guesses.erase(best);
      add(*card, SpottedCards::kNobody);
      // Those that it covers are looked at anew, without what it covers; in a box a shield covers all of another.
      std::erase_if(guesses, [&](Guess& other) {
        const double apart = cv::norm(other.pose.at - card->pose.at);
        return (sight_.isShield() && apart < sight_.card().widthMm / 2) || (apart <= 2 * kMostReach && !look(other));
      });
    }
  }

  /// Each card once, those before it that lie on it.
  void readFromTheTop(const std::vector<Guess>& guesses) {
    std::vector<PlacedCard> placed;
    for (const Guess& each : guesses) placed.push_back({each.from, ownerOf(each)});
    const auto on = order_.whatLiesOn(placed);
    std::vector<char> isDone(guesses.size(), 0);
    for (auto next = nextFromTheTop(on, isDone); !next.empty(); next = nextFromTheTop(on, isDone)) {
      std::vector<std::optional<ReadCard>> cards(next.size());
      cv::parallel_for_({0, static_cast<int>(next.size())}, [&](const cv::Range& range) {
        for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
          cards[i] = tried(guesses[next[i]]);
      });
      for (std::size_t i = 0; i < next.size(); ++i) {
        isDone[next[i]] = 1;
        const int owner = placed[next[i]].owner;
        if (cards[i])
          add(*cards[i], owner);
        else if (owner != SpottedCards::kNobody)
          sight_.addUnread(owner);
      }
    }
  }

  /// The card there, when those above it were tried before. What was not read of them may be none at all.
  std::optional<ReadCard> tried(Guess guess) const {
    for (const Cover cover : {Cover::Spotted, Cover::Cards, Cover::Anything}) {
      if (cover == Cover::Cards && !sight_.hasUnread()) continue;
      // What is under anything must show more than a strip does.
      if (cover == Cover::Anything && openShareOf(guess) < kMoreThanStrip) continue;
      guess.cover = cover, guess.open = kNotLooked, guess.isPossible = false;
      const bool isPossible = look(guess) && guess.isPossible;
      if (isPossible)
        if (auto card = readAt(guess)) return card;
      // Once is enough where there is hardly a card, or where a look at the same places would tell the same.
      const bool isSameAgain = cover == Cover::Cards || !sight_.hasUnread();
      if (!isPossible && (isSameAgain || spottedShareOf(guess) < kWellSpotted * openShareOf(guess)))
        return std::nullopt;
    }
    return std::nullopt;
  }

  void add(const ReadCard& card, int owner) {
    owners_.push_back(owner);
    sightings_.push_back(sightingOf(card));
    cards_.push_back(card);
    sight_.addCover(sightings_.back().outline);
  }

  std::vector<PlacedCard> placedCards() const {
    std::vector<PlacedCard> placed;
    for (std::size_t i = 0; i < cards_.size(); ++i) placed.push_back({cards_[i].pose, owners_[i]});
    return placed;
  }

  // Whether a card lies there, and which.

  /// Looks at all of them; those of which too little shows for a card are gone.
  void looked(std::vector<Guess>& guesses) const {
    std::vector<char> shows(guesses.size());
    cv::parallel_for_({0, static_cast<int>(guesses.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        shows[i] = look(guesses[i]) ? 1 : 0;
    });
    std::size_t i = 0;
    std::erase_if(guesses, [&](const Guess&) { return !shows[i++]; });
  }

  /// Compares it with all faces, now that it is known what covers it; false where too little shows for a card.
  bool look(Guess& guess) const {
    const References* all = sight_.referencesAt(guess.from);
    if (!all || !sight_.isInPicture(guess.from)) return false;
    cv::Mat open = sight_.openPlaces(guess.from, guess.owner());
    const int places = cv::countNonZero(open);
    if (guess.open - places < kLittleMore * guess.open) return true;  // hardly anything more covers it
    guess.open = places;
    if (openShareOf(guess) < demandsOn(guess).share) return false;
    if (guess.spotted != SpottedCards::kNobody) {
      guess.pose = settledFromSpotted(guess.from, guess.spotted, open, *all, sight_);
      open = sight_.openPlaces(guess.pose, guess.owner());
    }
    const Look look = sight_.roughLook(guess.pose);
    guess.tellingMm2 = kThinned * cv::countNonZero(tellingOf(look, open)) / (kRoughScale * kRoughScale);
    if (guess.tellingMm2 < kLeastTellingMm2 / 2) return false;
    const std::vector<float> alike = all->details.alike(look, open);
    guess.alike = std::max(0.0F, *std::max_element(alike.begin(), alike.end()));
    guess.isPossible = guess.alike >= kLeastAlike;
    return true;
  }

  /// The share of its places that nothing covered when it was looked at.
  double openShareOf(const Guess& guess) const {
    return static_cast<double>(guess.open) / cv::countNonZero(faces_.thinMask);
  }

  /// The share of a spotted card's squares that show it; all of one that was found otherwise.
  double spottedShareOf(const Guess& guess) const {
    return guess.spotted == SpottedCards::kNobody ? 1 : order_.shareSpotted({guess.from, guess.spotted});
  }

  std::optional<ReadCard> readAt(const Guess& guess) const {
    const References* all = sight_.referencesAt(guess.pose);
    if (!all) return std::nullopt;
    const PlanePose turned = sight_.isShield() ? settledFromAnyTurn(guess.pose, *all, sight_) : guess.pose;
    const cv::Mat open = sight_.openPlaces(turned, guess.owner());
    const OpenPlaces places = sight_.withReferences(open, *all);
    const PlanePose pose = settled(turned, places, sight_.fromAbove());
    // Chance is never as alike.
    if (places.likenessAt(pose, sight_.fromAbove()) < kRoughlyAlike) return std::nullopt;
    auto read = readAt(pose, open, *all, guess);
    if (read || isStrip(open, faces_)) return read;
    const PlanePose beside = settled(likeliestBeside(pose, open, *all, sight_), places, sight_.fromAbove());
    if (cv::norm(beside.at - pose.at) < kElsewhereMm) return read;
    return readAt(beside, sight_.openPlaces(beside, guess.owner()), *all, guess);
  }

  std::optional<ReadCard> readAt(const PlanePose& pose, const cv::Mat& open, const References& all,
                                 const Guess& guess) const {
    const Comparison comparison = isStrip(open, faces_) ? Comparison::Closely : Comparison::Whole;
    if (sight_.isShield()) return readThere(pose, open, all, guess, comparison);
    const auto closely = [&] {
      const PlanePose finely = settledFinely(pose, guess.owner(), open, all, sight_);
      return readThere(finely, sight_.openPlaces(finely, guess.owner()), all, guess, Comparison::Closely);
    };
    if (comparison == Comparison::Closely)
      if (auto read = closely()) return read;
    auto read = readThere(pose, open, all, guess, comparison);
    // Where one small sign tells a whole card's face from another, it is compared as that of a strip.
    if (!read || comparison == Comparison::Closely || isSure(*read)) return read;
    auto closer = closely();
    return closer ? closer : read;
  }

  std::optional<ReadCard> readThere(const PlanePose& pose, const cv::Mat& open, const References& all,
                                    const Guess& guess, Comparison comparison) const {
    auto look = sight_.fineLook(pose, guess.owner());
    if (!look) return std::nullopt;
    return readCard(faces_, all, pose, {sight_.roughLook(pose), open, std::move(*look)}, demandsOn(guess), comparison);
  }

  Sighting sightingOf(const ReadCard& card) const {
    Sighting sighting;
    const FaceArt& art = sight_.card();
    sighting.kind = sight_.isShield() ? "shield" : "card";
    sighting.visible = card.visible;
    for (const cv::Point2f& corner : uprightCorners(art, 1)) {
      const cv::Point2d from(corner.x - art.widthMm / 2, corner.y - art.heightMm / 2);
      sighting.outline.push_back(sight_.imageOf(card.pose.at + turnedBy(from, card.pose.angle)));
    }
    const ImagePoint left = sighting.outline[0], right = sighting.outline[1];
    sighting.imageAngle = std::atan2(right.y - left.y, right.x - left.x) * 180 / std::numbers::pi;
    sighting.pose = TablePose{{card.pose.at.x, -card.pose.at.y}, std::remainder(card.pose.angle, 360.0)};
    return sighting;
  }

  const TaughtFaces& faces_;
  const TableView& plane_;
  const PlaneSearch& search_;
  PlaneSight sight_;
  const LyingOrder order_;
  /// Read so far, also as sightings, and as which of the spotted cards.
  std::vector<ReadCard> cards_;
  std::vector<Sighting> sightings_;
  std::vector<int> owners_;
};

}  // namespace

std::vector<Sighting> readPlane(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane,
                                const SeenFeatures& seen, const PlaneSearch& search, Outlines& above) {
  return PlaneReader(faces, bgr, plane, search, above).read(seen);
}

}  // namespace octo::vision
