// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/companion_file.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace dumpscope::core {

bool isCompanionFile(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kNames {
        "readme", "license", "licence", "copying", "changelog", "makefile", "dockerfile", "requirements.txt"};
    static constexpr std::array<std::string_view, 23> kEndings {".md", ".rst", ".py", ".pyc", ".ipynb", ".sh",
        ".bash", ".bat", ".cc", ".cpp", ".cu", ".h", ".hpp", ".html", ".css", ".js", ".png", ".jpg", ".jpeg",
        ".gif", ".svg", ".pdf", ".docx"};
    // Of Megatron, SingleSave, Hugging Face, msit; what is in the log of a database is read with it.
    static constexpr std::array<std::string_view, 12> kWritten {"latest_checkpointed_iteration.txt",
        "configurations.json", "config.json", "generation_config.json", "tokenizer.json",
        "tokenizer_config.json", "tokenizer.model", "special_tokens_map.json", "added_tokens.json",
        "vocab.json", "merges.txt", "chat_template.jinja"};
    static constexpr std::array<std::string_view, 3> kWrittenStarts {
        "operation_tensors_", "kernel_tensors_", "operation_statistic_"};
    static constexpr std::array<std::string_view, 4> kLogs {
        ".trend.db-wal", ".trend.db-shm", ".vis.db-wal", ".vis.db-shm"};
    if (std::ranges::find(kWritten, name) != kWritten.end()
        || std::ranges::any_of(kLogs, [&](std::string_view end) { return name.ends_with(end); })
        || std::ranges::any_of(
            kWrittenStarts, [&](std::string_view start) { return name.starts_with(start); }))
        return true;
    const std::string lower = asciiLower(name);
    const auto isName = [&](std::string_view one) {
        return lower == one || (lower.starts_with(one) && lower[one.size()] == '.');
    };
    return lower.starts_with('.') || std::ranges::any_of(kNames, isName)
        || std::ranges::any_of(kEndings, [&](std::string_view end) { return lower.ends_with(end); });
}

} // namespace dumpscope::core
