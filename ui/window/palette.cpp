#include "ui/window/palette.h"

namespace octo::ui {
namespace {

ImVec4 rgb(unsigned hex) {
  return {static_cast<float>(hex >> 16 & 255) / 255.0f, static_cast<float>(hex >> 8 & 255) / 255.0f,
          static_cast<float>(hex & 255) / 255.0f, 1.0f};
}

const Palette kDark{.ground = rgb(0x14171b),
                    .panel = rgb(0x1d2126),
                    .raised = rgb(0x2a2f36),
                    .line = rgb(0x343a42),
                    .ink = rgb(0xece9e2),
                    .soft = rgb(0x9aa1ab),
                    .accent = rgb(0x5fb3c9),
                    .onAccent = rgb(0x0d1a1f),
                    .good = rgb(0x7cc79a),
                    .notice = rgb(0xe9b44c),
                    .bad = rgb(0xf0786c),
                    .badGround = rgb(0x40211f)};

const Palette kLight{.ground = rgb(0xece8df),
                     .panel = rgb(0xfbf9f4),
                     .raised = rgb(0xe3ddd0),
                     .line = rgb(0xd3ccbd),
                     .ink = rgb(0x22262b),
                     .soft = rgb(0x646a73),
                     .accent = rgb(0x1f6f86),
                     .onAccent = rgb(0xffffff),
                     .good = rgb(0x2b7a4b),
                     .notice = rgb(0x96660a),
                     .bad = rgb(0xb4332a),
                     .badGround = rgb(0xf9dfdb)};

}  // namespace

const Palette& paletteOf(Look look) { return look == Look::Dark ? kDark : kLight; }

ImU32 tint(const ImVec4& colour, float opacity) {
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, colour.w * opacity});
}

}  // namespace octo::ui
