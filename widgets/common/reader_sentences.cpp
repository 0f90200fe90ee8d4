// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What the readers say of contents, why nobody claims a file, and what is wrong with a filter.
constexpr const char* kReaderSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "recorded statistics differ from those of the values (in brackets): %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "expected a word, COLUMN:PATTERN, COLUMN>NUMBER, has:WORD or '('"),
    QT_TRANSLATE_NOOP("CoreSentences", "The panel layout could not be restored and was reset."),
    QT_TRANSLATE_NOOP("CoreSentences", "Truncated input file (needed %1 bytes, only %2 available)"),
    QT_TRANSLATE_NOOP("CoreSentences", "ZIP decompression failed (%1) (%2 bytes are there)"),
    QT_TRANSLATE_NOOP("CoreSentences", "expected a pattern directly after ':', as in %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Lzma library error:  No progress is possible"),
    QT_TRANSLATE_NOOP("CoreSentences", "the header says %1 graphs, the file has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "the header says %1 nodes, the file has %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "--raw-dtype and --raw-shape say it"),
    QT_TRANSLATE_NOOP("CoreSentences", "put '%1' in quotes to search for it"),
    QT_TRANSLATE_NOOP("CoreSentences", "expected ':', as '%1' holds texts: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "this file is too large for limits"),
    QT_TRANSLATE_NOOP("CoreSentences", "elements of an unknown type"),
    QT_TRANSLATE_NOOP("CoreSentences", "ZIP decompression failed (%1)"),
    QT_TRANSLATE_NOOP("CoreSentences", "Zstd decompression failed: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Unrecognized archive format"),
    QT_TRANSLATE_NOOP("CoreSentences", "Truncated ZIP file header"),
    QT_TRANSLATE_NOOP("CoreSentences", "Truncated ZIP file data"),
    QT_TRANSLATE_NOOP("CoreSentences", "the nearest to %1 is '%2'"),
    QT_TRANSLATE_NOOP("CoreSentences", "Truncated tar archive"),
    QT_TRANSLATE_NOOP("CoreSentences", "truncated bzip2 input"),
    QT_TRANSLATE_NOOP("CoreSentences", "Truncated zstd input"),
    QT_TRANSLATE_NOOP("CoreSentences", "truncated gzip input"),
    QT_TRANSLATE_NOOP("CoreSentences", "Lzma library error: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Damaged tar archive"),
    QT_TRANSLATE_NOOP("CoreSentences", "truncated lz4 input"),
    QT_TRANSLATE_NOOP("CoreSentences", "the nearest is '%1'"),
    QT_TRANSLATE_NOOP("CoreSentences", "overflow record"),
    QT_TRANSLATE_NOOP("CoreSentences", "npy version %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the graph"),
    QT_TRANSLATE_NOOP("CoreSentences", "a field"),
    // clang-format on
};

} // namespace

std::span<const char* const> readerSentences()
{
    return kReaderSentences;
}

} // namespace dumpscope::gui
