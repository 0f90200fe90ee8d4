// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/worst_elements.h"

#include "common/spacing.h"
#include "kit/message_page.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace dumpscope::gui {

QLabel* addTitle(QWidget* box, QLabel* hint, QWidget* body)
{
    auto* const title = new QLabel(box);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* const column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(scaled(kTiny));
    auto* const line = new QHBoxLayout;
    line->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, 0));
    line->addWidget(title);
    line->addStretch(1);
    if (hint)
        line->addWidget(hint);
    column->addLayout(line);
    column->addWidget(body, 1);
    return title;
}

WorstElements::WorstElements(DifferenceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new WorstElementModel(this))
    , m_table(new SimpleTable(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
    , m_hint(new QLabel(this))
{
    m_table->setRows(m_model, -1);
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* const body = new QWidget(this);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_message);
    body->setLayout(m_pages);
    m_title = addTitle(this, m_hint, body);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { jump(index.row()); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        // Several are being marked, to be copied.
        if (m_table->selectionModel()->selectedRows().size() <= 1)
            jump(index.row());
    });
    connect(m_table, &QTableView::entered, this,
        [this](const QModelIndex& index) { m_document.point(m_model->at(index.row()).index); });
    retranslate();
}

bool WorstElements::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_document.point(std::nullopt);
    else if (event->type() == QEvent::Resize)
        giveRoom();
    return QWidget::eventFilter(watched, event);
}

void WorstElements::retranslate()
{
    m_title->setText(tr("Worst elements"));
    m_hint->setText(tr("Enter jumps to the element in all three views"));
    m_table->setAccessibleName(tr("Worst elements"));
    sayWhyEmpty();
}

void WorstElements::refresh()
{
    QStringList origins;
    if (const auto& errors = m_document.errors()) {
        for (const auto& one : errors->origins)
            origins.append(originWords(m_document.partOrigins(one)));
    }
    m_model->setErrors(m_document.errors(), std::move(origins));
    if (m_model->rowCount() > 0) {
        m_table->resizeColumnsToContents();
        m_indexNeeds = m_table->columnWidth(WorstElementModel::Index);
    }
    giveRoom();
    sayWhyEmpty();
}

void WorstElements::sayWhyEmpty()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_hint->setVisible(!isEmpty);
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    const auto& errors = m_document.errors();
    m_message->show(!errors                  ? tr("The elements of this pair are not compared yet.")
            : errors->folded.fold.count == 0 ? tr("This pair has no elements.")
                                             : tr("No element differs in value."),
        {});
}

/// What is left over is the index's, which is never cut.
void WorstElements::giveRoom()
{
    const int others = m_table->horizontalHeader()->length() - m_table->columnWidth(WorstElementModel::Index);
    m_table->setColumnWidth(
        WorstElementModel::Index, std::max(m_indexNeeds, m_table->viewport()->width() - others));
}

void WorstElements::followProbe()
{
    if (!m_document.isReady() || !m_document.target().probe())
        return;
    const int row = m_model->rowOf(*m_document.target().probe());
    if (row >= 0 && m_table->currentIndex().row() != row)
        m_table->selectRow(row);
}

void WorstElements::jump(int row)
{
    if (row < 0 || row >= m_model->rowCount() || !m_document.isReady())
        return;
    m_table->selectRow(row);
    m_document.target().setProbe(m_model->at(row).index);
    emit jumped();
}

QString WorstElements::markedText() const
{
    QStringList lines;
    const auto line = [this](const auto& field) {
        QStringList fields;
        for (int column = 0; column < m_model->columnCount(); ++column)
            fields.append(field(column));
        return fields.join(QLatin1Char('\t'));
    };
    lines.append(line([this](int column) {
        return m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }));
    for (const int row : m_table->chosenRows())
        lines.append(line([this, row](int column) { return m_model->index(row, column).data().toString(); }));
    return lines.join(QLatin1Char('\n'));
}

} // namespace dumpscope::gui
