// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mapping_csv.h"

#include "base/text.h"
#include "io/byte_text.h"

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxReported = 100;
constexpr std::size_t kMaxNameBytes = 32768;
constexpr std::size_t kShownBytes = 80;

std::string shownName(std::string_view name)
{
    return "'" + printable(name.substr(0, kShownBytes)) + (name.size() > kShownBytes ? "…'" : "'");
}

/// Why a name cannot stand for a file of this folder; empty where it can.
Message whyNoFileName(std::string_view name, const std::string& shown)
{
    if (name.empty())
        return phrase("name %1 is empty: row ignored", shown);
    if (name == "." || name == "..")
        return phrase("name %1 is a folder: row ignored", shown);
    if (name.find_first_of(std::string_view("/\\\0", 3)) != std::string_view::npos)
        return phrase("name %1 holds a path separator or NUL: row ignored", shown);
    if (name.size() > kMaxNameBytes)
        return phrase("name %1 is too long: row ignored", shown);
    return {};
}

class Rows {
public:
    explicit Rows(std::vector<Diagnostic>& problems)
        : m_problems(problems)
    {
    }

    void add(std::string_view line)
    {
        ++m_row;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty())
            return;
        const std::size_t comma = line.find(',');
        if (comma == std::string_view::npos) {
            report(phrase("row without a comma: %1", shownName(line)));
            return;
        }
        const std::string_view stored = line.substr(0, comma);
        const std::string_view original = line.substr(comma + 1);
        for (const std::string_view name : {stored, original}) {
            if (Message why = whyNoFileName(name, shownName(name)); !why.empty()) {
                report(std::move(why));
                return;
            }
        }
        const auto [entry, isNew] = m_names.try_emplace(std::string(stored), original);
        if (!isNew && entry->second != original) {
            report(phrase("%1 stands for %2 and for %3: the last one counts", shownName(stored),
                shownName(entry->second), shownName(original)));
            entry->second = original;
        }
    }

    std::unordered_map<std::string, std::string> take()
    {
        if (m_left > 0) {
            m_row = 0;
            push(phrase("%1 more rows with problems", m_left));
        }
        return std::move(m_names);
    }

private:
    void report(Message message)
    {
        if (m_problems.size() - m_before < kMaxReported)
            push(std::move(message));
        else
            ++m_left;
    }
    void push(Message message)
    {
        Diagnostic diagnostic;
        diagnostic.code = Code::Mapping;
        if (m_row > 0)
            diagnostic.place.row = m_row;
        diagnostic.message = std::move(message);
        m_problems.push_back(std::move(diagnostic));
    }

    std::vector<Diagnostic>& m_problems;
    std::size_t m_before = m_problems.size();
    std::size_t m_left = 0;
    std::uint64_t m_row = 0;
    std::unordered_map<std::string, std::string> m_names;
};

} // namespace

std::unordered_map<std::string, std::string> parseMappingCsv(
    std::string_view text, std::vector<Diagnostic>& problems)
{
    text = withoutByteOrderMark(text);
    Rows rows(problems);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        rows.add(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return rows.take();
}

} // namespace dumpscope::core
