#pragma once

#include <compare>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace octo {

/// What a piece shows, in the words of the rules page: `10H`, `red:3`, `head:red`, `3:greater:up`, `all`,
/// `shield:red`, `token:1`, `chip:2`; `back` for a face-down card; `?` for something card-like that cannot be read.
class Face {
 public:
  explicit Face(std::string_view text) : text_(text) {}

  static Face unknown() { return Face("?"); }
  static Face back() { return Face("back"); }

  const std::string& text() const { return text_; }
  bool isUnknown() const { return text_ == "?"; }
  bool isBack() const { return text_ == "back"; }

  /// The part before the first colon, the whole where there is none: "shield" of `shield:red`.
  std::string_view family() const;
  /// The part after the first colon, empty where there is none: "red" of `shield:red`.
  std::string_view detail() const;

  friend auto operator<=>(const Face&, const Face&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Face& face) { return out << face.text_; }

 private:
  std::string text_;
};

/// One thing a sighting may show, and how likely that is (0 to 1, calibrated as far as the reader can).
struct Candidate {
  Face face;
  double confidence;
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

}  // namespace octo

template <>
struct std::hash<octo::Face> {
  std::size_t operator()(const octo::Face& face) const noexcept { return std::hash<std::string>{}(face.text()); }
};
