// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/overflow_side.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "explore/overflow_timeline.h"
#include "explore/scan_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kLowSide = 300; ///< one of both at a time below this height
constexpr int kMostRows = 6;  ///< of the timeline before it scrolls
constexpr int kNameLeast = 100, kNanWidth = 84, kInfWidth = 98, kOriginWidth = 84;

enum Page { TensorsPage, TimelinePage };

} // namespace

OverflowSide::OverflowSide(OverflowTimeline* timeline, ScanTable* tensors, QWidget* parent)
    : QWidget(parent)
    , m_timeline(timeline)
    , m_tensors(tensors)
    , m_timelineArea(new QScrollArea(this))
    , m_timelineTitle(new QLabel(this))
    , m_tensorsTitle(new QLabel(this))
    , m_tabs(new QTabBar(this))
{
    for (QLabel* title : {m_timelineTitle, m_tensorsTitle}) {
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        title->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, kSmall));
    }
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->addTab(icon("tensor"), {});
    m_tabs->addTab(icon("clock"), {});
    m_timelineArea->setWidget(timeline);
    m_timelineArea->setWidgetResizable(true);
    m_timelineArea->setFrameShape(QFrame::NoFrame);
    m_timelineArea->setFocusPolicy(Qt::NoFocus);
    for (const int hidden : {ScanModel::NegInf, ScanModel::First, ScanModel::Why})
        tensors->setColumnHidden(hidden, true);
    tensors->setColumnWidth(ScanModel::Nan, scaled(kNanWidth));
    tensors->setColumnWidth(ScanModel::PosInf, scaled(kInfWidth));
    tensors->setFillLeast(scaled(kNameLeast));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_timelineTitle);
    layout->addWidget(m_timelineArea);
    layout->addWidget(m_tensorsTitle);
    layout->addWidget(tensors, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &OverflowSide::share);
    retranslate();
    share();
}

void OverflowSide::retranslate()
{
    m_timelineTitle->setText(tr("When"));
    m_tensorsTitle->setText(tr("Tensors of this record"));
    m_tabs->setTabText(TensorsPage, m_tensorsTitle->text());
    m_tabs->setTabText(TimelinePage, m_timelineTitle->text());
    m_tabs->setAccessibleName(m_tensorsTitle->text());
    m_tensors->setAccessibleName(m_tensorsTitle->text());
    m_timelineArea->setAccessibleName(m_timelineTitle->text());
}

void OverflowSide::share()
{
    const bool isLow = height() < scaled(kLowSide);
    m_tabs->setVisible(isLow);
    m_timelineTitle->setVisible(!isLow);
    m_tensorsTitle->setVisible(!isLow);
    m_timelineArea->setVisible(!isLow || m_tabs->currentIndex() == TimelinePage);
    m_tensors->setVisible(!isLow || m_tabs->currentIndex() == TensorsPage);
    fitTimeline();
}

void OverflowSide::fitTimeline()
{
    const int whole = m_timeline->minimumSizeHint().height();
    const int shown = m_timeline->heightOf(kMostRows);
    m_timelineArea->setMinimumHeight(0);
    m_timelineArea->setMaximumHeight(m_tabs->isVisibleTo(this) ? QWIDGETSIZE_MAX : std::min(whole, shown));
    if (!m_tabs->isVisibleTo(this))
        m_timelineArea->setMinimumHeight(std::min(whole, shown));
}

void OverflowSide::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Where it came from says more than how many infinities there are.
    m_tensors->setColumnHidden(
        ScanModel::PosInf, width() < scaled(kNameLeast + kNanWidth + kInfWidth + kOriginWidth));
    share();
}

void OverflowSide::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
