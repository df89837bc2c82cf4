#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/infer/situation.h"

namespace octo::test {

/// A piece that is read so, there.
inline SeenPiece piece(const std::string& face, TablePoint at) {
  return {.faces = {{Face(face), 0.9}}, .pose = {at, 0}};
}

/// A look at that time, s, which shows those pieces.
inline Observation look(double time, std::vector<SeenPiece> pieces = {}) {
  return {time, static_cast<std::int64_t>(30 * time), std::move(pieces), {}, {}};
}

/// The faces of its pieces.
inline std::vector<std::string> facesIn(const Observation& look) {
  std::vector<std::string> faces;
  for (const SeenPiece& each : look.pieces) faces.push_back(each.face().text());
  return faces;
}

/// A game at a moment of which nothing is known: for what asks a position a single question.
class BlankPosition : public tracker::Position {
 public:
  std::unique_ptr<tracker::Position> clone() const override { return nullptr; }
  tracker::Ruling judge(const Event&) const override { return tracker::Ruling::legal(); }
  void apply(const Event&) override {}
  bool over() const override { return false; }
  std::optional<int> toMove() const override { return 0; }
  Side sideOf(int) const override { return Side::Near; }
  std::shared_ptr<const tracker::infer::Situation> situation() const override { return nullptr; }
};

}  // namespace octo::test
