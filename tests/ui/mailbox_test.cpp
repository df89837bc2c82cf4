#include "ui/mailbox.h"

#include <catch2/catch.hpp>
#include <thread>

using octo::ui::Mailbox;

TEST_CASE("a slot gives the newest value once") {
  Mailbox<int> slot;
  CHECK_FALSE(slot.take());
  slot.put(std::make_shared<const int>(1));
  slot.put(std::make_shared<const int>(2));
  REQUIRE(*slot.take() == 2);
  CHECK_FALSE(slot.take());
}

TEST_CASE("a slot between threads loses no last value and never goes back") {
  Mailbox<int> slot;
  constexpr int kLast = 20000;
  std::thread putting([&] {
    for (int i = 1; i <= kLast; ++i) slot.put(std::make_shared<const int>(i));
  });
  int newest = 0;
  bool rising = true;
  while (newest < kLast)
    if (const auto value = slot.take()) {
      rising = rising && *value > newest;
      newest = *value;
    }
  putting.join();
  CHECK(rising);
  CHECK_FALSE(slot.take());
}
