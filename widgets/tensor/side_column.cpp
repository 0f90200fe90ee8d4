// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/side_column.h"

#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"

#include "tensor/histogram_box.h"
#include "tensor/statistic_facts.h"

#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

SideColumn::SideColumn(TensorDocument& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
    , m_figures(TensorFigures::of(document))
    , m_histogramTitle(new FactTable(tr("Histogram"), tr("drag the handles to set the range")))
    , m_probe(new FactTable(tr("Probe"), tr("arrow keys move · F8 next NaN")))
    , m_statistics(new FactTable(tr("Whole tensor"), tr("computed, float64")))
    , m_histogram(new HistogramBox(document, false))
{
    setWidgetResizable(true);
    setAccessibleName(tr("Histogram, probe, statistics"));
    setFrameShape(QFrame::NoFrame);
    setMinimumWidth(scaled(260));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const body = new QWidget;
    body->setBackgroundRole(QPalette::Base);
    auto* const column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_histogramTitle);
    column->addWidget(m_histogram);
    column->addWidget(m_probe);
    column->addWidget(m_statistics);
    column->addStretch(1);
    setWidget(body);
    connect(&document, &TensorDocument::probeFactsChanged, this, &SideColumn::refreshProbe);
    connect(&m_figures, &TensorFigures::statisticsChanged, this, &SideColumn::refreshStatistics);
}

void SideColumn::setTab(QByteArrayView id)
{
    const bool showsHistogram = id != "histogram";
    m_histogramTitle->setVisible(showsHistogram);
    m_histogram->setVisible(showsHistogram);
    m_statistics->setVisible(id != "statistics");
}

void SideColumn::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    refreshProbe();
    refreshStatistics();
}

void SideColumn::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    sizeHistogram();
    refreshProbe();
}

/// As high as the rest leaves room for, so that the probe stays in sight.
void SideColumn::sizeHistogram()
{
    constexpr int kLines = 12, kFewLines = 6;
    const int line = fontMetrics().height();
    int rest = m_histogramTitle->sizeHint().height() + m_probe->sizeHint().height();
    if (!m_statistics->isHidden())
        rest += m_statistics->sizeHint().height();
    m_histogram->setFixedHeight(std::clamp(viewport()->height() - rest, kFewLines * line, kLines * line));
}

void SideColumn::changeEvent(QEvent* event)
{
    // Once everything in it has its new size.
    if (event->type() == QEvent::FontChange && isVisible())
        QMetaObject::invokeMethod(this, &SideColumn::makeRoom, Qt::QueuedConnection);
    QScrollArea::changeEvent(event);
}

void SideColumn::refreshStatistics()
{
    if (!isVisible() || !m_document.isReady())
        return;
    m_figures.wantStatistics(Extent::Tensor);
    if (const auto& statistics = m_figures.statistics(Extent::Tensor)) {
        QList<FactTable::Fact> facts = statisticFacts(*statistics, m_document.dtype(), false);
        for (const StatisticConflict& conflict : m_figures.conflicts())
            facts.append({tr("recorded %1").arg(conflict.name), conflict.recorded, true,
                tr("The dump and the values disagree.")});
        m_statistics->setFacts(facts);
        makeRoom();
    } else if (const QString& failure = m_figures.statisticsFailure(Extent::Tensor); !failure.isEmpty()) {
        m_statistics->setFacts({{tr("not computed"), failure, false, {}, tr("Compute again"),
            [this] { m_figures.retry(Extent::Tensor); }}});
    }
}

void SideColumn::refreshProbe()
{
    const auto& facts = m_document.probeFacts();
    if (!facts || !isVisible() || !m_document.tensor().isValid())
        return;
    const core::DumpIndex& index = *m_document.tensor().root->index();
    QString value = facts->value;
    if (facts->isPadding)
        value += u' ' + tr("(padding)");
    QList<FactTable::Fact> rows {
        {tr("index"), indexText(facts->index)}, {tr("value"), value}, {tr("bits"), facts->bits}};
    if (facts->storageIndex)
        rows.append({tr("storage"), indexText(*facts->storageIndex)});
    const QString inData = tr("Byte %1 of the tensor's data").arg(facts->byteOffset);
    rows.append({facts->fileOffset ? tr("byte in file") : tr("byte in data"),
        QStringLiteral("0x%1").arg(facts->fileOffset.value_or(facts->byteOffset), 8, 16, QLatin1Char('0')),
        false,
        facts->fileOffset ? tr("Byte %1 of the file, counted from 0").arg(*facts->fileOffset) + u'\n' + inData
                          : inData + u'\n' + tr("The file does not hold these bytes as they are.")});
    const QString path = shownName(
        facts->fileOffset ? m_document.opened()->dataFile : index.filePath(m_document.tensor().row().file));
    // In the font of the values: a name that is wider than its room would push the neighbour.
    const QFontMetrics fixed(monospaceFont());
    const int room = std::max(80, viewport()->width() - fontMetrics().averageCharWidth() * 16);
    rows.append({tr("file"), fixed.elidedText(path.section(u'/', -1), Qt::ElideMiddle, room), false, path});
    m_probe->setFacts(rows);
    makeRoom();
}

/// Numbers are never cut: the column is as wide as the widest.
void SideColumn::makeRoom()
{
    sizeHistogram();
    constexpr int kLeast = 260;
    setMinimumWidth(std::max(scaled(kLeast),
        std::max(m_statistics->minimumSizeHint().width(), m_probe->minimumSizeHint().width())
            + verticalScrollBar()->sizeHint().width()));
}

} // namespace dumpscope::gui
