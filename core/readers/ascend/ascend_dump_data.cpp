// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_container.h"
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using Cut = WireReader::Cut;

/// Dimensions kept per shape; rewritten headers repeat them (docs/formats/ascend-dump-binary.md 8, notiling).
constexpr std::size_t kMaxStoredDims = 4096;
constexpr std::size_t kMaxDumpAttributes = 4096;
constexpr std::size_t kMaxDimRanges = 64;

struct List {
    std::uint32_t field; ///< of DumpData
    Io io;
};
/// In the order of their payloads.
constexpr std::array kLists {
    List {4, Io::Input}, List {3, Io::Output}, List {5, Io::Buffer}, List {8, Io::Workspace}};

/// Parses one DumpData. Every read* returns false when the message is malformed; `m_error` tells why.
class DumpDataParser {
public:
    explicit DumpDataParser(bool wholeFile)
        : m_cut(wholeFile ? Cut::Allow : Cut::Refuse)
        , m_wholeFile(wholeFile)
    {
    }

    Result<DumpHeader> parse(ByteSpan message, std::uint64_t base)
    {
        TRY_VOID(makeRoom(message));
        WireReader reader(message, base, m_cut);
        WireField field;
        while (reader.next(field)) {
            m_header.cut = m_header.cut || field.missing > 0;
            if (!readField(field))
                return fail(std::move(*m_error));
        }
        if (reader.failed() && !(m_wholeFile && reader.ranOut()))
            return fail(reader.error());
        m_header.cut = m_header.cut || reader.failed();
        return std::move(m_header);
    }

private:
    bool stop(const WireReader& reader)
    {
        m_error = reader.error();
        return false;
    }
    // A known field of an unexpected wire type is an unknown field; such a file is hardly a dump.
    bool expect(bool met)
    {
        m_header.plausible = m_header.plausible && met;
        return met;
    }
    bool number(const WireField& field) { return expect(field.isVarint()); }
    bool bytes(const WireField& field) { return expect(field.isBytes()); }

    // The payload has inputs first whatever the order of the fields (docs/formats/ascend-dump-binary.md 1.1),
    // so each list gets its place before anything is read.
    Result<void> makeRoom(ByteSpan message)
    {
        std::array<std::size_t, kLists.size()> counts {};
        WireReader reader(message, 0, m_cut);
        WireField field;
        while (reader.next(field)) {
            for (std::size_t i = 0; i < kLists.size(); ++i)
                counts[i] += field.isBytes() && field.number == kLists[i].field ? 1U : 0U;
        }
        std::size_t total = 0;
        for (std::size_t i = 0; i < kLists.size(); ++i) {
            m_first[i] = total;
            total += counts[i];
        }
        if (total > kMaxContainerTensors)
            return fail(Code::Limit, phrase("%1 tensors in one header", total));
        m_header.tensors.resize(total);
        return {};
    }

    bool readField(const WireField& field)
    {
        switch (field.number) {
        case 1:
            if (bytes(field))
                m_header.version = field.text();
            return true;
        case 2:
            if (number(field))
                m_header.dumpTime = field.value;
            return true;
        case 3:
        case 4:
        case 5:
        case 8:
            return !bytes(field) || readTensor(field);
        case 6:
            if (bytes(field))
                m_header.opName = field.text();
            return true;
        case 7:
            return !bytes(field) || readAttribute(field);
        case 9:
            if (bytes(field))
                m_header.dfxMessage = field.text();
            return true;
        default:
            return true;
        }
    }

    bool readTensor(const WireField& message)
    {
        const auto list
            = static_cast<std::size_t>(std::find_if(kLists.begin(), kLists.end(), [&](const List& l) {
                  return l.field == message.number;
              }) - kLists.begin());
        StoredTensor& tensor = m_header.tensors[m_first[list] + m_read[list]];
        tensor.io = kLists[list].io;
        tensor.slot = static_cast<std::uint32_t>(m_read[list]++);
        WireReader reader(message.bytes, message.offset, m_cut);
        WireField field;
        while (reader.next(field)) {
            const bool good = tensor.io == Io::Output ? readOutput(field, tensor)
                : tensor.io == Io::Input              ? readInput(field, tensor)
                                                      : readPlain(field, tensor);
            if (!good)
                return false;
        }
        if (reader.failed() && message.missing == 0)
            return stop(reader);
        if (message.missing > 0 && tensor.payloadOffset == 0)
            tensor.placement = StoredTensor::Placement::Cut;
        return true;
    }

    // OpOutput and OpInput hold the same things under different numbers.
    bool readOutput(const WireField& field, StoredTensor& tensor)
    {
        switch (field.number) {
        case 4:
            return !bytes(field) || readOriginalOp(field, tensor);
        case 5:
            return readData(field, tensor);
        case 6:
            return readSize(field, tensor);
        case 7:
            return !bytes(field) || readShape(field, tensor.originalShape);
        case 8:
            return readSubFormat(field, tensor);
        case 9:
            return readAddress(field, tensor);
        case 10:
            return !bytes(field) || readDimRange(field, tensor);
        case 11:
            return keep(field, tensor.offset);
        case 12:
            return keep(field, tensor.argIndex);
        default:
            return readCommon(field, tensor);
        }
    }

    bool readInput(const WireField& field, StoredTensor& tensor)
    {
        switch (field.number) {
        case 4:
            return readData(field, tensor);
        case 5:
            return readSize(field, tensor);
        case 6:
            return !bytes(field) || readShape(field, tensor.originalShape);
        case 7:
            return readSubFormat(field, tensor);
        case 8:
            return readAddress(field, tensor);
        case 9:
            return keep(field, tensor.offset);
        case 10:
            return keep(field, tensor.argIndex);
        case 11:
            return keep(field, tensor.inputType);
        default:
            return readCommon(field, tensor);
        }
    }

