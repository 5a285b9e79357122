#pragma once

namespace fourfoot::cli {

/// From now on Ctrl-C (and a polite kill) asks the run to stop instead of ending the program; a
/// second one ends it at once.
void catch_interrupts();
bool was_interrupted();

}  // namespace fourfoot::cli
