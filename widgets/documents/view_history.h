// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

#include <QJsonObject>
#include <QTimer>

#include <functional>

namespace dumpscope::gui {

/// Back and forward over what was looked at, as in a browser. A step is the selected tensor, its
/// element and how it was shown. GUI thread.
class ViewHistory : public QObject {
    Q_OBJECT
public:
    static constexpr int kSteps = 200;
    /// `save` and `restore` carry the state of the tensor view (tab, slice, zoom).
    ViewHistory(Session& session, Selection& selection, std::function<QJsonObject()> save,
        std::function<void(const QJsonObject&)> restore, QObject* parent = nullptr);

    [[nodiscard]] bool canGoBack() const { return m_place > 0; }
    [[nodiscard]] bool canGoForward() const { return m_place + 1 < m_steps.size(); }
    void goBack() { goTo(m_place - 1); }
    void goForward() { goTo(m_place + 1); }

signals:
    void changed();

private:
    struct Step {
        TensorRef tensor;
        std::vector<std::int64_t> element;
        QJsonObject view;
    };
    void remember();
    void keepCurrent();
    void goTo(qsizetype place);

    Selection& m_selection;
    std::function<QJsonObject()> m_save;
    std::function<void(const QJsonObject&)> m_restore;
    QList<Step> m_steps;
    qsizetype m_place = -1;
    QTimer m_settle; ///< walking through a list with the arrow keys is one step, not a hundred
    bool m_going = false;
};

} // namespace dumpscope::gui
