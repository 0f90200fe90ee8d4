// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/value_sketch.h"

#include "compare/pairing/operator_sequence.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kFront = 128;  ///< elements from the front
constexpr std::uint64_t kSpread = 128; ///< elements from all over
constexpr std::uint64_t kFlags = 16;   ///< whole numbers: axes, strides, sizes
constexpr double kMomentScale = 10;    ///< statistics of unlike tensors are far more alike than values

ValueSketch fromStatistics(const StatisticTable& table, std::size_t row)
{
    using Field = StatisticTable::Field;
    ValueSketch sketch;
    ValueSketch::Moments moments {table.value(Field::Max, row), table.value(Field::Min, row),
        table.value(Field::Mean, row), table.value(Field::L2Norm, row)};
    if (moments.max || moments.min || moments.mean || moments.l2norm)
        sketch.moments = moments;
    for (const auto& digest : table.digests) {
        if (sketch.digest.empty() && row < digest.text.size())
            sketch.digest = table.strings.text(digest.text[row]);
    }
    return sketch;
}

ValueSketch recordedSketch(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.statisticRow == TensorRow::kNone
        ? ValueSketch()
        : fromStatistics(*index.statisticTables()[row.statisticTable], row.statisticRow);
}

/// |a - b| in units of `scale`; NaN equals NaN and infinities equal themselves.
double relative(double a, double b, double scale)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    if (!std::isfinite(a) || !std::isfinite(b) || !(scale > 0))
        return 1;
    return std::min(1.0, std::abs(a - b) / scale);
}

std::optional<double> momentDistance(const ValueSketch::Moments& a, const ValueSketch::Moments& b)
{
    const auto magnitude = [](const ValueSketch::Moments& m) {
        return std::max(
            {std::abs(m.max.value_or(0)), std::abs(m.min.value_or(0)), std::abs(m.mean.value_or(0))});
    };
    const double scale = std::max(magnitude(a), magnitude(b));
    double sum = 0;
    int count = 0;
    const auto add = [&](const std::optional<double>& x, const std::optional<double>& y, double unit) {
        if (x && y) {
            sum += std::min(1.0, kMomentScale * relative(*x, *y, unit));
            ++count;
        }
    };
    add(a.max, b.max, scale);
    add(a.min, b.min, scale);
    add(a.mean, b.mean, scale);
    add(a.l2norm, b.l2norm, std::max(std::abs(a.l2norm.value_or(0)), std::abs(b.l2norm.value_or(0))));
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

double sampleDistance(const std::vector<double>& a, const std::vector<double>& b)
{
    double difference = 0, left = 0, right = 0;
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i])) {
            unlike += relative(a[i], b[i], 0) > 0 ? 1 : 0;
            continue;
        }
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        left += a[i] * a[i];
        right += b[i] * b[i];
    }
    const double larger = std::max(left, right);
    const double finite = larger > 0 ? std::min(1.0, std::sqrt(difference / larger)) : 0;
    return std::min(1.0, finite + static_cast<double>(unlike) / static_cast<double>(a.size()));
}

} // namespace

std::shared_ptr<const ValueSketch> ReadSketches::find(std::size_t side, TensorId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_sides[side].find(id);
    return found == m_sides[side].end() ? nullptr : found->second;
}

void ReadSketches::keep(std::size_t side, TensorId id, std::shared_ptr<const ValueSketch> sketch)
{
    const std::lock_guard lock(m_mutex);
    if (m_sides[0].size() + m_sides[1].size() < ValueSketches::kTensorReads)
        m_sides[side].emplace(id, std::move(sketch));
}

ValueSketches::ValueSketches(std::shared_ptr<const DumpIndex> target, std::shared_ptr<const DumpIndex> golden,
    std::shared_ptr<ReadSketches> before, TaskContext& task, std::size_t mostReads)
    : m_sides {Side {target, TensorStore(target), {}, {}}, Side {golden, TensorStore(golden), {}, {}}}
    , m_before(std::move(before))
    , m_task(task)
    , m_mostReads(mostReads)
{
    for (Side& side : m_sides) {
        side.sketches.resize(side.index->tensorCount());
        side.counted.resize(side.index->tensorCount());
    }
}

void ValueSketches::beginNote()
{
    m_note.emplace();
    m_isBeyond = false;
}

std::optional<ValueSketches::Asked> ValueSketches::endNote()
{
    std::optional<Asked> asked = std::exchange(m_note, std::nullopt);
    if (m_isBeyond)
        return std::nullopt;
    std::ranges::sort(*asked);
    asked->erase(std::unique(asked->begin(), asked->end()), asked->end());
    return asked;
}

