// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/mindspore_statistics.h"

#include "base/digest.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {
namespace {

using Generation = MindsporeGeneration;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// docs/formats/mindspore-dump.md 5.3 and 5.4.
constexpr std::uint64_t kPartElements = 10'000;
constexpr std::uint64_t kMaxParts = 32;
constexpr std::uint64_t kSliceElements = 20'480;

/// Elements that are read at a time.
constexpr std::uint64_t kMindsporePiece = 1U << 15U;

/// What the writer computes in one thread; its rules depend on where these parts end.
struct Part {
    double max = -kInf;
    double min = kInf;
    double sum = 0;
    double mean = 0; ///< running mean, generation A
    double squares = 0;
    std::uint64_t count = 0, finite = 0;
    std::uint64_t negative = 0, positive = 0, nan = 0, negInf = 0, posInf = 0, zero = 0;
};

bool hasStatistics(DType dtype)
{
    switch (dtype) {
    case DType::Bool:
    case DType::Int8:
    case DType::UInt8:
    case DType::Int16:
    case DType::UInt16:
    case DType::Int32:
    case DType::UInt32:
    case DType::Int64:
    case DType::UInt64:
    case DType::Float16:
    case DType::BFloat16:
    case DType::Float32:
    case DType::Float64:
    case DType::Int4:
    case DType::UInt1:
        return true;
    default:
        return false;
    }
}

void addElement(Part& part, double x, Generation generation)
{
    part.nan += std::isnan(x);
    part.posInf += x == kInf;
    part.negInf += x == -kInf;
    part.zero += x == 0;
    const bool isFinite = std::isfinite(x);
    if (generation == Generation::A && !isFinite)
        return;
    part.positive += x > 0;
    part.negative += x < 0;
    part.sum += x;
    part.squares += x * x;
    if (std::isnan(x)) {
        part.max = part.min = kNoNumber;
    } else {
        // Once NaN, always NaN: the comparisons are false.
        part.max = x > part.max ? x : part.max;
        part.min = x < part.min ? x : part.min;
    }
    part.finite += isFinite;
    if (generation == Generation::A)
        part.mean += (x - part.mean) / static_cast<double>(part.finite);
}

/// Where part `index` begins; `index` may be the number of parts.
struct Partition {
    std::uint64_t elements = 0;
    std::uint64_t parts = 1;
    std::uint64_t size = 0; ///< of every part but the last

    Partition(std::uint64_t count, Generation generation)
        : elements(count)
        , size(count)
    {
        if (generation == Generation::D) {
            parts = std::max<std::uint64_t>(1, count / kSliceElements + (count % kSliceElements != 0));
            size = kSliceElements;
        } else if (count > kPartElements) {
            parts = std::min(count / kPartElements, kMaxParts);
            size = count / parts;
        }
    }
    [[nodiscard]] std::uint64_t begin(std::uint64_t index) const
    {
        return index == parts ? elements : index * size;
    }
};

Result<Part> computePart(const ElementStream& stream, std::uint64_t begin, std::uint64_t end,
    Generation generation, const std::stop_token& stop)
{
    Part part;
    part.count = end - begin;
    ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
    std::vector<double> values;
    for (std::uint64_t first = begin; first < end; first += kMindsporePiece) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const ElementChunk chunk = stream.read(first, std::min(kMindsporePiece, end - first), scratch);
        values.resize(static_cast<std::size_t>(chunk.count));
        toMagnitudes(chunk, values.data());
        for (const double x : values)
            addElement(part, x, generation);
    }
    return part;
}

/// 5.3: with several parts, writers up to generation C ignore the extremes of a part that are NaN.
void mergePart(Part& whole, const Part& part, bool keepNan)
{
    if (!std::isnan(part.max) || keepNan) {
        whole.max = std::isnan(whole.max) || part.max <= whole.max ? whole.max : part.max;
        whole.min = std::isnan(whole.min) || part.min >= whole.min ? whole.min : part.min;
    }
    // The mean stays that of the first part: the weight of the others is an integer division.
    if (whole.count == 0)
        whole.mean = part.mean;
    whole.count += part.count;
    whole.finite += part.finite;
    whole.sum += part.sum;
    whole.squares += part.squares;
    whole.negative += part.negative;
    whole.positive += part.positive;
    whole.nan += part.nan;
    whole.negInf += part.negInf;
    whole.posInf += part.posInf;
    whole.zero += part.zero;
}

