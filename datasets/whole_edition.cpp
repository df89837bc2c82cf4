#include "datasets/whole_edition.h"

#include <algorithm>
#include <stdexcept>

namespace octo::datasets {

WholeEdition::WholeEdition(const vision::TaughtEdition& taught)
    : taught_(taught), print_(vision::printEdition(taught.game())), faces_(taught.faces()) {
  for (const vision::FaceArt& art : print_.faces())
    if (std::none_of(faces_.begin(), faces_.end(), [&](const auto& own) { return own.face == art.face; }))
      faces_.push_back(art);
}

const vision::FaceArt& WholeEdition::art(const Face& face) const {
  const auto found = std::find_if(faces_.begin(), faces_.end(), [&](const auto& art) { return art.face == face; });
  if (found == faces_.end()) throw std::out_of_range("there is no " + face.text());
  return *found;
}

void WholeEdition::draw(cairo_t* context, const Face& face) const {
  taught_.isTaught(face) ? taught_.draw(context, face) : print_.draw(context, face);
}

Face WholeEdition::backOf(const Face& face, int copy) const {
  const Face printed = print_.backOf(face, copy);
  const bool lacking = printed.text().ends_with("back") && !taught_.isTaught(printed);
  return lacking && taught_.isTaught(Face::back()) ? Face::back() : printed;
}

}  // namespace octo::datasets
