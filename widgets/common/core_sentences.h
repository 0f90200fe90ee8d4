// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "records/tensor_record.h"

#include <QString>

#include <string_view>

namespace dumpscope::gui {

// Messages of the core in the language of the window: the form is looked up in the translations, the
// arguments are put in. Plain text stays as it is: names, numbers, words of other programs.

/// The words of the core in the language of the window, without control characters.
[[nodiscard]] QString coreWords(const core::Message& message);
/// The same as a sentence: with a capital, unless it begins with a key, and a full stop. Empty stays empty.
[[nodiscard]] QString coreSentence(const core::Message& message);
/// One sentence behind another: with a blank, but behind a full-width stop.
[[nodiscard]] QString joinedSentences(const QString& before, const QString& next);
/// Without the full stop behind what ends as a sentence already, as a reason that is a question does.
[[nodiscard]] QString withOneStop(QString sentence);
/// What is wrong, and what helps where that is known.
[[nodiscard]] QString coreAdvice(const core::Message& message, const core::Message& fix);
/// As core::Error::text.
[[nodiscard]] QString coreError(const core::Error& error);
/// The same and what to try, as sentences.
[[nodiscard]] QString coreErrorAndAdvice(const core::Error& error);
/// Where, what, and what to try.
[[nodiscard]] QString coreProblem(const core::Diagnostic& problem);
/// What to try in the window; commands lose the marks they have in documents.
[[nodiscard]] QString coreRemedy(core::Code code);

/// "output 0", in the same words everywhere; empty where nobody says what the tensor was.
[[nodiscard]] QString ioText(core::Io io, std::int32_t slot);

} // namespace dumpscope::gui
