#pragma once

namespace CLI {
class App;
}

namespace octo::ui {

/// `history backup` and `history recover`.
void addRescue(CLI::App& history, int& status);

}  // namespace octo::ui
