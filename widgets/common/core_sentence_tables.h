// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace dumpscope::gui {

// Sentences of the core by their form, English, with %1 to %9 for names and numbers: for core_sentences.

[[nodiscard]] std::span<const char* const> configSentences();
[[nodiscard]] std::span<const char* const> fileSentences();
[[nodiscard]] std::span<const char* const> readerSentences();

} // namespace dumpscope::gui
