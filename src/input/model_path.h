#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source_location.h"

namespace fourfoot::input {

/// Where Fourfoot's own models/ and examples/ are: share/fourfoot of the installation that this
/// program or library belongs to, or the source tree it was built in; empty if they are not there.
std::filesystem::path find_data_folder();

/// The file that `name` means in a file of the folder `from`: "vehicle.toml", "manchester-1". It is
/// looked for next to the file, then in the folders of $FOURFOOT_PATH, then among the models that
/// came with Fourfoot; there as NAME, NAME.toml, NAME/NAME.toml, NAME/vehicle.toml, also below
/// vehicles/, tracks/ and profiles/. `kind` ("vehicle", "track", "profile") keeps to one of these;
/// empty: any. What is found nowhere is `from / name`; a plain name without ending is an InputError
/// ("file-not-found") that knows names which come near.
std::filesystem::path find_model(const std::filesystem::path& from, const std::string& name,
                                 const std::string& kind, const SourceLocation& where);

/// The scenario of an example by its name, with or without its number: "coach-curve".
std::filesystem::path find_example(const std::string& name);

}  // namespace fourfoot::input
