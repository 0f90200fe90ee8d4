// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/run_sketches.h"

#include "base/parallel.h"
#include "compare/elements/significand.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kFewest = 4; ///< elements of a slice that tell it from others
constexpr std::int64_t kMostSlices = 65536;
constexpr std::int64_t kPerElement = 64; ///< slices that few elements each tell apart

Shape withoutAxis(const Shape& shape, std::size_t axis)
{
    Shape others = shape;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
    return others;
}

bool mayBeRead(const TensorRow& row)
{
    constexpr std::uint64_t kMost = 256U << 20U;
    return row.state == TensorState::Ok && isFloating(row.dtype) && row.bytes <= kMost && row.shape.isValid();
}

Sketched described(const DumpIndex& index, TensorId id)
{
    Sketched made;
    made.id = id;
    const auto shape = index.shape(index.tensor(id).shape);
    made.stored.assign(shape.begin(), shape.end());
    made.inner = squeezed(made.stored);
    made.bits = significandBits(index.tensor(id).dtype);
    return made;
}

bool tells(const TensorReading& reading, std::size_t axis)
{
    const std::int64_t slices = reading.shape[axis];
    const std::int64_t elements = static_cast<std::int64_t>(elementCount(reading.shape).value_or(0)) / slices;
    return slices > 1 && slices <= kMostSlices && elements >= kFewest && slices <= kPerElement * elements;
}

/// Without elements that are not among those of `isOne`.
std::vector<float> withoutOthers(std::vector<float> values, const std::vector<bool>& isOne)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = isOne[i] ? values[i] : 0;
    return values;
}

std::size_t countOf(const Sketched& tensor)
{
    std::size_t count = 0;
    for (const auto& [key, sets] : tensor.slices) {
        for (const SliceSet& set : sets)
            count += set.slices.size();
    }
    return count;
}

const auto* knownOf(const auto& lists, const auto& key)
{
    const auto at = lists.find(key);
    return at == lists.end() ? nullptr : &at->second;
}

} // namespace

std::size_t recordedAxis(const Sketched& tensor, std::size_t inner)
{
    std::size_t seen = 0;
    for (std::size_t axis = 0; axis < tensor.stored.size(); ++axis) {
        if (tensor.stored[axis] != 1 && seen++ == inner)
            return axis;
    }
    return 0;
}

RunSketches::RunSketches(
    const ComparisonSide& target, const ComparisonSide& golden, SketchedTensors tensors, TaskContext& task)
    : m_targetSide(target)
    , m_goldenSide(golden)
    , m_tensors(std::move(tensors))
    , m_target(target.index)
    , m_golden(golden.index)
    , m_task(task)
{
}

Result<void> RunSketches::read()
{
    TRY_VOID(checkSize());
    TRY_VOID(readAll(m_tensors.goldens, &RunSketches::readGolden, &RunSketches::takeGolden));
    TRY_VOID(readAll(m_tensors.targets, &RunSketches::readTarget, &RunSketches::takeTarget));
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        for (const auto& [key, sets] : m_targets[i].slices)
            m_holders[key].push_back({i, &sets});
    }
    return {};
}

Result<void> RunSketches::readAll(const std::vector<TensorId>& ids,
    Result<Made> (RunSketches::*sketch)(TensorId) const, void (RunSketches::*take)(Sketched&&))
{
    constexpr std::size_t kMost = (std::size_t {1} << 30U) / sizeof(SliceSketch);
    constexpr std::uint64_t kLarge = 16U << 20U; // one of them at a time, whatever the number of threads
    std::mutex large;
    return parallelMapReduce<Made>(
        m_task.arena, ids.size(), 1, m_task.stop,
        [&](std::size_t begin, std::size_t) -> Result<Made> {
            const ComparisonSide& side = &ids == &m_tensors.goldens ? m_goldenSide : m_targetSide;
            std::unique_lock lock(large, std::defer_lock);
            if (side.index->tensor(ids[begin]).bytes > kLarge)
                lock.lock();
            return (this->*sketch)(ids[begin]);
        },
        [&](Made&& made) -> Result<void> {
            m_task.progress.advance();
            for (Sketched& one : made) {
                m_sketches += countOf(one);
                (this->*take)(std::move(one));
            }
            return m_sketches > kMost ? tooMuch() : Result<void> {};
        });
}

const std::vector<SliceHolder>* RunSketches::holdersOf(const SliceKey& key) const
{
    return knownOf(m_holders, key);
}

