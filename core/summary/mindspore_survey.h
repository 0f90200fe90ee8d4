// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include <cstddef>
#include <string>

namespace dumpscope::core {

class DumpIndex;

/// Evidence of MindSpore in an opened root, counted once for all of its dump kinds.
struct MindsporeSurvey {
    // Tensors by arrangement of folders.
    std::size_t rankNpy = 0;        ///< npy files in a rank tree
    std::size_t rankContainers = 0; ///< tensors of containers in a rank tree
    std::size_t g0Raw = 0;          ///< raw tensors of 1.0-1.2, synchronous
    std::size_t g0Containers = 0;   ///< tensors of containers of 1.0-1.2, asynchronous
    std::size_t acl = 0;            ///< tensors below a training step of AscendCL
    std::size_t statisticsOnly = 0; ///< rows of statistic.csv without a tensor file
    std::size_t statisticFiles = 0;
    std::size_t orders = 0;
    std::size_t globalOrders = 0;
    std::size_t ranks = 0;
    std::size_t iterations = 0; ///< folders of a rank tree or of 1.0-1.2 with a step
    bool constants = false;     ///< a folder of constants
    bool aclConfiguration = false;

    // Spelling of names, from a sample of the npy files.
    std::size_t sampled = 0;
    std::size_t withDtype = 0;  ///< with a dtype before the extension
    std::size_t withScope = 0;  ///< with scopes in operator names
    std::size_t byCallback = 0; ///< task and format as the runtime's callback writes them

    // Recorded in the dump; empty if not.
    std::string producer; ///< "MindSpore 2.10.0"
    std::string deviceTarget;
    std::string synchronous;      ///< `e2e_dump_settings.enable`
    std::string statisticVariant; ///< of the first statistics file

    [[nodiscard]] std::size_t tensors() const
    {
        return rankNpy + rankContainers + g0Raw + g0Containers + acl;
    }
    /// npy files that the runtime's callback wrote, not the host (docs/formats/mindspore-dump.md 2.4).
    [[nodiscard]] bool isCallbackNpy() const;
    /// "G4 (2.4 to 2.7)"; from the version if known, else from the files; empty if not known.
    [[nodiscard]] std::string generation() const;
};

[[nodiscard]] MindsporeSurvey surveyMindspore(const DumpIndex& index);

/// "168 tensor files below 8 rank folders".
[[nodiscard]] Message belowRanks(const Message& what, std::size_t ranks);

} // namespace dumpscope::core
