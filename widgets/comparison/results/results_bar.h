// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/verdict_chips.h"

#include <optional>

class QComboBox;
class QLabel;
class QToolButton;

namespace dumpscope::gui {

class ActionRegistry;

/// Above the results: how many pairs have which verdict, whose definitions count, and the ways to limits,
/// pairing and reports.
class ResultsBar : public QWidget {
    Q_OBJECT
public:
    explicit ResultsBar(ActionRegistry& actions, QWidget* parent = nullptr);

    [[nodiscard]] VerdictChips& chips() const { return *m_chips; }
    /// None: there is no comparison.
    void setProfile(const std::optional<QString>& profile);

signals:
    void profileChosen(const QString& profile);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();

    VerdictChips* m_chips;
    QLabel* m_title;
    QComboBox* m_profile;
    std::vector<QToolButton*> m_buttons;
};

} // namespace dumpscope::gui
