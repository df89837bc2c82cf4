#include "vision/read/taught/plane_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/read/taught/card_votes.h"
#include "vision/read/taught/face_choice.h"
#include "vision/read/taught/look_from_above.h"
#include "vision/read/taught/read_card.h"
#include "vision/teach/lone_piece.h"
#include "vision/teach/look.h"

namespace octo::vision {
namespace {

/// Correlation with some face before a card's place is known well.
constexpr double kRoughlyAlike = 0.44;
/// Where a strip lies is told by its sides, unless print correlates by so much better where print alone would have it.
constexpr double kClearlyMoreAlike = 0.05;
/// In a box, before a shield's place is known.
constexpr double kLeastAlikeAbout = 0.25;
/// A pattern that repeats fits as well a little beside its place, but for the edge: so far around, mm, it is looked
/// for.
constexpr double kRepeatsMm = 16, kRepeatStep = 2;
/// As a share of what showed before.
constexpr double kLittleMore = 0.04;
/// Of what shows of a card the spotter sees more than that share, or of most of them: along the edge of a mat it sees
/// the places of many cards, of each less.
constexpr double kWellSpotted = 0.3;
/// Left out along a card that covers another, mm: there its edge and shadow show.
constexpr double kBesideMm = 1.5;

/// A place along a card's side, mm from its middle, and the way from there into the card.
struct SidePlace {
  cv::Point2d on, in;
};

/// Reads the cards that lie in one plane of one picture.
class PlaneReader {
 public:
  PlaneReader(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane, const PlaneSearch& search,
              Outlines& above)
      : faces_(faces), bgr_(bgr), plane_(plane), fromAbove_(bgr_, plane_), search_(search), above_(above) {}

  std::vector<Sighting> read(const SeenFeatures& seen) {
    if (search_.spotted)
      readFromTheTop(guessesOf(seen));
    else
      readCards(guessesOf(seen));
    readCards(guessesIn(placesInEmptyBoxes()));
    const auto light = lightOn(cards_);
    std::vector<Sighting> sure;
    for (const std::size_t i : fromTheTop()) {
      // A strip of the table may have as little print as one of a card, but hardly its brightness and colour.
      if (cards_[i].visible < kMoreThanStrip && light && isInOtherLight(cards_[i], *light)) continue;
      sightings_[i].faces = facesOf(cards_[i], light, faces_.arts);
      sure.push_back(std::move(sightings_[i]));
    }
    return sure;
  }

 private:
  /// What may cover a card, besides cards that were read.
  enum class Cover {
    Cards,     // nothing
    Spotted,   // others that the spotter saw and that could not be read
    Anything,  // something that is no card
  };

