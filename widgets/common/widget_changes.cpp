// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/widget_changes.h"

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

/// Belongs to the widget that it listens to.
class ChangeListener : public QObject {
public:
    ChangeListener(QWidget* widget, std::vector<QEvent::Type> types, std::function<void()> react)
        : QObject(widget)
        , m_types(std::move(types))
        , m_react(std::move(react))
    {
        widget->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (std::ranges::find(m_types, event->type()) != m_types.end())
            m_react();
        return QObject::eventFilter(watched, event);
    }

private:
    std::vector<QEvent::Type> m_types;
    std::function<void()> m_react;
};

} // namespace

void onChange(QWidget* widget, std::vector<QEvent::Type> types, std::function<void()> react)
{
    new ChangeListener(widget, std::move(types), std::move(react));
}

} // namespace dumpscope::gui
