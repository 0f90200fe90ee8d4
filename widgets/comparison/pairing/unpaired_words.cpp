// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/unpaired_words.h"

#include "common/core_sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace dumpscope::gui {

namespace {

struct UnpairedWords {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::WhyPanel)
};

bool isOfASide(const ComparisonDocument& document, const TensorRef& tensor)
{
    return tensor.isValid()
        && (tensor.root == document.setup().target.root || tensor.root == document.setup().golden.root);
}

/// Null: it has a pair, or is of neither side.
const core::UnpairedTensor* unpairedIn(const ComparisonDocument& document, const TensorRef& tensor)
{
    if (!document.result() || !isOfASide(document, tensor))
        return nullptr;
    const bool isTarget = tensor.root == document.setup().target.root;
    const auto& unpaired = isTarget ? document.result()->unpairedTarget : document.result()->unpairedGolden;
    const auto found = std::ranges::find(unpaired, tensor.id, &core::UnpairedTensor::id);
    return found == unpaired.end() ? nullptr : &*found;
}

} // namespace

QString unpairedSentence(const ComparisonDocument& document, const TensorRef& tensor)
{
    const core::UnpairedTensor* const unpaired = unpairedIn(document, tensor);
    if (unpaired)
        return withOneStop(UnpairedWords::tr("Compared with nothing: %1.").arg(coreWords(unpaired->reason)));
    // Who asks has no pair of it.
    const bool isLeftOut = document.result() && document.result()->recorded && isOfASide(document, tensor);
    return isLeftOut ? UnpairedWords::tr("Left out of this bundle: what the run found of it is not here.")
                     : QString();
}

} // namespace dumpscope::gui
