#include "ui/window/piece_art.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "vision/edition/edition.h"

namespace octo::ui {
namespace {

/// Pixels of the longer side on an ordinary display: twice what the largest board shows.
constexpr double kTexturePixels = 220;

/// Something that lies face up on the table.
bool isPiece(const vision::FaceArt& art) {
  const bool turned = art.face.isBack() || art.face.detail() == "back";
  return !turned && (art.shape == vision::Shape::Octagon || art.shape == vision::Shape::Card);
}

cv::Mat drawn(GameId game, const Face& face, float scale) {
  const vision::Edition& edition = vision::printEdition(game);
  const vision::FaceArt& art = edition.art(face);
  return vision::drawFace(edition, face, kTexturePixels * scale / std::max(art.widthMm, art.heightMm));
}

}  // namespace

std::vector<Face> PieceArt::pieces(GameId game) {
  std::vector<Face> faces;
  try {
    for (const vision::FaceArt& art : vision::printEdition(game).faces())
      if (isPiece(art)) faces.push_back(art.face);
  } catch (const std::out_of_range&) {
    // A game without a print edition has no pieces to show.
  }
  return faces;
}

const Texture& PieceArt::texture(GameId game, const Face& face) {
  const auto [found, fresh] = textures_.try_emplace({game, face});
  if (fresh) try {
      found->second.upload(drawn(game, face, scale_));
    } catch (const std::out_of_range&) {
      // Stays empty: the edition has no such face.
    }
  return found->second;
}

void PieceArt::draw(ImDrawList& draw, GameId game, const Face& face, ImVec2 centre, float across, double degrees,
                    float opacity) {
  const Texture& art = texture(game, face);
  if (art.empty()) {
    draw.AddCircleFilled(centre, across / 2, IM_COL32(128, 128, 128, 255));
    const ImVec2 size = ImGui::CalcTextSize(face.text().c_str());
    draw.AddText({centre.x - size.x / 2, centre.y - size.y / 2}, IM_COL32_WHITE, face.text().c_str());
    return;
  }
  const auto turn = static_cast<float>(degrees * std::numbers::pi / 180);
  const float c = std::cos(turn), s = std::sin(turn);
  const float longer = std::max(art.size().x, art.size().y);
  const float w = across * art.size().x / longer / 2, h = across * art.size().y / longer / 2;
  const auto corner = [&](float x, float y) { return ImVec2(centre.x + x * c - y * s, centre.y + x * s + y * c); };
  draw.AddImageQuad(art.id(), corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h), {0, 0}, {1, 0}, {1, 1},
                    {0, 1}, ImGui::ColorConvertFloat4ToU32({1, 1, 1, opacity}));
}

}  // namespace octo::ui
