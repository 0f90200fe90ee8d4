// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/archive_kind.h"
#include "io/byte_reader.h"
#include "io/checked_bytes.h"
#include "io/zip_directory.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/numpy/npy_header.h"
#include "readers/parsed_files.h"

#include <set>

namespace dumpscope::core {

namespace {

constexpr std::string_view kArray = ".npy";
constexpr std::size_t kMaxArrays = 1'000'000;

/// Arrays of numpy.savez and savez_compressed: a zip file of `.npy` files.
class NpzReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "npz",
            .title = Form<0>("NumPy arrays in a zip file"),
            .patterns = {"*.npz"},
            .can = {.index = true, .values = true},
            .priority = 60,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool hasArrays = firstZipName(probe.head).ends_with(".npy");
        if (!probe.name.ends_with(".npz"))
            return hasArrays && archiveKind(probe.name, probe.head) == ArchiveKind::None
                ? Claim {60, phrase("a zip file that begins with a .npy")}
                : Claim {0, phrase("not named %1", ".npz")};
        if (hasArrays)
            return {92, phrase("a zip file named .npz")};
        if (hasZipMagic(probe.head)) // also of no arrays
            return {60, phrase("a zip file named .npz")};
        return {45, probe.size == 0 ? phrase("named .npz, empty") : phrase("named .npz, but no zip file")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto zip = ZipDirectory::read(bytes);
        TRY_VOID(bytes.check());
        if (!zip)
            return damagedFile(file, TensorState::Unreadable, zip.error());
        FileContents contents;
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < zip->entries().size() && contents.tensors.size() < kMaxArrays; ++i) {
            TRY_VOID(task.checkStop());
            const ZipEntry& entry = zip->entries()[i];
            if (entry.name.ends_with('/'))
                continue;
            TensorRecord record = recordOf(*zip, entry, contents, task.stop);
            record.ordinal = static_cast<std::uint32_t>(i);
            if (!names.insert(entry.name).second)
                complain(contents, record, Severity::Warning, Code::Duplicate,
                    phrase("%1: a member of this name stands before it in the file", printable(entry.name)));
            contents.tensors.push_back(std::move(record));
        }
        TRY_VOID(task.checkStop()); // an array may have been left because of it
        TRY_VOID(bytes.check());
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const ZipDirectory zip, m_known.read(bytes));
        if (ordinal >= zip.entries().size())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer arrays than before"));
        const ZipEntry& entry = zip.entries()[ordinal];
        TRY_ASSIGN(const Bytes start, startOf(zip, entry, task.stop));
        TRY_ASSIGN(const NpyHeader header, headerOf(start.span()));
        const NpyType type = npyType(header, {});
        if (!type.unsupported.empty())
            return fail(Code::Unsupported, type.unsupported);
        TRY_ASSIGN(const std::uint64_t wanted, wantedBytes(header, type));
        // What lies behind the array is not unpacked: it may be anything.
        std::uint64_t length = 0;
        const bool isAll = !checkedAdd(header.dataOffset, wanted, length) || length >= entry.bytes;
        TRY_ASSIGN(Bytes array, isAll ? zip.content(entry, task.stop) : zip.head(entry, length, task.stop));
        // As NumPy does. Of a part of a large one nobody wants to wait for the whole.
        constexpr std::uint64_t kMostChecked = 256U << 20;
        if (isAll && entry.method == ZipEntry::Stored && entry.bytes <= kMostChecked)
            array = checkedBytes(std::move(array), entry.crc, entry.name);
        const std::uint64_t available = array.size() - std::min(array.size(), header.dataOffset);
        TRY_ASSIGN(Bytes data, array.slice(array.size() - available, std::min(available, wanted)));
        TensorView view = makeDenseView(type.dtype, header.shape, std::move(data));
        view.bigEndian = type.bigEndian;
        if (header.fortranOrder && header.shape.size() > 1 && wanted > 0) {
            std::int64_t stride = 1;
            for (const std::int64_t extent : header.shape) {
                view.strides.push_back(stride);
                stride *= extent; // at most the element count
            }
        }
        return view;
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        const auto bytes = file.source.map();
        if (!bytes)
            return {};
        const auto zip = m_known.read(*bytes);
        if (!zip || ordinal >= zip->entries().size())
            return {};
        const ZipEntry& entry = zip->entries()[ordinal];
        return {{phrase("member"), printable(entry.name)},
            {phrase("packing"), entry.method == ZipEntry::Stored ? phrase("stored") : phrase("deflated")},
            {phrase("packed bytes"), std::to_string(entry.compressedBytes)}};
    }

