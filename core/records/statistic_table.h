// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/wide_integer.h"
#include "records/message_pool.h"
#include "records/string_pool.h"
#include "records/tensor_record.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A statistics file (statistic.csv of MindSpore, CANN statistics, msprobe) as typed columns.
/// One row per tensor. Immutable after loading; thread-safe.
class StatisticTable {
public:
    /// Numeric statistics a file may carry. NegativeZero/PositiveZero are MindSpore's names for
    /// counts of elements < 0 and > 0.
    enum class Field : std::uint8_t {
        Max,
        Min,
        Mean,
        L2Norm,
        Count,
        NegativeCount,
        PositiveCount,
        NanCount,
        NegInfCount,
        PosInfCount,
        ZeroCount,
    };
    static constexpr std::size_t kFields = 11;

    struct Column {
        std::string header;         ///< as spelled in the file
        std::optional<Field> field; ///< numeric statistic
        bool isDigest = false;      ///< MD5, SHA1, CRC: text
    };

    /// Every row belongs to the operator the file is named after, so io and slot identify rows.
    bool oneOperator = false;
    /// Its writer has the same word for NaN and for what it did not compute: of a row without any number
    /// nobody knows which.
    bool mayHideNan = false;

    StringPool strings;
    MessagePool messages;        ///< of `problem`
    std::vector<Column> columns; ///< all columns in file order, identity columns included

    // Identity by row; StringId{0} or the sentinel where not recorded. Rows of an index have it instead.
    std::vector<StringId> opType, opName;
    std::vector<Io> io;
    std::vector<std::int32_t> slot;
    std::vector<std::uint32_t> task, stream; ///< kNone if absent
    std::vector<std::uint64_t> timestamp;    ///< 0 if absent
    std::vector<std::uint64_t> dataSize;     ///< bytes
    std::vector<DType> dtype;
    std::vector<StringId> dtypeText, shapeText, formatText;
    std::vector<std::uint64_t> line; ///< from 1, in the file
    std::vector<MessageId> problem;  ///< short row, bad number…; MessageId{0} if none

    std::array<std::vector<double>, kFields> values; ///< empty vector: column absent
    struct ExactInteger {
        std::uint32_t row = 0;
        WideInteger value = 0;
    };
    /// Cells that are integers of 64 bits which `values` rounds, by row.
    std::array<std::vector<ExactInteger>, kFields> exactIntegers;
    /// By row: the cell is no number: empty, `null`, `NA`. `True` and `False` are the numbers 1 and 0.
    std::array<std::vector<bool>, kFields> isNull;
    struct Digest {
        std::string name; ///< column header
        std::vector<StringId> text;
    };
    std::vector<Digest> digests;
    std::vector<Digest> attributes; ///< further facts about the tensors as text: requires_grad

    // Where a file holds several steps or ranks; empty vectors otherwise.
    std::vector<std::int64_t> step, rank;  ///< kNoStep if the row has none
    std::vector<std::uint32_t> occurrence; ///< as TensorRecord::occurrence; kNone if absent

    // Where the file names its tensors (msprobe); empty vectors otherwise.
    std::vector<StringId> entry;    ///< as TensorRecord::entry
    std::vector<StringId> dataName; ///< file of the values, below `dump_tensor_data` beside this file
    bool dataBeside = false;        ///< `dataName` is relative to the folder of this file
    bool repeatsInFiles = false;    ///< a file that is named again holds a further tensor
    std::string
        preferredFile; ///< a file of the folder that says the same and more: with it, rows here are none
    std::vector<std::uint32_t> position; ///< of the operator in the order of execution

    /// An argument or result of an operator that is no tensor.
    struct Scalar {
        StringId opName, entry, type, value; ///< `value` as text
        Io io = Io::Unknown;
        std::int32_t slot = -1;
    };
    std::vector<Scalar> scalars; ///< in file order

    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    static constexpr std::int64_t kNoStep = INT64_MIN;

    /// Step or rank of a row, if it has one of its own.
    [[nodiscard]] static std::optional<std::int64_t> known(
        const std::vector<std::int64_t>& column, std::size_t row)
    {
        return column.empty() || column[row] == kNoStep ? std::nullopt : std::optional(column[row]);
    }
    [[nodiscard]] std::size_t rows() const { return opName.size(); }
    [[nodiscard]] std::optional<double> value(Field field, std::size_t row) const
    {
        const auto& column = values[static_cast<std::size_t>(field)];
        const auto& nulls = isNull[static_cast<std::size_t>(field)];
        if (column.empty() || (!nulls.empty() && nulls[row]))
            return std::nullopt;
        return column[row];
    }
    /// The integer that value() rounds; nothing where it is the number itself.
    [[nodiscard]] std::optional<WideInteger> exactInteger(Field field, std::size_t row) const;
    /// Whether a row has any number about the values; checksums and the element count do not count.
    [[nodiscard]] bool showsValues(std::size_t row) const;
    [[nodiscard]] bool hasDigest(std::size_t row) const;
    [[nodiscard]] std::uint64_t memoryBytes() const;
};

} // namespace dumpscope::core
