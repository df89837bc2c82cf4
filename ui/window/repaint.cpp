#include "ui/window/repaint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

namespace octo::ui {
namespace {

using Rect = Repaint::Rect;

constexpr Rect kNothing{0, 0, 0, 0};
/// More are joined: each is a pass over the frame's commands.
constexpr std::size_t kMostRects = 6;

bool empty(const Rect& r) { return r.left >= r.right || r.top >= r.bottom; }

Rect common(const Rect& a, const Rect& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

Rect around(const Rect& a, const Rect& b) {
  if (empty(a)) return b;
  if (empty(b)) return a;
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

Rect wholeOf(const ImDrawData& frame) {
  return {0, 0, static_cast<int>(frame.DisplaySize.x * frame.FramebufferScale.x),
          static_cast<int>(frame.DisplaySize.y * frame.FramebufferScale.y)};
}

/// The pixels that a clipping rectangle of ImGui lets through, rounded as its backend for OpenGL rounds them.
Rect pixelsOf(const ImVec4& clip, const ImDrawData& frame) {
  const float x = frame.FramebufferScale.x, y = frame.FramebufferScale.y;
  const int height = wholeOf(frame).bottom;
  const int left = static_cast<int>((clip.x - frame.DisplayPos.x) * x);
  const int bottom = height - static_cast<int>(static_cast<float>(height) - (clip.w - frame.DisplayPos.y) * y);
  return {left, bottom - static_cast<int>((clip.w - clip.y) * y), left + static_cast<int>((clip.z - clip.x) * x),
          bottom};
}

struct Triangle {
  std::array<ImDrawVert, 3> corners;
  ImVec4 clip;
  ImTextureID texture;
};

bool alike(const Triangle& a, const Triangle& b) {
  return std::memcmp(&a.corners, &b.corners, sizeof a.corners) == 0 &&
         std::memcmp(&a.clip, &b.clip, sizeof a.clip) == 0 && a.texture == b.texture;
}

/// The triangle's pixels, with one more on all sides for what rounding may touch.
Rect pixelsOf(const Triangle& triangle, const ImDrawData& frame) {
  const auto& [a, b, c] = triangle.corners;
  const auto [left, right] = std::minmax({a.pos.x, b.pos.x, c.pos.x});
  const auto [top, bottom] = std::minmax({a.pos.y, b.pos.y, c.pos.y});
  const float x = frame.FramebufferScale.x, y = frame.FramebufferScale.y;
  const auto pixel = [](float at, float from, float scale) {
    return static_cast<int>(std::floor((at - from) * scale));
  };
  const Rect box{pixel(left, frame.DisplayPos.x, x) - 1, pixel(top, frame.DisplayPos.y, y) - 1,
                 pixel(right, frame.DisplayPos.x, x) + 2, pixel(bottom, frame.DisplayPos.y, y) + 2};
  return common(box, pixelsOf(triangle.clip, frame));
}

template <class Layer>
void appendTriangles(const Layer& layer, const ImDrawCmd& command, std::vector<Triangle>& triangles) {
  for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
    const auto corner = [&](unsigned k) {
      return layer
          .vertices[static_cast<int>(command.VtxOffset + layer.indices[static_cast<int>(command.IdxOffset + i + k)])];
    };
    triangles.push_back({{corner(0), corner(1), corner(2)}, command.ClipRect, command.TextureId});
  }
}

template <class Layer>
std::vector<Triangle> trianglesOf(const Layer& layer) {
  std::vector<Triangle> triangles;
  triangles.reserve(static_cast<std::size_t>(layer.indices.Size) / 3);
  for (const ImDrawCmd& command : layer.commands) appendTriangles(layer, command, triangles);
  return triangles;
}

Rect boxOf(std::span<const Triangle> triangles, const ImDrawData& frame) {
  Rect box = kNothing;
  for (const Triangle& each : triangles) box = around(box, common(pixelsOf(each, frame), wholeOf(frame)));
  return box;
}

/// Around all triangles between the first and the last that differ.
Rect differing(const std::vector<Triangle>& before, const std::vector<Triangle>& now, const ImDrawData& frame) {
  const auto [firstBefore, firstNow] = std::mismatch(before.begin(), before.end(), now.begin(), now.end(), alike);
  const auto [lastBefore, lastNow] = std::mismatch(before.rbegin(), std::reverse_iterator(firstBefore), now.rbegin(),
                                                   std::reverse_iterator(firstNow), alike);
  return around(boxOf({firstBefore, lastBefore.base()}, frame), boxOf({firstNow, lastNow.base()}, frame));
}

template <class T>
bool sameBytes(const ImVector<T>& a, const ImVector<T>& b) {
  return a.Size == b.Size && std::memcmp(a.Data, b.Data, static_cast<std::size_t>(a.size_in_bytes())) == 0;
}

/// Keeps the memory that `to` has, which ImVector's own assignment gives back.
template <class T>
void copy(const ImVector<T>& from, ImVector<T>& to) {
  to.resize(from.Size);
  std::memcpy(to.Data, from.Data, static_cast<std::size_t>(from.size_in_bytes()));
}

/// Adds a rectangle and joins those that touch, so that nothing is drawn twice.
void add(std::vector<Rect>& rects, Rect rect) {
  if (empty(rect)) return;
  for (std::size_t i = 0; i < rects.size();)
    if (!empty(common(rects[i], rect)) || rects.size() >= kMostRects) {
      rect = around(rect, rects[i]);
      rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    } else {
      ++i;
    }
  rects.push_back(rect);
}

}  // namespace

std::vector<Rect> Repaint::changes(const ImDrawData& frame, const std::vector<ImTextureID>& replaced) {
  const std::size_t count = static_cast<std::size_t>(frame.CmdListsCount);
  std::vector<Rect> rects;
  whole_ = whole_ || layers_.size() != count;
  layers_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ImDrawList& list = *frame.CmdLists[i];
    Layer& layer = layers_[i];
    const bool same = sameBytes(layer.vertices, list.VtxBuffer) && sameBytes(layer.indices, list.IdxBuffer) &&
                      sameBytes(layer.commands, list.CmdBuffer);
    std::vector<Triangle> before;
    if (!same && !whole_) before = trianglesOf(layer);
    if (!same) {
      copy(list.VtxBuffer, layer.vertices);
      copy(list.IdxBuffer, layer.indices);
      copy(list.CmdBuffer, layer.commands);
    }
    if (whole_) continue;
    if (!same) add(rects, differing(before, trianglesOf(layer), frame));
    for (const ImDrawCmd& command : layer.commands) {
      if (!std::ranges::count(replaced, command.TextureId)) continue;
      std::vector<Triangle> shown;
      appendTriangles(layer, command, shown);
      add(rects, boxOf(shown, frame));
    }
  }
  if (std::exchange(whole_, false)) return {wholeOf(frame)};
  return rects;
}

void Repaint::clip(const ImDrawData& frame, const Rect& rect) const {
  const float x = frame.FramebufferScale.x, y = frame.FramebufferScale.y;
  for (std::size_t i = 0; i < layers_.size(); ++i)
    for (int k = 0; k < layers_[i].commands.Size; ++k) {
      const Rect left = common(pixelsOf(layers_[i].commands[k].ClipRect, frame), rect);
      frame.CmdLists[i]->CmdBuffer[k].ClipRect = empty(left)
                                                     ? ImVec4{-1, -1, -1, -1}
                                                     : ImVec4{static_cast<float>(left.left) / x + frame.DisplayPos.x,
                                                              static_cast<float>(left.top) / y + frame.DisplayPos.y,
                                                              static_cast<float>(left.right) / x + frame.DisplayPos.x,
                                                              static_cast<float>(left.bottom) / y + frame.DisplayPos.y};
    }
}

}  // namespace octo::ui
