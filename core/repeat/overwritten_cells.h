// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/written_over.h"
#include "trend/cell_signature.h"

#include <string>
#include <tuple>

namespace dumpscope::core {

/// The cells of a run that hold memory which operators write over (WrittenOver). The run and its signatures
/// must outlive it. Thread-safe.
class OverwrittenCells {
public:
    OverwrittenCells(const TrendRun& run, const CellSignatures& signatures);

    /// Whether a checksum of the cell says nothing. A tensor that is not itself written over is recognised by
    /// its figures; one whose elements differ and of which extremes alone were recorded is not.
    [[nodiscard]] bool contains(std::size_t cell) const;

private:
    /// Rank, type, shape, figures.
    using Content = std::tuple<std::uint32_t, DType, std::string, std::string>;
    [[nodiscard]] Content contentOf(std::size_t cell) const;
    [[nodiscard]] bool isItself(std::size_t cell) const;

    const TrendRun& m_run;
    const CellSignatures& m_signatures;
    WrittenOver<Content> m_written;
};

} // namespace dumpscope::core
