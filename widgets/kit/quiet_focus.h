// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QItemSelectionModel>
#include <QSignalBlocker>

namespace dumpscope::gui {

/// A view of Qt that gets the focus makes its first row the current one where there is none, and who listens
/// takes that for a choice. Around QAbstractItemView::focusInEvent: nothing is chosen until a key is pressed.
class QuietFocus {
public:
    explicit QuietFocus(QAbstractItemView& view)
        : m_rows(view.selectionModel())
        , m_silence(m_rows)
        , m_isNew(m_rows && !m_rows->currentIndex().isValid())
    {
    }
    ~QuietFocus()
    {
        if (m_isNew)
            m_rows->clearCurrentIndex();
    }
    QuietFocus(const QuietFocus&) = delete;
    QuietFocus& operator=(const QuietFocus&) = delete;

private:
    QItemSelectionModel* m_rows;
    QSignalBlocker m_silence;
    bool m_isNew;
};

} // namespace dumpscope::gui