bool ValueSketches::countAsRead(const Asked& asked)
{
    const auto isNew = [&](const auto& one) { return m_sides[one.first].counted[one.second.value()] == 0; };
    const auto added = static_cast<std::size_t>(std::ranges::count_if(asked, isNew));
    // What was asked for when no more could be read stays without a sample.
    const auto isBeyond = [&](const auto& one) {
        return isNew(one) && m_sides[one.first].sketches[one.second.value()] != nullptr;
    };
    if (m_reads + added > m_mostReads || std::ranges::any_of(asked, isBeyond))
        return false;
    for (const auto& [side, id] : asked)
        m_sides[side].counted[id.value()] = 1;
    m_reads += added;
    return true;
}

const ValueSketch& ValueSketches::sketchOf(std::size_t side, TensorId id)
{
    if (m_note && m_sides[side].index->tensor(id).state == TensorState::Ok) {
        m_note->emplace_back(static_cast<std::uint8_t>(side), id);
        m_isBeyond |= m_sides[side].counted[id.value()] == 0
            && (m_sides[side].sketches[id.value()] != nullptr || m_reads >= m_mostReads);
    }
    std::shared_ptr<const ValueSketch>& known = m_sides[side].sketches[id.value()];
    if (!known)
        known = made(side, id);
    return *known;
}

std::shared_ptr<const ValueSketch> ValueSketches::made(std::size_t number, TensorId id)
{
    Side& side = m_sides[number];
    const TensorRow& row = side.index->tensor(id);
    std::uint8_t& isCounted = side.counted[id.value()];
    const bool mayRead = row.state == TensorState::Ok && (isCounted != 0 || m_reads < m_mostReads);
    if (mayRead) {
        m_reads += isCounted == 0 ? 1 : 0;
        isCounted = 1;
        if (auto kept = m_before ? m_before->find(number, id) : nullptr)
            return kept;
    }
    auto sketch = std::make_shared<ValueSketch>(recordedSketch(*side.index, id));
    // What could not be read may be there next time.
    if (mayRead && readSample(side, id, *sketch) && m_before)
        m_before->keep(number, id, sketch);
    return sketch;
}

bool ValueSketches::readSample(Side& side, TensorId id, ValueSketch& sketch) const
{
    Result<TensorView> view = side.store.open(id, m_task);
    if (!view)
        return false;
    const Result<ElementStream> stream = ElementStream::make(std::move(*view), Order::Logical);
    if (!stream || stream->count() == 0)
        return false;
    ElementStream::Scratch scratch;
    const std::uint64_t front = std::min(stream->count(), kFront);
    sketch.elements = stream->count();
    sketch.sample.resize(front);
    toDouble(stream->read(0, front, scratch), sketch.sample.data());
    const std::uint64_t rest = stream->count() - front;
    if (rest == 0)
        return true;
    const std::uint64_t spread = std::min(rest, kSpread);
    sketch.sample.resize(front + spread);
    toDouble(stream->readStrided(front, static_cast<std::int64_t>(rest / spread), spread, scratch),
        sketch.sample.data() + front);
    if (stream->view().bytes.check())
        return true;
    sketch.sample.clear();
    return false;
}

std::optional<double> ValueSketches::distance(TensorId target, TensorId golden)
{
    std::array<ValueSketch, 2> recorded;
    const auto sketch = [&](std::size_t side, TensorId id) -> const ValueSketch& {
        const DumpIndex& index = *m_sides[side].index;
        if (index.tensor(id).state == TensorState::Ok)
            return sketchOf(side, id);
        return recorded[side] = recordedSketch(index, id); // as quickly read again as found
    };
    const ValueSketch& a = sketch(0, target);
    const ValueSketch& b = sketch(1, golden);
    if (!a.digest.empty() && a.digest == b.digest)
        return 0;
    if (!a.sample.empty() && !b.sample.empty() && a.elements == b.elements)
        return sampleDistance(a.sample, b.sample);
    if (a.moments && b.moments)
        return momentDistance(*a.moments, *b.moments);
    return std::nullopt;
}

std::optional<double> ValueSketches::distance(const OperatorSequence& target, const SequenceOperator& t,
    const OperatorSequence& golden, const SequenceOperator& g)
{
    constexpr std::size_t kTensors = 12; ///< of one operator; more do not make it clearer
    double sum = 0, weights = 0;
    std::size_t looked = 0;
    for (std::size_t i = t.first; i < t.first + t.count && looked < kTensors; ++i) {
        for (std::size_t j = g.first; j < g.first + g.count; ++j) {
            const TensorRow& a = target.row(i);
            const TensorRow& b = golden.row(j);
            if (a.io != b.io || a.slot != b.slot || target.text(a.entry) != golden.text(b.entry))
                continue;
            ++looked;
            const auto d = distance(target.id(i), golden.id(j));
            if (!d)
                break;
            const auto count = a.shape.isValid() ? elementCount(target.index().shape(a.shape)) : std::nullopt;
            const bool isFlag = count && (*count <= 1 || (*count <= kFlags && !isFloating(a.dtype)));
            const double weight = isFlag ? 0.05 : 1;
            sum += weight * *d;
            weights += weight;
            break;
        }
    }
    return weights > 0 ? std::optional(sum / weights) : std::nullopt;
}

} // namespace dumpscope::core
