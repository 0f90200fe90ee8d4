// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_weight.h"

#include "base/text.h"
#include "io/posix_file.h"
#include "readers/models/onnx_schema.h"
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

struct ExternalPlace {
    std::string location;
    std::uint64_t offset = 0;
};

void appendNumber(std::vector<std::byte>& out, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        out.push_back(static_cast<std::byte>((value >> (8U * i)) & 0xFFU));
}

/// One field of a typed list, packed or not; every value takes `bytes` in the tensor.
Result<void> appendValues(std::vector<std::byte>& out, const WireField& field, std::size_t bytes)
{
    if (!field.isBytes()) {
        appendNumber(out, field.value, bytes);
        return {};
    }
    const bool isFixed = field.number == onnx::kTensorFloats || field.number == onnx::kTensorDoubles;
    if (isFixed) {
        out.insert(out.end(), field.bytes.begin(), field.bytes.end());
        return {};
    }
    WireReader values(field.bytes, field.offset);
    for (std::uint64_t value = 0; !values.atEnd();) {
        if (!values.nextVarint(value))
            return fail(values.error());
        appendNumber(out, value, bytes);
    }
    return {};
}

void readExternal(ByteSpan entry, ExternalPlace& place)
{
    std::string_view key, value;
    WireField field;
    for (WireReader in(entry); in.next(field);) {
        if (field.isBytes())
            (field.number == onnx::kEntryKey ? key : value) = field.text();
    }
    if (key == "location")
        place.location = value;
    else if (key == "offset")
        place.offset = parseUnsigned(value).value_or(0);
}

bool readExternalData(
    const std::string& folder, const ExternalPlace& place, std::uint64_t size, std::vector<std::byte>& out)
{
    // Data of a model lies beside it; a path that leads elsewhere is not followed.
    if (place.location.empty() || place.location.starts_with('/')
        || place.location.find("..") != std::string::npos)
        return false;
    const std::string path = (folder.empty() ? "." : folder) + '/' + place.location;
    const auto file = openRegularFile(path, path);
    if (!file || place.offset > file->size() || size > file->size() - place.offset)
        return false;
    out.resize(size);
    const auto read = readAt(file->fd.get(), out, place.offset, path);
    return read && *read == size;
}

} // namespace

Result<OnnxWeight> readOnnxWeight(ByteSpan tensor, const std::string& folder)
{
    OnnxWeight weight;
    ExternalPlace external;
    std::optional<ByteSpan> raw;
    std::vector<WireField> lists;
    WireReader in(tensor);
    for (WireField field; in.next(field);) {
        switch (field.number) {
        case onnx::kTensorDims:
            if (!field.isBytes()) {
                weight.data.dims.push_back(static_cast<std::int64_t>(field.value));
            } else {
                WireReader dims(field.bytes);
                for (std::uint64_t dim = 0; dims.nextVarint(dim);)
                    weight.data.dims.push_back(static_cast<std::int64_t>(dim));
            }
            break;
        case onnx::kTensorType:
            weight.data.elementType = static_cast<int>(field.value);
            break;
        case onnx::kTensorName:
            weight.name = field.text();
            break;
        case onnx::kTensorRaw:
            raw = field.bytes;
            break;
        case onnx::kTensorExternal:
            readExternal(field.bytes, external);
            break;
        case onnx::kTensorLocation:
            weight.isExternal = field.value == 1;
            break;
        case onnx::kTensorFloats:
        case onnx::kTensorInt32s:
        case onnx::kTensorInt64s:
        case onnx::kTensorDoubles:
        case onnx::kTensorUint64s:
            lists.push_back(field);
            break;
        default:
            break;
        }
    }
    if (in.failed())
        return fail(in.error());
    const std::size_t itemBytes = onnxElementBytes(weight.data.elementType);
    std::uint64_t size = itemBytes;
    for (const std::int64_t dim : weight.data.dims) {
        if (dim < 0 || __builtin_mul_overflow(size, static_cast<std::uint64_t>(dim), &size))
            return fail(
                Code::BadShape, phrase("the weight %1 has an impossible shape", printable(weight.name)));
    }
    if (weight.isExternal) {
        weight.hasData = itemBytes > 0 && readExternalData(folder, external, size, weight.decoded);
    } else if (!raw) {
        for (const WireField& list : lists)
            TRY_VOID(appendValues(weight.decoded, list, itemBytes));
    }
    weight.data.bytes = raw && !weight.isExternal ? *raw : ByteSpan(weight.decoded);
    weight.hasData = weight.hasData && itemBytes > 0 && weight.data.bytes.size() == size;
    return weight;
}

} // namespace dumpscope::core
