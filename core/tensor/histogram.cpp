// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/histogram.h"

#include "tensor/element_values.h"
#include "tensor/plane_geometry.h"
#include "tensor/statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace dumpscope::core {
namespace {

using Range = std::pair<double, double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr std::uint64_t kChunkElements = 1U << 20;
constexpr std::uint64_t kHistogramPiece = 1U << 12;

/// What is counted: all elements of a stream, or the cells of one plane of it, row by row.
class Elements {
public:
    explicit Elements(const ElementStream& stream)
        : m_stream(stream)
        , m_count(stream.count())
    {
    }
    Elements(const ElementStream& stream, const PlaneGeometry& plane, const PaddingMask* padding)
        : m_stream(stream)
        , m_plane(plane)
        , m_padding(padding)
        , m_count(plane.rows * plane.columns)
    {
    }
    [[nodiscard]] const ElementStream& stream() const { return m_stream; }
    [[nodiscard]] bool isWhole() const { return !m_plane; }
    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(m_count); }

    /// Calls `visit(x)` for the elements [begin, end) as float64.
    template<typename Visit> void visit(std::uint64_t begin, std::uint64_t end, Visit&& visit) const
    {
        ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
        std::array<double, kHistogramPiece> values;
        for (std::uint64_t first = begin; first < end;) {
            const ElementChunk chunk = piece(first, end, scratch);
            toMagnitudes(chunk, values.data());
            for (std::size_t i = 0; i < chunk.count; ++i) {
                if (!isPadding(first + i))
                    visit(values[i]);
            }
            first += chunk.count;
        }
    }

private:
    [[nodiscard]] bool isPadding(std::uint64_t cell) const
    {
        return m_padding
            && m_padding->isPadding(m_plane->at(cell / m_plane->columns, cell % m_plane->columns));
    }
    [[nodiscard]] ElementChunk piece(
        std::uint64_t first, std::uint64_t end, ElementStream::Scratch& scratch) const
    {
        const std::uint64_t most = std::min(kHistogramPiece, end - first);
        if (!m_plane)
            return m_stream.read(first, most, scratch);
        const std::uint64_t column = first % m_plane->columns;
        return m_stream.readStrided(m_plane->at(first / m_plane->columns, column), m_plane->columnStride,
            std::min(most, m_plane->columns - column), scratch);
    }

    const ElementStream& m_stream;
    std::optional<PlaneGeometry> m_plane;
    const PaddingMask* m_padding = nullptr;
    std::uint64_t m_count;
};

/// t(x) of HistogramScale::SignedLog and back.
class SignedLog {
public:
    explicit SignedLog(double largest)
        : m_linear(largest > 0 ? std::pow(10.0, std::floor(std::log10(largest)) - 6) : 1.0)
    {
        m_linear = std::max(m_linear, std::numeric_limits<double>::min());
    }
    [[nodiscard]] double to(double x) const
    {
        const double ratio = std::fabs(x) / m_linear;
        return std::copysign(ratio <= 1 ? ratio : 1 + std::log10(ratio), x);
    }
    [[nodiscard]] double from(double t) const
    {
        const double size = std::fabs(t);
        return std::copysign(m_linear * (size <= 1 ? size : std::pow(10.0, size - 1)), t);
    }

private:
    double m_linear;
};

/// numpy.linspace(low, high, bins + 1).
std::vector<double> linearSpace(double low, double high, std::size_t bins)
{
    std::vector<double> result(bins + 1);
    const double parts = static_cast<double>(bins);
    const double step = (high - low) / parts;
    for (std::size_t i = 0; i < bins; ++i) {
        const double at = static_cast<double>(i);
        if (std::isfinite(step) && step > 0)
            result[i] = at * step + low;
        else if (std::isfinite(step))
            result[i] = at / parts * (high - low) + low;
        else // wider than the largest float64
            result[i] = low * (1 - at / parts) + high * (at / parts);
    }
    result[bins] = high;
    return result;
}

/// A range of some width around a point; NumPy's half to either side where float64 can tell it.
Range widened(Range range)
{
    if (range.first < range.second)
        return range;
    const double x = range.first;
    const double half = x - 0.5 < x && x < x + 0.5 ? 0.5 : std::fabs(x) * 0x1p-20;
    return {std::max(x - half, -kLargest), std::min(x + half, kLargest)};
}

