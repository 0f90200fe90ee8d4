// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QHash>

namespace dumpscope::gui {

/// Everything that is not as it should be, of all roots and tasks, equal ones once. GUI thread.
class ProblemList : public QObject {
    Q_OBJECT
public:
    struct Problem {
        core::Diagnostic diagnostic;
        QPointer<OpenedRoot> root; ///< null: of the program, not of a root
        int times = 1;
    };
    ProblemList(Session& session, TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    void add(core::Diagnostic diagnostic, OpenedRoot* root = nullptr);

signals:
    void changed();

private:
    void readRoot(OpenedRoot* root);
    void append(core::Diagnostic diagnostic, OpenedRoot* root);
    void removeOf(OpenedRoot* root);

    std::vector<Problem> m_problems;
    QHash<QByteArray, std::size_t> m_places; ///< of equal problems in m_problems
};

} // namespace dumpscope::gui
