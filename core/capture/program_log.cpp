// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_log.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Passes an escape sequence of terminals (ECMA-48): the next place behind it.
std::size_t behindEscape(std::string_view line, std::size_t at)
{
    if (++at < line.size() && line[at] == '[') {
        while (++at < line.size() && (line[at] < '@' || line[at] > '~')) { }
    }
    return std::min(at + 1, line.size());
}

/// Bytes that are no UTF-8 become U+FFFD.
std::string mended(std::string_view text)
{
    std::string whole;
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        const std::string_view character = text.substr(at, length);
        const bool isValid = isUtf8(character);
        whole += isValid ? character : "\uFFFD";
        at += isValid ? length : 1;
    }
    return whole;
}

/// As it can be shown: no colours or control characters, tabs as blanks, valid UTF-8.
std::string shown(std::string_view line)
{
    std::string text;
    text.reserve(line.size());
    for (std::size_t at = 0; at < line.size();) {
        const char c = line[at];
        if (c == '\x1b') {
            at = behindEscape(line, at);
            continue;
        }
        if (c == '\t')
            text += "    ";
        else if (static_cast<unsigned char>(c) >= 0x20U && c != '\x7f')
            text += c;
        ++at;
    }
    return isUtf8(text) ? text : mended(text);
}

} // namespace

Result<void> ProgramLog::open(const std::string& path)
{
    if (path.empty())
        return {};
    m_file = UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!m_file)
        return fail(systemError(errno, phrase("write the program's log"), {path}));
    return {};
}

void ProgramLog::add(std::string_view bytes)
{
    m_bytes += bytes.size();
    for (std::string_view rest = bytes; m_file && !rest.empty();) {
        const ::ssize_t written = ::write(m_file.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            m_isCut = true;
            m_file.reset();
            break;
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    while (!bytes.empty()) {
        // Bars of progress overwrite their line with a carriage return.
        const std::size_t end = bytes.find_first_of("\n\r");
        const std::string_view piece = bytes.substr(0, end);
        const std::size_t room = kLongestLine - std::min(m_line.size(), kLongestLine);
        m_line += piece.substr(0, room);
        m_isLong = m_isLong || piece.size() > room;
        if (end == std::string_view::npos)
            return;
        endLine();
        bytes.remove_prefix(end + 1);
    }
}

void ProgramLog::end()
{
    if (!m_line.empty())
        endLine();
}

void ProgramLog::endLine()
{
    if (m_line.empty())
        return;
    ++m_lines;
    look(m_line);
    if (m_isLong)
        m_line += "…";
    m_isLong = false;
    if (m_ring.size() < kLinesAtOnce) {
        m_ring.push_back(std::move(m_line));
    } else {
        std::swap(m_ring[m_ringStart], m_line);
        m_ringStart = (m_ringStart + 1) % kLinesAtOnce;
        ++m_leftOut;
    }
    m_line.clear();
}

/// A traceback of Python is indented up to its last line. Aborting programs say why in one line.
void ProgramLog::look(std::string_view line)
{
    constexpr std::size_t kMost = 500;
    constexpr std::array<std::string_view, 6> kLastWords {
        "terminate called", "Fatal Python error:", "Segmentation fault", "Aborted", "free(): ", "what():  "};
    if (line.starts_with("Traceback (most recent call last)")) {
        m_inTraceback = true;
        return;
    }
    if (m_inTraceback && line[0] != ' ' && line[0] != '\t') {
        m_inTraceback = false;
        m_lastError = shown(line.substr(0, kMost));
        return;
    }
    const auto isThere
        = [&](std::string_view words) { return line.substr(0, 64).find(words) != std::string_view::npos; };
    if (!m_inTraceback && std::ranges::any_of(kLastWords, isThere))
        m_lastError = shown(line.substr(0, kMost));
}

ProgramLog::Lines ProgramLog::take()
{
    Lines taken;
    taken.leftOut = std::exchange(m_leftOut, 0);
    taken.lines.reserve(m_ring.size());
    for (std::size_t i = 0; i < m_ring.size(); ++i)
        taken.lines.push_back(shown(m_ring[(m_ringStart + i) % m_ring.size()]));
    m_ring.clear();
    m_ringStart = 0;
    return taken;
}

} // namespace dumpscope::core
