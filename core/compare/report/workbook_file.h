// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"

#include <string>

struct lxw_workbook;

namespace dumpscope::core {

/// Where libxlsxwriter puts a workbook before it becomes a file. The library prints errors of its files
/// on standard error, which belongs to the program, and does not notice rows that a full disk lost. So it
/// writes to memory, and the result is checked and saved here. Pending rows are in nameless files
/// beside the output, so memory holds the compressed workbook only. Not thread-safe.
class WorkbookFile {
public:
    /// `output` must live until `save` returns. Errors: Code::OutOfMemory.
    [[nodiscard]] static Result<WorkbookFile> begin(AtomicFile& output);
    WorkbookFile(WorkbookFile&& other) noexcept;
    WorkbookFile& operator=(WorkbookFile&&) = delete;
    ~WorkbookFile();

    /// For adding sheets. A row leaves memory when the next one is begun. Owned by this.
    [[nodiscard]] lxw_workbook* book() const { return m_book; }
    /// Closes the workbook, checks that all its sheets together have `rows` rows and that every part is
    /// complete, and commits the output. Errors: Code::Io or Code::NoSpace where not everything was written.
    [[nodiscard]] Result<void> save(std::size_t rows, TaskContext& task);

private:
    explicit WorkbookFile(AtomicFile& output)
        : m_output(&output)
    {
    }
    [[nodiscard]] Result<void> copy(std::size_t rows, TaskContext& task);

    AtomicFile* m_output;
    std::string m_folder; ///< of the output
    UniqueFd m_memory;
    lxw_workbook* m_book = nullptr;
};

} // namespace dumpscope::core
