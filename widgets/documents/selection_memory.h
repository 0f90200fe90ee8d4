// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

namespace dumpscope::gui {

/// Keeps names where ids lose their meaning: finds the selected tensor of a root that was read again, and
/// knows which one is pinned. GUI thread.
class SelectionMemory : public QObject {
    Q_OBJECT
public:
    SelectionMemory(Session& session, Selection& selection, QObject* parent = nullptr);

    /// Of a tensor that was pinned and whose root is still open; empty: none.
    struct Name {
        QPointer<OpenedRoot> root;
        QString tensor; ///< contract id
    };
    [[nodiscard]] const Name& pinned() const { return m_pinned; }

private:
    void note();
    void findAgain(OpenedRoot* root);

    Selection& m_selection;
    Name m_selected, m_pinned;
    std::vector<std::int64_t> m_element;
};

} // namespace dumpscope::gui
