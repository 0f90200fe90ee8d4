// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_input.h"

#include "base/text.h"
#include "capture/input_fill.h"
#include "io/mapped_file.h"
#include "readers/numpy/npy_header.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <algorithm>

#include <unistd.h>

namespace dumpscope::core {

namespace {

Message wantedText(const ModelInput& wanted)
{
    const auto dtype = dtypeFromGe(wanted.geType);
    return phrase("input %1 wants %2 %3", printable(wanted.name),
        dtype ? Message(dtypeName(*dtype)) : phrase("type %1", wanted.geType), shapeText(wanted.dims));
}

bool fits(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& wanted)
{
    return std::ranges::equal(dims, wanted, [](auto has, auto wants) { return wants < 0 || has == wants; });
}

Result<CaptureInput> readNpy(const Bytes& file, const std::string& path, const ModelInput& wanted)
{
    TRY_ASSIGN(const std::uint64_t headerBytes, npyHeaderBytes(file.span()));
    TRY_ASSIGN(const Bytes headerPart, file.slice(0, headerBytes));
    TRY_ASSIGN(const NpyHeader header, parseNpyHeader(headerPart.span()));
    const NpyType type = npyType(header, {});
    const auto dtype = dtypeFromGe(wanted.geType);
    const Message has = phrase("it has %1 %2", dtypeName(type.dtype), shapeText(header.shape));
    if (!type.unsupported.empty() || type.bigEndian || !dtype || type.dtype != *dtype
        || !fits(header.shape, wanted.dims))
        return fail(Code::BadShape, phrase("%1, %2", has, wantedText(wanted)), {path});
    if (header.fortranOrder && header.shape.size() > 1)
        return fail(
            Code::Unsupported, phrase("its elements stand in Fortran order; save it in C order"), {path});
    const auto elements = elementCount(header.shape);
    const auto bytes = elements ? storedBytes(*dtype, *elements) : std::nullopt;
    if (!bytes)
        return fail(Code::BadShape, has, {path});
    TRY_ASSIGN(Bytes data, file.slice(header.dataOffset, *bytes));
    return CaptureInput {std::move(data), header.shape};
}

} // namespace

Result<void> checkCaptureInput(const std::string& path)
{
    const std::string_view word = std::string_view(path).substr(0, path.find(':'));
    const bool isMeantAsFill = word == "zeros" || word == "ones" || word == "random";
    if (!isMeantAsFill || parseInputFill(path) || ::access(path.c_str(), F_OK) == 0)
        return {};
    return fail(Code::Usage,
        phrase("neither a file nor values for an input; write zeros, ones or random:SEED, with :D0,D1,... "
               "behind it where the model leaves dimensions free, none of them negative"),
        {path});
}

Result<CaptureInput> readCaptureInput(const std::string& path, const ModelInput& wanted)
{
    if (const auto fill = parseInputFill(path))
        return makeCaptureInput(*fill, wanted);
    TRY_VOID(checkCaptureInput(path));
    TRY_ASSIGN(const Bytes file, mapFile(path, path));
    if (hasNpyMagic(file.span()))
        return readNpy(file, path, wanted);
    const auto dtype = dtypeFromGe(wanted.geType);
    const auto elements = elementCount(wanted.dims);
    const auto bytes = dtype && elements ? storedBytes(*dtype, *elements) : std::nullopt;
    if (!bytes)
        return fail(Code::BadShape,
            phrase("raw bytes have no shape, and %1; give a .npy", wantedText(wanted)), {path});
    if (*bytes != file.size())
        return fail(Code::BadSize, phrase("it has %1 bytes, %2: %3", file.size(), wantedText(wanted), *bytes),
            {path});
    return CaptureInput {file, wanted.dims};
}

} // namespace dumpscope::core
