#pragma once

#include <imgui.h>

#include <deque>
#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ui/window/kept_frame.h"
#include "ui/window/repaint.h"

struct GLFWwindow;

namespace octo::ui {

/// No window can be opened here; the message says why and what works without one.
class NoDisplay : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The window on the screen with its OpenGL and ImGui contexts. One at a time, on the thread that made it.
class Canvas {
 public:
  /// Size in points of the design; it is made smaller where the screen is smaller. Throws NoDisplay.
  Canvas(const std::string& title, int width, int height);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Pixels per point of the design on this display.
  float scale() const { return scale_; }
  bool closing() const;
  void close();
  ImVec2 size() const;
  /// It is not put away as an icon.
  bool visible() const;

  /// Waits until something happens to the window, `wake` is called or the seconds are over.
  void wait(double seconds);
  /// Ends a `wait`; any thread.
  static void wake();
  /// How many times a person has done something: grows with every key, click, move and resize.
  long stirred() const { return stirred_; }

  /// Paths of the files that were dropped on the window since the last call.
  std::vector<std::string> dropped() { return std::exchange(dropped_, {}); }

  /// One frame; copied to `picture` (BGR) where one is given. What `draw` throws leaves ImGui ready for the
  /// next frame and is thrown on.
  void frame(const ImVec4& ground, const std::function<void()>& draw, cv::Mat* picture = nullptr);
  /// The next frame is drawn whole, not only what is new; between frames.
  void drawWhole() { repaint_.everything(); }
  /// The letters have changed; between frames.
  void reloadFonts();

 private:
  void makeWindow(const std::string& title, int width, int height);
  void watch();
  /// A key that went down or came up, or the letter that it wrote.
  struct Typed {
    int key = 0, scancode = 0, action = 0, mods = 0;
    unsigned letter = 0;
  };
  void take(const Typed& typed);
  bool mustWait(const Typed& typed) const;
  void pass(const Typed& typed);
  void passWaiting();
  bool paint(const ImVec4& ground, ImDrawData& frame);
  void copyTo(cv::Mat& picture) const;

  GLFWwindow* window_ = nullptr;
  std::unique_ptr<KeptFrame> kept_;
  Repaint repaint_;
  /// The screen may have lost what the window showed.
  bool uncovered_ = true;
  ImVec4 ground_{};
  float scale_ = 1;
  long stirred_ = 0;
  std::vector<std::string> dropped_;
  /// A mouse button or a key that is no modifier and writes nothing went down since the last frame.
  bool clicked_ = false, tapped_ = false;
  std::deque<Typed> waiting_;
};

}  // namespace octo::ui
