// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace dumpscope::core {

/// A sentence that many things share; it is kept once and costs a copy nothing.
class SharedText {
public:
    SharedText() = default;
    SharedText(std::string text) // NOLINT: it is a text
        : m_text(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text)))
    {
    }
    SharedText(const char* text) // NOLINT: it is a text
        : SharedText(std::string(text))
    {
    }

    [[nodiscard]] bool empty() const { return !m_text; }
    [[nodiscard]] const std::string& text() const { return m_text ? *m_text : none(); }
    operator const std::string&() const { return text(); } // NOLINT: it is a text

    friend bool operator==(const SharedText& a, const SharedText& b)
    {
        return a.m_text == b.m_text || (a.m_text && b.m_text && *a.m_text == *b.m_text);
    }

private:
    static const std::string& none()
    {
        static const std::string empty;
        return empty;
    }
    std::shared_ptr<const std::string> m_text;
};

} // namespace dumpscope::core
