// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What the JSON reader says of texts, and core/capture of profiles.
constexpr const char* kConfigSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "text behind the end of the document"),
    QT_TRANSLATE_NOOP("CoreSentences", "a control character in a string"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no regular expression: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "the document ends too early"),
    QT_TRANSLATE_NOOP("CoreSentences", "text right behind a string"),
    QT_TRANSLATE_NOOP("CoreSentences", "a string that does not end"),
    QT_TRANSLATE_NOOP("CoreSentences", "nested deeper than %1 levels"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no kind of program"),
    QT_TRANSLATE_NOOP("CoreSentences", "the document is empty"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" is no NAME=VALUE"),
    QT_TRANSLATE_NOOP("CoreSentences", "not a JSON document"),
    QT_TRANSLATE_NOOP("CoreSentences", "true, false or null"),
    QT_TRANSLATE_NOOP("CoreSentences", "larger than %1 bytes"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 was expected here"),
    QT_TRANSLATE_NOOP("CoreSentences", "an unknown escape"),
    QT_TRANSLATE_NOOP("CoreSentences", "more than %1 values"),
    QT_TRANSLATE_NOOP("CoreSentences", "a closing bracket"),
    QT_TRANSLATE_NOOP("CoreSentences", "did you mean \"%1\"?"),
    QT_TRANSLATE_NOOP("CoreSentences", "put it in quotes"),
    QT_TRANSLATE_NOOP("CoreSentences", "a key in quotes"),
    QT_TRANSLATE_NOOP("CoreSentences", "an object"),
    QT_TRANSLATE_NOOP("CoreSentences", "not UTF-8"),
    QT_TRANSLATE_NOOP("CoreSentences", "a number"),
    QT_TRANSLATE_NOOP("CoreSentences", "a string"),
    QT_TRANSLATE_NOOP("CoreSentences", "add \"%1\": %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "a value"),
    QT_TRANSLATE_NOOP("CoreSentences", "a text"),
    QT_TRANSLATE_NOOP("CoreSentences", "a list"),
    QT_TRANSLATE_NOOP("CoreSentences", "write %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "a key"),
    // clang-format on
};

} // namespace

std::span<const char* const> configSentences()
{
    return kConfigSentences;
}

} // namespace dumpscope::gui
