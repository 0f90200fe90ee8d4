// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <QWidget>

#include <array>

class QAbstractButton;

namespace dumpscope::gui {

/// How many pairs have which verdict, as buttons that filter: a click shows one kind only, Ctrl adds another.
class VerdictChips : public QWidget {
    Q_OBJECT
public:
    using Counts = std::array<qint64, 4>; ///< by core::Verdict
    explicit VerdictChips(QWidget* parent = nullptr);

    void setCounts(const Counts& counts);
    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// Which are pressed, without a notification.
    void setChosen(const std::vector<core::Verdict>& verdicts);
    /// Only glyphs and numbers.
    void setShort(bool isShort);

signals:
    void chosen(const std::vector<dumpscope::core::Verdict>& verdicts);

protected:
    void changeEvent(QEvent* event) override;

private:
    void click(std::size_t chip);
    void retranslate();

    std::array<QAbstractButton*, 4> m_chips {};
    Counts m_counts {};
};

/// `verdict:fail` or `(verdict:fail or verdict:warn)`; empty for none.
[[nodiscard]] QString verdictTerm(const std::vector<core::Verdict>& verdicts);
/// A filter without such a term, and the verdicts it asked for.
[[nodiscard]] std::pair<QString, std::vector<core::Verdict>> splitVerdictTerm(const QString& filter);

} // namespace dumpscope::gui
