// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/said_tensors.h"

#include <algorithm>

namespace dumpscope::core {

/// The tables of names that are built in say nothing of other stages.
bool isGivenByUser(const TensorPair& pair, const PairingOptions& options)
{
    const bool hasRules = !options.ruleFiles.empty() || !options.ruleTexts.empty();
    return pair.origin == PairOrigin::Manual
        || (hasRules && (pair.origin == PairOrigin::Mapping || pair.origin == PairOrigin::Fusion));
}

SaidTensors::SaidTensors(const Pairing& pairing, const PairingOptions& options)
{
    for (const TensorPair& pair : pairing.pairs) {
        if (isGivenByUser(pair, options))
            m_goldens.insert(pair.golden);
    }
    for (const UnpairedTensor& tensor : pairing.unpairedTarget) {
        if (tensor.isSaid)
            m_targetsAlone.emplace(tensor.id, tensor);
    }
    for (const UnpairedTensor& tensor : pairing.unpairedGolden) {
        if (tensor.isSaid)
            m_goldensAlone.emplace(tensor.id, tensor);
    }
}

bool SaidTensors::denies(TensorId golden, const Assembly& assembly) const
{
    return m_goldens.contains(golden) || m_goldensAlone.contains(golden)
        || std::ranges::any_of(
            assembly.parts, [&](const AssemblyPart& part) { return m_targetsAlone.contains(part.id); });
}

void SaidTensors::keepIn(Pairing& pairing) const
{
    const auto keep
        = [](std::vector<UnpairedTensor>& unpaired, const std::map<TensorId, UnpairedTensor>& alone) {
              for (UnpairedTensor& tensor : unpaired) {
                  if (const auto said = alone.find(tensor.id); said != alone.end())
                      tensor = said->second;
              }
          };
    keep(pairing.unpairedTarget, m_targetsAlone);
    keep(pairing.unpairedGolden, m_goldensAlone);
}

} // namespace dumpscope::core
