// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/unpaired_words.h"

#include "common/core_sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace dumpscope::gui {

namespace {

struct UnpairedWords {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::WhyPanel)
};

/// Null: it has a pair, or is of neither side.
const core::UnpairedTensor* unpairedIn(const ComparisonDocument& document, const TensorRef& tensor)
{
    if (!document.result() || !tensor.isValid())
        return nullptr;
    const bool isTarget = tensor.root == document.setup().target.root;
    if (!isTarget && tensor.root != document.setup().golden.root)
        return nullptr;
    const auto& unpaired = isTarget ? document.result()->unpairedTarget : document.result()->unpairedGolden;
    const auto found = std::ranges::find(unpaired, tensor.id, &core::UnpairedTensor::id);
    return found == unpaired.end() ? nullptr : &*found;
}

} // namespace

QString unpairedSentence(const ComparisonDocument& document, const TensorRef& tensor)
{
    const core::UnpairedTensor* const unpaired = unpairedIn(document, tensor);
    return unpaired
        ? withOneStop(UnpairedWords::tr("Compared with nothing: %1.").arg(coreWords(unpaired->reason)))
        : QString();
}

} // namespace dumpscope::gui