std::vector<double> makeEdges(Range range, std::size_t bins, HistogramScale scale)
{
    if (scale == HistogramScale::Linear) {
        range = widened(range);
        return linearSpace(range.first, range.second, bins);
    }
    const bool isPoint = range.first == range.second;
    const SignedLog signedLog(std::max(std::fabs(range.first), std::fabs(range.second)));
    const bool isSigned = scale == HistogramScale::SignedLog;
    const auto to = [&](double x) { return isSigned ? signedLog.to(x) : std::log10(x); };
    const auto from = [&](double t) { return isSigned ? signedLog.from(t) : std::pow(10.0, t); };
    const Range places = widened({to(range.first), to(range.second)});
    std::vector<double> edges = linearSpace(places.first, places.second, bins);
    for (double& edge : edges)
        edge = std::clamp(from(edge), -kLargest, kLargest);
    if (!isPoint) {
        edges.front() = range.first;
        edges.back() = range.second;
    }
    // Rounding of pow must not turn neighbours round or push one past the ends.
    for (double& edge : edges)
        edge = std::clamp(edge, edges.front(), edges.back());
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// Finds the bin of a value between the first and the last edge.
class Binning {
public:
    Binning(const std::vector<double>& edges, HistogramScale scale);

    [[nodiscard]] std::size_t bins() const { return m_edges.size() - 1; }
    [[nodiscard]] double low() const { return m_edges.front(); }
    [[nodiscard]] double high() const { return m_edges.back(); }
    [[nodiscard]] std::size_t find(double x) const { return m_factor > 0 ? findNear(x) : findByKey(x); }

private:
    [[nodiscard]] std::size_t findNear(double x) const;
    [[nodiscard]] std::size_t findByKey(double x) const;
    static std::size_t slot(double x)
    {
        // Sign, exponent and four bits of the mantissa, in the order of the numbers.
        return static_cast<std::size_t>((kernel::keyOf(x) >> 48) + 0x8000);
    }

    const std::vector<double>& m_edges;
    double m_factor = 0;                 ///< bins per unit; 0 = edges are not evenly spaced
    std::vector<std::uint32_t> m_starts; ///< per slot the last edge not above any number in it
};

Binning::Binning(const std::vector<double>& edges, HistogramScale scale)
    : m_edges(edges)
{
    const double factor = static_cast<double>(bins()) / (high() - low());
    if (scale == HistogramScale::Linear && std::isnormal(factor)) {
        m_factor = factor;
        return;
    }
    // Edges counted per slot, then summed up: all edges in lower slots are below.
    m_starts.assign(0x10001, 0);
    for (const double edge : edges)
        ++m_starts[slot(edge) + 1];
    for (std::size_t i = 1; i < m_starts.size(); ++i)
        m_starts[i] += m_starts[i - 1];
}

std::size_t Binning::findNear(double x) const
{
    const std::size_t last = bins() - 1;
    const auto guess = static_cast<std::size_t>((x - low()) * m_factor);
    std::size_t bin = std::min(guess, last);
    // The product is rounded; the edges decide.
    while (bin > 0 && x < m_edges[bin])
        --bin;
    while (bin < last && x >= m_edges[bin + 1])
        ++bin;
    return bin;
}

std::size_t Binning::findByKey(double x) const
{
    const std::size_t at = slot(x);
    const auto from = m_edges.begin() + m_starts[at];
    const auto to = m_edges.begin() + m_starts[at + 1];
    const auto above = static_cast<std::size_t>(std::upper_bound(from, to, x) - m_edges.begin());
    return std::min(above - 1, bins() - 1);
}

Histogram emptyHistogram(std::size_t bins)
{
    Histogram histogram;
    histogram.counts.assign(bins, 0);
    return histogram;
}

void addElement(Histogram& histogram, const Binning& binning, double x, bool byMagnitude)
{
    if (!std::isfinite(x)) {
        histogram.nan += std::isnan(x);
        histogram.posInf += x > 0;
        histogram.negInf += x < 0;
        return;
    }
    const double value = byMagnitude ? std::fabs(x) : x;
    if (value < binning.low())
        ++histogram.below;
    else if (value > binning.high())
        ++histogram.above;
    else
        ++histogram.counts[binning.find(value)];
}

void addHistogram(Histogram& whole, const Histogram& part)
{
    for (std::size_t i = 0; i < whole.counts.size(); ++i)
        whole.counts[i] += part.counts[i];
    whole.nan += part.nan;
    whole.negInf += part.negInf;
    whole.posInf += part.posInf;
    whole.below += part.below;
    whole.above += part.above;
}

/// Smallest and largest of the finite elements that `take` makes of them; `nothing` if there are none.
template<typename Take>
Result<Range> extent(const Elements& elements, Range nothing, TaskContext& task, Take take)
{
    const Range reversed {kInfinity, -kInfinity};
    Range whole = reversed;
    TRY_VOID(parallelMapReduce<Range>(
        task.arena, elements.count(), kChunkElements, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Range> {
            Range range = reversed;
            elements.visit(begin, end, [&](double x) {
                const std::optional<double> value = std::isfinite(x) ? take(x) : std::nullopt;
                if (value)
                    range = {std::min(range.first, *value), std::max(range.second, *value)};
            });
            return range;
        },
        [&whole](Range&& range) -> Result<void> {
            whole = {std::min(whole.first, range.first), std::max(whole.second, range.second)};
            return {};
        }));
    return whole.first <= whole.second ? whole : nothing;
}

Result<Range> dataRange(const Elements& elements, HistogramScale scale, TaskContext& task)
{
    if (scale == HistogramScale::Log) {
        return extent(elements, {1, 1}, task,
            [](double x) { return x == 0 ? std::nullopt : std::optional(std::fabs(x)); });
    }
    const Range nothing = scale == HistogramScale::Linear ? Range {0, 1} : Range {0, 0};
    if (!elements.isWhole())
        return extent(elements, nothing, task, [](double x) { return std::optional(x); });
    TRY_ASSIGN(const Statistics statistics, computeStatistics(elements.stream().view(), task));
    if (!statistics.min || !statistics.max)
        return nothing;
    return Range {*statistics.min, *statistics.max};
}

Result<void> checkRequest(std::size_t bins, HistogramScale scale, const std::optional<Range>& range)
{
    if (bins == 0 || bins > kMaxHistogramBins)
        return fail(Code::Usage, phrase("a histogram has 1 to %1 bins", kMaxHistogramBins));
    if (!range)
        return {};
    if (!std::isfinite(range->first) || !std::isfinite(range->second) || range->first > range->second)
        return fail(
            Code::Usage, phrase("the range of a histogram needs two finite numbers in ascending order"));
    if (scale == HistogramScale::Log && !(range->first > 0))
        return fail(Code::Usage, phrase("the range of a logarithmic histogram must be above zero"));
    return {};
}

/// Whether elements of one magnitude in float64 are the same element: magnitudes of complex numbers and
/// integers beyond 2^53 stand for many.
bool isResolvedBy(double magnitude, DType dtype)
{
    return isFloating(dtype) || (!isComplex(dtype) && std::fabs(magnitude) <= 0x1p53);
}

Result<Histogram> countElements(const Elements& elements, std::size_t bins, HistogramScale scale,
    std::optional<Range> range, TaskContext& task)
{
    const bool isOfData = !range;
    if (!range) {
        TRY_ASSIGN(range, dataRange(elements, scale, task));
    }
    Histogram whole = emptyHistogram(bins);
    whole.scale = scale;
    whole.edges = makeEdges(*range, bins, scale);
    const Binning binning(whole.edges, scale);
    TRY_VOID(parallelMapReduce<Histogram>(
        task.arena, elements.count(), kChunkElements, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Histogram> {
            Histogram part = emptyHistogram(bins);
            elements.visit(
                begin, end, [&](double x) { addElement(part, binning, x, scale == HistogramScale::Log); });
            return part;
        },
        [&whole](Histogram&& part) -> Result<void> {
            addHistogram(whole, part);
            return {};
        }));
    TRY_VOID(elements.stream().view().bytes.check());
    const auto isFilled = [](std::uint64_t count) { return count > 0; };
    if (isOfData && scale != HistogramScale::Log && range->first == range->second
        && std::ranges::any_of(whole.counts, isFilled)
        && isResolvedBy(range->first, elements.stream().dtype()))
        whole.only = range->first;
    return whole;
}

Result<void> checkValues(const TensorView& view)
{
    if (dtypeInfo(view.dtype).hasValues)
        return {};
    return fail(Code::Unsupported, phrase("elements of type %1 have no values", dtypeName(view.dtype)));
}

} // namespace

Result<Histogram> computeHistogram(const TensorView& view, std::size_t bins, HistogramScale scale,
    std::optional<std::pair<double, double>> range, TaskContext& task)
{
    TRY_VOID(checkRequest(bins, scale, range));
    TRY_VOID(checkValues(view));
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    const ElementStream pass = stream.forPass();
    return countElements(Elements(pass), bins, scale, range, task);
}

Result<Histogram> computeHistogram(const ElementStream& stream, const PlaneSpec& plane,
    const PaddingMask* padding, std::size_t bins, HistogramScale scale,
    std::optional<std::pair<double, double>> range, TaskContext& task)
{
    TRY_VOID(checkRequest(bins, scale, range));
    TRY_VOID(checkValues(stream.view()));
    TRY_ASSIGN(const PlaneGeometry geometry, planeGeometry(stream.shape(), plane));
    return countElements(Elements(stream, geometry, padding), bins, scale, range, task);
}

} // namespace dumpscope::core
