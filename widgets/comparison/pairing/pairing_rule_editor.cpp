// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_rule_editor.h"

#include "common/spacing.h"
#include "comparison/pairing/pairing_models.h"
#include "kit/simple_table.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

PairingRuleEditor::PairingRuleEditor(QWidget* parent)
    : QWidget(parent)
    , m_model(new RuleModel(this))
    , m_table(new SimpleTable(this))
    , m_words(new QLabel(this))
    , m_remove(new QToolButton(this))
    , m_discard(new QToolButton(this))
    , m_apply(new QToolButton(this))
{
    m_table->setRows(m_model, RuleModel::Target);
    m_table->setColumnWidth(RuleModel::Golden, scaled(320));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setFixedHeight(rowHeight() * 4);
    m_words->setWordWrap(true);
    auto* const line = new QHBoxLayout;
    line->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, kSmall));
    line->addWidget(m_words, 1);
    for (QToolButton* button : {m_remove, m_discard, m_apply}) {
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        line->addWidget(button);
    }
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table);
    layout->addLayout(line);
    // Rules are set anew by it: the table closes its editor before.
    connect(m_model, &RuleModel::ruleEdited, this, &PairingRuleEditor::edited, Qt::QueuedConnection);
    connect(m_apply, &QToolButton::clicked, this, &PairingRuleEditor::applied);
    connect(m_discard, &QToolButton::clicked, this, &PairingRuleEditor::discarded);
    connect(m_remove, &QToolButton::clicked, this, [this] { emit removed(m_table->currentIndex().row()); });
    retranslate();
    setRules({}, false);
}

void PairingRuleEditor::setRules(const QList<PairingEdits::Rule>& rules, bool isProposed)
{
    m_isProposed = isProposed;
    m_model->setRules(rules);
    setVisible(!rules.isEmpty());
    m_apply->setVisible(isProposed);
    m_discard->setVisible(isProposed);
    m_remove->setVisible(!isProposed);
    if (!isProposed)
        m_words->setText(tr("Rules run after pairs made by hand and before names."));
}

void PairingRuleEditor::say(const QString& words, bool canApply)
{
    m_words->setText(words);
    m_apply->setEnabled(canApply);
}

void PairingRuleEditor::retranslate()
{
    m_table->setAccessibleName(tr("Rules"));
    m_apply->setText(tr("Apply rule"));
    m_discard->setText(tr("Discard"));
    m_remove->setText(tr("Remove rule"));
    if (!m_isProposed)
        m_words->setText(tr("Rules run after pairs made by hand and before names."));
}

void PairingRuleEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
