// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tokens/golden_tokens.h"

#include "compare/layout/operator_class.h"
#include "compare/layout/part_placing.h"
#include "compare/layout/token_maps.h"
#include "compare/tokens/token_padding.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

/// What is dumped of the tokens of a step.
struct GoldenTokens::Dumped {
    Shape extents;                 ///< without those of 1
    std::vector<std::int64_t> ids; ///< empty: not known
    std::vector<bool> isPadding;   ///< by place; empty: none is
    std::optional<TensorId> mask;  ///< says what is padding; absent: the ids do
};

namespace {

bool isInteger(DType dtype)
{
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return kind == DTypeClass::Signed || kind == DTypeClass::Unsigned;
}

std::size_t lengthOf(const Shape& extents)
{
    return extents.empty() ? 1 : static_cast<std::size_t>(extents.back());
}

/// Axes of batch and sequence, or the one that both make together; the last axis counts no tokens.
std::optional<std::vector<std::size_t>> axesIn(const Shape& shape, const Shape& extents)
{
    using Axes = std::vector<std::size_t>;
    const std::size_t axes = shape.size();
    if (extents.empty())
        return Axes();
    if (extents.size() == 1) {
        for (std::size_t axis = 0; axis + 1 < axes; ++axis) {
            if (shape[axis] == extents[0])
                return Axes {axis};
        }
        return std::nullopt;
    }
    if (axes >= 3 && shape[0] == extents[0] && shape[1] == extents[1])
        return Axes {0, 1};
    if (axes >= 3 && shape[0] == extents[1] && shape[1] == extents[0])
        return Axes {1, 0};
    if (axes >= 4 && shape[0] == extents[0] && shape[2] == extents[1]) // heads between
        return Axes {0, 2};
    if (axes >= 2 && shape[0] == extents[0] * extents[1])
        return Axes {0};
    return std::nullopt;
}

} // namespace

Result<std::optional<std::vector<std::int64_t>>> GoldenTokens::integersOf(
    const ComparisonSide& golden, TensorId id, TaskContext& task)
{
    const auto read = readElements<double>(TensorStore(golden.index), id, toDouble, task);
    if (!read && task.stopped())
        return tl::unexpected(read.error());
    if (!read)
        return std::optional<std::vector<std::int64_t>>();
    std::vector<std::int64_t> integers;
    integers.reserve(read->size());
    for (const double value : *read)
        integers.push_back(static_cast<std::int64_t>(value));
    return std::optional(std::move(integers));
}

Result<GoldenTokens> GoldenTokens::find(const ComparisonSide& golden, std::span<const TensorId> tensors,
    std::optional<TensorId> at, TaskContext& task)
{
    GoldenTokens found;
    found.m_index = golden.index.get();
    if (tensors.empty())
        return found;
    const DumpIndex& index = *golden.index;
    found.m_rank = index.factsOf(tensors.front()).rank;
    std::map<Step, Dumped> steps;
    const std::vector<TensorId> known = tokenIdsOf(golden);
    for (const TensorId id : known.empty() ? std::vector<TensorId>() : golden.tensors()) {
        const FolderFacts& facts = index.factsOf(id);
        const TensorRow& row = index.tensor(id);
        // Those of a single token, too.
        if (facts.rank != found.m_rank || !isInteger(row.dtype) || !row.shape.isValid()
            || steps.contains(facts.step)
            || operatorClassOf(index, id) != operatorClassOf(index, known.front()))
            continue;
        TRY_ASSIGN(auto ids, integersOf(golden, id, task));
        Shape extents = squeezed(index.shape(row.shape));
        if (!ids || ids->empty() || extents.size() > 2)
            continue;
        std::vector<bool> isPadding = paddingByIds(*ids, lengthOf(extents));
        steps[facts.step] = {std::move(extents), std::move(*ids), std::move(isPadding), {}};
        found.m_idTensors.push_back(id);
    }
    found.m_hasIds = !steps.empty();
    if (steps.empty())
        steps = inferred(index, tensors);
    std::size_t all = 0;
    for (const auto& [step, dumped] : steps)
        all += elementCount(dumped.extents).value_or(0);
    if (all > kMostTokens) {
        const Step wanted = at ? index.factsOf(*at).step : Step();
        const auto kept = steps.contains(wanted) ? steps.find(wanted) : steps.begin();
        found.m_areLeftOut = true;
        steps = {{kept->first, kept->second}};
    }
    TRY_VOID(found.leaveOutMasked(golden, steps, task));
    found.number(steps);
    found.learnOrder(tensors);
    return found;
}

std::map<GoldenTokens::Step, GoldenTokens::Dumped> GoldenTokens::inferred(
    const DumpIndex& index, std::span<const TensorId> tensors)
{
    constexpr std::size_t kFew = 3;
    std::map<Step, std::map<Shape, std::size_t>> counts;
    for (const TensorId id : tensors) {
        Shape shape = squeezed(recordedShape(index, id));
        if (shape.size() < 2 || shape.size() > 3)
            continue;
        shape.pop_back();
        std::ranges::sort(shape); // sequences are longer than batches are large
        ++counts[index.factsOf(id).step][shape];
    }
    std::map<Step, Dumped> steps;
    for (const auto& [step, shapes] : counts) {
        const auto most
            = std::ranges::max_element(shapes, {}, [](const auto& entry) { return entry.second; });
        if (most->second >= kFew)
            steps[step] = {most->first, {}, {}, {}};
    }
    return steps;
}