const std::vector<std::size_t>* RunSketches::ofTotal(std::int64_t total) const
{
    return knownOf(m_byTotal, total);
}

Result<void> RunSketches::checkSize() const
{
    constexpr std::uint64_t kMost = std::uint64_t {32} << 30U;
    std::uint64_t bytes = 0;
    for (const ComparisonSide* const side : {&m_targetSide, &m_goldenSide}) {
        for (const TensorId id : side->tensors()) {
            const TensorRow& row = side->index->tensor(id);
            bytes += mayBeRead(row) ? row.bytes : 0;
        }
    }
    return bytes > kMost ? tooMuch() : Result<void> {};
}

Result<void> RunSketches::tooMuch()
{
    return fail(Code::Limit,
        phrase(
            "tensors of other shapes were not looked for by their values, as runs that are cut otherwise "
            "need it: there are too many. Choose a step or ranks (--step, --rank), or leave the search out "
            "(--parallel off)"));
}

void RunSketches::dropMasked(std::vector<float>& values)
{
    constexpr float kMask = 9000; // and beyond
    for (float& value : values) {
        if (std::fabs(value) >= kMask)
            value = 0;
    }
}

Result<std::vector<float>> RunSketches::values(const TensorStore& store, TensorId id) const
{
    TRY_VOID(m_task.checkStop());
    if (!mayBeRead(store.index().tensor(id)))
        return std::vector<float> {};
    Diagnostics unheard; // what cannot be read is left out
    TaskContext task {m_task.stop, m_task.progress, unheard, m_task.arena};
    auto read = valuesOf(store, id, task);
    if (!read && read.error().code == Code::Cancelled)
        return fail(read.error());
    const auto recorded = elementCount(store.index().shape(store.index().tensor(id).shape));
    if (!read || read->size() < 2 || read->size() != recorded)
        return std::vector<float> {};
    dropMasked(*read);
    if (!std::ranges::all_of(*read, [](float value) { return std::isfinite(value); })
        || std::ranges::all_of(*read, [&](float value) { return value == read->front(); }))
        return std::vector<float> {};
    return read;
}

Result<RunSketches::Made> RunSketches::readGolden(TensorId id) const
{
    Made made;
    TRY_ASSIGN(const std::vector<float> values, this->values(m_golden, id));
    if (values.empty())
        return made;
    if (!m_tensors.tokens) {
        made.push_back(sketchedGolden(id, values, {}));
        return made;
    }
    const Shape shape = described(*m_goldenSide.index, id).inner;
    for (const TokenAxes& axes : tokenAxesOf(shape, m_tensors.tokens->golden))
        made.push_back(
            sketchedGolden(id, withoutOthers(values, tokensCovered(*m_tensors.tokens, axes, shape)), axes));
    return made;
}

Result<std::vector<float>> RunSketches::goldenValues(const Sketched& golden) const
{
    TRY_ASSIGN(std::vector<float> read, values(m_golden, golden.id));
    if (m_tensors.tokens && !read.empty())
        read = withoutOthers(
            std::move(read), tokensCovered(*m_tensors.tokens, golden.tokenAxes, golden.inner));
    return read;
}

void RunSketches::addTokens(const Sketched& golden, Assembly& assembly) const
{
    if (!m_tensors.tokens)
        return;
    for (AssemblyPart& part : assembly.parts)
        part.tokens = m_tensors.tokens;
    // What is cut along another axis as well is said so.
    if (assembly.isAdded()
        || (assembly.parts.size() > 1
            && (assembly.kind == AssemblyKind::Concat || assembly.kind == AssemblyKind::Interleaved)))
        return;
    const bool isOfReplicas = assembly.parts.size() > 1 && assembly.isOfReplicas();
    assembly.kind = isOfReplicas ? AssemblyKind::Permute : AssemblyKind::Tokens;
    const TokenMap& tokens = *m_tensors.tokens;
    if (!assembly.axis && tokens.golden.size() == tokens.target.size())
        assembly.axis = recordedAxis(golden, golden.tokenAxes.axes[tokens.golden.size() - 1]);
}

bool RunSketches::areTokensOf(const Sketched& golden, const std::vector<bool>& isCovered) const
{
    return !m_tensors.tokens || isCovered == tokensCovered(*m_tensors.tokens, golden.tokenAxes, golden.inner);
}

