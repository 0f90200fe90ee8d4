// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/model_files.h"

#include "base/text.h"

#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostModelBytes = std::uint64_t {1} << 31; ///< protobuf holds no more

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::optional<ModelFile> modelOf(const std::string& name, std::string folder, const Source& source)
{
    auto bytes = source.map();
    if (!bytes || bytes->size() > kMostModelBytes)
        return std::nullopt;
    const ByteSpan span = bytes->span();
    return ModelFile {name, std::move(folder), {span.begin(), span.end()}};
}

} // namespace

Result<ModelFile> readModelFile(const std::string& path)
{
    const auto tree = openFileTree(path);
    if (tree && (*tree)->isSingleFile()) {
        if (auto model = modelOf(path, folderOf(path), *(*tree)->open(path.substr(path.rfind('/') + 1), 0)))
            return std::move(*model);
    }
    return fail(Code::Unsupported, phrase("the model %1 cannot be read", printable(path)));
}

void forEachModelFile(
    const DumpIndex& index, const std::function<void(ModelFile)>& take, const TaskContext& task)
{
    for (std::size_t i = 0; i < index.fileCount() && !task.stopped(); ++i) {
        const FileId id(static_cast<std::uint32_t>(i));
        const Reader* const reader = index.readerOf(id);
        if (reader == nullptr || reader->info().id != "onnx")
            continue;
        const std::string path = index.filePath(id);
        if (auto model = modelOf(
                path, folderOf(index.root() + '/' + path), *index.tree().open(path, index.file(id).size)))
            take(std::move(*model));
    }
}

} // namespace dumpscope::core