// A recorded mask is believed rather than the ids.
Result<void> GoldenTokens::leaveOutMasked(
    const ComparisonSide& golden, std::map<Step, Dumped>& steps, TaskContext& task)
{
    for (const TensorId id : golden.tensors()) {
        TRY_VOID(task.checkStop());
        const TensorRow& row = m_index->tensor(id);
        const FolderFacts& facts = m_index->factsOf(id);
        const auto step = steps.find(facts.step);
        if (facts.rank != m_rank || step == steps.end() || row.io == Io::Output || !row.shape.isValid()
            || std::ranges::find(m_idTensors, id) != m_idTensors.end()
            || (dtypeInfo(row.dtype).kind != DTypeClass::Bool && !isInteger(row.dtype)))
            continue;
        Dumped& dumped = step->second;
        const Shape shape = squeezed(m_index->shape(row.shape));
        const auto places = static_cast<std::int64_t>(elementCount(dumped.extents).value_or(0));
        if (dumped.extents.empty() || (shape != dumped.extents && shape != Shape {places}))
            continue;
        TRY_ASSIGN(const auto values, integersOf(golden, id, task));
        std::vector<bool> hidden
            = values ? paddingByMask(*values, dumped.ids, lengthOf(dumped.extents)) : std::vector<bool>();
        if (hidden.empty())
            continue;
        dumped.isPadding = std::move(hidden);
        dumped.mask = id;
    }
    return {};
}

void GoldenTokens::number(const std::map<Step, Dumped>& steps)
{
    for (const auto& [step, dumped] : steps) {
        Batch batch {dumped.extents, {}};
        const std::size_t places = elementCount(dumped.extents).value_or(0),
                          length = lengthOf(dumped.extents);
        for (std::size_t place = 0; place < places; ++place) {
            const bool isPadding = place < dumped.isPadding.size() && dumped.isPadding[place];
            if (isPadding || m_tokens.size() == kMostTokens) {
                m_areLeftOut = m_areLeftOut || !isPadding;
                if (isPadding)
                    notePadding(dumped.mask);
                batch.tokens.push_back(-1);
                continue;
            }
            batch.tokens.push_back(static_cast<std::int32_t>(m_tokens.size()));
            m_tokens.push_back(
                {step, static_cast<std::uint32_t>(place / length), static_cast<std::uint32_t>(place % length),
                    place < dumped.ids.size() ? std::optional(dumped.ids[place]) : std::nullopt});
        }
        m_steps[step] = std::move(batch);
    }
}

void GoldenTokens::notePadding(std::optional<TensorId> mask)
{
    ++(mask ? m_padding.byMask : m_padding.byIds);
    if (mask && !m_padding.mask)
        m_padding.mask = mask;
}

void GoldenTokens::learnOrder(std::span<const TensorId> tensors)
{
    std::ptrdiff_t sequenceFirst = 0;
    for (const TensorId id : tensors) {
        const auto step = m_steps.find(m_index->factsOf(id).step);
        if (step == m_steps.end() || step->second.extents.size() != 2)
            continue;
        const auto axes = axesIn(squeezed(recordedShape(*m_index, id)), step->second.extents);
        if (axes && axes->size() == 2)
            sequenceFirst += (*axes)[1] < (*axes)[0] ? 1 : -1;
    }
    m_isSequenceFirst = sequenceFirst > 0;
}

bool GoldenTokens::areRowsOf(TensorId golden, std::span<const std::int64_t> shape) const
{
    const auto step = m_steps.find(m_index->factsOf(golden).step);
    const Shape inner = squeezed(shape);
    return step != m_steps.end() && !inner.empty() && axesIn(inner, step->second.extents);
}

std::optional<TokenRuns> GoldenTokens::runsOf(TensorId golden, std::span<const std::int64_t> shape) const
{
    const auto step = m_steps.find(m_index->factsOf(golden).step);
    const Shape inner = squeezed(shape);
    if (step == m_steps.end() || m_index->factsOf(golden).rank != m_rank || inner.empty())
        return std::nullopt;
    const Batch& batch = step->second;
    const auto axes = axesIn(inner, batch.extents);
    if (!axes)
        return std::nullopt;
    const std::size_t last = axes->empty() ? 0 : *std::ranges::max_element(*axes) + 1;
    TokenRuns made {1, {}};
    for (std::size_t axis = last; axis < inner.size(); ++axis)
        made.inner *= static_cast<std::size_t>(inner[axis]);
    const Shape outer(inner.begin(), inner.begin() + static_cast<std::ptrdiff_t>(last));
    const std::size_t runs = elementCount(outer).value_or(0), length = lengthOf(batch.extents);
    const bool isOneAxis = axes->size() == 1 && batch.extents.size() == 2;
    std::vector<std::size_t> index(last, 0);
    for (std::size_t run = 0; run < runs; ++run) {
        std::size_t place = 0;
        if (isOneAxis && m_isSequenceFirst) {
            const auto batches = static_cast<std::size_t>(batch.extents.front());
            place = index[0] % batches * length + index[0] / batches;
        } else {
            for (const std::size_t axis : *axes)
                place = place * length + index[axis];
        }
        made.tokens.push_back(batch.tokens[place]);
        for (std::size_t axis = last; axis-- > 0;) {
            if (++index[axis] < static_cast<std::size_t>(inner[axis]))
                break;
            index[axis] = 0;
        }
    }
    return made;
}

} // namespace dumpscope::core
