// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/name_elision.h"

#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace dumpscope::gui {

/// One line of plain text that says with dots where it is cut. Its owner sets the tip that has all of it.
class CutLabel : public QLabel {
public:
    enum class Of { Words, Name }; ///< words keep their beginning, a name or path its last segments

    explicit CutLabel(QWidget* parent = nullptr, Of of = Of::Words)
        : QLabel(parent)
        , m_of(of)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const QRect room = contentsRect();
        if (fontMetrics().horizontalAdvance(text()) <= room.width())
            return QLabel::paintEvent(event);
        QPainter painter(this);
        style()->drawItemText(&painter, room, static_cast<int>(alignment()), palette(), isEnabled(),
            m_of == Of::Name ? elidedName(text(), fontMetrics(), room.width())
                             : fontMetrics().elidedText(text(), Qt::ElideRight, room.width()),
            foregroundRole());
    }

private:
    Of m_of;
};

} // namespace dumpscope::gui
