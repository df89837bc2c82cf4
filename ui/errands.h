#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ui/edition_archive.h"
#include "ui/folder_listing.h"
#include "ui/mailbox.h"
#include "ui/print_edition.h"
#include "ui/worker.h"
#include "vision/capture/cameras.h"

namespace octo::ui {

/// Something was written for a person: one sentence, and the file.
struct Written {
  std::string sentence;
  std::filesystem::path file;
};

/// What the start form wants of the machine, so that the window never waits for it. Answers lie in the slots; `wake` is
/// called when there is one.
class Errands {
 public:
  explicit Errands(std::function<void()> wake) : worker_(std::move(wake)) {}

  /// Which cameras there are now; answered only where that has changed.
  void lookForCameras();
  /// Which taught and half taught editions there are now; answered only where that has changed.
  void lookForEditions();
  void list(const std::filesystem::path& folder);
  /// `sentence` is said when the PDF lies there.
  void print(const std::filesystem::path& file, const PrintChoices& choices, const std::string& sentence);

  Mailbox<std::vector<vision::Camera>> cameras;
  Mailbox<std::vector<KnownEdition>> editions;
  Mailbox<std::vector<KnownEdition>> halfTaught;
  Mailbox<FolderListing> folder;
  Mailbox<Written> written;
  Mailbox<Trouble>& trouble() { return worker_.trouble; }

 private:
  /// As they were told last; only the worker touches it.
  std::vector<vision::Camera> known_;
  bool told_ = false;
  std::vector<KnownEdition> knownEditions_, knownHalfTaught_;
  /// Last: its thread uses all the others.
  Worker worker_;
};

/// Shows the folder in the system's file manager; does nothing where there is none.
void showFolder(const std::filesystem::path& folder);

}  // namespace octo::ui
