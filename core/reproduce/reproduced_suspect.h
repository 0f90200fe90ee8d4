// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"
#include "reproduce/reproducer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The reproducer of a suspect of a comparison.
struct SuspectReproducer {
    struct LeftOut {
        std::string operatorName;
        Error why;
    };
    WrittenReproducer written;
    std::vector<LeftOut> leftOut; ///< suspects before it, which cannot be run alone
};

/// Writes the reproducer of the suspect with this number, counted from 1; 0: of the first that can be run
/// alone. Errors: Code::NotFound where there is no such suspect; those of writeReproducer, of the first
/// suspect where none can be run alone.
[[nodiscard]] Result<SuspectReproducer> writeSuspectReproducer(const Comparison& comparison,
    std::uint64_t suspect, const ReproducerOptions& options, const std::string& folder, TaskContext& task);

} // namespace dumpscope::core
