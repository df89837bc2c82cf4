#include "ui/views/file_browser.h"

#include <GLFW/glfw3.h>

#include <algorithm>

#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kBrowser = "##file browser";
constexpr float kBrowserWidth = 620, kBrowserHeight = 460;

}  // namespace

void FileBrowser::open(Seeks seeks, const std::string& near) {
  seeks_ = seeks;
  opening_ = true;
  const std::filesystem::path path(near);
  first_ = path.is_absolute() ? path.parent_path() : std::filesystem::path();
}

std::optional<std::string> FileBrowser::draw(const Theme& theme, const Words& words, const FolderListing* listing,
                                             Requests& requests) {
  if (std::exchange(opening_, false)) {
    requests.push_back(ListFolder{first_});
    ImGui::OpenPopup(kBrowser);
  }
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::min(theme.px(kBrowserWidth), window.x * 0.92f), std::min(theme.px(kBrowserHeight), window.y * 0.92f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(kPadding), theme.px(kPadding)});
  const bool shown = ImGui::BeginPopupModal(
      kBrowser, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!shown) return std::nullopt;
  std::optional<std::string> chosen;
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(words.say(seeks_ == Seeks::Recording ? "browse.recording" : "browse.folder").c_str());
  }
  if (listing) {
    drawPlaces(theme, words, *listing, requests);
    chosen = drawEntries(theme, words, *listing, requests);
    const bool usable = !any(listing->trouble) && (seeks_ == Seeks::Folder || listing->pictures > 0);
    ImGui::BeginDisabled(!usable);
    if (ImGui::Button(words.say("browse.take-folder").c_str())) chosen = listing->folder.string();
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  if (ImGui::Button(words.say("browse.cancel").c_str()) || ImGui::IsKeyPressed(GLFW_KEY_ESCAPE, false) || chosen)
    ImGui::CloseCurrentPopup();
  if (listing && listing->pictures > 0 && seeks_ == Seeks::Recording) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    caption(theme, words.count("browse.pictures", listing->pictures).c_str());
  }
  ImGui::EndPopup();
  return chosen;
}

void FileBrowser::drawPlaces(const Theme& theme, const Words& words, const FolderListing& listing, Requests& requests) {
  if (ImGui::Button(words.say("browse.up").c_str())) requests.push_back(ListFolder{listing.folder.parent_path()});
  ImGui::SameLine();
  if (ImGui::Button(words.say("browse.home").c_str())) requests.push_back(ListFolder{});
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(*ImGui::GetWindowDrawList(), theme.fonts().text(), {at.x, at.y + ImGui::GetStyle().FramePadding.y},
      tint(theme.colours().soft), listing.folder.string(), ImGui::GetContentRegionAvail().x);
  ImGui::NewLine();
}

std::optional<std::string> FileBrowser::drawEntries(const Theme& theme, const Words& words,
                                                    const FolderListing& listing, Requests& requests) const {
  std::optional<std::string> chosen;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme.colours().raised);
  ImGui::BeginChild("entries", {0, -ImGui::GetFrameHeightWithSpacing()}, false);
  ImGui::PopStyleColor();
  for (const std::string& name : listing.folders)
    if (ImGui::Selectable(("  ▸  " + name + "##folder").c_str())) requests.push_back(ListFolder{listing.folder / name});
  const bool videos = seeks_ == Seeks::Recording;
  if (videos)
    for (const std::string& name : listing.videos)
      if (ImGui::Selectable(("      " + name + "##video").c_str())) chosen = (listing.folder / name).string();
  if (any(listing.trouble) || (listing.folders.empty() && (!videos || listing.videos.empty()))) {
    ImGui::PushStyleColor(ImGuiCol_Text, !any(listing.trouble) ? theme.colours().soft : theme.colours().bad);
    ImGui::TextWrapped(
        "%s", any(listing.trouble) ? words.trouble(listing.trouble).c_str() : words.say("browse.empty").c_str());
    ImGui::PopStyleColor();
  }
  ImGui::EndChild();
  return chosen;
}

}  // namespace octo::ui
