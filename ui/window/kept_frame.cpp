#include "ui/window/kept_frame.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <string_view>

namespace octo::ui {
namespace {

/// Whether the buffer that is drawn into is the same, as it was, after it was shown. OpenGL promises nothing; a card
/// may hand out buffers in turn, and may begin to at any time. Mesa in software copies, and there copying the whole
/// window once more for every frame costs as much as drawing.
bool survivesBeingShown(const std::function<void()>& swap) {
  constexpr int kFrames = 4;  // buffers in turn are three at most
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  if (!renderer || std::string_view(renderer).find("llvmpipe") == std::string_view::npos) return false;
  for (int i = 0; i < kFrames; ++i) {
    const float shade = 0.05f * static_cast<float>(i);
    glClearColor(shade, shade, shade, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    unsigned before = 0, after = 0;
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &before);
    swap();
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &after);
    if (before != after) return false;
  }
  return true;
}

}  // namespace

KeptFrame::KeptFrame(const std::function<void()>& swap) : inWindow_(survivesBeingShown(swap)) {}

KeptFrame::~KeptFrame() { forget(); }

void KeptFrame::forget() {
  if (frame_) glDeleteFramebuffers(1, &frame_);
  if (colours_) glDeleteRenderbuffers(1, &colours_);
}

bool KeptFrame::fit(int width, int height) {
  if (width == width_ && height == height_) return false;
  width_ = width;
  height_ = height;
  if (inWindow_) return true;
  forget();
  glGenRenderbuffers(1, &colours_);
  glBindRenderbuffer(GL_RENDERBUFFER, colours_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glGenFramebuffers(1, &frame_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours_);
  return true;
}

void KeptFrame::begin() const { glBindFramebuffer(GL_FRAMEBUFFER, frame_); }

void KeptFrame::show() const {
  if (inWindow_) return;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace octo::ui
