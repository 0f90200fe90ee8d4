// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/conclusion/operator_line.h"
#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

/// Where in the program the tensor or operator of a conclusion is.
struct ConclusionPlace {
    std::string opName, opType;
    std::string scope; ///< path of the module around it as recorded; may be empty
    std::string io;
    std::string run;    ///< empty where the dump has one
    std::string folder; ///< of a checkpoint, where it says more than a rank: `mp_rank_01_001`; else empty
    std::optional<std::int64_t> slot, rank, step;
    std::string inSlot; ///< of several tensors in the slot: "1" of output 0.1 (placeInSlot); else empty
    std::string tensor; ///< contract id in the target; in golden for `goldenOnly`
    std::optional<OperatorLine> source;
    bool isTargetOnly = false; ///< golden has no such operator

    /// "run after rank 0 step 1 model/layers/1/self_attn Torch.matmul.0.forward output 0
    /// (modeling_llama.py:147)".
    [[nodiscard]] Message words() const;
    /// The parts of it before the name of the operator and behind it, for who has little room; may be empty.
    [[nodiscard]] Message beforeName() const; ///< "rank 0 step 1", without the scope
    [[nodiscard]] Message behindName() const; ///< "output 0", without the line of the program
};

/// Of a tensor of one side; without the line of the program.
[[nodiscard]] ConclusionPlace conclusionPlace(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
