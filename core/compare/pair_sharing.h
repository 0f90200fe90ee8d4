// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Processes that measure the pairs of one comparison together (docs/scale.md). All see the same dumps and
/// pair them the same way. Process 0 judges, ranks and has the result; the others measure and send. What
/// carries the records is the implementation's: nothing here knows about MPI.
class PairSharing {
public:
    virtual ~PairSharing() = default;
    [[nodiscard]] virtual std::size_t process() const = 0;
    [[nodiscard]] virtual std::size_t processes() const = 0;

    /// In the others: the record (encodeResult) of a pair goes to process 0. Thread-safe.
    [[nodiscard]] virtual Result<void> send(std::size_t pair, std::string record) = 0;
    /// In the others, once, after the last pair.
    [[nodiscard]] virtual Result<void> finish(const std::vector<Diagnostic>& problems) = 0;

    /// In process 0: waits for the record of a pair, each once. Thread-safe. Errors: its process ended
    /// without it; cancelled.
    [[nodiscard]] virtual Result<std::string> receive(std::size_t pair, std::stop_token stop) = 0;
    /// In process 0, after the last pair: what the others met on the way.
    [[nodiscard]] virtual Result<std::vector<Diagnostic>> problems(std::stop_token stop) = 0;
};

/// Cuts pairs into as many runs of neighbours as there are processes, of about equal cost. Element `p` is
/// where the run of process `p` begins; one more says where the last ends.
[[nodiscard]] std::vector<std::size_t> shareBoundaries(
    std::span<const std::uint64_t> costs, std::size_t processes);

/// Diagnostics as bytes, for a message; every length is checked when they are read.
[[nodiscard]] std::string encodeDiagnostics(const std::vector<Diagnostic>& diagnostics);
[[nodiscard]] Result<std::vector<Diagnostic>> decodeDiagnostics(std::string_view bytes);

} // namespace dumpscope::core
