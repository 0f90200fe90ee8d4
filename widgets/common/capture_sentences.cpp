// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What core/capture says of programs that were launched. The longer before the shorter that would match it as
// well.
constexpr const char* kCaptureSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: it is neither a program nor a script whose first line names one; start its interpreter, such as python3"),
    QT_TRANSLATE_NOOP("CoreSentences", "only %1 of the disk are free and %2 are to be kept: the program is paused until there is room, it is continued, or stopped"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1; the kernel ran out of memory meanwhile and ended a process: try a smaller batch, or dump fewer operators"),
    QT_TRANSLATE_NOOP("CoreSentences", "only %1 of the disk are free, and %2 are to be kept; make room, or take another folder or a smaller keep_free"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: there is no such program; check its name, PATH, and the interpreter in its first line"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: it may not be executed; try chmod +x, or start its interpreter"),
    QT_TRANSLATE_NOOP("CoreSentences", "the log file cannot be written any more; the disk is full, or a limit is reached"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 ended with exit code %2: a shell found a command that may not be executed"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: its arguments and variables are too long together"),
    QT_TRANSLATE_NOOP("CoreSentences", "another capture writes into the folder now; wait for its end, take another folder, or put {n} into its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "the folder holds files that no capture wrote, which stay as they are; take an empty or a new one, or put {n} into its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "neither a file nor values for an input; write zeros, ones or random:SEED, with :D0,D1,... behind it where the model leaves dimensions free, none of them negative"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 is not empty: what is there is shown together with what comes"),
    QT_TRANSLATE_NOOP("CoreSentences", "the end of the program, which runs once more without a dump"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it used more processor time than allowed; see ulimit -t"),
    QT_TRANSLATE_NOOP("CoreSentences", "the configuration is there twice, as a file and as text"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, a file grew beyond the limit for files; see ulimit -f"),
    QT_TRANSLATE_NOOP("CoreSentences", "profile, configuration, program and disk are looked at"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 ended with exit code %2: a shell did not find a command"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 ended with exit code %2: what it started was ended by %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 processes cannot be ended: they wait for the kernel"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: the folder to run it in is none"),
    QT_TRANSLATE_NOOP("CoreSentences", "what it left does nothing any more and is ended: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, memory or a mapped file behind it was not there"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it made a system call that is forbidden here"),
    QT_TRANSLATE_NOOP("CoreSentences", "take another folder, or put {n} into its name"),
    QT_TRANSLATE_NOOP("CoreSentences", "the folder to run the program in is not there"),
    QT_TRANSLATE_NOOP("CoreSentences", "the program would refuse the configuration: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the program has ended and left %1 running: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no configuration to be put there"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it wrote to a pipe that nobody reads"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it used memory that is not its own"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it was built for another processor"),
    QT_TRANSLATE_NOOP("CoreSentences", "the run with a dump did not write it"),
    QT_TRANSLATE_NOOP("CoreSentences", "still there; told to end (SIGTERM)"),
    QT_TRANSLATE_NOOP("CoreSentences", "the configuration captures nothing"),
    QT_TRANSLATE_NOOP("CoreSentences", "a configuration has at most 10 MiB"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, an integer was divided by zero"),
    QT_TRANSLATE_NOOP("CoreSentences", "match %1 is %2 with a dump, %3 without"),
    QT_TRANSLATE_NOOP("CoreSentences", "the run without did not write it"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is room on the disk again"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no folder for the dump"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it gave up by itself (abort)"),
    QT_TRANSLATE_NOOP("CoreSentences", "still there; killed (SIGKILL)"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no dump configuration"),
    QT_TRANSLATE_NOOP("CoreSentences", "the golden dump is not there"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it was killed from outside"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 bytes with a dump, %2 without"),
    QT_TRANSLATE_NOOP("CoreSentences", "a first sign of the program"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1; it was stopped on request"),
    QT_TRANSLATE_NOOP("CoreSentences", "after the run with a dump: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the first file of the dump"),
    QT_TRANSLATE_NOOP("CoreSentences", "the last files of the dump"),
    QT_TRANSLATE_NOOP("CoreSentences", "no line of the log matches"),
    QT_TRANSLATE_NOOP("CoreSentences", "name the program to start"),
    QT_TRANSLATE_NOOP("CoreSentences", "name one, or leave it out"),
    QT_TRANSLATE_NOOP("CoreSentences", "the start of the program"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, its terminal went away"),
    QT_TRANSLATE_NOOP("CoreSentences", "after the run without: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 ended with exit code %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "asked to end (SIGINT)"),
    QT_TRANSLATE_NOOP("CoreSentences", "see the syntax of RE2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it was asked to end"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it was told to quit"),
    QT_TRANSLATE_NOOP("CoreSentences", "differs from line %1 on"),
    QT_TRANSLATE_NOOP("CoreSentences", "differs from byte %1 on"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 cannot be started: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, it was interrupted"),
    QT_TRANSLATE_NOOP("CoreSentences", "it says no program"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1; its last words: %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "the program's end"),
    QT_TRANSLATE_NOOP("CoreSentences", "the same %1 matches"),
    QT_TRANSLATE_NOOP("CoreSentences", "its bytes differ"),
    QT_TRANSLATE_NOOP("CoreSentences", "the same %1 bytes"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 was ended by %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "name its file"),
    QT_TRANSLATE_NOOP("CoreSentences", "leave one out"),
    QT_TRANSLATE_NOOP("CoreSentences", "name a folder"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 ended well"),
    QT_TRANSLATE_NOOP("CoreSentences", "on request"),
    QT_TRANSLATE_NOOP("CoreSentences", "it may be %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "continued"),
    QT_TRANSLATE_NOOP("CoreSentences", "paused"),
    // clang-format on
};

} // namespace

std::span<const char* const> captureSentences()
{
    return kCaptureSentences;
}

} // namespace dumpscope::gui
