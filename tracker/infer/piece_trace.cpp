#include "tracker/infer/piece_trace.h"

#include <algorithm>

namespace octo::tracker::infer {
namespace {

/// How many times likelier the reading is of that face than of any whatever. What its candidates leave to 1, and what
/// it could not read, may be any face.
double likelihoodRatio(std::span<const Candidate> reading, const Face& face, int faces) {
  double any = 1, its = 0;
  for (const Candidate& each : reading) {
    if (each.face.isUnknown()) continue;
    any -= each.confidence;
    if (each.face == face) its = each.confidence;
  }
  return its * faces + std::max(any, 0.0);
}

/// The likeliest face, if any is thought of.
const Candidate* likeliest(std::span<const Candidate> reading) {
  const auto found =
      std::find_if(reading.begin(), reading.end(), [](const Candidate& each) { return !each.face.isUnknown(); });
  return found == reading.end() ? nullptr : &*found;
}

}  // namespace

StickyReading::StickyReading(std::span<const Face> own, int faces, const Parameters& parameters)
    : own_(own.begin(), own.end()), faces_(faces), misread_(parameters.misread), same_(parameters.sameReading) {}

/// Of a look that is a witness of its own. On average over all faces a reading's ratio is 1.
double StickyReading::fresh(std::span<const Candidate> reading) const {
  if (own_.empty()) return 1;
  double its = 0;
  for (const Face& face : own_) its += likelihoodRatio(reading, face, faces_);
  const auto own = static_cast<double>(own_.size());
  const double others = faces_ > own ? std::max(0.0, faces_ - its) / (faces_ - own) : 1;
  return (1 - misread_) * its / own + misread_ * others;
}

double StickyReading::ratio(std::span<const Candidate> reading) const {
  if (!read_) return fresh(reading);
  const double surer = isSurer(reading) ? fresh(reading) / surest_ : 1;
  return same_ * (isAgain(reading) ? faces_ * surer : 0) + (1 - same_) * fresh(reading);
}

bool StickyReading::isAgain(std::span<const Candidate> reading) const {
  const Candidate* best = likeliest(reading);
  return best && read_ && best->face == *read_;
}

bool StickyReading::isSurer(std::span<const Candidate> reading) const {
  return isAgain(reading) && likeliest(reading)->confidence > sure_;
}

bool StickyReading::isMisread() const {
  return clear_ && !own_.empty() && std::find(own_.begin(), own_.end(), *read_) == own_.end();
}

/// What could not be read at all may be read next time.
void StickyReading::look(std::span<const Candidate> reading) {
  const Candidate* best = likeliest(reading);
  if (!best || (isAgain(reading) && !isSurer(reading))) return;
  clear_ = !reading.front().face.isUnknown();
  read_ = best->face;
  sure_ = best->confidence;
  surest_ = fresh(reading);
}

const PieceTrace* traceOf(const PieceTraces& traces, PieceId id) {
  const auto found =
      std::lower_bound(traces.begin(), traces.end(), id, [](const PieceTrace& a, PieceId b) { return a.id < b; });
  return found != traces.end() && found->id == id ? &*found : nullptr;
}

}  // namespace octo::tracker::infer
