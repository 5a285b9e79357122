#pragma once

#include <string>
#include <vector>

#include "base/channel.h"
#include "base/data_table.h"
#include "jobs/signal_chain.h"

namespace fourfoot::jobs {

/// What is to be made of the channels of a file. One of psd, rainflow, percentiles, or none.
struct SignalJob {
  std::string file;
  std::vector<std::string> channels = {};
  std::vector<std::string> map = {};      ///< NAME=COLUMN [unit]
  std::vector<std::string> filters = {};  ///< one after the other, see docs/guide/evaluate.md
  std::string resample = {};              ///< step with unit; empty: none
  std::string psd = {};                   ///< length of a segment with unit; empty: none
  bool third_octaves = false, rainflow = false;
  std::vector<double> percentiles = {};
  std::string speed = {};   ///< of a record without distance
  std::string limits = {};  ///< file with the weightings; empty: the program's own
};

/// A channel with what the filters made of it.
struct Signal {
  Channel channel;
  std::vector<double> before, after;
};

struct Signals {
  SignalAxes axes;
  std::vector<Signal> channels;
};

struct SignalAnswer {
  Signals signals;
  DataTable table;
};

/// Throws InputError: those of files, quantities and filters, "missing-channel", "bad-arguments".
SignalAnswer process_signals(const SignalJob& job);

}  // namespace fourfoot::jobs
