// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace dumpscope::test {

/// A folder that goes away with everything in it. Unlike Qt's, its names are bytes.
class TemporaryFolder {
public:
    TemporaryFolder()
        : m_path((std::filesystem::temp_directory_path() / "dumpscope-test-XXXXXX").string())
    {
        if (!::mkdtemp(m_path.data()))
            m_path.clear();
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }

    [[nodiscard]] bool isValid() const { return !m_path.empty(); }
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string at(std::string_view name) const { return m_path + '/' + std::string(name); }
    /// Everything in the folder itself, sorted by bytes.
    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> result;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            result.push_back(entry.path().filename().string());
        std::sort(result.begin(), result.end());
        return result;
    }

private:
    std::string m_path;
};

[[nodiscard]] inline std::string readFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return "(cannot be read)";
    return {std::istreambuf_iterator<char>(file), {}};
}

/// With the folders that it lies in.
inline bool writeFile(const std::string& path, std::string_view content)
{
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    return file.good();
}

} // namespace dumpscope::test
