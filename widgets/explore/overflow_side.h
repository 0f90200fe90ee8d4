// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QScrollArea;
class QTabBar;

namespace dumpscope::gui {

class OverflowTimeline;
class ScanTable;

/// When the records were written, above the tensors of the chosen one; where both are too low to be read,
/// one of them at a time.
class OverflowSide : public QWidget {
    Q_OBJECT
public:
    OverflowSide(OverflowTimeline* timeline, ScanTable* tensors, QWidget* parent);

    /// After the timeline got other rows.
    void fitTimeline();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void share();

    OverflowTimeline* m_timeline;
    ScanTable* m_tensors;
    QScrollArea* m_timelineArea;
    QLabel *m_timelineTitle, *m_tensorsTitle;
    QTabBar* m_tabs;
};

} // namespace dumpscope::gui
