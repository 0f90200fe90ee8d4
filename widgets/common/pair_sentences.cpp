// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What core says of pairs: shapes that never meet, and checksums.
constexpr const char* kPairSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "half of axis %1 in the %2: tensor parallel over %3 ranks?"),
    QT_TRANSLATE_NOOP("CoreSentences", "half of axis %1 in the %2: tensor or data parallel over %3 ranks, or another batch size?"),
    QT_TRANSLATE_NOOP("CoreSentences", "half of axis %1 in the %2: tensor or sequence parallel over %3 ranks, or another sequence length?"),
    QT_TRANSLATE_NOOP("CoreSentences", "one of %1 parts of axis %2 in the %3: tensor parallel over %4 ranks?"),
    QT_TRANSLATE_NOOP("CoreSentences", "one of %1 parts of axis %2 in the %3: tensor or data parallel over %4 ranks, or another batch size?"),
    QT_TRANSLATE_NOOP("CoreSentences", "one of %1 parts of axis %2 in the %3: tensor or sequence parallel over %4 ranks, or another sequence length?"),
    QT_TRANSLATE_NOOP("CoreSentences", "one of %1 parts of axis %2 in the %3: one of Q, K and V that are fused, or tensor parallel over 3 ranks?"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing along axis %1 in the %2: an empty batch?"),
    QT_TRANSLATE_NOOP("CoreSentences", "length 1 along axis %1 in the %2: reduced over it?"),
    QT_TRANSLATE_NOOP("CoreSentences", "axis %1 is %2 in the target and %3 in the golden"),
    QT_TRANSLATE_NOOP("CoreSentences", "axis %1 is %2 in the target and %3 in the golden: another batch size?"),
    QT_TRANSLATE_NOOP("CoreSentences", "axis %1 is %2 in the target and %3 in the golden: another sequence length?"),
    QT_TRANSLATE_NOOP("CoreSentences", "axis %1 is %2 in the target and %3 in the golden: a padded vocabulary?"),
    QT_TRANSLATE_NOOP("CoreSentences", "axes %1 and %2 are %3 in the target and %4 in the golden: another sequence length?"),
    QT_TRANSLATE_NOOP("CoreSentences", "a single value in the %1: reduced over all elements, or another tensor?"),
    QT_TRANSLATE_NOOP("CoreSentences", "the axes have another order: transposed?"),
    QT_TRANSLATE_NOOP("CoreSentences", "no axis %1 of length %2 in the %3: one part of it, or reduced over it?"),
    QT_TRANSLATE_NOOP("CoreSentences", "the checksums are of %1 and of %2: other bytes for the same values"),
    QT_TRANSLATE_NOOP("CoreSentences", "same name, but the shapes cannot be those of one tensor"),
    // clang-format on
};

} // namespace

std::span<const char* const> pairSentences()
{
    return kPairSentences;
}

} // namespace dumpscope::gui
