// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "model/index_linker.h"

#include <vector>

namespace dumpscope::core {

/// Sentences about folders of Megatron checkpoints, one for each checkpoint that lacks some: by the sizes of
/// parallelism that files of the others say, they should be there (docs/formats/llm-era.md 7.1). Nothing is
/// said of a folder that was opened by itself.
[[nodiscard]] std::vector<Message> missingCheckpointFolders(const DumpIndex& index);

/// The same as problems of an index that is being linked.
void reportMissingFolders(IndexParts& parts, const std::vector<FileProperty>& properties);

} // namespace dumpscope::core
