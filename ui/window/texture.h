#pragma once

#include <imgui.h>

#include <opencv2/core.hpp>
#include <vector>

namespace octo::ui {

/// A picture on the graphics card. Belongs to the window's thread and needs its OpenGL context, also to go.
class Texture {
 public:
  Texture() = default;
  ~Texture();
  Texture(Texture&& other) noexcept;
  Texture& operator=(Texture&& other) noexcept;

  /// 8-bit BGR, or BGRA with straight alpha. Reuses the memory where the size stayed the same.
  void upload(const cv::Mat& picture);
  bool empty() const { return name_ == 0; }
  ImTextureID id() const;
  /// The textures that were given a picture since this was last asked.
  static std::vector<ImTextureID> takeReplaced();
  ImVec2 size() const { return {static_cast<float>(width_), static_cast<float>(height_)}; }

 private:
  unsigned name_ = 0;
  int width_ = 0;
  int height_ = 0;
  int channels_ = 0;
};

}  // namespace octo::ui
