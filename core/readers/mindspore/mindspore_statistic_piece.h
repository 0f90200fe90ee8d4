// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/mindspore/mindspore_statistic_columns.h"
#include "readers/piece_strings.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Rows of one line-aligned piece of a statistics file, scanned on its own so that pieces can be
/// scanned in parallel. Numbers of texts are those of `strings`.
struct StatisticPiece {
    static constexpr std::size_t kFields = StatisticTable::kFields;

    PieceStrings strings;
    MessagePool messages; ///< of `problem`
    std::vector<std::uint32_t> opType, opName, dtypeText, shapeText, formatText;
    std::vector<MessageId> problem;
    std::vector<Io> io;
    std::vector<std::int32_t> slot;
    std::vector<std::uint32_t> task, stream;
    std::vector<std::uint64_t> timestamp, dataSize;
    std::vector<DType> dtype;
    std::vector<std::uint32_t> line; ///< from 1, within the piece
    std::array<std::vector<double>, kFields> values;
    std::array<std::vector<StatisticTable::ExactInteger>, kFields> exactIntegers;
    std::array<std::vector<std::uint32_t>, kFields> nullRows; ///< rows without a number, ascending
    std::vector<std::vector<std::uint32_t>> digests;

    std::uint64_t lines = 0;        ///< in the piece
    std::uint64_t droppedLines = 0; ///< malformed lines that are too short for a row
    std::size_t problemRows = 0;
    bool trailingField = false; ///< rows end with a comma
    bool squareShape = false;   ///< a shape in square brackets
    bool slashName = false;     ///< an operator name with its scopes
    bool booleanWord = false;   ///< a cell `True` or `False`
    bool unfinished = false;    ///< the last line has no end

    [[nodiscard]] std::size_t rows() const { return opName.size(); }
};

/// Scans `text`, which starts at a line and has no header. `headerLine` is the file's header, so
/// that a repeated one is skipped.
[[nodiscard]] StatisticPiece scanStatisticPiece(
    std::string_view text, const StatisticPlan& plan, std::string_view headerLine);

} // namespace dumpscope::core
