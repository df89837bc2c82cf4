// What one thread hands to another, and what panels see, cannot be changed.
#include "ui/mailbox.h"

int newest() {
  octo::ui::Mailbox<int> slot;
  slot.put(std::make_shared<const int>(1));
  const auto value = slot.take();
#if CASE == 1
  *value = 2;
#elif CASE == 2
  const std::shared_ptr<int> wrong = slot.take();
#endif
  return *value;
}