MindsporeStatistics describe(const Part& whole, Generation generation)
{
    MindsporeStatistics result;
    result.count = whole.count;
    result.negativeZero = whole.negative;
    result.positiveZero = whole.positive;
    result.nan = whole.nan;
    result.negInf = whole.negInf;
    result.posInf = whole.posInf;
    result.zero = whole.zero;
    if (generation == Generation::A) {
        result.noValues = whole.finite == 0;
        if (!result.noValues) {
            result.max = whole.max;
            result.min = whole.min;
            result.avg = whole.mean;
            result.l2norm = std::sqrt(whole.squares);
        }
        return result;
    }
    result.max = whole.max;
    result.min = whole.min;
    const bool hasNan = whole.nan > 0;
    result.l2norm = hasNan ? kNoNumber : std::sqrt(whole.squares);
    result.avg = hasNan ? kNoNumber : whole.sum / static_cast<double>(whole.count);
    // 0/0 and inf - inf have the sign bit set where the files were written; it is printed.
    if (!hasNan && std::isnan(result.avg))
        result.avg = std::copysign(kNoNumber, -1.0);
    return result;
}

Result<Part> computeWhole(const ElementStream& stream, Generation generation, TaskContext& task)
{
    const Partition partition(stream.count(), generation);
    const bool keepNan = generation == Generation::D || partition.parts == 1;
    Part whole;
    TRY_VOID(parallelMapReduce<std::vector<Part>>(
        task.arena, static_cast<std::size_t>(partition.parts), generation == Generation::D ? 16 : 1,
        task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<std::vector<Part>> {
            std::vector<Part> parts;
            for (std::size_t i = begin; i < end; ++i) {
                TRY_ASSIGN(Part part,
                    computePart(stream, partition.begin(i), partition.begin(i + 1), generation, task.stop));
                parts.push_back(part);
            }
            return parts;
        },
        [&](std::vector<Part>&& parts) -> Result<void> {
            for (const Part& part : parts)
                mergePart(whole, part, keepNan);
            return {};
        }));
    return whole;
}

ByteSpan bytesOf(const ElementChunk& chunk)
{
    return {chunk.data, static_cast<std::size_t>(chunk.count * unpackedBytes(chunk.dtype))};
}

/// 5.4: of the whole buffer; of int4 only as many bytes as it has packed, though it is unpacked.
Result<std::string> computeMd5(const ElementStream& stream, const TaskContext& task)
{
    Digest md5(DigestKind::Md5);
    std::uint64_t count = stream.count();
    if (stream.dtype() == DType::Int4)
        count = count / 2 + count % 2;
    ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
    for (std::uint64_t first = 0; first < count; first += kMindsporePiece) {
        TRY_VOID(task.checkStop());
        md5.update(bytesOf(stream.read(first, std::min(kMindsporePiece, count - first), scratch)));
    }
    return md5.hex();
}

/// 5.4: of the bytes, or of the digests of slices.
Result<std::string> computeSha1(const ElementStream& stream, TaskContext& task)
{
    using Texts = std::vector<std::string>;
    const std::uint64_t count = stream.count();
    const auto slice = [&stream, count](std::uint64_t index) {
        const std::uint64_t first = index * kSliceElements;
        ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
        return digestHex(
            DigestKind::Sha1, bytesOf(stream.read(first, std::min(kSliceElements, count - first), scratch)));
    };
    if (count <= kSliceElements)
        return slice(0);
    Digest outer(DigestKind::Sha1);
    const std::uint64_t slices = count / kSliceElements + (count % kSliceElements != 0);
    TRY_VOID(parallelMapReduce<Texts>(
        task.arena, static_cast<std::size_t>(slices), 16, task.stop,
        [&slice](std::size_t begin, std::size_t end) -> Result<Texts> {
            Texts texts;
            for (std::size_t i = begin; i < end; ++i)
                texts.push_back(slice(i));
            return texts;
        },
        [&outer](Texts&& texts) -> Result<void> {
            for (const std::string& text : texts)
                outer.update(std::as_bytes(std::span(text)));
            return {};
        }));
    return outer.hex();
}

} // namespace

Result<MindsporeStatistics> computeMindsporeStatistics(
    const TensorView& view, MindsporeGeneration generation, TaskContext& task)
{
    if (!hasStatistics(view.dtype))
        return fail(Code::Unsupported,
            phrase("MindSpore has no statistics for elements of type %1", dtypeName(view.dtype)));
    TRY_ASSIGN(const ElementStream elements, ElementStream::make(view, Order::Logical));
    const ElementStream stream = elements.forPass();
    TRY_ASSIGN(const Part whole, computeWhole(stream, generation, task));
    MindsporeStatistics result = describe(whole, generation);
    TRY_ASSIGN(result.md5, computeMd5(stream, task));
    TRY_ASSIGN(result.sha1, computeSha1(stream, task));
    TRY_VOID(view.bytes.check());
    return result;
}

} // namespace dumpscope::core
