// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <array>

namespace dumpscope::gui {

/// A label whose text breaks into lines. Layouts ask for its height at the same few widths again and again,
/// and QLabel lays the whole text out anew each time: here it is remembered until text or font change.
class WrappedLabel : public QLabel {
public:
    explicit WrappedLabel(QWidget* parent = nullptr)
        : QLabel(parent)
    {
        setWordWrap(true);
    }

    [[nodiscard]] int heightForWidth(int width) const override
    {
        if (const QString& now = text(); m_text != now) {
            m_text = now;
            m_known = {};
        }
        for (const Known& known : m_known) {
            if (known.width == width)
                return known.height;
        }
        Known& slot = m_known[m_next++ % m_known.size()];
        slot = {width, QLabel::heightForWidth(width)};
        return slot.height;
    }

protected:
    void changeEvent(QEvent* event) override
    {
        m_known = {};
        QLabel::changeEvent(event);
    }

private:
    struct Known {
        int width = -1, height = 0;
    };
    mutable QString m_text;
    mutable std::array<Known, 4> m_known {};
    mutable std::size_t m_next = 0;
};

} // namespace dumpscope::gui
