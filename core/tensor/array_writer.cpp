// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/array_writer.h"

#include "tensor/value_writer.h"

#include <bit>

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
    if (form == ArrayForm::Npy)
        TRY_VOID(
            sink(asBytes(npyHeader(npyDescr(elements.dtype(), array.widening), false, elements.shape()))));
    TRY_VOID(writeElements(array, stop, sink));
    return elements.view().bytes.check();
}

} // namespace dumpscope::core
