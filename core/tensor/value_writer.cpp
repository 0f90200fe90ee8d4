// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/value_writer.h"
#include "tensor/element_text.h"
#include "tensor/slice_reading.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

/// Walks a shape in C order and tells how many brackets open before and close after each element.
class NestingCounter {
public:
    explicit NestingCounter(Shape shape)
        : m_shape(std::move(shape))
        , m_index(m_shape.size(), 0)
    {
    }
    [[nodiscard]] std::size_t opening() const
    {
        std::size_t count = 0;
        for (std::size_t axis = m_index.size(); axis-- > 0 && m_index[axis] == 0;)
            ++count;
        return count;
    }
    [[nodiscard]] std::size_t closing() const
    {
        std::size_t count = 0;
        for (std::size_t axis = m_index.size(); axis-- > 0 && m_index[axis] + 1 == m_shape[axis];)
            ++count;
        return count;
    }
    void next()
    {
        for (std::size_t axis = m_index.size(); axis-- > 0;) {
            if (++m_index[axis] < m_shape[axis])
                return;
            m_index[axis] = 0;
        }
    }
    [[nodiscard]] std::size_t rank() const { return m_shape.size(); }

private:
    Shape m_shape;
    std::vector<std::int64_t> m_index;
};

void writeEmptyJson(const Shape& shape, std::size_t axis, JsonWriter& json)
{
    json.beginArray();
    // Dimensions outside the first zero are listed, as NumPy's tolist() does; the count is bounded
    // because huge outer dimensions around a zero say nothing.
    constexpr std::int64_t kMaxListed = 1000;
    if (axis < shape.size() && shape[axis] > 0 && axis + 1 < shape.size()) {
        for (std::int64_t i = 0; i < std::min(shape[axis], kMaxListed); ++i)
            writeEmptyJson(shape, axis + 1, json);
    }
    json.endArray();
}

void writeJsonElement(const ElementChunk& chunk, std::uint64_t i, JsonWriter& json)
{
    const DTypeInfo& info = dtypeInfo(chunk.dtype);
    if (info.kind == DTypeClass::Bool) {
        json.value(chunk.data[i] != std::byte {0});
        return;
    }
    const std::string text = elementText(chunk, i);
    if (info.kind == DTypeClass::Signed || info.kind == DTypeClass::Unsigned) {
        json.raw(text);
        return;
    }
    if (info.kind == DTypeClass::Float) {
        const auto number = parseDouble(text);
        if (number && *number - *number == 0)
            json.raw(text);
        else
            json.value(number.value_or(0)); // NaN and infinities: the writer spells them
        return;
    }
    json.value(text);
}

} // namespace

Result<std::uint64_t> writeValuesText(const ElementStream& stream, const Slice& slice, std::uint64_t limit,
    std::stop_token stop, const TextSink& sink)
{
    NestingCounter nesting(slice.shape());
    if (slice.count() == 0) {
        TRY_VOID(sink("[]\n"));
        return std::uint64_t {0};
    }
    std::uint64_t written = 0;
    std::string text;
    const auto writeChunk = [&](const ElementChunk& chunk) -> Result<void> {
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            if (limit != 0 && written == limit)
                return fail(Code::Limit, phrase("enough"));
            const std::size_t opening = nesting.opening();
            if (opening > 0)
                text += std::string(nesting.rank() - opening, ' ') + std::string(opening, '[');
            else
                text += nesting.rank() > 0 ? ", " : "";
            text += elementText(chunk, i);
            const std::size_t closing = nesting.closing();
            if (closing > 0 || nesting.rank() == 0)
                text += std::string(closing, ']') + '\n';
            nesting.next();
            ++written;
        }
        TRY_VOID(sink(text));
        text.clear();
        return {};
    };
    const Result<void> done = readSlice(stream, slice, stop, writeChunk);
    if (!done && !(done.error().code == Code::Limit && limit != 0 && written == limit))
        return fail(done.error());
    if (!text.empty())
        TRY_VOID(sink(text));
    return written;
}

Result<void> writeValuesCsv(
    const ElementStream& stream, const Slice& slice, std::stop_token stop, const TextSink& sink)
{
    NestingCounter nesting(slice.shape());
    std::string text;
    return readSlice(stream, slice, stop, [&](const ElementChunk& chunk) -> Result<void> {
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            text += elementText(chunk, i);
            text += nesting.rank() == 0 || nesting.closing() > 0 ? '\n' : ',';
            nesting.next();
        }
        TRY_VOID(sink(text));
        text.clear();
        return {};
    });
}

Result<void> writeValuesJson(
    const ElementStream& stream, const Slice& slice, std::stop_token stop, JsonWriter& json)
{
    const Shape shape = slice.shape();
    if (slice.count() == 0) {
        writeEmptyJson(shape, 0, json);
        return {};
    }
    NestingCounter nesting(shape);
    return readSlice(stream, slice, stop, [&](const ElementChunk& chunk) -> Result<void> {
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            for (std::size_t n = nesting.opening(); n > 0; --n)
                json.beginArray();
            writeJsonElement(chunk, i, json);
            for (std::size_t n = nesting.closing(); n > 0; --n)
                json.endArray();
            nesting.next();
        }
        return {};
    });
}

} // namespace dumpscope::core
