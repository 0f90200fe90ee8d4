// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/numpy/npy_header.h"

namespace dumpscope::core {

namespace {

/// No file holds more; shapes that ask for it are damaged.
constexpr std::uint64_t kMaxPlausibleBytes = 1ULL << 50U;

/// Header and sizes of one file.
struct NpyFile {
    NpyHeader header;
    NpyType type;
    std::uint64_t wanted = 0;    ///< bytes that the shape needs
    std::uint64_t available = 0; ///< bytes behind the header
};

Result<NpyHeader> readHeader(const FileContext& file)
{
    constexpr std::uint64_t kPrefix = 12;
    const std::uint64_t size = file.source.size();
    Bytes start;
    ByteSpan head = file.head;
    if (head.size() < std::min(size, kPrefix)) {
        TRY_ASSIGN(start, file.source.read(0, std::min(size, kProbeBytes)));
        head = start.span();
    }
    TRY_ASSIGN(const std::uint64_t total, npyHeaderBytes(head));
    if (head.size() < total && head.size() < size) {
        TRY_ASSIGN(start, file.source.read(0, std::min(size, total)));
        head = start.span();
    }
    return parseNpyHeader(head);
}

Result<NpyFile> readFile(const FileContext& file)
{
    NpyFile result;
    TRY_ASSIGN(result.header, readHeader(file));
    result.type = npyType(result.header, file.facts.dtype);
    result.available = file.source.size() - std::min(file.source.size(), result.header.dataOffset);
    if (!result.type.unsupported.empty())
        return result;
    const auto count = elementCount(result.header.shape);
    const auto wanted = count ? storedBytes(result.type.dtype, *count) : std::nullopt;
    if (!wanted || *wanted > kMaxPlausibleBytes)
        return fail(Code::BadShape,
            phrase("shape %1 is larger than any file, %2 bytes are there", shapeText(result.header.shape),
                result.available));
    result.wanted = *wanted;
    return result;
}

class NpyReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"npy", Form<0>("NumPy array"), {"*.npy"},
            {.index = true,
                .values = true,
                .statistics = false,
                .graph = false,
                .overflow = false,
                .write = true},
            60, kNpyMagic};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = probe.name.ends_with(".npy");
        if (hasNpyMagic(probe.head))
            return {95, phrase("NUMPY magic")};
        if (named)
            return {45,
                probe.size == 0 ? phrase("named .npy, empty") : phrase("named .npy, but without its magic")};
        return {0, phrase("no NUMPY magic")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        const auto npy = readFile(file);
        if (!npy)
            return damagedFile(file, TensorState::Unreadable, npy.error());
        FileContents contents;
        if (npy->type.isNoNumber && file.facts.holdsArguments)
            return contents;
        TensorRecord record;
        record.dtype = npy->type.dtype;
        record.shape = npy->header.shape;
        record.bytes = std::min(npy->wanted, npy->available);
        if (!npy->type.note.empty())
            noteOn(record, npy->type.note);
        if (!npy->type.unsupported.empty()) {
            record.dtypeText = printable(npy->header.descr);
            record.bytes = npy->available;
            record.state = TensorState::Unsupported;
            complain(contents, record, Severity::Warning, Code::Unsupported, npy->type.unsupported);
        } else if (npy->available < npy->wanted) {
            record.state = TensorState::Truncated;
            complain(contents, record, Severity::Error, Code::Truncated,
                phrase("truncated: %1 of %2 bytes", npy->available, npy->wanted), file.source.size());
        } else if (npy->available > npy->wanted) {
            complain(contents, record, Severity::Warning, Code::Suspicious,
                phrase("%1 bytes of data, the shape needs %2", npy->available, npy->wanted),
                npy->header.dataOffset + npy->wanted);
        }
        contents.tensors.push_back(std::move(record));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        TRY_ASSIGN(const NpyFile npy, readFile(file));
        if (!npy.type.unsupported.empty())
            return fail(Code::Unsupported, npy.type.unsupported);
        TRY_ASSIGN(const Bytes all, file.source.map());
        const std::uint64_t available = all.size() - std::min(all.size(), npy.header.dataOffset);
        TRY_ASSIGN(Bytes data, all.slice(all.size() - available, std::min(available, npy.wanted)));
        TensorView view = makeDenseView(npy.type.dtype, npy.header.shape, std::move(data));
        view.bigEndian = npy.type.bigEndian;
        if (npy.header.fortranOrder && npy.header.shape.size() > 1 && npy.wanted > 0) {
            std::int64_t stride = 1;
            for (const std::int64_t extent : npy.header.shape) {
                view.strides.push_back(stride);
                stride *= extent; // at most the element count
            }
        }
        return view;
    }

    Description describe(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        const auto header = readHeader(file);
        if (!header)
            return {};
        return {{phrase("npy version"), std::to_string(header->major) + "." + std::to_string(header->minor)},
            {Message("descr"), printable(header->descr)},
            {Message("fortran_order"), Message(header->fortranOrder ? "True" : "False")},
            {phrase("shape"), shapeText(header->shape)},
            {phrase("data offset"), std::to_string(header->dataOffset)}};
    }
};

} // namespace

void register_npy_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<NpyReader>());
}

} // namespace dumpscope::core
