#include "ui/views/photograph.h"

#include "ui/window/widgets.h"

namespace octo::ui {

bool Photograph::draw(const Theme& theme, const Area& area, const std::shared_ptr<const cv::Mat>& picture,
                      const Words& words) {
  if (shown_ != picture) texture_.upload(*picture);
  shown_ = picture;
  const Area shown = area.fitted(texture_.size());
  ImGui::GetWindowDrawList()->AddImageRounded(texture_.id(), shown.at, shown.corner(), {0, 0}, {1, 1}, IM_COL32_WHITE,
                                              theme.px(8));
  ImGui::SetCursorScreenPos(shown.at);
  const bool clicked = ImGui::InvisibleButton("photograph", shown.size);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::SetTooltip("%s", words.say("replay.enlarge").c_str());
  }
  return clicked;
}

}  // namespace octo::ui
