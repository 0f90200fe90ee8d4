// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/quantised_parameters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/layout/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostValues = std::uint64_t {1} << 28U; ///< that are read of a side
/// Scales are stored in half types, too, and what was rounded may lie in the middle.
constexpr double kHalfStep = 0.51;
/// A step of a type of 8 bits is as small as 32 of bfloat16's, in which both numbers and scales are stored.
constexpr double kHalfStepOfFloat = 0.55;
/// Rows and columns of a block, by custom.
constexpr std::int64_t kBlock = 128;

bool isInteger(DType dtype)
{
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return (kind == DTypeClass::Signed || kind == DTypeClass::Unsigned) && dtypeInfo(dtype).hasValues
        && dtypeInfo(dtype).bits <= 8;
}

/// What a float of 8 bits tells apart.
struct SmallFloat {
    int digits = 0; ///< of the fraction
    int least = 0;  ///< exponent of the least normal number

    /// Between neighbours next to a number.
    [[nodiscard]] double step(double number) const
    {
        const int exponent = number == 0 ? least : std::max(std::ilogb(number), least);
        return std::ldexp(1, exponent - digits);
    }
};

std::optional<SmallFloat> smallFloat(DType dtype)
{
    switch (dtype) {
    case DType::Float8E4M3FN:
        return SmallFloat {3, -6};
    case DType::Float8E5M2:
        return SmallFloat {2, -14};
    default:
        return std::nullopt;
    }
}

/// A tensor of the folder by its name.
std::optional<TensorId> besides(const DumpIndex& index, TensorId weight, std::string_view name)
{
    const StringId text = index.findString(name);
    if (!text.isValid())
        return std::nullopt;
    for (const TensorId id : index.tensorsOfOperator(text)) {
        if (index.tensor(id).folder == index.tensor(weight).folder
            && index.tensor(id).state == TensorState::Ok)
            return id;
    }
    return std::nullopt;
}

/// Numbers of a grid that is spread over the rows and columns of a weight: one for all, for each row, for
/// each group of columns, for each block.
struct Grid {
    std::vector<float> values;
    std::size_t columns = 1;
    std::size_t rowsOfOne = 1, columnsOfOne = 1; ///< of the weight

    [[nodiscard]] double at(std::size_t row, std::size_t column) const
    {
        return values[row / rowsOfOne * columns + column / columnsOfOne];
    }
};

/// How many rows or columns a number is for. Blocks end with the weight: 5 of 576 rows have 128 and 64.
std::optional<std::size_t> sizeOfOne(std::int64_t all, std::int64_t parts, bool areBlocks)
{
    if ((all + kBlock - 1) / kBlock == parts && (areBlocks || all % parts != 0))
        return kBlock;
    return all % parts == 0 ? std::optional(static_cast<std::size_t>(all / parts)) : std::nullopt;
}

/// nullopt: the tensor cannot be such a grid, or cannot be read.
std::optional<Grid> gridOf(const TensorStore& store, TensorId id, std::span<const std::int64_t> weight,
    bool areBlocks, TaskContext& task)
{
    const auto stored = store.index().shape(store.index().tensor(id).shape);
    const std::int64_t rows = stored.empty() ? 1 : stored[0], columns = stored.size() < 2 ? 1 : stored[1];
    if (stored.size() > 2 || rows < 1 || columns < 1 || rows > weight[0] || columns > weight[1])
        return std::nullopt;
    auto values = valuesOf(store, id, task);
    if (!values)
        return std::nullopt;
    const auto rowsOfOne = sizeOfOne(weight[0], rows, areBlocks && rows > 1);
    const auto columnsOfOne = sizeOfOne(weight[1], columns, areBlocks && columns > 1);
    if (!rowsOfOne || !columnsOfOne)
        return std::nullopt;
    Grid grid {std::move(*values), static_cast<std::size_t>(columns), *rowsOfOne, *columnsOfOne};
    return grid.values.size() == static_cast<std::size_t>(rows * columns) ? std::optional(std::move(grid))
                                                                          : std::nullopt;
}

