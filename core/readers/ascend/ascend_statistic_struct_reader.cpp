// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_reader.h"
#include "readers/format_registry.h"
#include "readers/statistic_contents.h"

#include <array>
#include <bit>
#include <limits>

namespace dumpscope::core {

namespace {

// OpStatsResult and TensorStatsResult of docs/formats/ascend-dump-binary.md 6.2.
constexpr std::size_t kRecordBytes = 6496;
constexpr std::size_t kTensorBytes = 648;
constexpr std::size_t kFirstTensor = 16;
constexpr int kMaxStructTensors = 10;
constexpr std::uint64_t kKnownItems = 0x7F;
constexpr std::size_t kMaxStructDims = 25;

using Field = StatisticTable::Field;
/// Bits of statItem, which are slots of stats[] as well.
constexpr std::array<Field, 7> kItems {Field::Max, Field::Min, Field::Mean, Field::NanCount,
    Field::NegInfCount, Field::PosInfCount, Field::L2Norm};
constexpr std::array<std::string_view, 7> kItemNames {
    "Max Value", "Min Value", "Avg Value", "Nan Count", "Negative Inf Count", "Positive Inf Count", "l2norm"};

template<typename T> T at(ByteSpan bytes, std::size_t offset)
{
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

bool isRecord(ByteSpan record)
{
    if (record.size() < kFirstTensor + kTensorBytes)
        return false;
    const auto tensors = at<std::int32_t>(record, 0);
    const auto items = at<std::uint64_t>(record, 8);
    if (tensors < 1 || tensors > kMaxStructTensors || items == 0 || (items & ~kKnownItems) != 0)
        return false;
    const ByteSpan first = record.subspan(kFirstTensor, kTensorBytes);
    const auto io = at<std::int32_t>(first, 640);
    return at<std::int64_t>(first, 0) >= 0 && (io == 0 || io == 1) && at<std::int32_t>(first, 644) >= 0
        && at<std::int32_t>(first, 16) >= 0;
}

bool isFloatResult(int dtype)
{
    const auto known = dtypeFromAscend(dtype);
    return known
        && (*known == DType::Float32 || *known == DType::Float16 || *known == DType::BFloat16
            || *known == DType::HiFloat8 || *known == DType::Float8E5M2 || *known == DType::Float8E4M3FN);
}

bool isExtreme(Field field)
{
    return field == Field::Max || field == Field::Min;
}

/// The number behind an item: floats in the low half, 64-bit integers whole, the rest 32-bit.
double itemValue(Field field, int dtype, std::int64_t stored)
{
    const auto low = static_cast<std::uint32_t>(stored);
    const auto asFloat = [low] { return static_cast<double>(std::bit_cast<float>(low)); };
    switch (field) {
    case Field::Mean:
    case Field::L2Norm:
        return asFloat();
    case Field::Max:
    case Field::Min:
        if (isFloatResult(dtype))
            return asFloat();
        if (dtypeFromAscend(dtype) == DType::Int64)
            return static_cast<double>(stored);
        return static_cast<double>(std::bit_cast<std::int32_t>(low));
    default:
        return static_cast<double>(std::bit_cast<std::int32_t>(low));
    }
}

class TableFiller {
public:
    TableFiller()
        : m_table(std::make_shared<StatisticTable>())
    {
    }

    void add(ByteSpan record)
    {
        const auto items = at<std::uint64_t>(record, 8);
        for (int i = 0; i < at<std::int32_t>(record, 0); ++i)
            addTensor(record.subspan(kFirstTensor + static_cast<std::size_t>(i) * kTensorBytes, kTensorBytes),
                items);
    }
    [[nodiscard]] std::shared_ptr<StatisticTable> finish()
    {
        for (std::size_t item = 0; item < kItems.size(); ++item) {
            if ((m_items >> item & 1U) == 0) {
                m_table->values[index(kItems[item])].clear();
                m_table->isNull[index(kItems[item])].clear();
            } else {
                m_table->columns.push_back({std::string(kItemNames[item]), kItems[item], false});
            }
        }
        return std::move(m_table);
    }

private:
    static std::size_t index(Field field) { return static_cast<std::size_t>(field); }

    void addTensor(ByteSpan tensor, std::uint64_t items)
    {
        StatisticTable& t = *m_table;
        Message problem;
        const auto dtype = at<std::int32_t>(tensor, 8);
        const auto io = at<std::int32_t>(tensor, 640);
        t.io.push_back(io == 0 ? Io::Input : io == 1 ? Io::Output : Io::Unknown);
        t.slot.push_back(std::max(at<std::int32_t>(tensor, 644), -1));
        t.dataSize.push_back(
            static_cast<std::uint64_t>(std::max<std::int64_t>(at<std::int64_t>(tensor, 0), 0)));
        t.dtype.push_back(dtypeFromAscend(dtype).value_or(DType::Unknown));
        t.dtypeText.push_back(t.strings.intern(ascendDtypeName(dtype)));
        const auto format = at<std::int32_t>(tensor, 12);
        t.formatText.push_back(
            t.strings.intern(format >= 0 && format < 255 ? formatName(static_cast<MemoryFormat>(format))
                                                         : std::string_view()));
        t.line.push_back(t.line.size() + 1);
        const Shape shape = shapeOf(tensor, problem);
        const auto count = problem.empty() ? elementCount(shape) : std::nullopt;
        t.shapeText.push_back(t.strings.intern(count ? shapeText(shape) : std::string()));
        addValue(Field::Count, static_cast<double>(count.value_or(0)), count.has_value());
        const bool failed = at<std::uint32_t>(tensor, 120) != 0;
        if (failed && problem.empty())
            problem = phrase("the device could not compute statistics of this tensor");
        for (std::size_t item = 0; item < kItems.size(); ++item) {
            const bool selected = (items >> item & 1U) != 0;
            const auto stored = at<std::int64_t>(tensor, 128 + item * 8);
            addValue(kItems[item], itemValue(kItems[item], dtype, stored), selected && !failed);
            const auto exact = isExtreme(kItems[item]) && dtypeFromAscend(dtype) == DType::Int64
                ? ifRounded(WideInteger {stored})
                : std::nullopt;
            if (exact)
                t.exactIntegers[index(kItems[item])].push_back(
                    {static_cast<std::uint32_t>(t.line.size() - 1), *exact});
        }
        m_items |= items;
        t.problem.push_back(t.messages.intern(problem));
        t.opName.push_back(StringId {0U}); // a row; named afterwards
    }

    static Shape shapeOf(ByteSpan tensor, Message& problem)
    {
        const auto rank = at<std::int32_t>(tensor, 16);
        if (rank < 0 || static_cast<std::size_t>(rank) > kMaxStructDims) {
            problem = phrase("more dimensions than the record has room for");
            return {};
        }
        Shape shape;
        for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i)
            shape.push_back(at<std::uint32_t>(tensor, 20 + 4 * i));
        return shape;
    }

    void addValue(Field field, double value, bool present)
    {
        m_table->values[index(field)].push_back(present ? value : 0.0);
        m_table->isNull[index(field)].push_back(!present);
    }

    std::shared_ptr<StatisticTable> m_table;
    std::uint64_t m_items = 0;
};

/// The record of the vector core before the host makes a CSV of it (docs/formats/ascend-dump-binary.md 6.2).
class AscendStatisticStructReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ascend-statistic-struct",
            .title = Form<0>("Ascend statistics of an operator, as the device sends them"),
            .patterns = {"OP_TYPE.OP_NAME.TASK.STREAM.TIME.bin"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.size == 0 || probe.size % kRecordBytes != 0)
            return {0, phrase("no whole number of statistics records")};
        if (!isRecord(probe.head))
            return {0, phrase("no statistics record")};
        const bool named = probe.name.ends_with(".bin") && probe.facts != nullptr && probe.facts->timestamp;
        return named ? Claim {70, phrase("a statistics record")}
                     : Claim {35, phrase("looks like a statistics record")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TableFiller filler;
        FileContents contents;
        std::uint64_t offset = 0;
        for (; bytes.size() - offset >= kRecordBytes; offset += kRecordBytes) {
            const ByteSpan record = bytes.span().subspan(offset, kRecordBytes);
            if (isRecord(record))
                filler.add(record);
            else
                contents.problems.push_back(
                    {Severity::Error, Code::BadHeader, {.offset = offset}, phrase("no statistics record")});
        }
        TRY_VOID(bytes.check());
        if (offset != bytes.size())
            contents.problems.push_back({Severity::Error, Code::Truncated, {.offset = offset},
                phrase("the last statistics record is incomplete")});
        auto table = filler.finish();
        NameFacts facts = file.facts;
        nameStatisticRows(*table, facts);
        contents.statistics = std::move(table);
        return contents;
    }
};

} // namespace

void register_ascend_statistic_struct_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendStatisticStructReader>());
}

} // namespace dumpscope::core
