#pragma once

#include <memory>

namespace octo::tracker {

/// One of several kinds of a thing, or none: copied with whatever holds it.
template <class T>
class Cloned {
 public:
  Cloned() = default;
  Cloned(const Cloned& other) : thing_(other ? other->clone() : nullptr) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept { return std::swap(thing_, other.thing_), *this; }
  Cloned& operator=(std::unique_ptr<T> thing) noexcept { return thing_ = std::move(thing), *this; }

  explicit operator bool() const { return thing_ != nullptr; }
  const T& operator*() const { return *thing_; }
  T* operator->() { return thing_.get(); }
  const T* operator->() const { return thing_.get(); }

 private:
  std::unique_ptr<T> thing_;
};

}  // namespace octo::tracker
