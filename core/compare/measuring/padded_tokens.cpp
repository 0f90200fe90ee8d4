// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/padded_tokens.h"

#include "compare/layout/operator_class.h"
#include "compare/layout/part_placing.h"
#include "compare/suspects/operator_nature.h"
#include "compare/tokens/token_padding.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace dumpscope::core {

namespace {

/// Names of Hugging Face; other masks have ones for padding, or are those of a loss.
bool isNamed(const DumpIndex& index, TensorId id, std::string_view name)
{
    const std::string text = index.tensorId(id);
    return std::string_view(text).substr(text.rfind('/') + 1).find(name) != std::string_view::npos;
}

bool isAttentionMask(const DumpIndex& index, TensorId id)
{
    return isNamed(index, id, "attention_mask");
}

bool isOfIntegers(DType dtype)
{
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return kind == DTypeClass::Bool || kind == DTypeClass::Signed || kind == DTypeClass::Unsigned;
}

bool isOfData(Io io)
{
    return io == Io::Input || io == Io::Output || io == Io::Argument || io == Io::Unknown;
}

/// Nothing where it cannot be read.
Result<std::vector<std::int64_t>> integersOf(const TensorStore& store, TensorId id, TaskContext& task)
{
    std::vector<std::int64_t> integers;
    const auto read = readElements<double>(store, id, toDouble, task);
    if (!read && (read.error().code == Code::Cancelled || read.error().code == Code::OutOfMemory))
        return fail(read.error());
    for (std::size_t i = 0; read && i < read->size(); ++i)
        integers.push_back(static_cast<std::int64_t>((*read)[i]));
    return integers;
}

/// How the elements of a tensor belong to the places of a batch.
struct RowsOfTokens {
    std::size_t perToken = 1; ///< elements of one token that lie together
    std::size_t between = 1;  ///< slices between the axes of batch and sequence, as of heads
};

std::optional<RowsOfTokens> rowsOf(std::span<const std::int64_t> shape, const Shape& extents)
{
    const auto behind = [&](std::size_t axes) {
        return RowsOfTokens {static_cast<std::size_t>(elementCount(shape.subspan(axes)).value_or(0)), 1};
    };
    const std::int64_t batch = extents[0], length = extents[1];
    if (shape.size() >= 2 && shape[0] == batch && shape[1] == length)
        return behind(2);
    if (shape.size() >= 4 && shape[0] == batch && shape[2] == length) {
        RowsOfTokens rows = behind(3);
        rows.between = static_cast<std::size_t>(shape[1]);
        return rows;
    }
    if (shape.size() >= 2 && shape[0] == batch * length)
        return behind(1);
    return std::nullopt;
}

/// What is left of each sequence, in no order of sequences.
std::vector<std::vector<std::int64_t>> sequencesOf(
    std::span<const std::int64_t> mask, std::span<const std::int64_t> ids, std::size_t length)
{
    std::vector<std::vector<std::int64_t>> sequences(length == 0 ? 0 : mask.size() / length);
    for (std::size_t place = 0; place < mask.size() && place < ids.size(); ++place) {
        if (mask[place] != 0)
            sequences[place / length].push_back(ids[place]);
    }
    std::ranges::sort(sequences);
    return sequences;
}

} // namespace

PaddedTokens::Side::Side(const ComparisonSide& side)
    : store(side.index)
{
    const DumpIndex& index = *side.index;
    if (!index.holdsTensors())
        return;
    for (const TensorId id : side.tensors()) {
        const TensorRow& row = index.tensor(id);
        if (isParameter(id) && row.shape.isValid()) {
            const auto shape = index.shape(row.shape);
            parameterAxes.insert(shape.begin(), shape.end());
        }
        if (!isOfIntegers(row.dtype) || !row.shape.isValid() || index.shape(row.shape).size() != 2
            || row.io == Io::Output || row.state != TensorState::Ok)
            continue;
        if (isAttentionMask(index, id))
            recorded[placeOf(id)].masks.push_back(id);
        else if (isNamed(index, id, "input_ids"))
            recorded[placeOf(id)].ids.push_back(id);
    }
}

bool PaddedTokens::Side::isParameter(TensorId id) const
{
    const DumpIndex& index = store.index();
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter
        || (row.io == Io::Input && row.opType.isValid()
            && isParameterInput(index.text(row.opType), row.slot));
}

