// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/atb/atb_header.h"
#include "readers/atb/atb_operator.h"
#include "readers/atb/atb_statistic.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/parsed_files.h"

#include <algorithm>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

/// Tensors as ATB and MindIE write them: a text header, then the data (docs/formats/llm-era.md 1.1).
class AtbReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "atb",
            .title = Form<0>("ATB or MindIE tensor"),
            .patterns = {"intensor*.bin", "outtensor*.bin"},
            .can = {.index = true, .values = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const std::string_view head = asText(probe.head);
        if (beginsAtbRecord(head))
            return {95, phrase("header that begins with $Version=")};
        if (beginsAtbHeader(head))
            return {90, phrase("header with dtype or dims that ends with $End")};
        const bool named = parseAtbFileName(probe.name).has_value();
        const bool placed = probe.folder != nullptr && probe.folder->layout == kAtbLayout;
        return {named && placed ? 60 : named ? 30 : 0, phrase("no header of an ATB tensor")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        const auto first = firstHeader(file);
        if (!first)
            return damagedFile(file, TensorState::Unreadable, first.error());
        FileContents contents;
        if (first->isStatistic() && !first->object) {
            contents.statistics = statisticOf(*first, file.facts);
            return contents;
        }
        TRY_VOID(readRecords(file, *first, contents, task));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes all, file.source.map());
        std::uint64_t offset = 0;
        if (ordinal > 0) {
            TRY_ASSIGN(const AtbRecords records, m_known.read(all));
            if (ordinal >= records.members())
                return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
            offset = records.offset(ordinal);
        }
        TRY_ASSIGN(const AtbHeader header, readAtbHeader(all.span(), offset));
        const auto dtype = dtypeFromAtb(header.dtype);
        if (!header.shape || !dtype || !dtypeInfo(*dtype).hasValues)
            return fail(
                Code::Unsupported, phrase("type %1 has no values to show", atbDtypeText(header.dtype)));
        const auto count = elementCount(*header.shape);
        const auto wanted = count ? storedBytes(*dtype, *count) : std::nullopt;
        if (!wanted)
            return fail(Code::BadShape, phrase("shape %1 is larger than any file", shapeText(*header.shape)));
        const AtbExtent extent = atbExtent(header, file.source.size());
        TRY_ASSIGN(
            Bytes data, all.slice(std::min(extent.begin, all.size()), std::min(extent.present, *wanted)));
        return makeDenseView(*dtype, *header.shape, std::move(data));
    }

    Description describe(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        Description fields;
        if (const auto header = readAtbHeader(file.source, 0)) {
            constexpr std::size_t kMost = 100;
            for (const auto& [name, value] : header->lines) {
                if (fields.size() < kMost)
                    fields.emplace_back(Message(printable(name)), Message(printable(value)));
            }
        }
        return fields;
    }

