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
/// pair them the same way. Process 0 judges, ranks and has the result; all processes measure. How records are
/// sent is up to the implementation: nothing here depends on MPI.
class PairSharing {
public:
    virtual ~PairSharing() = default;
    [[nodiscard]] virtual std::size_t process() const = 0;
    [[nodiscard]] virtual std::size_t processes() const = 0;

    /// In the others: sends the record (encodeResult) of pair number `pair` to process 0. Thread-safe.
    [[nodiscard]] virtual Result<void> send(std::size_t pair, std::string record) = 0;
    /// In the others, once, after the last pair.
    [[nodiscard]] virtual Result<void> finish(const std::vector<Diagnostic>& problems) = 0;

    /// In process 0: waits for the record of a pair; once for each pair. Thread-safe. Errors: its process
    /// ended without it; Code::Cancelled.
    [[nodiscard]] virtual Result<std::string> receive(std::size_t pair, std::stop_token stop) = 0;
    /// In process 0, after the last pair: the diagnostics of all others.
    [[nodiscard]] virtual Result<std::vector<Diagnostic>> problems(std::stop_token stop) = 0;
};

/// Shards pairs into one run of neighbours for each process, of about equal cost; what costs nothing is all
/// of process 0. Element `p` is where the run of process `p` begins; one more element is the end of the last.
[[nodiscard]] std::vector<std::size_t> shareBoundaries(
    std::span<const std::uint64_t> costs, std::size_t processes);

/// Diagnostics as bytes, for a message. Any bytes may be decoded. Errors: Code::BadSyntax.
[[nodiscard]] std::string encodeDiagnostics(const std::vector<Diagnostic>& diagnostics);
[[nodiscard]] Result<std::vector<Diagnostic>> decodeDiagnostics(std::string_view bytes);

} // namespace dumpscope::core
