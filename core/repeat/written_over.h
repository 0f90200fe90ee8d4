// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/cell_signature.h"

#include <set>
#include <string>
#include <tuple>

namespace dumpscope::core {

/// Memory that operators write over in place (`add_`, `__setitem__`, running statistics): msprobe computes
/// checksums in the background, before or behind that, so that those of such a tensor, or of a result that is
/// written over later, may differ between equal runs (docs/culprit.md). The run and its signatures must
/// outlive it. Thread-safe.
class WrittenOver {
public:
    WrittenOver(const TrendRun& run, const CellSignatures& signatures);

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
    std::set<Content> m_contents;
};

} // namespace dumpscope::core
