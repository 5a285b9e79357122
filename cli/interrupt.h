#pragma once

namespace fourfoot::cli {

/// From now on Ctrl-C (a polite kill, a closed terminal) asks the run to stop instead of ending the
/// program; a second one ends it at once.
void catch_interrupts();
bool was_interrupted();

}  // namespace fourfoot::cli
