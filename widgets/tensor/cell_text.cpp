// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/cell_text.h"
#include "tensor/element_text.h"
#include "tensor/plane.h"

#include "common/core_text.h"
#include "tensor/element_values.h"
#include "tensor/plane_geometry.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

/// "0x3c00" as four groups of four bits.
QString bitText(const QString& hex)
{
    QString text;
    for (const QChar digit : hex.mid(2)) {
        if (!text.isEmpty())
            text += u' ';
        text += QString::number(QString(digit).toInt(nullptr, 16), 2).rightJustified(4, u'0');
    }
    return text;
}

std::uint8_t flagOf(double value)
{
    if (std::isfinite(value))
        return 0;
    return std::isnan(value) ? core::kHasNan : value > 0 ? core::kHasPosInf : core::kHasNegInf;
}

} // namespace

QString cellText(const core::ElementChunk& chunk, std::uint64_t indexInChunk, const NumberFormat& format)
{
    if (format.style == NumberStyle::Hex)
        return fromCore(core::elementBits(chunk, indexInChunk));
    if (format.style == NumberStyle::Bits)
        return bitText(fromCore(core::elementBits(chunk, indexInChunk)));
    const bool isReal = core::isFloating(chunk.dtype);
    if (isReal) {
        double value = 0;
        core::toMagnitudes(core::subChunk(chunk, indexInChunk, 1), &value);
        if (std::isnan(value))
            return QStringLiteral("NaN");
        if (std::isinf(value))
            return value > 0 ? QStringLiteral("+Inf") : QStringLiteral("-Inf");
        if (format.style == NumberStyle::Fixed)
            return QString::number(value, 'f', format.digits);
        if (format.style == NumberStyle::Scientific)
            return QString::number(value, 'e', format.digits);
    }
    return fromCore(core::elementText(chunk, indexInChunk));
}

core::Result<CellBlock> loadCells(const core::ElementStream& stream, const core::PlaneSpec& plane,
    const core::PlaneWindow& window, const NumberFormat& format, const core::PaddingMask* padding,
    std::stop_token stop)
{
    CellBlock block;
    TRY_ASSIGN(const core::PlaneGeometry geometry, core::planeGeometry(stream.shape(), plane));
    block.window.firstRow = std::min(window.firstRow, geometry.rows);
    block.window.firstColumn = std::min(window.firstColumn, geometry.columns);
    block.window.rows = std::min(window.rows, geometry.rows - block.window.firstRow);
    block.window.columns = std::min(window.columns, geometry.columns - block.window.firstColumn);
    const auto columns = static_cast<std::size_t>(block.window.columns);
    const auto cells = static_cast<std::size_t>(block.window.rows) * columns;
    block.texts.reserve(cells);
    block.values.resize(cells);
    block.flags.resize(cells);
    core::ElementStream::Scratch scratch;
    for (std::uint64_t row = 0; row < block.window.rows && columns > 0; ++row) {
        if (stop.stop_requested())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        const std::uint64_t first = geometry.at(block.window.firstRow + row, block.window.firstColumn);
        const core::ElementChunk chunk = stream.readStrided(first, geometry.columnStride, columns, scratch);
        double* const values = block.values.data() + static_cast<std::size_t>(row) * columns;
        core::toMagnitudes(chunk, values);
        for (std::size_t i = 0; i < columns; ++i) {
            std::uint8_t& flags = block.flags[static_cast<std::size_t>(row) * columns + i];
            flags = flagOf(values[i]);
            const std::uint64_t element = first + static_cast<std::uint64_t>(geometry.columnStride) * i;
            if (padding && padding->isPadding(element))
                flags = static_cast<std::uint8_t>((padding->isStored() ? flags : 0) | kIsPadding);
            block.texts.push_back(cellText(chunk, i, format));
        }
    }
    TRY_VOID(stream.view().bytes.check());
    return block;
}

} // namespace dumpscope::gui