    bool readCommon(const WireField& field, StoredTensor& tensor)
    {
        switch (field.number) {
        case 1:
            if (number(field))
                tensor.dataType = static_cast<std::int64_t>(field.value);
            return true;
        case 2:
            if (number(field))
                tensor.format = field.value;
            return true;
        case 3:
            return !bytes(field) || readShape(field, tensor.shape);
        default:
            return true;
        }
    }

    // OpBuffer and Workspace.
    bool readPlain(const WireField& field, StoredTensor& tensor)
    {
        switch (field.number) {
        case 1:
            return keep(field, tensor.bufferType);
        case 2:
            return readData(field, tensor);
        case 3:
            return readSize(field, tensor);
        case 4:
            return keep(field, tensor.argIndex);
        default:
            return true;
        }
    }

    bool keep(const WireField& field, std::optional<std::uint64_t>& value)
    {
        if (number(field))
            value = field.value;
        return true;
    }
    bool readSize(const WireField& field, StoredTensor& tensor)
    {
        if (number(field) && tensor.payloadOffset == 0)
            tensor.size = field.value;
        return true;
    }
    bool readSubFormat(const WireField& field, StoredTensor& tensor)
    {
        if (number(field))
            tensor.subFormat = static_cast<std::int64_t>(field.value);
        return true;
    }
    bool readAddress(const WireField& field, StoredTensor& tensor)
    {
        if (number(field))
            tensor.address = field.value;
        return true;
    }

    // Legacy files: the bytes are what counts, `size` may be 0 (docs/formats/ascend-dump-binary.md 1.3).
    bool readData(const WireField& field, StoredTensor& tensor)
    {
        if (!bytes(field) || !m_wholeFile)
            return true;
        m_header.hasData = true;
        tensor.payloadOffset = field.offset;
        tensor.payloadBytes = field.bytes.size();
        tensor.size = field.bytes.size() + field.missing;
        tensor.placement = field.missing > 0 ? StoredTensor::Placement::Cut : StoredTensor::Placement::Whole;
        return true;
    }

    bool addDim(std::uint64_t value, StoredShape& shape)
    {
        if (shape.dims.size() == kMaxStoredDims)
            shape.complete = false;
        else
            shape.dims.push_back(static_cast<std::int64_t>(value));
        return true;
    }

    // Shape{1: repeated uint64}, packed or not.
    bool readShape(const WireField& message, StoredShape& shape)
    {
        WireReader reader(message.bytes, message.offset, m_cut);
        WireField field;
        while (reader.next(field)) {
            if (field.number != 1)
                continue;
            if (field.isVarint()) {
                addDim(field.value, shape);
            } else if (bytes(field)) {
                WireReader packed(field.bytes, field.offset);
                std::uint64_t value = 0;
                while (!packed.atEnd() && packed.nextVarint(value))
                    addDim(value, shape);
                if (packed.failed() && field.missing == 0)
                    return stop(packed);
            }
        }
        return !reader.failed() || message.missing > 0 || stop(reader);
    }

    bool readOriginalOp(const WireField& message, StoredTensor& tensor)
    {
        OriginalOp op;
        WireReader reader(message.bytes, message.offset, m_cut);
        WireField field;
        while (reader.next(field)) {
            if (field.number == 1 && bytes(field))
                op.name = field.text();
            else if (field.number == 2 && number(field))
                op.outputIndex = field.value;
            else if (field.number == 3 && number(field))
                op.dataType = static_cast<std::int64_t>(field.value);
            else if (field.number == 4 && number(field))
                op.format = field.value;
        }
        tensor.originalOp = op;
        return !reader.failed() || message.missing > 0 || stop(reader);
    }

    bool readDimRange(const WireField& message, StoredTensor& tensor)
    {
        std::pair<std::uint64_t, std::uint64_t> range;
        WireReader reader(message.bytes, message.offset, m_cut);
        WireField field;
        while (reader.next(field)) {
            if (field.number == 1 && number(field))
                range.first = field.value;
            else if (field.number == 2 && number(field))
                range.second = field.value;
        }
        if (tensor.dimRanges.size() < kMaxDimRanges)
            tensor.dimRanges.push_back(range);
        return !reader.failed() || message.missing > 0 || stop(reader);
    }

    bool readAttribute(const WireField& message)
    {
        std::pair<std::string_view, std::string_view> attribute;
        WireReader reader(message.bytes, message.offset, m_cut);
        WireField field;
        while (reader.next(field)) {
            if (field.number == 1 && bytes(field))
                attribute.first = field.text();
            else if (field.number == 2 && bytes(field))
                attribute.second = field.text();
        }
        if (m_header.attributes.size() < kMaxDumpAttributes)
            m_header.attributes.push_back(attribute);
        return !reader.failed() || message.missing > 0 || stop(reader);
    }

    Cut m_cut;
    bool m_wholeFile;
    DumpHeader m_header;
    std::array<std::size_t, kLists.size()> m_first {}; ///< place of each list in m_header.tensors
    std::array<std::size_t, kLists.size()> m_read {};
    std::optional<Error> m_error;
};

} // namespace

bool StoredShape::hasNegative() const
{
    return std::any_of(dims.begin(), dims.end(), [](std::int64_t dim) { return dim < 0; });
}

Result<DumpHeader> parseDumpData(ByteSpan message, std::uint64_t base, bool wholeFile)
{
    return DumpDataParser(wholeFile).parse(message, base);
}

} // namespace dumpscope::core
