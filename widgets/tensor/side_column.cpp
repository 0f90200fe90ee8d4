// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/side_column.h"

#include "tensor/fact_table.h"

#include <QVBoxLayout>

namespace dumpscope::gui {

SideColumn::SideColumn(TensorDocument& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
    , m_probe(new FactTable(tr("Probe"), tr("arrow keys move · F8 next NaN")))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setMinimumWidth(260);
    auto* const body = new QWidget;
    body->setBackgroundRole(QPalette::Base);
    auto* const column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_probe);
    column->addStretch(1);
    setWidget(body);
    connect(&document, &TensorDocument::probeFactsChanged, this, &SideColumn::refreshProbe);
}

void SideColumn::setTab(QByteArrayView) { }

void SideColumn::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    refreshProbe();
}

void SideColumn::refreshProbe()
{
    const auto& facts = m_document.probeFacts();
    if (!facts || !isVisible())
        return;
    const core::DumpIndex& index = *m_document.tensor().root->index();
    QString value = facts->value;
    if (facts->isPadding)
        value += u' ' + tr("(padding)");
    QList<FactTable::Fact> rows {
        {tr("index"), indexText(facts->index)}, {tr("value"), value}, {tr("bits"), facts->bits}};
    if (facts->storageIndex)
        rows.append({tr("storage"), indexText(*facts->storageIndex)});
    rows.append({tr("byte"), QStringLiteral("0x%1").arg(facts->byteOffset, 8, 16, QLatin1Char('0')), false,
        tr("Byte %1 of the tensor's data").arg(facts->byteOffset)});
    const QString path = fromCore(index.filePath(m_document.tensor().row().file));
    rows.append({tr("file"), path.section(u'/', -1), false, path});
    m_probe->setFacts(rows);
}

} // namespace dumpscope::gui
