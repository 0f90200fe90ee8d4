// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/ascend/ascend_container.h"

#include <functional>

namespace dumpscope::core {

/// Finds the payload of every tensor of a standard or nano container whose payload starts at `start` and
/// returns where it ends (at most the file size). The size rules and the deviations of the writers are those
/// of docs/formats/ascend-dump-binary.md 1.1: bytes left out for address 0, sizes written modulo 2^32, a
/// second container after the first (`isContainerAt`), truncated files, surplus bytes.
[[nodiscard]] std::uint64_t placePayload(AscendContainer& container, std::uint64_t start,
    std::uint64_t fileSize, const std::function<bool(std::uint64_t offset)>& isContainerAt);

} // namespace dumpscope::core
