// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/index_linker.h"

#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Numbers in the name of a folder of a Megatron checkpoint, `mp_rank_<TT>[_<PPP>][_<EEE>]`.
struct MegatronFolder {
    std::int64_t tensorRank = 0;
    std::optional<std::int64_t> second, third;
};
[[nodiscard]] std::optional<MegatronFolder> megatronFolder(std::string_view name);

/// Layers of pipeline stages, and experts of expert-parallel ranks, are numbered from 0 in every folder of a
/// Megatron checkpoint: names of operators get the numbers of the whole model. Where folders before one are
/// missing, its numbers are not known, and its names begin with the stage, `pp1:`. `properties` have the
/// number of stages, where files say it. For whole dumps (docs/formats/llm-era.md 7.1).
void numberStages(IndexParts& parts, const std::vector<FileProperty>& properties);

} // namespace dumpscope::core
