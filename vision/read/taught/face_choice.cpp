#include "vision/read/taught/face_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace octo::vision {
namespace {

/// The light on a card differs from that on the others by so much, standard deviations, as `ReadCard::Face::light`;
/// what is odder may be a shadow. And by so much less likely is another face of a card that is told by its print alone.
constexpr std::array<double, 3> kLightDiffers{0.45, 0.45, 0.25};
constexpr double kMostOdd = 8, kTooOdd = 5, kSurelyOther = 4;
/// Below that confidence the answer is `?`.
constexpr double kSure = 0.9;

const ReadCard::Face& likeliest(const ReadCard& card) {
  return *std::min_element(card.likely.begin(), card.likely.end(),
                           [](const ReadCard::Face& a, const ReadCard::Face& b) { return a.against < b.against; });
}

/// How unlikely one light is beside the other, natural logarithm.
double oddnessOf(const cv::Vec3f& one, const cv::Vec3f& other) {
  double odd = 0;
  for (int c = 0; c < 3; ++c) odd += std::pow((one[c] - other[c]) / kLightDiffers[static_cast<std::size_t>(c)], 2) / 2;
  return odd;
}

}  // namespace

bool isSure(const ReadCard& card) {
  const std::size_t first = likeliest(card).face;
  return std::all_of(card.likely.begin(), card.likely.end(),
                     [&](const ReadCard::Face& other) { return other.face == first || other.against > kSurelyOther; });
}

std::optional<cv::Vec3f> lightOn(const std::vector<ReadCard>& cards) {
  constexpr std::size_t kEnough = 3;
  std::array<std::vector<float>, 3> values;
  for (const ReadCard& card : cards) {
    if (isSure(card))
      for (std::size_t c = 0; c < 3; ++c) values[c].push_back(likeliest(card).light[static_cast<int>(c)]);
  }
  if (values[0].size() < kEnough) return std::nullopt;
  cv::Vec3f light;
  for (std::size_t c = 0; c < 3; ++c) {
    const auto middle = values[c].begin() + static_cast<std::ptrdiff_t>(values[c].size() / 2);
    std::nth_element(values[c].begin(), middle, values[c].end());
    light[static_cast<int>(c)] = *middle;
  }
  return light;
}

bool isInOtherLight(const ReadCard& card, const cv::Vec3f& light) {
  return oddnessOf(likeliest(card).light, light) > kTooOdd;
}

std::vector<Candidate> facesOf(const ReadCard& card, const std::optional<cv::Vec3f>& light,
                               const std::vector<FaceArt>& edition) {
  std::vector<double> against;
  for (const ReadCard::Face& each : card.likely)
    against.push_back(each.against + (light ? std::min(oddnessOf(each.light, *light), kMostOdd) : 0));
  const double least = *std::min_element(against.begin(), against.end());
  std::map<std::size_t, double> shares;
  double sum = 0;
  for (std::size_t i = 0; i < against.size(); ++i) {
    const double share = std::exp(least - against[i]);
    shares[card.likely[i].face] += share;
    sum += share;
  }
  std::vector<Candidate> faces;
  for (const auto& [face, share] : shares) faces.push_back({edition[face].face, share});
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Candidate& a, const Candidate& b) { return a.confidence > b.confidence; });
  // Where print tells little, chance chose those that it was compared with: another is as likely as the middle one.
  sum += static_cast<double>(card.others) * faces[faces.size() / 2].confidence;
  for (Candidate& each : faces) each.confidence /= sum;
  if (faces.front().confidence < kSure) faces.insert(faces.begin(), {Face::unknown(), faces.front().confidence});
  return faces;
}

}  // namespace octo::vision