/// What makes numbers of the codes of a weight.
struct Scales {
    std::optional<TensorId> scale, offset;
    double divisor = 1;     ///< of the scale
    bool areBlocks = false; ///< one for a block of rows and columns
};

Scales scalesOf(const DumpIndex& index, TensorId weight)
{
    constexpr std::array<std::string_view, 3> kScales {"_scale", "_scales", ".scale"};
    constexpr std::array<std::string_view, 3> kOffsets {"_offset", "_zero_point", ".zero_point"};
    constexpr std::string_view kWeight = ".weight";
    constexpr double kMostOfInt8 = 127;
    const std::string name(index.text(index.tensor(weight).opName));
    const auto find = [&](const auto& endings) {
        std::optional<TensorId> found;
        for (const std::string_view ending : endings)
            found = found ? found : besides(index, weight, name + std::string(ending));
        return found;
    };
    if (const auto scale = find(kScales))
        return {scale, find(kOffsets)};
    // Of blocks, and by its name the inverse of what the numbers were multiplied by.
    if (const auto scale = besides(index, weight, name + "_scale_inv"))
        return {scale, {}, 1, true};
    // Of bitsandbytes: the largest absolute value of each row.
    if (name.ends_with(kWeight) && index.tensor(weight).dtype == DType::Int8) {
        const std::string module = name.substr(0, name.size() - kWeight.size());
        if (const auto most = besides(index, weight, module + ".SCB"))
            return {most, {}, kMostOfInt8};
    }
    return {};
}

/// Two codes of bitsandbytes in a byte.
bool isFourBit(const DumpIndex& index, TensorId weight)
{
    const std::string name(index.text(index.tensor(weight).opName));
    return besides(index, weight, name + ".quant_state.bitsandbytes__nf4")
        || besides(index, weight, name + ".quant_state.bitsandbytes__fp4");
}

/// How many steps of its scale the weight is away from the numbers of the other side, at most; nullopt: it
/// could not be measured.
std::optional<double> stepsAway(const TensorStore& own, TensorId weight, const TensorStore& other,
    TensorId numbers, const Scales& scales, TaskContext& task)
{
    const auto shape = own.index().shape(own.index().tensor(weight).shape);
    if (shape.size() != 2
        || !std::ranges::equal(shape, other.index().shape(other.index().tensor(numbers).shape)))
        return std::nullopt;
    const auto scale = gridOf(own, *scales.scale, shape, scales.areBlocks, task);
    const auto offset
        = scales.offset ? gridOf(own, *scales.offset, shape, scales.areBlocks, task) : std::nullopt;
    if (!scale || scales.offset.has_value() != offset.has_value())
        return std::nullopt;
    const auto codes = valuesOf(own, weight, task), wanted = valuesOf(other, numbers, task);
    const auto columns = static_cast<std::size_t>(shape[1]);
    if (!codes || !wanted || codes->size() != wanted->size() || columns == 0)
        return std::nullopt;
    double most = 0;
    const auto floats = smallFloat(own.index().tensor(weight).dtype);
    for (std::size_t i = 0; i < codes->size(); ++i) {
        const double step = scale->at(i / columns, i % columns) / scales.divisor;
        const double from = offset ? offset->at(i / columns, i % columns) : 0;
        const double exact = (*wanted)[i] / step;
        const double away = std::fabs(static_cast<double>((*codes)[i]) - from - exact)
            / (floats && std::isfinite(exact) ? floats->step(exact) : 1);
        if (step != 0 || (*wanted)[i] != 0)
            most = std::isnan(away) ? away : std::max(most, away);
        if (std::isnan(most))
            return std::nullopt;
    }
    return most;
}

/// Of the weights that one side has as integers or floats of 8 bits.
class QuantisedWeights {
public:
    QuantisedWeights(const PairTable& pairs, bool isTarget, TaskContext& task)
        : m_isTarget(isTarget)
        , m_task(task)
        , m_own((isTarget ? pairs.target() : pairs.golden()).index)
        , m_other((isTarget ? pairs.golden() : pairs.target()).index)
    {
        for (std::size_t row = 0; row < pairs.rows(); ++row)
            look(pairs.row(row));
    }

