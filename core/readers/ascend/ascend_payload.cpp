// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_payload.h"

#include "io/byte_reader.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using Placement = StoredTensor::Placement;
using Tensors = std::vector<StoredTensor>;

/// How the sizes of the header are to be understood.
enum class SizeRule : std::uint8_t { AsWritten, SkipAddressZero, Modulo32 };

std::uint64_t bytesUnder(SizeRule rule, const StoredTensor& tensor)
{
    switch (rule) {
    case SizeRule::SkipAddressZero:
        return tensor.address == 0 ? 0 : tensor.size;
    case SizeRule::Modulo32:
        return tensor.size & 0xFFFFFFFFU;
    default:
        return tensor.size;
    }
}

// End of the payload; nullopt when it lies behind the end of the file (or of 64 bits).
std::optional<std::uint64_t> endUnder(
    SizeRule rule, const Tensors& tensors, std::uint64_t start, std::uint64_t fileSize)
{
    std::uint64_t end = start;
    for (const StoredTensor& tensor : tensors) {
        if (!checkedAdd(end, bytesUnder(rule, tensor), end) || end > fileSize)
            return std::nullopt;
    }
    return end;
}

// Skipping only explains missing bytes where the writer records addresses at all.
bool mayHaveSkipped(const Tensors& tensors)
{
    const bool records
        = std::any_of(tensors.begin(), tensors.end(), [](const StoredTensor& t) { return t.address != 0; });
    return records && std::any_of(tensors.begin(), tensors.end(), [](const StoredTensor& t) {
        return t.address == 0 && t.size > 0;
    });
}

bool hasHugeTensor(const Tensors& tensors)
{
    return std::any_of(
        tensors.begin(), tensors.end(), [](const StoredTensor& t) { return t.size > 0xFFFFFFFFU; });
}

void place(Tensors& tensors, SizeRule rule, std::uint64_t start, std::uint64_t fileSize)
{
    std::uint64_t position = start;
    for (StoredTensor& tensor : tensors) {
        const std::uint64_t bytes = bytesUnder(rule, tensor);
        tensor.payloadOffset = position;
        tensor.payloadBytes = std::min(bytes, fileSize - position);
        position += tensor.payloadBytes;
        if (tensor.payloadBytes == tensor.size)
            tensor.placement = Placement::Whole;
        else
            tensor.placement = rule == SizeRule::SkipAddressZero ? Placement::LeftOut : Placement::Cut;
    }
}

SizeRule chooseRule(const AscendContainer& container, std::uint64_t start, std::uint64_t fileSize,
    const std::function<bool(std::uint64_t)>& isContainerAt)
{
    const Tensors& tensors = container.header.tensors;
    const auto explains = [&](const std::optional<std::uint64_t>& end) {
        return end && (*end == fileSize || isContainerAt(*end));
    };
    if (explains(endUnder(SizeRule::AsWritten, tensors, start, fileSize))
        || container.kind != ContainerKind::Standard)
        return SizeRule::AsWritten;
    if (mayHaveSkipped(tensors) && explains(endUnder(SizeRule::SkipAddressZero, tensors, start, fileSize)))
        return SizeRule::SkipAddressZero;
    if (hasHugeTensor(tensors) && explains(endUnder(SizeRule::Modulo32, tensors, start, fileSize)))
        return SizeRule::Modulo32;
    return SizeRule::AsWritten;
}

} // namespace

std::uint64_t placePayload(AscendContainer& container, std::uint64_t start, std::uint64_t fileSize,
    const std::function<bool(std::uint64_t offset)>& isContainerAt)
{
    const SizeRule rule = chooseRule(container, start, fileSize, isContainerAt);
    place(container.header.tensors, rule, start, fileSize);
    if (rule == SizeRule::Modulo32)
        container.findings.push_back({Severity::Error, Code::Truncated,
            phrase("the writer cut lengths of 4 GiB and more to their low 32 bits"), start});
    return endUnder(rule, container.header.tensors, start, fileSize).value_or(fileSize);
}

} // namespace dumpscope::core
