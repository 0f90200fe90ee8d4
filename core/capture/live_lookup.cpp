// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/live_lookup.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Folder and name as the index knows them.
std::uint64_t keyOf(StringId folder, StringId name)
{
    return (static_cast<std::uint64_t>(folder.value()) << 32U) | name.value();
}

TensorId tensorOfFile(const DumpIndex& index, FileId file, const LiveTensor& tensor)
{
    const auto rows = index.tensorsOfFile(file);
    const auto isMeant = [&](TensorId id) {
        const TensorRow& row = index.tensor(id);
        const bool isSameName
            = index.text(row.opNameRaw) == tensor.opName || index.text(row.opName) == tensor.opName;
        return isSameName && row.io == tensor.io && row.slot == tensor.slot
            && index.text(row.entry) == tensor.entry;
    };
    if (rows.size() == 1)
        return rows.front();
    const auto found = std::ranges::find_if(rows, isMeant);
    return found == rows.end() ? TensorId() : *found;
}

} // namespace

std::vector<TensorId> findLiveTensors(const DumpIndex& index, std::span<const LiveTensor> tensors)
{
    std::unordered_multimap<std::uint64_t, std::size_t> wanted;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::string_view path = tensors[i].file;
        const std::size_t slash = path.rfind('/');
        const StringId folder
            = index.findString(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash));
        const StringId name = index.findString(path.substr(slash + 1)); // of npos: the whole
        if (folder.isValid() && name.isValid())
            wanted.emplace(keyOf(folder, name), i);
    }
    std::vector<TensorId> found(tensors.size());
    for (std::size_t f = 0; f < index.fileCount() && !wanted.empty(); ++f) {
        const FileRow& file = index.file(FileId(f));
        const auto [begin, end] = wanted.equal_range(keyOf(index.folder(file.folder).path, file.name));
        for (auto place = begin; place != end; ++place)
            found[place->second] = tensorOfFile(index, FileId(f), tensors[place->second]);
        wanted.erase(begin, end);
    }
    return found;
}

} // namespace dumpscope::core
