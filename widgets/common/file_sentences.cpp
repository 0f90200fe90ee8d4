// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What core says of files before and beside their contents: walks, archives, JSON, layouts, headers of dumps.
constexpr const char* kFileSentences[] {
    // clang-format off
    // of pairing files, behind the key they are about
    QT_TRANSLATE_NOOP("CoreSentences", "must be a list"),
    QT_TRANSLATE_NOOP("CoreSentences", "is missing"),
    QT_TRANSLATE_NOOP("CoreSentences", "must be a text"),
    QT_TRANSLATE_NOOP("CoreSentences", "must be an object"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 device shape %2 does not belong to logical shape %3 (that needs %4)"),
    QT_TRANSLATE_NOOP("CoreSentences", "the file was changed while it was read"),
    QT_TRANSLATE_NOOP("CoreSentences", "Too many levels of symbolic links"),
    QT_TRANSLATE_NOOP("CoreSentences", "elements of type %1 have no values"),
    QT_TRANSLATE_NOOP("CoreSentences", "creating a file in the folder: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "making room for unpacked data: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "\"%1\" means %2 tensors, for example %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1; only regular files are read"),
    QT_TRANSLATE_NOOP("CoreSentences", "Too many open files in system"),
    QT_TRANSLATE_NOOP("CoreSentences", "looking at the directory: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "No such file or directory"),
    QT_TRANSLATE_NOOP("CoreSentences", "No such device or address"),
    QT_TRANSLATE_NOOP("CoreSentences", "a header without tensors"),
    QT_TRANSLATE_NOOP("CoreSentences", "opening the directory: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "listing the directory: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "keeping unpacked data: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "mapping unpacked data: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Operation not permitted"),
    QT_TRANSLATE_NOOP("CoreSentences", "No space left on device"),
    QT_TRANSLATE_NOOP("CoreSentences", "Device or resource busy"),
    QT_TRANSLATE_NOOP("CoreSentences", "Interrupted system call"),
    QT_TRANSLATE_NOOP("CoreSentences", "Cannot allocate memory"),
    QT_TRANSLATE_NOOP("CoreSentences", "looking at the file: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "creating the folder: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Read-only file system"),
    QT_TRANSLATE_NOOP("CoreSentences", "only %1 bytes are left"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, not a regular file"),
    QT_TRANSLATE_NOOP("CoreSentences", "opening the folder: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "following the links: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "setting the permissions: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "replacing the file: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Connection timed out"),
    QT_TRANSLATE_NOOP("CoreSentences", "Too many open files"),
    QT_TRANSLATE_NOOP("CoreSentences", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("CoreSentences", "nested deeper than %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "Input/output error"),
    QT_TRANSLATE_NOOP("CoreSentences", "File name too long"),
    QT_TRANSLATE_NOOP("CoreSentences", "Permission denied"),
    QT_TRANSLATE_NOOP("CoreSentences", "Stale file handle"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 is there already"),
    QT_TRANSLATE_NOOP("CoreSentences", "not a JSON object"),
    QT_TRANSLATE_NOOP("CoreSentences", "Invalid argument"),
    QT_TRANSLATE_NOOP("CoreSentences", "Not a directory"),
    QT_TRANSLATE_NOOP("CoreSentences", "Is a directory"),
    QT_TRANSLATE_NOOP("CoreSentences", "File too large"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 is in the way"),
    QT_TRANSLATE_NOOP("CoreSentences", "Host is down"),
    QT_TRANSLATE_NOOP("CoreSentences", "larger than %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "a directory"),
    QT_TRANSLATE_NOOP("CoreSentences", "opening: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "reading: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "writing: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "a socket"),
    QT_TRANSLATE_NOOP("CoreSentences", "a device"),
    QT_TRANSLATE_NOOP("CoreSentences", "a FIFO"),
    QT_TRANSLATE_NOOP("CoreSentences", "a link"),
    QT_TRANSLATE_NOOP("CoreSentences", "a file"),
    // clang-format on
};

} // namespace

std::span<const char* const> fileSentences()
{
    return kFileSentences;
}

} // namespace dumpscope::gui
