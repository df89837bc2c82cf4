#include "ui/window/canvas.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

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
    owner(w).takeKey(key, scancode, action, mods);
  });
  ImGui_ImplOpenGL3_Init("#version 330");
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
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

/// Set before ImGui's own callbacks, which call these first.
void Canvas::watch() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned) { ++owner(w).stirred_; });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { ++owner(w).stirred_; });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int, int, int) { ++owner(w).stirred_; });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { ++owner(w).stirred_; });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { ++owner(w).stirred_; });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    ++owner(w).stirred_;
    owner(w).dropped_.insert(owner(w).dropped_.end(), paths, paths + count);
  });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { ++owner(w).stirred_; });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { ++owner(w).stirred_; });
}

/// ImGui looks at the keys once a frame. After a key went down nothing comes up until the next frame was
/// drawn, so that a quick tap counts, and with the modifiers that it was tapped with.
void Canvas::takeKey(int key, int scancode, int action, int mods) {
  ++stirred_;
  tapped_ = tapped_ || action == GLFW_PRESS;
  if (action == GLFW_RELEASE && tapped_)
    released_.push_back({key, scancode, mods});
  else
    ImGui_ImplGlfw_KeyCallback(window_, key, scancode, action, mods);
}

void Canvas::releaseKeys() {
  tapped_ = false;
  for (const Key& key : std::exchange(released_, {}))
    ImGui_ImplGlfw_KeyCallback(window_, key.key, key.scancode, GLFW_RELEASE, key.mods);
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
    releaseKeys();
    throw;
  }
  ImGui::Render();
  releaseKeys();  // not within the frame: ImGui ends the program where the modifiers change there
  const ImVec2 pixels = size();
  glViewport(0, 0, static_cast<int>(pixels.x), static_cast<int>(pixels.y));
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (picture) copyTo(*picture);
  glfwSwapBuffers(window_);
}

void Canvas::reloadFonts() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Canvas::copyTo(cv::Mat& picture) const {
  const ImVec2 pixels = size();
  picture.create(static_cast<int>(pixels.y), static_cast<int>(pixels.x), CV_8UC3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, picture.cols, picture.rows, GL_BGR, GL_UNSIGNED_BYTE, picture.data);
  cv::flip(picture, picture, 0);
}

}  // namespace octo::ui
