// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/other_arrangement.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/layout/assembly.h"

#include <optional>

namespace dumpscope::core {

namespace {

/// Pairs of one kind.
struct Arranged {
    std::size_t count = 0;
    std::optional<std::size_t> first;

    void add(std::size_t row)
    {
        if (count++ == 0)
            first = row;
    }
};

} // namespace

void nameOtherArrangement(const Comparison& comparison, Conclusion& made)
{
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex& golden = *pairs.golden().index;
    Arranged againstNames, transposed, permuted;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (!isPutTogether(pair) || golden.tensor(pair.golden).io != Io::Parameter)
            continue;
        const Assembly& assembly = *pair.hint->assembly;
        if (assembly.basis != AssemblyBasis::Values || assembly.isByNames)
            continue;
        if (assembly.kind == AssemblyKind::Transpose)
            transposed.add(row);
        else if (assembly.kind == AssemblyKind::Permute)
            permuted.add(row);
        else if (assembly.isAgainstNames)
            againstNames.add(row);
    }
    const std::size_t all = againstNames.count + transposed.count + permuted.count;
    if (all == 0)
        return;
    made.headline = all == 1 ? phrase("%1; one parameter stands in another arrangement", made.headline)
                             : phrase("%1; %2 parameters stand in another arrangement", made.headline, all);
    const auto nameOf = [&](const Arranged& arranged) {
        return printable(golden.tensorId(pairs.row(*arranged.first).pair.golden));
    };
    if (againstNames.first)
        made.addReason(phrase("read otherwise than names say: %1, first golden's %2: %3", againstNames.count,
            nameOf(againstNames), pairs.row(*againstNames.first).pair.reason));
    if (transposed.first)
        made.addReason(phrase("transposed: %1, first golden's %2", transposed.count, nameOf(transposed)));
    if (permuted.first)
        made.addReason(phrase("with rows in another order, as programs differ about rotary embeddings: %1, "
                              "first golden's %2",
            permuted.count, nameOf(permuted)));
}

} // namespace dumpscope::core
