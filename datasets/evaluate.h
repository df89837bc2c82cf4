#pragma once

namespace CLI {
class App;
}

namespace octo::datasets {

/// The subcommand `evaluate`, made on first use: each evaluation adds itself below it.
CLI::App& evaluateCommand(CLI::App& app);

}  // namespace octo::datasets
