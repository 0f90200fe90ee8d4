// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_edits.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace dumpscope::gui {

class RuleModel;
class SimpleTable;

/// The rules of a pairing, and what the one that is proposed would bring. Hidden while there is none.
class PairingRuleEditor : public QWidget {
    Q_OBJECT
public:
    explicit PairingRuleEditor(QWidget* parent = nullptr);

    /// `isProposed`: they do not hold yet.
    void setRules(const QList<PairingEdits::Rule>& rules, bool isProposed);
    /// About the proposed rule.
    void say(const QString& words, bool canApply);

signals:
    void edited(int row, const dumpscope::gui::PairingEdits::Rule& rule);
    void applied();
    void discarded();
    void removed(int row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    RuleModel* m_model;
    SimpleTable* m_table;
    QLabel* m_words;
    QToolButton *m_remove, *m_discard, *m_apply;
    bool m_isProposed = false;
};

} // namespace dumpscope::gui
