#include "tracker/follow/face_shares.h"

#include <algorithm>

namespace octo::tracker {

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
