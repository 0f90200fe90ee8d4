// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/overwritten_cells.h"

#include "compare/suspects/operator_nature.h"
#include "readers/msprobe/msprobe_name.h"

namespace dumpscope::core {

namespace {

bool isBackward(const TrendRow& row)
{
    const auto entry = parseMsprobeEntry(row.opName);
    return entry && entry->isBackward;
}

} // namespace

OverwrittenCells::OverwrittenCells(const TrendRun& run, const CellSignatures& signatures)
    : m_run(run)
    , m_signatures(signatures)
{
    for (std::size_t cell = 0; cell < run.cube().cells().size(); ++cell) {
        if (isItself(cell) && !signatures.figuresOf(cell).empty())
            m_written.add(contentOf(cell));
    }
}

OverwrittenCells::Content OverwrittenCells::contentOf(std::size_t cell) const
{
    const TrendCell& at = m_run.cube().cells()[cell];
    const TensorRow& tensor = m_run.index().tensor(TensorId(at.tensor));
    return {at.rank, tensor.dtype,
        tensor.shape.isValid() ? shapeText(m_run.index().shape(tensor.shape)) : std::string(),
        m_signatures.figuresOf(cell)};
}

bool OverwrittenCells::isItself(std::size_t cell) const
{
    const TrendRow& row = m_run.cube().rows()[m_run.cube().cells()[cell].row];
    return row.io == "input" && row.slot && writesOverInput(row.opType, static_cast<std::int32_t>(*row.slot))
        && !isBackward(row);
}

bool OverwrittenCells::contains(std::size_t cell) const
{
    return m_written.contains(
        contentOf(cell), isItself(cell), m_signatures.hasSums(cell) || !m_signatures.varies(cell));
}

} // namespace dumpscope::core
