#pragma once

#include <functional>

namespace octo::ui {

/// The window's last frame, kept on the graphics card: what is not drawn again stays as it was. Belongs to the window's
/// thread and needs its OpenGL context, also to go.
class KeptFrame {
 public:
  /// `swap` shows on the screen what was drawn; it is tried out.
  explicit KeptFrame(const std::function<void()>& swap);
  ~KeptFrame();
  KeptFrame(const KeptFrame&) = delete;
  KeptFrame& operator=(const KeptFrame&) = delete;

  /// In pixels. True where it is new and nothing is in it yet.
  bool fit(int width, int height);
  /// What is drawn from now on goes into it, and what is read comes from it.
  void begin() const;
  /// Copies it to the window, to be shown.
  void show() const;

 private:
  void forget();

  /// The window's own buffer keeps the frame.
  bool inWindow_;
  unsigned frame_ = 0, colours_ = 0;
  int width_ = 0, height_ = 0;
};

}  // namespace octo::ui
