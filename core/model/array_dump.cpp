// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/array_dump.h"

#include "base/text.h"
#include "model/dump_index_builder.h"
#include "readers/format_registry.h"
#include "tensor/npy_writer.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

using Arrays = std::map<std::string, TensorView, std::less<>>;

/// Whether an archive may have a member of that name, and whoever unpacks it a file.
bool isNameOfFile(std::string_view name)
{
    if (name.find('\0') != std::string_view::npos)
        return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..")
            return false;
        begin = end + 1;
    }
    return true;
}

/// The array as the .npy file it would be.
Result<Bytes> npyFileOf(const TensorView& view, const std::string& name)
{
    const DTypeInfo& info = dtypeInfo(view.dtype);
    if (info.npyDescr.empty() || !view.strides.empty() || view.bigEndian)
        return fail(Code::Unsupported,
            phrase(
                ".npy files have no arrays of %1; compare arrays of another type to hand them on", info.name),
            {.file = name});
    if (!isNameOfFile(name))
        return fail(Code::Usage,
            phrase("no file can have the name of this array; compare arrays of other names to hand them on"),
            {.file = name});
    const std::string header = npyHeader(info.npyDescr, false, view.shape);
    const ByteSpan head = std::as_bytes(std::span(header)), values = view.bytes.span();
    std::vector<std::byte> file(head.begin(), head.end());
    file.insert(file.end(), values.begin(), values.end());
    return Bytes::fromVector(std::move(file));
}

/// Stands for the file that an array in memory does not have: ArrayReader needs none.
class ArraySource final : public Source {
public:
    ArraySource(std::string path, std::uint64_t size)
        : m_path(std::move(path))
        , m_size(size)
    {
    }
    const std::string& displayPath() const override { return m_path; }
    std::uint64_t size() const override { return m_size; }
    Result<Bytes> read(std::uint64_t, std::uint64_t) const override { return Bytes {}; }
    Result<Bytes> map() const override { return Bytes {}; }

private:
    std::string m_path;
    std::uint64_t m_size;
};

class ArrayTree final : public FileTree {
public:
    ArrayTree(std::string root, std::shared_ptr<const Arrays> arrays)
        : m_root(std::move(root))
        , m_arrays(std::move(arrays))
    {
    }
    const std::string& root() const override { return m_root; }
    Result<void> walk(bool, TaskContext&, const std::function<Result<void>(WalkedBatch&&)>&) override
    {
        return {};
    }
    std::unique_ptr<Source> open(
        const std::string& path, std::uint64_t size, const std::stop_token& /*stop*/) const override
    {
        return std::make_unique<ArraySource>(path, size);
    }
    std::string absoluteFolder(const std::string& folder) const override { return m_root + '/' + folder; }
    [[nodiscard]] Result<Bytes> npyFile(const std::string& path) const
    {
        const auto found = m_arrays->find(path);
        if (found == m_arrays->end())
            return fail(Code::NotFound, phrase("there is no such array"), {.file = path});
        return npyFileOf(found->second, path);
    }

private:
    std::string m_root;
    std::shared_ptr<const Arrays> m_arrays;
};

class ArrayReader final : public Reader {
public:
    explicit ArrayReader(std::shared_ptr<const Arrays> arrays)
        : m_arrays(std::move(arrays))
    {
    }
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"array", "Array in memory", {}, {.index = true, .values = true}};
        return info;
    }
    Claim probe(const FileProbe&) const override { return {}; }
    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents {}; }
    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        const auto found = m_arrays->find(file.name);
        if (found == m_arrays->end())
            return fail(Code::NotFound, phrase("there is no such array"), {.file = std::string(file.name)});
        return found->second;
    }

private:
    std::shared_ptr<const Arrays> m_arrays;
};

TensorRecord recordOf(const NamedArray& array, std::uint32_t position)
{
    TensorRecord record;
    record.opName = array.opName;
    record.io = array.io;
    record.slot = array.slot;
    record.dtype = array.view.dtype;
    record.shape = array.view.shape;
    record.bytes = array.view.bytes.size();
    record.position = position;
    record.occurrence = 0;
    return record;
}

} // namespace

Result<std::shared_ptr<const DumpIndex>> dumpOfArrays(std::string root, std::vector<NamedArray> arrays)
{
    if (arrays.size() >= TensorRow::kNone)
        return fail(Code::Limit, phrase("there are too many arrays: %1", arrays.size()));
    Arrays views;
    for (const NamedArray& array : arrays) {
        if (array.name.empty())
            return fail(Code::Usage, phrase("the name of an array is empty"));
        if (!views.emplace(array.name, array.view).second)
            return fail(Code::Usage, phrase("two arrays are called \"%1\"", printable(array.name)));
    }
    auto formats = std::make_shared<FormatRegistry>();
    const auto shared = std::make_shared<const Arrays>(std::move(views));
    formats->add(std::make_unique<ArrayReader>(shared));
    DumpIndexBuilder builder(std::make_shared<ArrayTree>(std::move(root), shared), formats);
    const FolderId folder = builder.addFolder("", {});
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        // A file of no bytes would be a damaged one.
        const std::uint64_t size = std::max<std::uint64_t>(arrays[i].view.bytes.size(), 1);
        const FileId file = builder.addFile(folder, {arrays[i].name, size, 0}, {});
        FileContents contents;
        contents.tensors.push_back(recordOf(arrays[i], static_cast<std::uint32_t>(i)));
        builder.addContents(file, 0, {}, std::move(contents));
    }
    return builder.finish({}, Arena(1));
}

Result<Bytes> fileToHandOn(const DumpIndex& index, FileId file)
{
    const std::string path = index.filePath(file);
    if (const auto* const arrays = dynamic_cast<const ArrayTree*>(&index.tree()))
        return arrays->npyFile(path);
    return index.tree().open(path, index.file(file).size)->map();
}

} // namespace dumpscope::core
