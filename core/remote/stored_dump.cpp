// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/stored_dump.h"

#include "model/core_build.h"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace dumpscope::core {

namespace {

/// What the index begins with.
struct StoredHead {
    std::string build, folder;
    bool isSingleFile = false;
};

template<typename Fields, typename Head>
requires std::same_as<std::remove_const_t<Head>, StoredHead>
void describe(Fields& fields, Head& head)
{
    fields(head.build, head.folder, head.isSingleFile);
}

} // namespace

Result<void> writeStoredDump(const DumpIndex& index, const ByteSink& sink)
{
    FieldWriter fields(sink);
    const StoredHead head {
        std::string(coreBuild()), index.tree().absoluteFolder(""), index.tree().isSingleFile()};
    fields(head);
    IndexOrigin origin; // nobody looks whether it is still as it was
    origin.files.resize(index.fileCount());
    StoredIndex::write(fields, index, origin);
    return fields.finish();
}

Result<StoredDump> readStoredDump(ByteSpan bytes)
{
    FieldReader fields(bytes);
    StoredHead head;
    fields(head);
    if (!fields.failed() && head.build != coreBuild())
        return fail(Code::Unsupported, phrase("it was written by another build of this program"));
    if (fields.failed())
        return fail(Code::BadSyntax, phrase("it is no index of a dump"));
    return StoredDump {head.isSingleFile, std::move(head.folder), fields.rest()};
}

Result<std::shared_ptr<const DumpIndex>> indexOf(const StoredDump& stored,
    std::shared_ptr<const FileTree> tree, std::shared_ptr<const FormatRegistry> formats)
{
    FieldReader fields(stored.index);
    IndexOrigin origin;
    auto index = StoredIndex::read(fields, std::move(tree), std::move(formats), origin);
    if (!index)
        return fail(Code::BadSyntax, phrase("the index of the dump is damaged"));
    return index;
}

} // namespace dumpscope::core
