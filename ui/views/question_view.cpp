#include "ui/views/question_view.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <string>

#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr std::size_t kMostAnswers = 8;

/// The place of the answer whose number key was pressed.
std::optional<std::size_t> keyed(std::size_t answers) {
  if (ImGui::GetIO().WantTextInput) return std::nullopt;
  for (std::size_t i = 0; i < answers; ++i)
    if (ImGui::IsKeyPressed(GLFW_KEY_1 + static_cast<int>(i), false)) return i;
  return std::nullopt;
}

std::string questionText(const GameSnapshot& game, const Words& words) {
  const std::size_t more = game.questions.size() - 1;
  const std::string question = words.say(game.questions.front().text);
  return more ? words.say("question.more", {{"question", question}, {"n", std::to_string(more)}}) : question;
}

}  // namespace

Requests QuestionView::draw(const Theme& theme, const Area& area, const GameSnapshot& game, const Words& words) {
  const tracker::Question& question = game.questions.front();
  const std::size_t answers = std::min(question.answers.size(), kMostAnswers);
  const Panel panel(theme, "question", area);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().notice);
  ImGui::TextUnformatted(questionText(game, words).c_str());
  ImGui::PopStyleColor();
  std::optional<std::size_t> chosen = keyed(answers);
  const float side = theme.px(52);
  for (std::size_t i = 0; i < answers; ++i) {
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("##answer", {side, side})) chosen = i;
    art_.draw(draw, game.header.game, question.answers[i].face, {at.x + side / 2, at.y + side / 2}, side * 0.78f, 0);
    put(draw, theme.fonts().small(), {at.x + theme.px(4), at.y}, tint(theme.colours().ink), std::to_string(i + 1));
    ImGui::PopID();
    ImGui::SameLine();
  }
  ImGui::NewLine();
  if (!chosen) return {};
  return {AnswerQuestion{question.id, question.answers[*chosen].face}};
}

}  // namespace octo::ui
