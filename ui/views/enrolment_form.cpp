#include "ui/views/enrolment_form.h"

#include <GLFW/glfw3.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/enrolment.h"
#include "ui/views/game_options.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// The file formats' limit of a title, bytes.
constexpr std::size_t kLongestTitle = 200;
/// So many editions to go on with are seen without scrolling.
constexpr float kRowsSeen = 3;

bool isUsable(const std::string& title) { return !folderNameOf(title).empty() && title.size() <= kLongestTitle; }

}  // namespace

void EnrolmentForm::draw(const Theme& theme, const Words& words, const std::string& source,
                         const std::vector<KnownEdition>* halfTaught, const std::vector<KnownEdition>* taught,
                         Requests& requests) {
  if (!beginSmallWindow(theme, "##teach", opening_)) return;
  smallHeading(theme, words.say("teach.title", {{"game", std::string(title(words.game()))}}));
  ImGui::TextWrapped("%s", words.say("teach.what").c_str());
  caption(theme, words.say("teach.name").c_str());
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##title", &title_, ImGuiInputTextFlags_EnterReturnsTrue);
  const std::string folder = folderNameOf(title_);
  std::vector<KnownEdition> known;
  bool taken = folder == "print";  // our own is called so
  const auto gather = [&](const std::vector<KnownEdition>* editions, bool half) {
    if (!editions) return;
    for (const KnownEdition& edition : *editions) {
      taken = taken || edition.folder == folder;
      const bool listed = std::any_of(known.begin(), known.end(),
                                      [&](const KnownEdition& each) { return each.folder == edition.folder; });
      if (edition.game != words.game() || listed) continue;
      known.push_back(edition);
      if (half) known.back().title = words.say("teach.half", {{"title", shortened(edition.title, 32)}});
    }
  };
  gather(halfTaught, true);
  gather(taught, false);
  if (taken) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().notice);
    ImGui::TextWrapped("%s", words.say("teach.name-taken").c_str());
    ImGui::PopStyleColor();
  }
  caption(theme, words.say("teach.views").c_str());
  for (int views = 1; views <= 2; ++views) {
    if (choice(theme, (std::to_string(views) + "##views").c_str(), views_ == views)) views_ = views;
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  caption(theme, words.say("teach.views-why").c_str());
  bool begun = false;
  const bool ready = !source.empty();
  if (!known.empty()) {
    caption(theme, words.say("teach.go-on").c_str());
    const float rows = std::min(kRowsSeen, static_cast<float>(known.size()));
    ImGui::BeginChild("known", {0, rows * ImGui::GetFrameHeightWithSpacing()});
    ImGui::BeginDisabled(!ready);
    for (const KnownEdition& edition : known)
      if (ImGui::Button((edition.title + "##go-on-" + edition.folder).c_str())) {
        requests.push_back(TeachEdition{edition.game, edition.title, edition.folder, source, views_});
        begun = true;
      }
    ImGui::EndDisabled();
    ImGui::EndChild();
  }
  if (!ready) ImGui::TextWrapped("%s", words.say("start.nothing-chosen").c_str());
  ImGui::Dummy({0, theme.px(4)});
  const bool usable = ready && !taken && isUsable(title_);
  ImGui::BeginDisabled(!usable);
  const bool pressed = primaryButton(theme, words.say("teach.begin").c_str(), {theme.px(130), 0}) || entered;
  ImGui::EndDisabled();
  if (pressed && usable) {
    requests.push_back(TeachEdition{words.game(), title_, folder, source, views_});
    begun = true;
  }
  ImGui::SameLine();
  if (ImGui::Button(words.say("browse.cancel").c_str()) || escaped() || begun) ImGui::CloseCurrentPopup();
  if (begun) title_.clear();
  ImGui::EndPopup();
}

}  // namespace octo::ui