    void addTo(QuantisedParameters& said) const
    {
        std::vector<Message>& sentences = said.sentences;
        const Message side = m_isTarget ? phrase("the target") : phrase("golden");
        if (m_fourBit > 0)
            sentences.push_back(
                phrase("%1 weights of %2 are codes of 4 bits of bitsandbytes, NF4 or FP4; what numbers they "
                       "are was not measured",
                    m_fourBit, side));
        if (m_without > 0)
            sentences.push_back(
                phrase("%1 weights of %2 are integers where the other side has numbers, and no "
                       "scale is stored beside them: these pairs compare integers with numbers",
                    m_without, side));
        if (m_unmeasured > 0)
            sentences.push_back(phrase("%1 weights of %2 are quantised; what they are times the scales "
                                       "beside them was not measured",
                m_unmeasured, side));
        if (m_measured == 0)
            return;
        const std::string most = fmt::format("{:.2g}", m_most);
        sentences.push_back(m_beyond == 0
                ? phrase("%1 weights of %2 are quantised; times the scales stored beside them all are "
                         "the other side's numbers, off by at most %3 of a step: rounding explains it",
                    m_measured, side, most)
                : phrase("%1 weights of %2 are quantised; times the scales stored beside them %3 are "
                         "farther off than half a step, which rounding does not explain, the worst by %4 "
                         "steps: %5",
                    m_measured, side, m_beyond, most, printable(m_worst)));
        if (m_beyond > 0)
            said.faults.push_back(phrase(
                "farther off than rounding explains are %1 of %2 quantised weights of %3, the worst: %4",
                m_beyond, m_measured, side, printable(m_worst)));
    }

private:
    void look(const PairResult& result)
    {
        const TensorId own = m_isTarget ? result.pair.target : result.pair.golden;
        const TensorId other = m_isTarget ? result.pair.golden : result.pair.target;
        const TensorRow &row = m_own.index().tensor(own), &numbers = m_other.index().tensor(other);
        if (result.basis != PairBasis::Elements || isPutTogether(result.pair) || row.io != Io::Parameter
            || numbers.io != Io::Parameter || !isFloating(numbers.dtype) || !row.opName.isValid()
            || row.dtype == numbers.dtype)
            return;
        const bool isFloat = smallFloat(row.dtype).has_value();
        if (!isFloat && !isInteger(row.dtype))
            return;
        if (isFourBit(m_own.index(), own)) {
            ++m_fourBit;
            return;
        }
        const Scales scales = scalesOf(m_own.index(), own);
        if (!scales.scale) {
            m_without += isFloat ? 0 : 1; // floats are numbers without one
            return;
        }
        const std::uint64_t size = elementCount(m_own.index().shape(row.shape)).value_or(kMostValues);
        m_read += std::min(size, kMostValues);
        const auto steps = m_read > kMostValues || m_task.stopped()
            ? std::nullopt
            : stepsAway(m_own, own, m_other, other, scales, m_task);
        if (!steps) {
            ++m_unmeasured;
            return;
        }
        ++m_measured;
        m_beyond += *steps > (isFloat ? kHalfStepOfFloat : kHalfStep) ? 1 : 0;
        if (*steps > m_most || m_worst.empty()) {
            m_most = *steps;
            m_worst = m_own.index().text(row.opName);
        }
    }

    bool m_isTarget;
    TaskContext& m_task;
    TensorStore m_own, m_other;
    std::uint64_t m_read = 0;
    std::size_t m_fourBit = 0, m_without = 0, m_unmeasured = 0, m_measured = 0, m_beyond = 0;
    double m_most = 0;
    std::string m_worst;
};

} // namespace

QuantisedParameters quantisedParameters(const Comparison& comparison, TaskContext& task)
{
    QuantisedParameters said;
    for (const bool isTarget : {true, false})
        QuantisedWeights(*comparison.pairs, isTarget, task).addTo(said);
    return said;
}

} // namespace dumpscope::core
