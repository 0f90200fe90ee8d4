// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/content_stamp.h"

#include "base/digest.h"
#include "io/file_identity.h"
#include "io/posix_file.h"
#include "records/statistic_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kSample = 4096;

/// Everything the file says about the tensor, as far as it can be measured.
std::string stampOf(const StatisticTable& table, std::size_t row)
{
    Digest digest(DigestKind::Md5);
    for (std::size_t field = 0; field < StatisticTable::kFields; ++field) {
        const auto value = table.value(static_cast<StatisticTable::Field>(field), row);
        const std::array<double, 2> pair {value ? 1.0 : 0.0, value.value_or(0)};
        digest.update(std::as_bytes(std::span(pair)));
    }
    for (const auto* columns : {&table.digests, &table.attributes}) {
        for (const StatisticTable::Digest& column : *columns) {
            const std::string text = column.name + '=' + std::string(table.strings.text(column.text[row]));
            digest.update(std::as_bytes(std::span(text.c_str(), text.size() + 1)));
        }
    }
    return digest.hex();
}

} // namespace

std::string fileStamp(const std::string& path)
{
    const auto file = openRegularFile(path, path);
    if (!file)
        return {};
    const std::uint64_t size = file->size(), last = size - std::min<std::uint64_t>(size, kSample);
    std::vector<std::byte> sample(kSample);
    std::uint32_t sum = 0;
    for (const std::uint64_t offset : {std::uint64_t {0}, last / 2, last}) {
        const auto got = readAt(file->fd.get(), sample, offset, path);
        if (!got)
            return {};
        sum = crc32(std::span(sample).first(*got), sum);
    }
    const auto& changed = file->info.st_ctim;
    return fmt::format("{} {}.{:09} {:08x}", file->info.st_ino, changed.tv_sec, changed.tv_nsec, sum);
}

std::string rootStamp(const std::string& root)
{
    for (std::string path = root; !path.empty(); path.erase(path.rfind('/'))) {
        struct stat info = {};
        if (::stat(path.c_str(), &info) == 0)
            return S_ISREG(info.st_mode)
                ? fmt::format("{} {} {}", info.st_size, nanoseconds(info.st_mtim), fileStamp(path))
                : std::string();
        if (path.find('/') == std::string::npos)
            break;
    }
    return {};
}

std::string ContentStamps::of(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    std::string text;
    if (row.state != TensorState::StatisticsOnly)
        text = ofFile(index, row.file);
    if (row.statisticRow != TensorRow::kNone)
        text += ' ' + stampOf(*index.statisticTables()[row.statisticTable], row.statisticRow);
    return text;
}

std::string ContentStamps::ofFile(const DumpIndex& index, FileId id)
{
    const FileRow& file = index.file(id);
    const std::string path = index.fullPath(id);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_files.find(path); known != m_files.end())
            return known->second;
    }
    std::string stamp = fmt::format("{} {} {}", file.size, file.mtimeNs, fileStamp(path));
    const std::lock_guard lock(m_mutex);
    return m_files.emplace(path, std::move(stamp)).first->second;
}

} // namespace dumpscope::core