  static constexpr int kNotLooked = std::numeric_limits<int>::max();

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
        return (isShield() && apart < faces_.arts.front().widthMm / 2) || (apart <= 2 * kMostReach && !look(other));
      });
    }
  }

  /// Of the guesses, which lie on which, as the squares tell it; of two for the same card the first is tried first.
  std::vector<std::vector<std::size_t>> whatLiesOn(const std::vector<Guess>& guesses) const {
    std::vector<int> owners;
    for (const Guess& each : guesses) owners.push_back(ownerOf(each));
    std::vector<std::vector<std::size_t>> on(guesses.size());
    for (std::size_t i = 0; i < guesses.size(); ++i)
      for (std::size_t j = i + 1; j < guesses.size(); ++j) {
        if (owners[i] == owners[j] && owners[i] != SpottedCards::kNobody) {
          on[j].push_back(i);
          continue;
        }
        const Overlap overlap = overlapOf(guesses[i].from, owners[i], guesses[j].from, owners[j]);
        if (overlap.ones > overlap.others) on[j].push_back(i);
        if (overlap.others > overlap.ones) on[i].push_back(j);
      }
    return on;
  }

  /// Of two places of cards: how many squares both have, and how many of them show the one card, or the other.
  struct Overlap {
    int both = 0, ones = 0, others = 0;
  };
  Overlap overlapOf(const PlanePose& a, int one, const PlanePose& b, int other) const {
    Overlap overlap;
    if (cv::norm(a.at - b.at) > 2 * kMostReach) return overlap;
    const FaceArt& art = faces_.arts.front();
    constexpr double kStep = 4;  // mm
    for (double x = kStep / 2; x < art.widthMm; x += kStep)
      for (double y = kStep / 2; y < art.heightMm; y += kStep) {
        const cv::Point2d at = a.at + turnedBy({x - art.widthMm / 2, y - art.heightMm / 2}, a.angle);
        const cv::Point2d on = turnedBy(at - b.at, -b.angle);
        if (std::abs(on.x) > art.widthMm / 2 || std::abs(on.y) > art.heightMm / 2) continue;
        ++overlap.both;
        const int shows = search_.spotted ? search_.spotted->ownerAt(at) : SpottedCards::kNobody;
        if (shows == SpottedCards::kNobody) continue;
        overlap.ones += shows == one ? 1 : 0;
        overlap.others += shows == other ? 1 : 0;
      }
    return overlap;
  }

  /// The card there, when those above it were tried before. What was not read of them may be none at all.
  std::optional<ReadCard> tried(Guess guess) const {
    for (const Cover cover : {Cover::Spotted, Cover::Cards, Cover::Anything}) {
      if (cover == Cover::Cards && unread_.empty()) continue;
      // What is under anything must show more than a strip does.
      if (cover == Cover::Anything && openShareOf(guess) < kMoreThanStrip) continue;
      guess.cover = cover, guess.open = kNotLooked, guess.isPossible = false;
      const bool isPossible = look(guess) && guess.isPossible;
      if (isPossible)
        if (auto card = readAt(guess)) return card;
      // Once is enough where there is hardly a card, or where a look at the same places would tell the same.
      const bool isSameAgain = cover == Cover::Cards || unread_.empty();
      if (!isPossible && (isSameAgain || spottedShareOf(guess) < kWellSpotted * openShareOf(guess)))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// Those that wait for no other; where squares contradict each other, the one that waits for the fewest.
  static std::vector<std::size_t> nextOf(const std::vector<std::vector<std::size_t>>& on,
                                         const std::vector<char>& isDone) {
    std::vector<std::size_t> next;
    auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (isDone[i]) continue;
      const auto waits = std::count_if(on[i].begin(), on[i].end(), [&](std::size_t above) { return !isDone[above]; });
      if (waits < fewest) next.clear(), fewest = waits;
      if (waits == fewest && (waits == 0 || next.empty())) next.push_back(i);
    }
    return next;
  }

  /// Each card once, those before it that lie on it.
  void readFromTheTop(const std::vector<Guess>& guesses) {
    const auto on = whatLiesOn(guesses);
    std::vector<char> isDone(guesses.size(), 0);
    for (auto next = nextOf(on, isDone); !next.empty(); next = nextOf(on, isDone)) {
      std::vector<std::optional<ReadCard>> cards(next.size());
      cv::parallel_for_({0, static_cast<int>(next.size())}, [&](const cv::Range& range) {
        for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
          cards[i] = tried(guesses[next[i]]);
      });
      for (std::size_t i = 0; i < next.size(); ++i) {
        isDone[next[i]] = 1;
        const int owner = ownerOf(guesses[next[i]]);
        if (cards[i])
          add(*cards[i], owner);
        else if (owner != SpottedCards::kNobody)
          unread_.push_back(owner);
      }
    }
  }

  void add(const ReadCard& card, int owner) {
    owners_.push_back(owner);
    sightings_.push_back(sightingOf(card));
    cards_.push_back(card);
    above_.push_back(sightings_.back().outline);
  }

  /// As which of the spotted cards it is read.
  int ownerOf(const Guess& guess) const {
    if (guess.spotted != SpottedCards::kNobody || !search_.spotted) return guess.spotted;
    constexpr double kSameCard = 6;  // mm
    for (std::size_t i = 0; i < search_.spotted->poses.size(); ++i)
      if (cv::norm(search_.spotted->poses[i].at - guess.pose.at) < kSameCard) return static_cast<int>(i);
    return SpottedCards::kNobody;
  }

  /// Whether one card lies on the other, as the squares tell that both might show; where they do not, what was read
  /// first does. False where they are apart.
  bool liesOn(std::size_t one, std::size_t other) const {
    const Overlap overlap = overlapOf(cards_[one].pose, owners_[one], cards_[other].pose, owners_[other]);
    if (overlap.both == 0) return false;
    return overlap.ones == overlap.others ? one < other : overlap.ones > overlap.others;
  }

  /// The numbers of the cards read, those that lie on others before them.
  std::vector<std::size_t> fromTheTop() const {
    const std::size_t many = cards_.size();
    std::vector<char> on(many * many);
    for (std::size_t i = 0; i < many; ++i)
      for (std::size_t j = 0; j < many; ++j) on[i * many + j] = i != j && liesOn(i, j) ? 1 : 0;
    std::vector<std::size_t> left(many), order;
    std::iota(left.begin(), left.end(), 0U);
    while (!left.empty()) {
      auto next = std::find_if(left.begin(), left.end(), [&](std::size_t card) {
        return std::none_of(left.begin(), left.end(), [&](std::size_t other) { return on[other * many + card] != 0; });
      });
      if (next == left.end()) next = left.begin();  // squares may contradict each other
      order.push_back(*next);
      left.erase(next);
    }
    return order;
  }

  /// In boxes of a board in which features showed no shield: there may be too few of them.
  std::vector<PlanePose> placesInEmptyBoxes() const {
    std::vector<cv::Point2d> boxes = search_.boxes;
    std::erase_if(boxes, [&](const cv::Point2d& box) {
      return !search_.isWanted({box, 0}) || std::any_of(cards_.begin(), cards_.end(), [&](const ReadCard& card) {
        return cv::norm(card.pose.at - box) < faces_.arts.front().widthMm / 2;
      });
    });
    std::vector<std::optional<PlanePose>> likeliest(boxes.size());
    cv::parallel_for_({0, static_cast<int>(boxes.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        likeliest[i] = likeliestIn(boxes[i]);
    });
    std::vector<PlanePose> places;
    for (const std::optional<PlanePose>& pose : likeliest)
      if (pose) places.push_back(*pose);
    return places;
  }

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

  /// From a card's middle to its corner, mm, at most.
  static constexpr double kMostReach = 60;

  ImagePoint imageOf(cv::Point2d at) const { return plane_.imageFromTable({at.x, -at.y}); }

  cv::Point2d planeOf(cv::Point2d pixel) const {
    const TablePoint at = plane_.tableFromImage({pixel.x, pixel.y});
    return {at.x, -at.y};
  }

  std::array<cv::Point2d, 4> cornersOf(const PlanePose& pose, const FaceArt& art) const {
    const double x = art.widthMm / 2, y = art.heightMm / 2;
    std::array<cv::Point2d, 4> corners{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
    for (cv::Point2d& each : corners) each = pose.at + turnedBy(each, pose.angle);
    return corners;
  }

  /// Where the card's corners show; nothing where most of it lies outside the picture.
  std::vector<cv::Point2f> inPicture(const PlanePose& pose) const {
    std::vector<cv::Point2f> there;
    int inside = 0;
    for (const cv::Point2d& corner : cornersOf(pose, faces_.arts.front())) {
      const ImagePoint p = imageOf(corner);
      if (!(std::abs(p.x) < 1e5) || !(std::abs(p.y) < 1e5)) return {};
      there.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
      inside += p.x >= 0 && p.y >= 0 && p.x < bgr_.cols && p.y < bgr_.rows ? 1 : 0;
    }
    if (inside < 2 || cv::contourArea(there, true) <= 0) there.clear();
    return there;
  }
  bool isInPicture(const PlanePose& pose) const { return !inPicture(pose).empty(); }

  /// That part, in pixels of `kFineScale`, of the card straightened; nothing where most of the card lies outside the
  /// picture.
  std::optional<cv::Mat> straightened(const PlanePose& pose, const cv::Rect& part) const {
    const std::vector<cv::Point2f> there = inPicture(pose);
    if (there.empty()) return std::nullopt;
    const FaceArt& art = faces_.arts.front();
    const float x0 = -0.5F - static_cast<float>(part.x), y0 = -0.5F - static_cast<float>(part.y);
    const float x1 = x0 + static_cast<float>(art.widthMm * kFineScale);
    const float y1 = y0 + static_cast<float>(art.heightMm * kFineScale);
    const std::vector<cv::Point2f> here{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    cv::Mat straight;
    cv::warpPerspective(bgr_, straight, cv::getPerspectiveTransform(here, there), part.size(),
                        cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    return straight;
  }

  /// What the card shows, thinned.
  Look roughLook(const PlanePose& pose) const {
    const FaceArt& art = faces_.arts.front();
    const cv::Size size((faces_.roughMask.cols) / 2, (faces_.roughMask.rows + 1) / 2);
    Look look{cv::Mat(size, CV_32FC3), kRoughScale, {}, cv::Mat(size, CV_32F), faces_.thinMask};
    const cv::Point2d right = turnedBy({1, 0}, pose.angle), down = turnedBy({0, 1}, pose.angle);
    for (int y = 0; y < size.height; ++y) {
      auto* features = look.features.ptr<cv::Vec3f>(y);
      auto* tint = look.tint.ptr<float>(y);
      const cv::Point2d line = pose.at + (2 * y + 0.5 - art.heightMm / 2) * down;
      for (int x = 0; x < size.width; ++x) {
        const cv::Vec4f here = fromAbove_.at(line + (2 * x + y % 2 + 0.5 - art.widthMm / 2) * right);
        features[x] = {here[0], here[1], here[2]};
        tint[x] = here[3];
      }
    }
    return look;
  }

  /// 255 where the card may be seen: no card that was read before lies above it there, and if it is somebody's, nor do
  /// others that were spotted and not read.
  cv::Mat openAt(const PlanePose& pose, const cv::Mat& mask, double scale, int owner) const {
    const FaceArt& art = faces_.arts.front();
    cv::Mat open = mask.clone();
    for (const auto& cover : coversAbout(pose.at, kBesideMm)) {
      std::vector<cv::Point> polygon;
      for (const cv::Point2d corner : cover) {
        const cv::Point2d on = turnedBy(corner - pose.at, -pose.angle) + cv::Point2d(art.widthMm / 2, art.heightMm / 2);
        polygon.emplace_back(cv::Point2d(on * scale));
      }
      cv::fillConvexPoly(open, polygon, 0);
    }
    if (owner == SpottedCards::kNobody || unread_.empty()) return open;
    for (int y = 0; y < open.rows; ++y)
      for (int x = 0; x < open.cols; ++x) {
        if (!open.at<uchar>(y, x)) continue;
        const cv::Point2d on((x + 0.5) / scale - art.widthMm / 2, (y + 0.5) / scale - art.heightMm / 2);
        const int shows = search_.spotted->ownerAt(pose.at + turnedBy(on, pose.angle));
        if (shows != owner && std::find(unread_.begin(), unread_.end(), shows) != unread_.end())
          open.at<uchar>(y, x) = 0;
      }
    return open;
  }

  const References* referencesAt(const PlanePose& pose) const {
    const double scale = plane_.scaleAt({pose.at.x, -pose.at.y});
    return scale > 0.3 && scale < 100 ? &faces_.seenAt(scale) : nullptr;
  }

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
    const References* all = referencesAt(guess.from);
    if (!all || !isInPicture(guess.from)) return false;
    cv::Mat open = openPlaces(guess.from, guess.owner());
    const int places = cv::countNonZero(open);
    if (guess.open - places < kLittleMore * guess.open) return true;  // hardly anything more covers it
    guess.open = places;
    if (openShareOf(guess) < demandsOn(guess).share) return false;
    if (guess.spotted != SpottedCards::kNobody) {
      guess.pose = likeliestFrom(guess, open, *all);
      open = openPlaces(guess.pose, guess.owner());
    }
    const Look look = roughLook(guess.pose);
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
    if (guess.spotted == SpottedCards::kNobody) return 1;
    const Overlap own = overlapOf(guess.from, guess.spotted, guess.from, SpottedCards::kNobody);
    return static_cast<double>(own.ones) / own.both;
  }

  /// Where a spotted card lies as its print tells it, or of a strip its sides, unless print tells it clearly better.
  PlanePose likeliestFrom(const Guess& guess, const cv::Mat& open, const References& all) const {
    const OpenPlaces places = placesIn(open, all);
    const PlanePose byPrint = settled(likeliestAbout(guess.from, open, all), places);
    if (!isStrip(open, faces_)) return byPrint;
    const PlanePose bySides = settled(alongSides(guess.from, guess.spotted), places);
    const auto alike = [&](const PlanePose& pose) { return places.likenessAt(pose, fromAbove_); };
    return alike(byPrint) > alike(bySides) + kClearlyMoreAlike ? byPrint : bySides;
  }

  static CardDemands demandsOn(const Guess& guess) {
    if (guess.cover == Cover::Anything) return kUnderAnything;
    return guess.spotted == SpottedCards::kNobody ? kNotSpotted : kSpotted;
  }

  OpenPlaces placesIn(const cv::Mat& open, const References& all) const {
    return {open, faces_.arts.front(), all.details};
  }

  /// How well the card goes together with the likeliest face if it lies there.
  double likenessAt(const PlanePose& pose, const cv::Mat& open, const References& all) const {
    return placesIn(open, all).likenessAt(pose, fromAbove_);
  }

  /// Features tell a card's place to a millimetre or two; the face that fits best tells it better.
  PlanePose settled(PlanePose pose, const OpenPlaces& places) const {
    // Which face it is changes little on the way.
    constexpr std::size_t kLikely = 16;
    const OpenPlaces likely = places.narrowedTo(kLikely, pose, fromAbove_);
    double best = likely.likenessAt(pose, fromAbove_);
    for (const double step : {1.2, 0.6, 0.3})
      for (int round = 0; round < 2; ++round) {
        bool better = false;
        for (const PlanePose& move : {PlanePose{{step, 0}, 0},
                                      {{-step, 0}, 0},
                                      {{0, step}, 0},
                                      {{0, -step}, 0},
                                      {{0, 0}, 1.6 * step},
                                      {{0, 0}, -1.6 * step}}) {
          const PlanePose moved{pose.at + turnedBy(move.at, pose.angle), pose.angle + move.angle};
          if (const double there = likely.likenessAt(moved, fromAbove_); there > best)
            best = there, pose = moved, better = true;
        }
        if (!better) break;
      }
    return pose;
  }

  std::optional<ReadCard> readAt(const Guess& guess) const {
    const PlanePose& found = guess.pose;
    const auto* all = referencesAt(found);
    if (!all) return std::nullopt;
    const PlanePose turned = isShield() ? likeliestTurn(found, *all) : found;
    const cv::Mat open = openPlaces(turned, guess.owner());
    const OpenPlaces places = placesIn(open, *all);
    const PlanePose pose = settled(turned, places);
    // Chance is never as alike.
    if (places.likenessAt(pose, fromAbove_) < kRoughlyAlike) return std::nullopt;
    auto read = readAt(pose, open, *all, guess);
    if (read || isStrip(open, faces_)) return read;
    const PlanePose beside = settled(besideAt(pose, open, *all), places);
    if (cv::norm(beside.at - pose.at) < kRepeatStep) return read;
    return readAt(beside, openPlaces(beside, guess.owner()), *all, guess);
  }

  bool isShield() const { return faces_.arts.front().shape == Shape::Octagon; }

  /// Turns a shield from which settling finds its true one: all faces are known at every eighth of a turn.
  static constexpr std::array<double, 3> kTurnsTried{0, 15, 30};

  /// Features may agree on a wrong turn by chance, above all on an outline that is the same at every eighth.
  PlanePose likeliestTurn(const PlanePose& found, const References& all) const {
    std::pair<double, PlanePose> best{-1, found};
    for (const double turn : kTurnsTried) {
      const PlanePose turned{found.at, found.angle + turn};
      const OpenPlaces places = placesIn(openPlaces(turned), all);
      const PlanePose pose = settled(turned, places);
      if (const double alike = places.likenessAt(pose, fromAbove_); alike > best.first) best = {alike, pose};
    }
    return best.second;
  }

  /// Where in a box a shield is likest, if one lies there.
  std::optional<PlanePose> likeliestIn(cv::Point2d box) const {
    const References* all = referencesAt({box, 0});
    if (!all) return std::nullopt;
    constexpr double kAside = 8, kStep = 2;  // mm
    std::pair<double, PlanePose> best{-1, {box, 0}};
    for (double x = -kAside; x <= kAside; x += kStep)
      for (double y = -kAside; y <= kAside; y += kStep)
        for (const double turn : kTurnsTried) {
          const PlanePose pose{box + cv::Point2d(x, y), turn};
          if (!isInPicture(pose)) continue;
          if (const double alike = likenessAt(pose, openPlaces(pose), *all); alike > best.first) best = {alike, pose};
        }
    return best.first < kLeastAlikeAbout ? std::nullopt
                                         : std::optional(settled(best.second, placesIn(openPlaces(best.second), *all)));
  }

  cv::Mat openPlaces(const PlanePose& pose, int owner = SpottedCards::kNobody) const {
    return thinned(openAt(pose, faces_.roughMask, kRoughScale, owner));
  }

  /// Some of those places: enough to tell a likely pose.
  static cv::Mat someOf(const cv::Mat& open, int oneIn) {
    cv::Mat some = open.clone();
    for (int y = 0; y < some.rows; ++y)
      for (int x = 0; x < some.cols; ++x)
        if ((x + 2 * y) % oneIn) some.at<uchar>(y, x) = 0;
    return some;
  }

  /// The outlines of what was read before near that place, grown by so much, mm in the plane.
  std::vector<std::vector<cv::Point2f>> coversAbout(cv::Point2d place, double grown) const {
    std::vector<std::vector<cv::Point2f>> covers;
    for (const std::vector<ImagePoint>& above : above_) {
      std::vector<cv::Point2d> corners;
      cv::Point2d middle(0, 0);
      for (const ImagePoint& corner : above) {
        corners.push_back(planeOf({corner.x, corner.y}));
        middle += corners.back() / static_cast<double>(above.size());
      }
      if (cv::norm(middle - place) > 2 * kMostReach) continue;
      covers.emplace_back();
      for (const cv::Point2d& corner : corners)
        covers.back().emplace_back(corner +
                                   (corner - middle) * (1.4 * grown / std::max(1.0, cv::norm(corner - middle))));
    }
    return covers;
  }

  /// The places along its sides where the owner's card shows, as far as squares and what was read before tell it.
  std::vector<SidePlace> sidesThatShow(const PlanePose& pose, int owner) const {
    constexpr double kStep = 2, kCorner = 4, kInside = 4, kBesideCover = 3;  // mm
    const auto covers = coversAbout(pose.at, kBesideCover);
    const auto isCovered = [&](cv::Point2d at) {
      return std::any_of(covers.begin(), covers.end(),
                         [&](const auto& cover) { return cv::pointPolygonTest(cover, at, false) >= 0; });
    };
    std::vector<SidePlace> places;
    const auto add = [&](cv::Point2d on, cv::Point2d in) {
      const cv::Point2d at = pose.at + turnedBy(on, pose.angle);
      const cv::Point2d inside = pose.at + turnedBy(on + kInside * in, pose.angle);
      if (search_.spotted->ownerAt(inside) == owner && !isCovered(at) && !isCovered(inside)) places.push_back({on, in});
    };
    const FaceArt& art = faces_.arts.front();
    const double w = art.widthMm / 2, h = art.heightMm / 2;
    for (double x = kCorner - w; x <= w - kCorner; x += kStep) add({x, -h}, {0, 1}), add({x, h}, {0, -1});
    for (double y = kCorner - h; y <= h - kCorner; y += kStep) add({-w, y}, {1, 0}), add({w, y}, {-1, 0});
    return places;
  }

  /// How clearly the picture changes across the sides if the card lies there.
  double sidesAt(const PlanePose& pose, const std::vector<SidePlace>& places) const {
    constexpr double kAcross = 1, kMost = 1.5;  // mm; as much as counts
    double sum = 0;
    for (const SidePlace& each : places) {
      const cv::Vec4f in = fromAbove_.at(pose.at + turnedBy(each.on + kAcross * each.in, pose.angle));
      const cv::Vec4f out = fromAbove_.at(pose.at + turnedBy(each.on - kAcross * each.in, pose.angle));
      sum += std::min(kMost, cv::norm(cv::Vec3d(in[0] - out[0], in[1] - out[1], in[2] - out[2])));
    }
    return sum;
  }

  /// The spotter sees a strip's place to a few millimetres and degrees; the sides of it that show tell it better, above
  /// all how it is turned. Print settles that badly where there is little of it.
  PlanePose alongSides(const PlanePose& spotted, int owner) const {
    constexpr std::size_t kEnough = 20;
    constexpr double kOffMm = 3, kStep = 1.5, kOffDegrees = 5, kTurn = 2.5;
    const std::vector<SidePlace> places = sidesThatShow(spotted, owner);
    if (places.size() < kEnough) return spotted;
    std::pair<double, PlanePose> best{sidesAt(spotted, places), spotted};
    const auto isBetter = [&](const PlanePose& from, cv::Point2d off, double turn) {
      const PlanePose pose{from.at + turnedBy(off, from.angle), from.angle + turn};
      const double there = sidesAt(pose, places);
      if (there <= best.first) return false;
      best = {there, pose};
      return true;
    };
    for (double x = -kOffMm; x <= kOffMm; x += kStep)
      for (double y = -kOffMm; y <= kOffMm; y += kStep)
        for (double turn = -kOffDegrees; turn <= kOffDegrees; turn += kTurn) isBetter(spotted, {x, y}, turn);
    for (const double step : {0.8, 0.4, 0.2})
      for (bool better = true; better;) {
        better = false;
        for (const double off : {step, -step}) {
          better |= isBetter(best.second, {off, 0}, 0);
          better |= isBetter(best.second, {0, off}, 0);
          better |= isBetter(best.second, {0, 0}, 1.6 * off);
        }
      }
    return best.second;
  }

  /// The spotter is a few millimetres and degrees off.
  PlanePose likeliestAbout(const PlanePose& spotted, const cv::Mat& open, const References& all) const {
    constexpr double kOffMm = 3, kOffDegrees = 5, kStep = 1.5;
    // So many places are enough; of a strip a third of them are fewer.
    constexpr int kEnough = 200, kLeastOneIn = 3, kMostOneIn = 7;
    const OpenPlaces some =
        placesIn(someOf(open, std::clamp(cv::countNonZero(open) / kEnough, kLeastOneIn, kMostOneIn)), all);
    std::pair<double, PlanePose> best{-1, spotted};
    for (double x = -kOffMm; x <= kOffMm; x += kStep)
      for (double y = -kOffMm; y <= kOffMm; y += kStep)
        for (double turn = -kOffDegrees; turn <= kOffDegrees; turn += kOffDegrees) {
          const PlanePose pose{spotted.at + turnedBy({x, y}, spotted.angle), spotted.angle + turn};
          if (const double alike = some.likenessAt(pose, fromAbove_); alike > best.first) best = {alike, pose};
        }
    return best.second;
  }

  /// Where, around that place, it is likest.
  PlanePose besideAt(const PlanePose& pose, const cv::Mat& open, const References& all) const {
    const OpenPlaces some = placesIn(someOf(open, 5), all);
    std::vector<PlanePose> places;
    for (double x = -kRepeatsMm; x <= kRepeatsMm; x += kRepeatStep)
      for (double y = -kRepeatsMm; y <= kRepeatsMm; y += kRepeatStep)
        places.push_back({pose.at + turnedBy({x, y}, pose.angle), pose.angle});
    std::vector<double> alike(places.size(), 0);
    cv::parallel_for_({0, static_cast<int>(places.size())}, [&](const cv::Range& range) {
      for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
        alike[i] = some.likenessAt(places[i], fromAbove_);
    });
    return places[static_cast<std::size_t>(std::max_element(alike.begin(), alike.end()) - alike.begin())];
  }

  /// The part of a card that nothing covers, with so much around it that its look is that of the whole card.
  struct OpenPart {
    /// Of a picture of the whole card at `kFineScale`, and of `straight`.
    cv::Rect where, inside;
    cv::Mat straight, open;
  };

  /// Nothing where most of it lies outside the picture, or all of it is covered.
  std::optional<OpenPart> openPart(const PlanePose& pose, int owner) const {
    constexpr int kAround = static_cast<int>(kLooksAlike * kFineScale);
    const cv::Mat open = openAt(pose, faces_.fineMask, kFineScale, owner);
    const cv::Rect where = cv::boundingRect(open);
    if (where.empty()) return std::nullopt;
    const cv::Rect around =
        (where - cv::Point(kAround, kAround) + cv::Size(2 * kAround, 2 * kAround)) & cv::Rect({}, open.size());
    const auto straight = straightened(pose, around);
    if (!straight) return std::nullopt;
    return OpenPart{where, where - around.tl(), *straight, open(where)};
  }

  /// As sharp as faces are told apart.
  std::optional<CardPart> fineLook(const PlanePose& pose, int owner) const {
    const auto part = openPart(pose, owner);
    if (!part) return std::nullopt;
    const Look look = lookAt(part->straight, kFineScale);
    return CardPart{
        part->where,
        {look.features(part->inside), look.scale, look.level(part->inside), look.tint(part->inside), part->open}};
  }
  std::optional<StripLook> stripLook(const PlanePose& pose, int owner) const {
    const auto part = openPart(pose, owner);
    if (!part) return std::nullopt;
    return StripLook{part->where, withoutNoise(detailAt(part->straight, kFineScale)(part->inside)), part->open};
  }

  /// A rough look tells a strip's place to 2 mm and 2°. Its small print, which is all that tells faces apart, tells it
  /// better.
  PlanePose settledFinely(const PlanePose& pose, const cv::Mat& open, const References& all, int owner) const {
    constexpr std::size_t kLikely = 24, kOnTheWay = 8;
    std::vector<const FaceReference*> likely = all.likeliest(kLikely, placesIn(open, all).alikeAt(pose, fromAbove_));
    const auto fitted = [&](const PlanePose& at) -> std::pair<double, PlanePose> {
      const auto strip = stripLook(at, owner);
      if (!strip) return {-1, at};
      const StripFit fit = stripFitOf(*strip, likely, kOnTheWay);
      return {fit.alike, {at.at - turnedBy(fit.off, at.angle), at.angle}};
    };
    std::pair<double, PlanePose> best = fitted(pose);
    const auto isBetter = [&](double turn) {
      const auto there = fitted({best.second.at, best.second.angle + turn});
      if (there.first <= best.first) return false;
      best = there;
      return true;
    };
    // A face is moved by little at a time.
    for (int round = 0; round < 2 && isBetter(0);) ++round;
    for (const double step : {1.6, 0.8})
      for (int round = 0; round < 2 && (isBetter(step) || isBetter(-step));) ++round;
    return best.second;
  }

  std::optional<ReadCard> readAt(const PlanePose& pose, const cv::Mat& open, const References& all,
                                 const Guess& guess) const {
    const Comparison comparison = isStrip(open, faces_) ? Comparison::Closely : Comparison::Whole;
    if (isShield()) return readThere(pose, open, all, guess, comparison);
    const auto closely = [&] {
      const PlanePose finely = settledFinely(pose, open, all, guess.owner());
      return readThere(finely, openPlaces(finely, guess.owner()), all, guess, Comparison::Closely);
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
    auto look = fineLook(pose, guess.owner());
    if (!look) return std::nullopt;
    return readCard(faces_, all, pose, {roughLook(pose), open, std::move(*look)}, demandsOn(guess), comparison);
  }

  Sighting sightingOf(const ReadCard& card) const {
    Sighting sighting;
    const FaceArt& art = faces_.arts.front();
    sighting.kind = art.shape == Shape::Octagon ? "shield" : "card";
    sighting.visible = card.visible;
    for (const cv::Point2f& corner : uprightCorners(art, 1)) {
      const cv::Point2d from(corner.x - art.widthMm / 2, corner.y - art.heightMm / 2);
      sighting.outline.push_back(imageOf(card.pose.at + turnedBy(from, card.pose.angle)));
    }
    const ImagePoint left = sighting.outline[0], right = sighting.outline[1];
    sighting.imageAngle = std::atan2(right.y - left.y, right.x - left.x) * 180 / std::numbers::pi;
    sighting.pose = TablePose{{card.pose.at.x, -card.pose.at.y}, std::remainder(card.pose.angle, 360.0)};
    return sighting;
  }

  const TaughtFaces& faces_;
  const cv::Mat& bgr_;
  const TableView plane_;
  const LookFromAbove fromAbove_;
  const PlaneSearch& search_;
  Outlines& above_;
  /// Read so far, and as sightings.
  std::vector<ReadCard> cards_;
  std::vector<Sighting> sightings_;
  /// Of each of them the number among the spotted cards.
  std::vector<int> owners_;
  /// The numbers of those spotted cards that were tried and not read.
  std::vector<int> unread_;
};

}  // namespace

std::vector<Sighting> readPlane(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane,
                                const SeenFeatures& seen, const PlaneSearch& search, Outlines& above) {
  return PlaneReader(faces, bgr, plane, search, above).read(seen);
}

}  // namespace octo::vision
