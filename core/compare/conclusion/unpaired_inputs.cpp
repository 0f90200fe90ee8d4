// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/unpaired_inputs.h"

#include "model/recorded_order.h"

namespace dumpscope::core {

UnpairedInputs::UnpairedInputs(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
    const std::vector<UnpairedTensor>& unpairedGolden)
{
    const auto collect
        = [](const DumpIndex& index, const std::vector<UnpairedTensor>& unpaired, std::set<Call>& calls) {
              for (const UnpairedTensor& tensor : unpaired) {
                  const TensorRow& row = index.tensor(tensor.id);
                  if (row.opName.isValid() && row.io != Io::Output && row.io != Io::Gradient)
                      calls.insert(callOf(index, tensor.id));
              }
          };
    collect(*pairs.target().index, unpairedTarget, m_target);
    collect(*pairs.golden().index, unpairedGolden, m_golden);
}

UnpairedInputs::Call UnpairedInputs::callOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    return {row.opName.value(), executionNumber(index, id), facts.rank, facts.step};
}

bool UnpairedInputs::has(const PairTable& pairs, std::size_t row) const
{
    const TensorPair& pair = pairs.row(row).pair;
    return (!m_target.empty() && m_target.contains(callOf(*pairs.target().index, pair.target)))
        || (!m_golden.empty() && m_golden.contains(callOf(*pairs.golden().index, pair.golden)));
}

} // namespace dumpscope::core
