// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "async/task_runner.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/targets/golden_group.h"
#include "kit/message_page.h"

class QHBoxLayout;
class QStackedLayout;

namespace dumpscope::gui {

/// A panel about all open targets of the golden in front: a bar, and below it a page that a task fills, or a
/// sentence. It is filled anew some time after any of the comparisons has changed, while it is visible.
class GoldenGroupPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit GoldenGroupPanel(Workbench& workbench);

    bool isSettled() const override;

protected:
    /// Once, by a constructor.
    void layOut(QHBoxLayout* bar, QWidget* page);
    /// Asks for the page of `group`, which has rows, with m_making; calls showPage() when it is there.
    virtual void fill(const GoldenGroup& group) = 0;
    /// What is said where nothing is in front.
    [[nodiscard]] virtual QString purpose() const = 0;
    /// There is no page any more.
    virtual void cleared() { }
    virtual void watch(ComparisonDocument* document);

    void refresh();
    void later();
    void showPage();
    /// In place of the page.
    void showSentence(const QString& sentence, const QString& link = {}, std::function<void()> action = {});
    void showComparison() override { later(); }
    void showEvent(QShowEvent* event) override;

    QList<QPointer<ComparisonDocument>> m_documents; ///< of the page that is shown
    LatestOnly m_making;

private:
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QWidget* m_page = nullptr;
    DueTimer m_later;
    bool m_isFilled = false; ///< with what fill() found, page or sentence
};

} // namespace dumpscope::gui
