#pragma once

namespace CLI {
class App;
}

namespace fourfoot::cli {

/// Parses the command line. What cannot be understood is an InputError that names the word and what
/// comes near it; what to print instead (--help) is printed, and the exit code returned.
int parse_arguments(CLI::App& app, int argc, char** argv);

}  // namespace fourfoot::cli
