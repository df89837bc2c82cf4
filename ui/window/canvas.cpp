#include "ui/window/canvas.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ui/window/texture.h"

namespace octo::ui {
namespace {

constexpr const char* kWithout = "; `octoscope demo --headless` and all other commands work without a window";

[[noreturn]] void fail(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  throw NoDisplay(what + (reason ? std::string(" (") + reason + ")" : "") + kWithout);
}

/// A window is never made larger than the screen it opens on.
void fitToScreen(int& width, int& height) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (!monitor) return;
  int x = 0, y = 0, w = 0, h = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
  if (w > 0 && h > 0) {
    width = std::min(width, w);
    height = std::min(height, h);
  }
}

Canvas& owner(GLFWwindow* window) { return *static_cast<Canvas*>(glfwGetWindowUserPointer(window)); }

}  // namespace

Canvas::Canvas(const std::string& title, int width, int height) {
  if (!glfwInit()) fail("no display to open a window on");
  makeWindow(title, width, height);
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  watch();
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    owner(w).take({key, scancode, action, mods});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned letter) { owner(w).take({.letter = letter}); });
  ImGui_ImplOpenGL3_Init("#version 330");
  kept_ = std::make_unique<KeptFrame>([this] { glfwSwapBuffers(window_); });
}

void Canvas::makeWindow(const std::string& title, int width, int height) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  fitToScreen(width, height);
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (!window_) {
    glfwTerminate();
    fail("a window with OpenGL 3.3 cannot be opened here");
  }
  glfwSetWindowSizeLimits(window_, 960, 600, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  scale_ = std::clamp(std::max(x, y), 1.0f, 4.0f);
}

Canvas::~Canvas() {
  kept_.reset();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

/// Set before ImGui's own callbacks, which call these first.
void Canvas::watch() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { ++owner(w).stirred_; });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int, int action, int) {
    ++owner(w).stirred_;
    owner(w).clicked_ = owner(w).clicked_ || action == GLFW_PRESS;
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { ++owner(w).stirred_; });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { ++owner(w).stirred_; });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    ++owner(w).stirred_;
    owner(w).dropped_.insert(owner(w).dropped_.end(), paths, paths + count);
  });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { ++owner(w).stirred_; });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) {
    ++owner(w).stirred_;
    owner(w).uncovered_ = true;
  });
}

/// ImGui looks at mouse and keys once a frame, whatever happened in which order since the last one. So that quick
/// hands, or a slow frame, lose nothing: what is typed after a click waits for the next frame, and so do the releases
/// and letters after a tap. Every key counts with the modifiers that it was tapped with, and letters flow.
void Canvas::take(const Typed& typed) {
  ++stirred_;
  if (waiting_.empty() && !mustWait(typed))
    pass(typed);
  else
    waiting_.push_back(typed);
}

bool Canvas::mustWait(const Typed& typed) const {
  return clicked_ || (tapped_ && (typed.letter || typed.action == GLFW_RELEASE));
}

void Canvas::pass(const Typed& typed) {
  if (typed.letter) return ImGui_ImplGlfw_CharCallback(window_, typed.letter);
  const bool modifier = typed.key >= GLFW_KEY_LEFT_SHIFT && typed.key <= GLFW_KEY_RIGHT_SUPER;
  const bool types = typed.key < GLFW_KEY_ESCAPE && !(typed.mods & ~GLFW_MOD_SHIFT) && ImGui::GetIO().WantTextInput;
  tapped_ = tapped_ || (typed.action == GLFW_PRESS && !modifier && !types);
  ImGui_ImplGlfw_KeyCallback(window_, typed.key, typed.scancode, typed.action, typed.mods);
}

/// After a frame: what waited for it, up to what must wait for the next.
void Canvas::passWaiting() {
  clicked_ = tapped_ = false;
  if (!waiting_.empty()) ++stirred_;
  while (!waiting_.empty() && !mustWait(waiting_.front())) {
    pass(waiting_.front());
    waiting_.pop_front();
  }
}

bool Canvas::closing() const { return glfwWindowShouldClose(window_); }
void Canvas::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

bool Canvas::visible() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE; }

ImVec2 Canvas::size() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return {static_cast<float>(width), static_cast<float>(height)};
}

void Canvas::wait(double seconds) { glfwWaitEventsTimeout(seconds); }
void Canvas::wake() { glfwPostEmptyEvent(); }

void Canvas::frame(const ImVec4& ground, const std::function<void()>& draw, cv::Mat* picture) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  try {
    draw();
  } catch (...) {
    // Closes what the panel that threw had open, so that the next frame starts clean.
    ImGui::ErrorCheckEndFrameRecover(nullptr);
    ImGui::EndFrame();
    passWaiting();
    throw;
  }
  ImGui::Render();
  passWaiting();  // not within the frame: ImGui ends the program where the modifiers change there
  const bool changed = paint(ground, *ImGui::GetDrawData());
  if (picture) copyTo(*picture);
  if (changed) glfwSwapBuffers(window_);
}

/// Draws what is new and leaves the rest. False where the window shows this already.
bool Canvas::paint(const ImVec4& ground, ImDrawData& frame) {
  const ImVec2 pixels = size();
  const int width = static_cast<int>(pixels.x), height = static_cast<int>(pixels.y);
  if (kept_->fit(width, height) || std::memcmp(&ground_, &ground, sizeof ground) != 0) repaint_.everything();
  ground_ = ground;
  const std::vector<Repaint::Rect> rects = repaint_.changes(frame, Texture::takeReplaced());
  if (rects.empty() && !uncovered_) return false;
  kept_->begin();
  glViewport(0, 0, width, height);
  glClearColor(ground.x, ground.y, ground.z, 1);
  for (const Repaint::Rect& rect : rects) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(rect.left, height - rect.bottom, rect.right - rect.left, rect.bottom - rect.top);
    glClear(GL_COLOR_BUFFER_BIT);
    repaint_.clip(frame, rect);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
  }
  glDisable(GL_SCISSOR_TEST);
  kept_->show();
  uncovered_ = false;
  return true;
}

void Canvas::reloadFonts() {
  drawWhole();
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Canvas::copyTo(cv::Mat& picture) const {
  const ImVec2 pixels = size();
  picture.create(static_cast<int>(pixels.y), static_cast<int>(pixels.x), CV_8UC3);
  kept_->begin();
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, picture.cols, picture.rows, GL_BGR, GL_UNSIGNED_BYTE, picture.data);
  kept_->show();
  cv::flip(picture, picture, 0);
}

}  // namespace octo::ui
