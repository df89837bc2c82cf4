#include "ui/views/photograph.h"

#include <algorithm>

#include "ui/window/widgets.h"

namespace octo::ui {

bool Photograph::draw(const Theme& theme, const Area& area, const std::shared_ptr<const cv::Mat>& picture,
                      const Words& words) {
  if (shown_ != picture) texture_.upload(*picture);
  shown_ = picture;
  const ImVec2 size = texture_.size();
  const float scale = std::min(area.size.x / size.x, area.size.y / size.y);
  const ImVec2 shown{size.x * scale, size.y * scale};
  const ImVec2 at{area.at.x + (area.size.x - shown.x) / 2, area.at.y + (area.size.y - shown.y) / 2};
  ImGui::GetWindowDrawList()->AddImageRounded(texture_.id(), at, {at.x + shown.x, at.y + shown.y}, {0, 0}, {1, 1},
                                              IM_COL32_WHITE, theme.px(8));
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton("photograph", shown);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::SetTooltip("%s", words.say("replay.enlarge").c_str());
  }
  return clicked;
}

}  // namespace octo::ui