PaddedTokens::Place PaddedTokens::Side::placeOf(TensorId id) const
{
    const FolderFacts& facts = store.index().factsOf(id);
    return {facts.rank, facts.step};
}

Shape PaddedTokens::Side::shapeOf(TensorId id) const
{
    return recordedShape(store.index(), id);
}

Result<std::optional<PaddedTokens::Batch>> PaddedTokens::Side::batchAt(
    const Place& place, const Shape& extents, TaskContext& task) const
{
    const auto at = recorded.find(place);
    std::optional<Batch> batch;
    if (at == recorded.end())
        return batch;
    for (const TensorId id : at->second.masks) {
        if (shapeOf(id) != extents)
            continue;
        TRY_ASSIGN(std::vector<std::int64_t> mask, integersOf(store, id, task));
        if (mask.empty() || (batch && batch->mask != mask))
            return std::optional<Batch>();
        if (!batch)
            batch = Batch {extents, std::move(mask), {}};
    }
    for (const TensorId id : at->second.ids) {
        if (batch && batch->ids.empty() && shapeOf(id) == extents) {
            TRY_ASSIGN(batch->ids, integersOf(store, id, task));
        }
    }
    return batch;
}

Result<std::optional<PaddedTokens::Batch>> PaddedTokens::Side::firstBatch(
    std::optional<std::int64_t> rank, TaskContext& task) const
{
    for (const auto& [place, tensors] : recorded) {
        if (place.first != rank || tensors.masks.empty() || tensors.ids.empty())
            continue;
        return batchAt(place, shapeOf(tensors.ids.front()), task);
    }
    return std::optional<Batch>();
}

PaddedTokens::PaddedTokens(const ComparisonSide& target, const ComparisonSide& golden)
    : m_target(target)
    , m_golden(golden)
{
}

Result<std::vector<bool>> PaddedTokens::tokensOf(
    const TensorPair& pair, std::span<const std::int64_t> shape, TaskContext& task) const
{
    const Io io = m_target.store.index().tensor(pair.target).io;
    const Place place = m_golden.placeOf(pair.golden);
    const auto at = m_golden.recorded.find(place);
    if (at == m_golden.recorded.end() || !isOfData(io) || m_golden.isParameter(pair.golden))
        return std::vector<bool>();
    for (const TensorId id : at->second.masks) {
        const Shape extents = m_golden.shapeOf(id);
        const auto rows = rowsOf(shape, extents);
        // A gradient of a weight may have as many rows as the batch has places.
        const bool mayBeGradient
            = shape.size() >= 2 && shape[0] != extents[0] && m_golden.parameterAxes.contains(shape[0]);
        if (!rows || mayBeGradient)
            continue;
        TRY_ASSIGN(const auto golden, m_golden.batchAt(place, extents, task));
        TRY_ASSIGN(const auto target, m_target.batchAt(m_target.placeOf(pair.target), extents, task));
        if (!golden || !target || golden->mask != target->mask)
            continue;
        const auto length = static_cast<std::size_t>(extents.back());
        const std::vector<bool> isPadding = paddingByMask(golden->mask, golden->ids, length);
        if (isPadding.empty())
            continue;
        std::vector<bool> isOfToken;
        for (std::size_t first = 0; first < isPadding.size(); first += length) {
            for (std::size_t slice = 0; slice < rows->between; ++slice) {
                for (std::size_t i = 0; i < length; ++i)
                    isOfToken.insert(isOfToken.end(), rows->perToken, !isPadding[first + i]);
            }
        }
        return isOfToken;
    }
    return std::vector<bool>();
}

bool PaddedTokens::isMask(const TensorPair& pair) const
{
    return isAttentionMask(m_target.store.index(), pair.target);
}

Result<bool> PaddedTokens::areElsewhere(const TensorPair& pair, TaskContext& task) const
{
    TRY_ASSIGN(const auto target, m_target.firstBatch(m_target.placeOf(pair.target).first, task));
    TRY_ASSIGN(const auto golden, m_golden.firstBatch(m_golden.placeOf(pair.golden).first, task));
    if (!target || !golden || target->ids.empty() || golden->ids.empty()
        || (target->mask == golden->mask && target->ids == golden->ids))
        return false;
    return sequencesOf(target->mask, target->ids, static_cast<std::size_t>(target->extents.back()))
        == sequencesOf(golden->mask, golden->ids, static_cast<std::size_t>(golden->extents.back()));
}

} // namespace dumpscope::core
