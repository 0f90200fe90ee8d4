// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/sibling_tensors.h"

#include <algorithm>
#include <tuple>

namespace dumpscope::gui {

std::vector<SiblingTensor> SiblingTensor::of(const TensorRef& tensor)
{
    std::vector<SiblingTensor> result;
    if (!tensor.isValid())
        return result;
    const core::DumpIndex& index = *tensor.root->index();
    const core::TensorRow& own = tensor.row();
    const core::FolderFacts& here = index.factsOf(tensor.id);
    // Another run is another dump, whatever its steps are called.
    const bool hasRuns = !index.runs().empty();
    bool severalRanks = false;
    std::vector<core::TensorId> ids;
    for (const core::TensorId id : index.tensorsOfOperator(own.opName)) {
        const core::TensorRow& row = index.tensor(id);
        if (row.io != own.io || row.slot != own.slot || row.occurrence != own.occurrence
            || row.entry != own.entry || (hasRuns && index.factsOf(id).run != here.run))
            continue;
        severalRanks = severalRanks || index.factsOf(id).rank != here.rank;
        ids.push_back(id);
    }
    std::stable_sort(ids.begin(), ids.end(), [&](core::TensorId a, core::TensorId b) {
        const core::FolderFacts& left = index.factsOf(a);
        const core::FolderFacts& right = index.factsOf(b);
        return std::tie(left.rank, left.step) < std::tie(right.rank, right.step);
    });
    for (const core::TensorId id : ids) {
        const core::FolderFacts& facts = index.factsOf(id);
        QString label = facts.step ? tr("step %1").arg(*facts.step) : QString();
        if (severalRanks && facts.rank)
            label = tr("rank %1").arg(*facts.rank) + (label.isEmpty() ? QString() : u' ' + label);
        result.push_back({{tensor.root, id}, label});
    }
    return result;
}

} // namespace dumpscope::gui