private:
    /// The header of an array, or as much as there is of it. A deflated one is unpacked only that far.
    static Result<Bytes> startOf(const ZipDirectory& zip, const ZipEntry& entry, const std::stop_token& stop)
    {
        constexpr std::uint64_t kUsualHeader = 4096;
        TRY_ASSIGN(const Bytes start, zip.head(entry, kUsualHeader, stop));
        const auto length = npyHeaderBytes(start.span());
        return length && *length > start.size() && start.size() == kUsualHeader
            ? zip.head(entry, *length, stop)
            : start;
    }

    static Result<NpyHeader> headerOf(ByteSpan start)
    {
        TRY_ASSIGN(const std::uint64_t length, npyHeaderBytes(start));
        return parseNpyHeader(start.first(std::min<std::uint64_t>(length, start.size())));
    }

    static Result<std::uint64_t> wantedBytes(const NpyHeader& header, const NpyType& type)
    {
        const auto count = elementCount(header.shape);
        const auto wanted = count ? storedBytes(type.dtype, *count) : std::nullopt;
        if (!wanted)
            return fail(Code::BadShape, phrase("shape %1 is larger than any file", shapeText(header.shape)));
        return *wanted;
    }

    static void setProblem(
        FileContents& contents, TensorRecord& record, TensorState state, const Error& error)
    {
        record.state = state;
        complain(contents, record, state == TensorState::Unsupported ? Severity::Warning : Severity::Error,
            error.code, phrase("%1: %2", printable(record.entry), error.message), error.place.offset);
    }

    static TensorRecord recordOf(
        const ZipDirectory& zip, const ZipEntry& entry, FileContents& contents, const std::stop_token& stop)
    {
        TensorRecord record;
        const bool isArray = entry.name.ends_with(kArray);
        record.entry = isArray ? entry.name.substr(0, entry.name.size() - kArray.size()) : entry.name;
        record.opName = record.entry;
        record.hasShape = false;
        record.bytes = entry.bytes;
        const auto start = startOf(zip, entry, stop);
        if (!start) {
            const bool unknown = start.error().code == Code::Unsupported;
            setProblem(contents, record, unknown ? TensorState::Unsupported : TensorState::Unreadable,
                start.error());
            return record;
        }
        const auto header = headerOf(start->span());
        if (!header) {
            setProblem(contents, record, TensorState::Unreadable, header.error());
            return record;
        }
        const NpyType type = npyType(*header, {});
        record.dtype = type.dtype;
        record.shape = header->shape;
        record.hasShape = true;
        if (!type.note.empty())
            noteOn(record, type.note);
        const auto wanted = wantedBytes(*header, type);
        const std::uint64_t available = entry.bytes - std::min(entry.bytes, header->dataOffset);
        if (!type.unsupported.empty()) {
            record.dtypeText = printable(header->descr);
            setProblem(
                contents, record, TensorState::Unsupported, makeError(Code::Unsupported, type.unsupported));
        } else if (!wanted) {
            setProblem(contents, record, TensorState::Unreadable, wanted.error());
        } else {
            record.bytes = std::min(*wanted, available);
            if (available < *wanted)
                setProblem(contents, record, TensorState::Truncated,
                    makeError(Code::Truncated, phrase("truncated: %1 of %2 bytes", available, *wanted)));
        }
        return record;
    }

    mutable ParsedFiles<ZipDirectory> m_known;
};

} // namespace

void register_npz_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<NpzReader>());
}

} // namespace dumpscope::core
