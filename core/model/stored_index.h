// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/file_identity.h"
#include "io/stored_fields.h"
#include "model/dump_index.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

/// What on disk an index was read from, as far as it changes when a file does.
struct IndexOrigin {
    std::vector<FileIdentity> folders; ///< of the first folders of the index, before they were listed
    std::vector<FileIdentity> files;   ///< by FileId, before they were read
    std::vector<Diagnostic> problems;  ///< met while opening
};

/// The stored form of a finished index: everything but its tree and its formats.
class StoredIndex {
public:
    static void write(FieldWriter& fields, const DumpIndex& index, const IndexOrigin& origin);
    /// Null for bytes that are no such index; whatever they are, what is returned can be used without harm.
    [[nodiscard]] static std::shared_ptr<const DumpIndex> read(FieldReader& fields,
        std::shared_ptr<const FileTree> tree, std::shared_ptr<const FormatRegistry> formats,
        IndexOrigin& origin);

private:
    template<typename Fields, typename Index> static void describe(Fields& fields, Index& index);
    [[nodiscard]] static bool isSound(const DumpIndex& index, const IndexOrigin& origin);
};

} // namespace dumpscope::core
