// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_result.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace dumpscope::gui {

class SimpleTable;
class TrendFindingModel;

/// Which rules are looked for, what they found, and which could not be applied.
class TrendFindings : public QWidget {
    Q_OBJECT
public:
    explicit TrendFindings(QWidget* parent);

    /// All with their usual numbers, or the one that is chosen with the threshold that is set.
    [[nodiscard]] core::TrendRuleSet rules() const;
    /// Null: nothing was judged yet.
    void setResult(
        std::shared_ptr<const core::TrendRun> run, std::shared_ptr<const core::TrendResult> result);
    [[nodiscard]] int count() const;

signals:
    void rulesChanged();
    void findingChosen(quint64 cell); ///< of the run

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void fitColumns();
    void fitReasons();
    void showRule();
    void describe();
    [[nodiscard]] const core::TrendRule* chosenRule() const; ///< null: all

    QComboBox* m_rule;
    QDoubleSpinBox* m_threshold;
    QLabel *m_found, *m_unable;
    SimpleTable* m_table;
    TrendFindingModel* m_findings;
    std::shared_ptr<const core::TrendResult> m_result;
};

} // namespace dumpscope::gui
