// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What core/capture says of programs that were launched. The longer before the shorter that would match it as
// well.
constexpr const char* kCaptureSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "%1 is not empty: what is there is shown together with what comes"),
    QT_TRANSLATE_NOOP("CoreSentences", "the configuration is there twice, as a file and as text"),
    QT_TRANSLATE_NOOP("CoreSentences", "take another folder, or put {n} into its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no configuration to be put there"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no folder for the dump"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no dump configuration"),
    QT_TRANSLATE_NOOP("CoreSentences", "name the program to start"),
    QT_TRANSLATE_NOOP("CoreSentences", "name one, or leave it out"),
    QT_TRANSLATE_NOOP("CoreSentences", "see the syntax of RE2"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no program"),
    QT_TRANSLATE_NOOP("CoreSentences", "name its file"),
    QT_TRANSLATE_NOOP("CoreSentences", "leave one out"),
    QT_TRANSLATE_NOOP("CoreSentences", "name a folder"),
    QT_TRANSLATE_NOOP("CoreSentences", "it may be %1"),
    // clang-format on
};

} // namespace

std::span<const char* const> captureSentences()
{
    return kCaptureSentences;
}

} // namespace dumpscope::gui
