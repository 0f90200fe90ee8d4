// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/opened_tensor.h"
#include "tensor/element_text.h"

#include "common/core_text.h"
#include "io/mapped_file.h"
#include "tensor/cell_text.h"
#include "tensor/flat_view.h"

namespace dumpscope::gui {

namespace {

/// Truncated tensors: what there is of them, as it lies in the file.
core::Result<void> openFlat(OpenedTensor& opened)
{
    TRY_ASSIGN(core::TensorView flat, core::flatView(opened.view));
    TRY_ASSIGN(opened.logical, core::ElementStream::make(flat, core::Order::Logical));
    const std::uint64_t count = opened.logical->count();
    opened.missing = core::elementCount(opened.view.storage.storageShape).value_or(count) - count;
    opened.wantedShape = opened.view.shape;
    opened.view = std::move(flat);
    return {};
}

} // namespace

core::Result<OpenedTensor> openTensor(
    const core::TensorStore& store, core::TensorId id, core::TaskContext& task)
{
    OpenedTensor opened;
    TRY_ASSIGN(opened.view, store.open(id, task));
    opened.fileOffset = core::offsetInFile(opened.view.bytes);
    if (opened.fileOffset)
        opened.dataFile = core::identityOf(opened.view.bytes).path;
    auto logical = core::ElementStream::make(opened.view, core::Order::Logical);
    if (!logical && logical.error().code == core::Code::Truncated) {
        if (!openFlat(opened))
            return core::fail(std::move(logical.error()));
        return opened;
    }
    if (logical)
        opened.logical = std::move(*logical);
    if (!opened.logical || opened.view.isRearranged()) {
        auto storage = core::ElementStream::make(opened.view, core::Order::Storage);
        if (!storage && !opened.logical)
            return core::fail(std::move(storage.error()));
        if (storage)
            opened.storage = std::move(*storage);
    }
    return opened;
}

core::Result<ProbeFacts> readProbe(
    const OpenedTensor& opened, const core::ElementStream& stream, const ElementIndex& index)
{
    ProbeFacts facts;
    facts.index = index;
    core::ElementStream::Scratch scratch;
    const std::uint64_t flat = ravelled(index, stream.shape());
    const core::ElementChunk chunk = stream.read(flat, 1, scratch);
    facts.value = cellText(chunk, 0, {});
    facts.bits = fromCore(core::elementBits(chunk, 0));
    facts.byteOffset = stream.byteOffset(flat);
    if (opened.fileOffset)
        facts.fileOffset = *opened.fileOffset + facts.byteOffset;
    const std::uint32_t bits = core::dtypeInfo(stream.dtype()).bits;
    if (opened.view.isRearranged() && bits % 8 == 0)
        facts.storageIndex = unravelled(facts.byteOffset / (bits / 8), opened.view.storage.storageShape);
    TRY_VOID(stream.view().bytes.check());
    return facts;
}

} // namespace dumpscope::gui
