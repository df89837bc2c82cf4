#include "tracker/follow/face_shares.h"

#include <algorithm>
#include <cmath>

namespace octo::tracker {

Cost againstFace(double share, double sure, int faces) {
  constexpr double kLeastLikely = 0.0009;
  const double unknown = std::max(0.0, 1 - sure) / faces;
  const double its = std::max({share, unknown, kLeastLikely});
  return std::max(0.0, std::log(std::max(sure, its) / its));
}

std::vector<std::size_t> likeliestFaces(std::span<const float> shares) {
  constexpr float kLeastShare = 0.02F;
  constexpr std::size_t kMost = 3;
  std::vector<std::size_t> faces;
  for (std::size_t face = 0; face < shares.size(); ++face)
    if (shares[face] >= kLeastShare) faces.push_back(face);
  std::stable_sort(faces.begin(), faces.end(), [&](auto a, auto b) { return shares[a] > shares[b]; });
  if (faces.size() > kMost) faces.resize(kMost);
  return faces;
}

}  // namespace octo::tracker
