#include "ui/views/print_view.h"

#include <GLFW/glfw3.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>

#include "tracker/messages/catalogue.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kPrinter = "##print";
constexpr float kPrinterWidth = 560;

/// "A4", "Letter".
std::string paperName(std::string paper) {
  paper.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(paper.front())));
  return paper;
}

void question(const Theme& theme, const std::string& text) {
  ImGui::Dummy({0, theme.px(4)});
  caption(theme, text.c_str());
}

}  // namespace

void PrintView::open(GameId game, int players, const std::string& language) {
  opening_ = true;
  choices_.game = game;
  choices_.language = language;
  const std::vector<int> mats = matsOf(game);
  choices_.players.reset();
  if (std::find(mats.begin(), mats.end(), players) != mats.end()) choices_.players = players;
  if (folder_.empty()) folder_ = homeFolder().string();
}

std::filesystem::path PrintView::file() const {
  std::string stem = "octoscope-" + std::string(name(choices_.game)) + "-" + choices_.paper;
  if (choices_.players) stem += "-" + std::to_string(*choices_.players);
  return std::filesystem::path(folder_) / (stem + ".pdf");
}

void PrintView::draw(const Theme& theme, const Words& words, const FolderListing* listing, Requests& requests) {
  if (std::exchange(opening_, false)) ImGui::OpenPopup(kPrinter);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(theme.px(kPrinterWidth), window.x * 0.92f), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(kPadding), theme.px(kPadding)});
  const bool shown = ImGui::BeginPopupModal(
      kPrinter, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!shown) return;
  const Words of(choices_.game, words.language());
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(of.say("print.title", {{"game", std::string(title(choices_.game))}}).c_str());
  }
  ImGui::TextWrapped("%s", of.say("print.what").c_str());
  drawChoices(theme, of);
  question(theme, of.say("print.where"));
  const std::string browse = of.say("start.browse");
  ImGui::SetNextItemWidth(-buttonWidth(browse) - ImGui::GetStyle().ItemSpacing.x);
  ImGui::InputText("##folder", &folder_);
  ImGui::SameLine();
  if (ImGui::Button(browse.c_str())) browser_.open(FileBrowser::Seeks::Folder, folder_ + "/");
  if (const auto chosen = browser_.draw(theme, of, listing, requests)) folder_ = *chosen;
  caption(theme, file().filename().string().c_str());
  ImGui::Dummy({0, theme.px(4)});
  ImGui::BeginDisabled(!file().is_absolute());
  const bool save = primaryButton(theme, of.say("print.save").c_str(), {theme.px(130), 0});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (save) requests.push_back(PrintEdition{file(), choices_});
  if (ImGui::Button(of.say("browse.cancel").c_str()) || ImGui::IsKeyPressed(GLFW_KEY_ESCAPE, false) || save)
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void PrintView::drawChoices(const Theme& theme, const Words& words) {
  question(theme, words.say("print.paper"));
  for (const std::string& paper : papers()) {
    if (choice(theme, paperName(paper).c_str(), choices_.paper == paper)) choices_.paper = paper;
    ImGui::SameLine();
  }
  ImGui::NewLine();
  if (const std::vector<int> mats = matsOf(choices_.game); !mats.empty()) {
    question(theme, words.say("print.mat-for"));
    for (const int players : mats) {
      const std::string text = words.say("print.n-players", {{"n", std::to_string(players)}});
      if (choice(theme, text.c_str(), choices_.players.value_or(mats.front()) == players)) choices_.players = players;
      ImGui::SameLine();
    }
    ImGui::NewLine();
  }
  if (choices_.game != GameId::Octal) return;
  question(theme, words.say("print.language"));
  for (const std::string& language : tracker::languages()) {
    const std::string own = Words(choices_.game, language).say("language");
    if (choice(theme, own.c_str(), choices_.language == language)) choices_.language = language;
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

}  // namespace octo::ui