private:
    /// Mostly the header ends within what the probe has read: dumps have very many files.
    static Result<AtbHeader> firstHeader(const FileContext& file)
    {
        auto header = readAtbHeader(file.head, 0);
        if (header && (header->dataOffset < file.head.size() || file.head.size() == file.source.size()))
            return header;
        return readAtbHeader(file.source, 0);
    }

    static Result<void> readRecords(
        const FileContext& file, AtbHeader header, FileContents& contents, TaskContext& task)
    {
        const std::uint64_t size = file.source.size();
        for (;;) {
            TRY_VOID(task.checkStop());
            addRecord(header, size, contents);
            const std::uint64_t end = atbExtent(header, size).end;
            if (end >= size)
                break;
            TRY_ASSIGN(const Bytes next, file.source.read(end, std::string_view("$Version=").size()));
            if (!beginsAtbRecord(asText(next.span()))) {
                contents.problems.push_back({Severity::Hint, Code::Suspicious, {.offset = end},
                    phrase("%1 bytes behind the tensor are ignored", size - end)});
                break;
            }
            if (contents.tensors.size() == AtbRecords::kMost) {
                contents.problems.push_back({Severity::Warning, Code::Limit, {.offset = end},
                    phrase("only the first %1 records are listed", AtbRecords::kMost)});
                break;
            }
            auto following = readAtbHeader(file.source, end);
            if (!following) {
                addDamaged(following.error(), size - end, contents);
                break;
            }
            header = std::move(*following);
        }
        if (contents.tensors.size() > 1)
            numberRecords(contents);
        return {};
    }

    /// The writer appends: an operator that ran again is another record behind the first one.
    static void numberRecords(FileContents& contents)
    {
        for (std::size_t i = 0; i < contents.tensors.size(); ++i) {
            contents.tensors[i].occurrence = static_cast<std::uint32_t>(i);
            if (i > 0)
                contents.tensors[i].entry = "record" + std::to_string(i + 1);
        }
    }

    static void addDamaged(const Error& error, std::uint64_t bytes, FileContents& contents)
    {
        TensorRecord record;
        record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
        record.hasShape = false;
        record.bytes = bytes;
        record.state = TensorState::Unreadable;
        complain(contents, record, Severity::Error, error.code, error.message, error.place.offset);
        contents.tensors.push_back(std::move(record));
    }

    static void addRecord(const AtbHeader& header, std::uint64_t size, FileContents& contents)
    {
        TensorRecord record;
        record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
        record.dtype = dtypeFromAtb(header.dtype).value_or(DType::Unknown);
        record.dtypeText = atbDtypeText(header.dtype);
        record.format = formatFromAtb(header.format);
        record.hasShape = header.shape.has_value();
        if (header.shape)
            record.shape = *header.shape;
        for (const auto& [name, value] : header.lines) {
            if (name == "$Version" && value != "1.0")
                noteOn(record, phrase("version %1 of the format, not 1.0", printable(value)));
        }
        const AtbExtent extent = atbExtent(header, size);
        record.bytes = extent.present;
        if (!header.shape) {
            record.state = TensorState::Unreadable;
            complain(contents, record, Severity::Error, Code::BadShape,
                header.hasDims ? phrase("the dimensions are no list of numbers")
                               : phrase("the header has no dimensions"),
                header.dataOffset);
        } else if (!header.valuesKey.empty() && !header.object) {
            addElsewhere(header, record, contents);
        } else if (header.count == 0U && !header.object) {
            record.state = TensorState::Empty;
            noteOn(record, phrase("the file holds no data"));
        } else {
            checkData(header, extent, record, contents);
        }
        contents.tensors.push_back(std::move(record));
    }

    /// A header without data: the same tensor lies in another file (docs/formats/llm-era.md 1.4).
    static void addElsewhere(const AtbHeader& header, TensorRecord& record, FileContents& contents)
    {
        record.state = TensorState::Empty;
        record.bytes = 0;
        const auto key = parseAtbKey(header.valuesKey);
        if (!key)
            complain(contents, record, Severity::Warning, Code::BadName,
                phrase(
                    "its values should be in %1, which is no file of this dump", printable(header.valuesKey)),
                header.dataOffset);
        else if (key->numbers.empty())
            noteOn(record, phrase("not saved: the filter of the dump left it out"));
        else
            contents.elsewhere.push_back({record.ordinal, header.valuesKey});
    }

    static void checkData(
        const AtbHeader& header, const AtbExtent& extent, TensorRecord& record, FileContents& contents)
    {
        const auto count = elementCount(*header.shape);
        const bool hasValues = record.dtype != DType::Unknown && dtypeInfo(record.dtype).hasValues;
        const auto wanted = count ? storedBytes(record.dtype, *count) : std::nullopt;
        if (!wanted) {
            record.state = TensorState::Unreadable;
            complain(contents, record, Severity::Error, Code::BadShape,
                phrase("shape %1 is larger than any file, %2 bytes are there", shapeText(*header.shape),
                    extent.present),
                header.dataOffset);
        } else if (!hasValues) {
            record.state = TensorState::Unsupported;
            complain(contents, record, Severity::Warning, Code::Unsupported,
                phrase("type %1 has no values to show", record.dtypeText));
        } else if (extent.present < *wanted) {
            record.state = TensorState::Truncated;
            complain(contents, record, Severity::Error, Code::BadSize,
                phrase("truncated: %1 of %2 bytes", extent.present, *wanted), extent.begin + extent.present);
        } else {
            record.bytes = *wanted;
            if (*wanted == 0)
                record.state = TensorState::Empty;
            if (extent.stated != *wanted)
                complain(contents, record, Severity::Warning, Code::BadSize,
                    phrase("%1 bytes of data, the shape needs %2", extent.stated, *wanted), extent.begin);
            const auto length = std::ranges::find(header.lines, std::string_view("$Object.Length"),
                &std::pair<std::string, std::string>::first);
            // One object is as long as all of them together.
            if (length != header.lines.end() && header.object && header.count.value_or(1) == 1
                && header.length != header.object->second)
                complain(contents, record, Severity::Warning, Code::BadHeader,
                    phrase("the header says a length of %1 and an object of %2 bytes",
                        printable(length->second), header.object->second));
            if (header.count && *header.count != 1)
                complain(contents, record, Severity::Warning, Code::Suspicious,
                    phrase("%1 objects are announced; the first one is shown", *header.count));
        }
    }

    mutable ParsedFiles<AtbRecords> m_known;
};

} // namespace

void register_atb_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbReader>());
}

} // namespace dumpscope::core
