// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/own_program.h"

#include "base/text.h"
#include "io/atomic_file.h"
#include "io/child_process.h"
#include "request/shell_words.h"

#include <algorithm>

namespace dumpscope::core {

Result<void> runOwnProgram(const OwnProgram& program, std::vector<std::string> words,
    std::initializer_list<int> expected, const std::string& log, Message& failure, TaskContext& task)
{
    words.insert(words.begin(), program.path);
    if (program.threads > 0)
        words.insert(words.end(), {"--threads", std::to_string(program.threads)});
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shellQuoted(word);
    TRY_ASSIGN(const ProgramAnswer answer,
        runProgram({.words = std::move(words),
                       .environment = program.environment,
                       .errors = ProgramCall::Errors::Answered},
            task.stop));
    TRY_VOID(writeFileAtomically(log, line + '\n' + answer.text));
    if (std::ranges::find(expected, answer.exitCode) != expected.end())
        return {};
    failure
        = phrase("%1 ended with %2; what it said is in %3", printable(line), answer.exitCode, printable(log));
    return fail(Code::Io, failure);
}

} // namespace dumpscope::core
