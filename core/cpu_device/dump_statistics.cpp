// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/dump_statistics.h"

#include "base/text.h"
#include "config/acl_config.h"
#include "tensor/dtype.h"
#include "tensor/float_codes.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace dumpscope::core {

namespace {

struct Numbers {
    std::string max, min;
    double average = 0, squares = 0;
    std::uint64_t nan = 0, negInf = 0, posInf = 0;
};

template<typename T> std::string numberCell(T value)
{
    if constexpr (std::is_floating_point_v<T>)
        return streamText(static_cast<double>(value));
    else
        return std::to_string(value);
}

/// `decode` turns an element as stored into a number.
template<typename Stored, typename Decode> Numbers measure(ByteSpan bytes, const Decode& decode)
{
    Numbers numbers;
    decltype(decode(Stored())) most {}, least {};
    const std::size_t count = bytes.size() / sizeof(Stored);
    for (std::size_t i = 0; i < count; ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        const auto value = decode(stored);
        if (i == 0)
            most = least = value;
        most = value > most ? value : most;
        least = value < least ? value : least;
        const auto real = static_cast<double>(value);
        numbers.average += (real - numbers.average) / static_cast<double>(i + 1);
        numbers.squares += real * real;
        numbers.nan += std::isnan(real) ? 1U : 0U;
        numbers.posInf += std::isinf(real) && real > 0 ? 1U : 0U;
        numbers.negInf += std::isinf(real) && real < 0 ? 1U : 0U;
    }
    // The running mean makes NaN of Inf - Inf.
    if (numbers.nan == 0 && numbers.posInf + numbers.negInf > 0
        && (numbers.posInf == 0 || numbers.negInf == 0))
        numbers.average = numbers.posInf > 0 ? HUGE_VAL : -HUGE_VAL;
    numbers.max = numberCell(most);
    numbers.min = numberCell(least);
    return numbers;
}

template<typename T> Numbers measurePlain(ByteSpan bytes)
{
    return measure<T>(bytes, [](T value) {
        // Characters are numbers here.
        if constexpr (sizeof(T) == 1)
            return static_cast<int>(value);
        else
            return value;
    });
}

std::optional<Numbers> measureTensor(const TensorData& tensor)
{
    switch (dtypeFromAscend(fileTypeOfOnnx(tensor.elementType).value_or(0)).value_or(DType::Unknown)) {
    case DType::Float32:
        return measurePlain<float>(tensor.bytes);
    case DType::Float64:
        return measurePlain<double>(tensor.bytes);
    case DType::Float16:
        return measure<std::uint16_t>(tensor.bytes, halfToFloat);
    case DType::BFloat16:
        return measure<std::uint16_t>(tensor.bytes, bfloat16ToFloat);
    case DType::Int8:
        return measurePlain<std::int8_t>(tensor.bytes);
    case DType::UInt8:
    case DType::Bool:
        return measurePlain<std::uint8_t>(tensor.bytes);
    case DType::Int16:
        return measurePlain<std::int16_t>(tensor.bytes);
    case DType::UInt16:
        return measurePlain<std::uint16_t>(tensor.bytes);
    case DType::Int32:
        return measurePlain<std::int32_t>(tensor.bytes);
    case DType::UInt32:
        return measurePlain<std::uint32_t>(tensor.bytes);
    case DType::Int64:
        return measurePlain<std::int64_t>(tensor.bytes);
    case DType::UInt64:
        return measurePlain<std::uint64_t>(tensor.bytes);
    default:
        return std::nullopt;
    }
}

} // namespace

std::string statisticsHeader(unsigned set)
{
    std::string text = "Input/Output,Index,Data Size,Data Type,Format,Shape";
    if (set == AclDumpConfig::kDefaultStatistics)
        return text
            + ",Max Value,Min Value,Avg Value,Count,Nan Count,Negative Inf Count,Positive Inf Count\n";
    static constexpr std::string_view kNames[] = {",Max Value", ",Min Value", ",Avg Value", ",Nan Count",
        ",Negative Inf Count", ",Positive Inf Count", ",l2norm"};
    text += ",Count";
    for (unsigned i = 0; i < std::size(kNames); ++i) {
        if ((set & (1U << i)) != 0)
            text += kNames[i];
    }
    return text + "\n";
}

std::string statisticsRow(bool isInput, std::size_t index, const TensorData& tensor, unsigned set)
{
    const int fileType = fileTypeOfOnnx(tensor.elementType).value_or(0);
    std::string shape;
    for (const std::int64_t dim : tensor.dims)
        shape += (shape.empty() ? "" : "x") + std::to_string(dim);
    std::string text = std::string(isInput ? "Input," : "Output,") + std::to_string(index) + ','
        + std::to_string(tensor.bytes.size()) + ',' + std::string(ascendDtypeName(fileType)) + ",ND,"
        + (shape.empty() ? "-" : shape);
    const std::size_t itemBytes = onnxElementBytes(tensor.elementType);
    const std::string count = std::to_string(itemBytes > 0 ? tensor.bytes.size() / itemBytes : 0);
    const std::optional<Numbers> numbers = measureTensor(tensor);
    const bool isDefault = set == AclDumpConfig::kDefaultStatistics;
    if (!isDefault && numbers)
        text += ',' + count;
    for (unsigned i = 0; i < 7; ++i) {
        if (isDefault && i == 3)
            text += ',' + count;
        if ((set & (1U << i)) == 0)
            continue;
        text += ',';
        if (!numbers) {
            text += "NA";
            continue;
        }
        const std::string cells[] = {numbers->max, numbers->min, streamText(numbers->average),
            std::to_string(numbers->nan), std::to_string(numbers->negInf), std::to_string(numbers->posInf),
            streamText(std::sqrt(numbers->squares))};
        text += cells[i];
    }
    return text + "\n";
}

namespace {

template<typename Stored> DumpedNonFinite countMasked(ByteSpan bytes, Stored exponent)
{
    DumpedNonFinite counts;
    const auto fraction = static_cast<Stored>((exponent & static_cast<Stored>(~exponent + 1U)) - 1U);
    for (std::size_t i = 0; i + sizeof(Stored) <= bytes.size(); i += sizeof(Stored)) {
        Stored bits;
        std::memcpy(&bits, bytes.data() + i, sizeof(Stored));
        if ((bits & exponent) == exponent)
            ++((bits & fraction) != 0 ? counts.nan : counts.infinite);
    }
    return counts;
}

} // namespace

DumpedNonFinite countNonFinite(const TensorData& tensor)
{
    switch (dtypeFromAscend(fileTypeOfOnnx(tensor.elementType).value_or(0)).value_or(DType::Unknown)) {
    case DType::Float16:
        return countMasked<std::uint16_t>(tensor.bytes, 0x7C00U);
    case DType::BFloat16:
        return countMasked<std::uint16_t>(tensor.bytes, 0x7F80U);
    case DType::Float32:
        return countMasked<std::uint32_t>(tensor.bytes, 0x7F800000U);
    case DType::Float64:
        return countMasked<std::uint64_t>(tensor.bytes, 0x7FF0000000000000ULL);
    default:
        return {};
    }
}

} // namespace dumpscope::core