Sketched RunSketches::sketchedGolden(
    TensorId id, const std::vector<float>& values, const TokenAxes& axes) const
{
    Sketched golden = described(*m_goldenSide.index, id);
    golden.tokenAxes = axes;
    golden.readings = readingsOf(golden.inner, false);
    if (golden.readings.empty())
        return golden;
    golden.wholes.emplace(golden.readings.front().axes, wholeSketch(values));
    for (std::size_t i = 0; i < golden.readings.size(); ++i) {
        const TensorReading& reading = golden.readings[i];
        for (std::size_t axis = 0; axis < reading.shape.size(); ++axis) {
            if (!tells(reading, axis))
                continue;
            const SliceKey key(axis, withoutAxis(reading.shape, axis));
            golden.slices[key].push_back({i, axis, sliceSketches(values, reading.shape, axis)});
        }
    }
    return golden;
}

void RunSketches::takeGolden(Sketched&& golden)
{
    if (golden.readings.empty())
        return;
    m_totals.insert(static_cast<std::int64_t>(elementCount(golden.inner).value_or(0)));
    for (const auto& [key, sets] : golden.slices)
        m_keys.insert(key);
    m_goldens.push_back(std::move(golden));
}

Result<RunSketches::Made> RunSketches::readTarget(TensorId id) const
{
    Made made;
    TRY_ASSIGN(const std::vector<float> values, this->values(m_target, id));
    if (values.empty())
        return made;
    const Sketched target = described(*m_targetSide.index, id);
    if (!m_tensors.tokens) {
        made.push_back(target);
        sketchTarget(made.back(), values);
        return made;
    }
    for (const TokenAxes& axes : tokenAxesOf(target.inner, m_tensors.tokens->target)) {
        made.push_back(target);
        made.back().tokenAxes = axes;
        made.back().inner = repaddedShape(*m_tensors.tokens, axes, target.inner);
        std::vector<float> ordered;
        for (const std::int64_t place : repaddedElements(*m_tensors.tokens, axes, target.inner))
            ordered.push_back(place < 0 ? 0 : values[static_cast<std::size_t>(place)]);
        sketchTarget(made.back(), ordered);
    }
    return made;
}

void RunSketches::sketchTarget(Sketched& target, const std::vector<float>& values) const
{
    target.readings = readingsOf(target.inner, true);
    std::vector<std::size_t> order;
    std::vector<float> ordered; // of that order of axes; they are large
    const auto valuesIn = [&](const std::vector<std::size_t>& axes) -> const std::vector<float>& {
        if (ordered.empty() || axes != order) {
            ordered = inOrderOf(axes, target.inner, values);
            order = axes;
        }
        return ordered;
    };
    const auto total = static_cast<std::int64_t>(values.size());
    for (std::size_t i = 0; i < target.readings.size(); ++i) {
        const TensorReading& reading = target.readings[i];
        if (m_totals.contains(total) && !target.wholes.contains(reading.axes))
            target.wholes.emplace(reading.axes, wholeSketch(valuesIn(reading.axes)));
        for (std::size_t axis = 0; axis < reading.shape.size(); ++axis) {
            const SliceKey key(axis, withoutAxis(reading.shape, axis));
            if (tells(reading, axis) && m_keys.contains(key))
                target.slices[key].push_back(
                    {i, axis, sliceSketches(valuesIn(reading.axes), reading.shape, axis)});
        }
    }
    // One slice of golden, as of a step or a single head: its axis of length 1 was left out.
    const std::size_t readings = target.readings.size();
    for (std::size_t i = 0; i < readings; ++i) {
        for (std::size_t axis = 0; axis <= target.readings[i].shape.size(); ++axis) {
            TensorReading reading = target.readings[i];
            const SliceKey key(axis, reading.shape);
            if (total < kFewest || !m_keys.contains(key))
                continue;
            const auto at = static_cast<std::ptrdiff_t>(axis);
            reading.shape.insert(reading.shape.begin() + at, 1);
            reading.merged.insert(reading.merged.begin() + at, std::vector<std::size_t>());
            target.slices[key].push_back(
                {target.readings.size(), axis, {wholeSketch(valuesIn(reading.axes))}});
            target.readings.push_back(std::move(reading));
        }
    }
}

void RunSketches::takeTarget(Sketched&& target)
{
    if (!target.wholes.empty())
        m_byTotal[static_cast<std::int64_t>(elementCount(target.inner).value_or(0))].push_back(
            m_targets.size());
    m_targets.push_back(std::move(target));
}

} // namespace dumpscope::core
