#include "ui/window/texture.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <utility>

namespace octo::ui {
namespace {

/// Of the window's thread, the only one that has textures.
std::vector<ImTextureID>& replaced() {
  static std::vector<ImTextureID> textures;
  return textures;
}

}  // namespace

std::vector<ImTextureID> Texture::takeReplaced() { return std::exchange(replaced(), {}); }

Texture::~Texture() {
  if (name_) glDeleteTextures(1, &name_);
}

Texture::Texture(Texture&& other) noexcept { *this = std::move(other); }

Texture& Texture::operator=(Texture&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(width_, other.width_);
  std::swap(height_, other.height_);
  std::swap(channels_, other.channels_);
  return *this;
}

ImTextureID Texture::id() const { return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(name_)); }

void Texture::upload(const cv::Mat& picture) {
  if (picture.empty()) return;
  const bool fits = name_ && width_ == picture.cols && height_ == picture.rows && channels_ == picture.channels();
  if (!name_) glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(picture.step / picture.elemSize()));
  const GLenum format = picture.channels() == 4 ? GL_BGRA : GL_BGR;
  if (fits) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture.cols, picture.rows, format, GL_UNSIGNED_BYTE, picture.data);
  } else {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.cols, picture.rows, 0, format, GL_UNSIGNED_BYTE, picture.data);
  }
  // Pieces are drawn smaller than they are stored; a video is shown nearly as it comes.
  const bool smooth = picture.channels() == 4;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, smooth ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
  if (smooth) glGenerateMipmap(GL_TEXTURE_2D);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  width_ = picture.cols;
  height_ = picture.rows;
  channels_ = picture.channels();
  replaced().push_back(id());
}

}  // namespace octo::ui
