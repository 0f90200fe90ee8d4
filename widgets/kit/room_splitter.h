// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace dumpscope::gui {

/// Parts one below the other; side by side where they would be too low and there is width instead. They keep
/// their shares of the room until the user moves a handle.
class RoomSplitter : public QSplitter {
    Q_OBJECT
public:
    /// Side by side below `leastHeight`; `shares` of the room, one for each part.
    RoomSplitter(int leastHeight, QList<int> shares, QWidget* parent = nullptr);
    /// Anew, whatever the user did.
    void share();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepShares();

    bool m_isMoved = false; ///< by the user
    int m_leastHeight;
    QList<int> m_shares;
};

} // namespace dumpscope::gui
