// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QString>

#include <string_view>

namespace dumpscope::gui {

// The core says everything in English. Its sentences about comparisons, configurations and launched programs
// are known here by their form, with places for names and numbers, so that the window can say them in its own
// language. What is not known
// stays as it is: names, messages of the system.

/// The words of the core in the language of the window, without control characters.
[[nodiscard]] QString coreWords(const core::Message& message);
/// The same as a sentence: with a capital, unless it begins with a key, and a full stop. Empty stays empty.
[[nodiscard]] QString coreSentence(const core::Message& message);
/// What is wrong, and what helps where that is known.
[[nodiscard]] QString coreAdvice(const core::Message& message, const core::Message& fix);
/// As core::Error::text.
[[nodiscard]] QString coreError(const core::Error& error);

} // namespace dumpscope::gui
