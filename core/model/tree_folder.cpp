// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tree_folder.h"

#include "base/text.h"

#include <algorithm>
#include <filesystem>

namespace dumpscope::core {

namespace {

/// A file that is not opened.
class RefusedSource final : public Source {
public:
    explicit RefusedSource(std::string path)
        : m_path(std::move(path))
    {
    }
    const std::string& displayPath() const override { return m_path; }
    std::uint64_t size() const override { return 0; }
    Result<Bytes> read(std::uint64_t, std::uint64_t) const override { return map(); }
    Result<Bytes> map() const override
    {
        return fail(Code::Permission, phrase("%1 leads out of the folder that was opened", printable(m_path)),
            {.file = m_path});
    }

private:
    std::string m_path;
};

/// Whether a link at the path leads out of the root. Members of archives are no links.
bool leadsOut(const std::string& root, const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path whole = fs::path(root) / path;
    if (!fs::is_symlink(fs::symlink_status(whole, error)))
        return false;
    const fs::path real = fs::weakly_canonical(whole, error);
    if (error)
        return true;
    const fs::path inside = fs::weakly_canonical(root, error);
    const auto [end, unused] = std::mismatch(inside.begin(), inside.end(), real.begin(), real.end());
    return error || end != inside.end();
}

} // namespace

TreeFolder::TreeFolder(const FileTree& tree, std::string_view path)
    : m_tree(tree)
    , m_prefix(path.empty() ? std::string() : std::string(path) + '/')
{
}

std::unique_ptr<Source> TreeFolder::open(std::string_view name) const
{
    std::string path = m_prefix + std::string(name);
    const bool isName
        = !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
    if (!isName || leadsOut(m_tree.root(), path))
        return std::make_unique<RefusedSource>(std::move(path));
    return m_tree.open(path, 0);
}

} // namespace dumpscope::core
