// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/operator_picker.h"

#include "common/fonts.h"
#include "common/spacing.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

namespace dumpscope::gui {

OperatorPicker::OperatorPicker(
    const QStringList& names, const QStringList& chosen, const QString& source, QWidget* parent)
    : QDialog(parent)
    , m_filter(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_names(new QStringListModel(names, this))
{
    setWindowTitle(tr("Pick operators"));
    m_filter->setPlaceholderText(tr("Part of a name"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_list->setModel(m_names);
    m_list->setFont(monospaceFont());
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::MultiSelection);
    m_list->setAccessibleName(tr("Operators"));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto* const label = new QLabel(source, this);
    label->setWordWrap(true);
    auto* const count = new QLabel(this);
    const auto report = [this, count] {
        count->setText(tr("%n operator(s) chosen", nullptr,
            static_cast<int>(m_list->selectionModel()->selectedRows().size())));
    };
    auto* const layout = new QVBoxLayout(this);
    layout->setSpacing(scaled(kMedium));
    layout->addWidget(label);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addWidget(count);
    layout->addWidget(buttons);
    resize(scaled(520), scaled(480));
    const QSet<QString> wanted(chosen.begin(), chosen.end());
    QItemSelection selection;
    for (int row = 0; row < names.size() && !wanted.isEmpty(); ++row) {
        if (wanted.contains(names[row]))
            selection.select(m_names->index(row, 0), m_names->index(row, 0));
    }
    m_list->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty())
        m_list->scrollTo(selection.indexes().front());
    // hidden rows stay chosen
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        const QStringList all = m_names->stringList();
        for (int row = 0; row < all.size(); ++row)
            m_list->setRowHidden(row, !all[row].contains(text, Qt::CaseInsensitive));
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, report);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    report();
    m_filter->setFocus();
}

QStringList OperatorPicker::chosen() const
{
    QStringList names;
    QModelIndexList rows = m_list->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const QModelIndex& row : rows)
        names.append(row.data().toString());
    return names;
}

} // namespace dumpscope::gui
