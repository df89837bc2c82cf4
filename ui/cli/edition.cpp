#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/edition_archive.h"
#include "vision/edition/taught_edition.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

struct EditionArguments {
  std::string edition, file;
};

Json summary(const fs::path& folder, const vision::TaughtEdition& edition) {
  return {{"edition", folder.filename().string()},
          {"name", edition.list().name},
          {"game", name(edition.game())},
          {"author", edition.list().author},
          {"licence", edition.list().licence},
          {"faces", edition.list().faces.size()},
          {"folder", folder.string()}};
}

/// One that is broken is told of and does not hide the others.
void listEditions(int& status) {
  for (const fs::path& folder : editionFolders()) try {
      printLine(summary(folder, vision::TaughtEdition(folder)));
    } catch (const vision::EditionError& problem) {
      complain(problem.what());
      status = 1;
    }
}

void showEdition(const std::string& text) {
  const fs::path folder = editionNamed(text);
  const vision::TaughtEdition edition(folder);
  printLine(summary(folder, edition));
  for (const vision::TaughtFace& face : edition.list().faces)
    printLine({{"piece", face.art.face.text()},
               {"count", face.art.copies},
               {"width_mm", face.art.widthMm},
               {"height_mm", face.art.heightMm},
               {"pictures", face.pictures}});
}

void checkEdition(const std::string& text, int& status) {
  try {
    const fs::path folder = editionNamed(text);
    printLine(summary(folder, vision::TaughtEdition(folder)));
  } catch (const vision::EditionError& problem) {
    complain(problem.what());
    status = 1;
  }
}

/// Into the folder of editions by the zip file's name, unless another was named.
fs::path unpackedTo(const EditionArguments& arguments) {
  if (!arguments.edition.empty()) return arguments.edition;
  return editionsFolder() / fs::path(arguments.file).stem();
}

CLI::App* addCommand(CLI::App& parent, const char* name, const char* what, std::function<void()> work) {
  CLI::App* command = parent.add_subcommand(name, what);
  command->callback(std::move(work));
  return command;
}

}  // namespace

void addEdition(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<EditionArguments>();
  CLI::App* edition =
      app.add_subcommand("edition", "Bought editions that were taught: list, show, check, pack, unpack");
  edition->require_subcommand(1);
  addCommand(*edition, "list", "The editions that are known by name", [&status] { listEditions(status); });
  const char* which = "A folder, or the name of an edition";
  addCommand(*edition, "show", "What an edition holds, a line a face", [arguments] { showEdition(arguments->edition); })
      ->add_option("edition", arguments->edition, which)
      ->required();
  addCommand(*edition, "check", "Whether an edition is whole",
             [arguments, &status] { checkEdition(arguments->edition, status); })
      ->add_option("edition", arguments->edition, which)
      ->required();
  CLI::App* pack = addCommand(*edition, "pack", "Put an edition into a zip file, to share it",
                              [arguments] { packEdition(editionNamed(arguments->edition), arguments->file); });
  pack->add_option("edition", arguments->edition, which)->required();
  pack->add_option("zip", arguments->file, "The zip file to be written")->required();
  CLI::App* unpack = addCommand(*edition, "unpack", "Take an edition out of a zip file; what is no edition is refused",
                                [arguments] { unpackEdition(arguments->file, unpackedTo(*arguments)); });
  unpack->add_option("zip", arguments->file, "The zip file")->required();
  unpack->add_option("folder", arguments->edition, "Where to; otherwise among those known by name");
}

}  // namespace octo::ui
