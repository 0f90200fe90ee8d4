// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/array_writer.h"

#include "tensor/element_convert.h"
#include "tensor/value_writer.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kPieceBytes = 1U << 20U;

ByteSpan asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

Result<void> writeElements(const ConvertedArray& array, const std::stop_token& stop, const ByteSink& sink)
{
    static_assert(std::endian::native == std::endian::little, "elements are handed out in native order");
    const ElementStream elements = array.elements.forPass();
    const std::uint64_t step = kPieceBytes / unpackedBytes(elements.dtype());
    ElementStream::Scratch scratch;
    std::vector<std::byte> widened;
    for (std::uint64_t first = 0; first < elements.count(); first += step) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const ElementChunk chunk = elements.read(first, std::min(step, elements.count() - first), scratch);
        TRY_VOID(sink(npyElements(chunk, array.widening, widened)));
    }
    return {};
}

/// `%.18e`, and complex numbers in brackets, as numpy.savetxt formats by default.
Result<void> addLines(const ElementChunk& chunk, std::string& text)
{
    const auto addComplex = [&](const auto* parts) {
        for (std::size_t i = 0; i < chunk.count; ++i) {
            const double real = parts[2 * i], imaginary = parts[2 * i + 1];
            // Python writes a plus before the sign, and NumPy takes it back.
            text += fmt::format(" ({:.18e}{:+.18e}j)\n", real, imaginary);
        }
    };
    if (chunk.dtype == DType::Complex64) {
        addComplex(reinterpret_cast<const float*>(chunk.data));
        return {};
    }
    if (chunk.dtype == DType::Complex128) {
        addComplex(reinterpret_cast<const double*>(chunk.data));
        return {};
    }
    if (dtypeInfo(chunk.dtype).kind == DTypeClass::Opaque || isComplex(chunk.dtype))
        return fail(
            Code::Unsupported, phrase("values of type %1 are not written as text", dtypeName(chunk.dtype)));
    std::vector<double> values(chunk.count);
    toDouble(chunk, values.data());
    for (const double value : values)
        text += std::isnan(value) ? std::string("nan\n") : fmt::format("{:.18e}\n", value);
    return {};
}

Result<void> writeLines(const ElementStream& elements, const std::stop_token& stop, const ByteSink& sink)
{
    constexpr std::uint64_t kStep = 1U << 15U;
    ElementStream::Scratch scratch;
    std::string text;
    for (std::uint64_t first = 0; first < elements.count(); first += kStep) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        text.clear();
        TRY_VOID(addLines(elements.read(first, std::min(kStep, elements.count() - first), scratch), text));
        TRY_VOID(sink(asBytes(text)));
    }
    return {};
}

} // namespace

Result<void> writeArray(
    const ConvertedArray& array, ArrayForm form, std::stop_token stop, const ByteSink& sink)
{
    const ElementStream& elements = array.elements;
    if (form == ArrayForm::Csv) {
        TRY_VOID(writeValuesCsv(elements, fullSlice(elements.shape()), stop,
            [&sink](std::string_view text) { return sink(asBytes(text)); }));
        return elements.view().bytes.check();
    }
    if (form == ArrayForm::Txt) {
        TRY_VOID(writeLines(elements.forPass(), stop, sink));
        return elements.view().bytes.check();
    }
    if (form == ArrayForm::Npy)
        TRY_VOID(
            sink(asBytes(npyHeader(npyDescr(elements.dtype(), array.widening), false, elements.shape()))));
    TRY_VOID(writeElements(array, stop, sink));
    return elements.view().bytes.check();
}

} // namespace dumpscope::core
