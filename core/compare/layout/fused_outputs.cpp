// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/fused_outputs.h"

#include "compare/pairing/module_names.h"
#include "compare/pairing/name_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace dumpscope::core {

namespace {

/// Outputs with values and without partner: the common names of those that hold one thing, and of the parts
/// of those that hold several.
struct LeftOutputs {
    std::set<std::string> single, parts;

    LeftOutputs(const DumpIndex& index, const std::vector<UnpairedTensor>& unpaired)
    {
        const NameTables tables({NameTable::builtin().begin(), NameTable::builtin().end()});
        const NameTables::Idle idle = tables.idleFor({});
        for (const UnpairedTensor& tensor : unpaired) {
            const TensorRow& row = index.tensor(tensor.id);
            if (row.io != Io::Output || row.state != TensorState::Ok || !isFloating(row.dtype)
                || !row.opName.isValid())
                continue;
            const auto name = moduleName(index.text(row.opName));
            if (!name)
                continue;
            const NameTables::Reading reading = tables.read(withoutWrappers(name->path), idle);
            if (reading.parts.empty())
                single.insert(reading.common);
            else
                parts.insert(reading.parts.begin(), reading.parts.end());
        }
    }
};

} // namespace

bool areOutputsFused(const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden)
{
    if (pairing.unpairedTarget.empty() || pairing.unpairedGolden.empty())
        return false;
    const LeftOutputs own(*target.index, pairing.unpairedTarget),
        other(*golden.index, pairing.unpairedGolden);
    const auto haveCommon = [](const std::set<std::string>& a, const std::set<std::string>& b) {
        return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
    };
    return haveCommon(own.parts, other.single) || haveCommon(other.parts, own.single);
}

} // namespace dumpscope::core
