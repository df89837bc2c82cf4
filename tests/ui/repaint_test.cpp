#include "ui/window/repaint.h"

#include <imgui.h>

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

using octo::ui::Repaint;
using Rect = Repaint::Rect;

namespace {

const ImTextureID kPicture = reinterpret_cast<ImTextureID>(7);

/// ImGui without a window: frames of 400 by 300 pixels, from what is put into them.
class Frames {
 public:
  Frames() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {400, 300};
    io.DeltaTime = 1;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~Frames() { ImGui::DestroyContext(); }
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  const ImDrawData& draw(const std::function<void(ImDrawList&)>& left, const std::function<void(ImDrawList&)>& right) {
    ImGui::NewFrame();
    panel("left", {0, 0}, left);
    panel("right", {200, 0}, right);
    ImGui::Render();
    return *ImGui::GetDrawData();
  }

 private:
  static void panel(const char* name, ImVec2 at, const std::function<void(ImDrawList&)>& inside) {
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize({200, 300});
    ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    inside(*ImGui::GetWindowDrawList());
    ImGui::End();
  }
};

std::function<void(ImDrawList&)> box(float x, float y) {
  return [=](ImDrawList& list) { list.AddRectFilled({x, y}, {x + 20, y + 10}, IM_COL32_WHITE); };
}
void picture(ImDrawList& list) { list.AddImage(kPicture, {210, 100}, {310, 180}); }
void both(ImDrawList& list) {
  box(220, 20)(list);
  picture(list);
}

bool covers(const std::vector<Rect>& rects, const Rect& what) {
  for (const Rect& each : rects)
    if (each.left <= what.left && each.top <= what.top && each.right >= what.right && each.bottom >= what.bottom)
      return true;
  return false;
}

}  // namespace

TEST_CASE("the first frame is drawn whole, and the same frame again not at all") {
  Frames frames;
  Repaint repaint;
  CHECK(repaint.changes(frames.draw(box(10, 10), picture), {}) == std::vector<Rect>{{0, 0, 400, 300}});
  // ImGui may shade a panel that has just been opened.
  (void)repaint.changes(frames.draw(box(10, 10), picture), {});
  CHECK(repaint.changes(frames.draw(box(10, 10), picture), {}).empty());
  repaint.everything();
  CHECK(repaint.changes(frames.draw(box(10, 10), picture), {}) == std::vector<Rect>{{0, 0, 400, 300}});
}

TEST_CASE("what has moved is drawn again where it was and where it is, and little else") {
  Frames frames;
  Repaint repaint;
  for (int i = 0; i < 3; ++i) (void)repaint.changes(frames.draw(box(10, 10), both), {});
  const std::vector<Rect> rects = repaint.changes(frames.draw(box(40, 60), both), {});
  REQUIRE(rects.size() == 1);
  CHECK(covers(rects, {10, 10, 30, 20}));
  CHECK(covers(rects, {40, 60, 60, 70}));
  CHECK(rects.front().right < 70);
  CHECK(rects.front().bottom < 80);
}

TEST_CASE("a new picture in a texture is drawn again, although no triangle has changed") {
  Frames frames;
  Repaint repaint;
  for (int i = 0; i < 3; ++i) (void)repaint.changes(frames.draw(box(10, 10), both), {});
  const std::vector<Rect> rects = repaint.changes(frames.draw(box(10, 10), both), {kPicture});
  REQUIRE(rects.size() == 1);
  CHECK(covers(rects, {210, 100, 310, 180}));
  CHECK(rects.front().top > 90);
}

TEST_CASE("changes apart from each other are drawn apart, and those that touch together") {
  Frames frames;
  Repaint repaint;
  for (int i = 0; i < 3; ++i) (void)repaint.changes(frames.draw(box(10, 10), both), {});
  CHECK(repaint.changes(frames.draw(box(40, 60), both), {kPicture}).size() == 2);
  CHECK(repaint.changes(frames.draw(box(40, 60), picture), {}).size() == 1);
  const auto overPicture = [](ImDrawList& list) {
    picture(list);
    box(250, 120)(list);
  };
  const std::vector<Rect> rects = repaint.changes(frames.draw(box(40, 60), overPicture), {kPicture});
  CHECK(rects.size() == 1);
}

TEST_CASE("a frame is clipped to each rectangle in turn, and what lies outside is left out") {
  Frames frames;
  Repaint repaint;
  const ImDrawData& frame = frames.draw(box(10, 10), both);
  (void)repaint.changes(frame, {});
  for (const Rect& rect : {Rect{0, 0, 100, 50}, Rect{250, 90, 260, 110}}) {
    repaint.clip(frame, rect);
    int inside = 0;
    for (int i = 0; i < frame.CmdListsCount; ++i)
      for (const ImDrawCmd& command : frame.CmdLists[i]->CmdBuffer) {
        const ImVec4 clip = command.ClipRect;
        if (clip.x >= clip.z) continue;
        ++inside;
        CHECK(clip.x >= static_cast<float>(rect.left));
        CHECK(clip.y >= static_cast<float>(rect.top));
        CHECK(clip.z <= static_cast<float>(rect.right));
        CHECK(clip.w <= static_cast<float>(rect.bottom));
      }
    CHECK(inside > 0);
  }
}

TEST_CASE("a panel that opens or closes is a frame of its own") {
  Frames frames;
  Repaint repaint;
  for (int i = 0; i < 3; ++i) (void)repaint.changes(frames.draw(box(10, 10), both), {});
  ImGui::NewFrame();
  ImGui::Begin("left", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGui::End();
  ImGui::Render();
  CHECK(repaint.changes(*ImGui::GetDrawData(), {}) == std::vector<Rect>{{0, 0, 400, 300}});
}
