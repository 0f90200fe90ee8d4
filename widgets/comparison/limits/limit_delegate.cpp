// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/limit_delegate.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "comparison/limits/limit_list_model.h"
#include "comparison/verdict_words.h"
#include "kit/filter_bar.h"

#include <QComboBox>
#include <QCompleter>
#include <QKeyEvent>

namespace dumpscope::gui {

QWidget* LimitDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    // What is edited looks as it does in the table.
    const QFont font = index.data(MonoRole).toBool() ? monospaceFont(option.font) : option.font;
    const QPersistentModelIndex place(index);
    auto* const self = const_cast<LimitDelegate*>(this); // Qt makes editors in a const function
    if (index.column() == LimitListModel::Op || index.column() == LimitListModel::VerdictColumn) {
        auto* const choice = new QComboBox(parent);
        choice->setFont(font);
        if (index.column() == LimitListModel::Op)
            choice->addItems({QStringLiteral("="), QStringLiteral("!="), QStringLiteral("<"),
                QStringLiteral("<="), QStringLiteral(">"), QStringLiteral(">=")});
        else
            choice->addItems({verdictText(core::Verdict::Fail), verdictText(core::Verdict::Warn)});
        connect(choice, &QComboBox::currentTextChanged, this,
            [self, place](const QString& text) { emit self->typed(place, text); });
        return choice;
    }
    auto* const line = new ExpressionLine(parent);
    line->setFrame(false);
    line->setFont(font);
    if (index.column() == LimitListModel::Metric && m_pairs) {
        QStringList metrics;
        for (std::size_t i = 0; i < m_pairs->metrics().size(); ++i)
            metrics.append(fromCore(m_pairs->metrics().info(i).id));
        auto* const completer = new QCompleter(metrics, line);
        completer->setFilterMode(Qt::MatchContains);
        line->setCompleter(completer);
    }
    if (index.column() == LimitListModel::Value) {
        line->setAlignment(Qt::AlignRight | Qt::AlignVCenter); // as the number stood
        line->installEventFilter(self);
    }
    connect(line, &QLineEdit::textEdited, this,
        [self, place](const QString& text) { emit self->typed(place, text); });
    return line;
}

void LimitDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* const choice = qobject_cast<QComboBox*>(editor))
        choice->setCurrentText(text);
    else if (auto* const line = qobject_cast<QLineEdit*>(editor); line && !line->isModified())
        line->setText(text);
}

void LimitDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* const choice = qobject_cast<QComboBox*>(editor);
    const auto* const line = qobject_cast<QLineEdit*>(editor);
    const QString text = choice ? choice->currentText() : line ? line->text() : QString();
    if (text != index.data(Qt::EditRole).toString())
        model->setData(index, text, Qt::EditRole);
}

bool LimitDelegate::eventFilter(QObject* watched, QEvent* event)
{
    auto* const line = qobject_cast<QLineEdit*>(watched);
    if (line && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            line->setText(steppedNumber(line->text(), key == Qt::Key_Up ? 1 : -1));
            line->setModified(true);
            emit line->textEdited(line->text());
            return true;
        }
    }
    return CellDelegate::eventFilter(watched, event);
}

} // namespace dumpscope::gui
