// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QHash>
#include <QSet>

namespace dumpscope::gui {

/// Everything that is not as it should be, of all roots and tasks, each once however many tasks came across
/// it. The one list that every view shows and counts. GUI thread.
class ProblemList : public QObject {
    Q_OBJECT
public:
    struct Problem {
        core::Diagnostic diagnostic;
        QPointer<OpenedRoot> root; ///< null: of the program, not of a root
    };
    ProblemList(Session& session, TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    /// What somebody's own action came to is reported at once besides.
    void add(core::Diagnostic diagnostic, OpenedRoot* root = nullptr);
    void add(const core::Error& error)
    {
        add({core::Severity::Error, error.code, error.place, error.message});
    }

    /// Kinds stay hidden until the program ends.
    void hide(core::Code code);
    void showHidden();
    [[nodiscard]] bool isHidden(const Problem& problem) const
    {
        return m_hidden.contains(static_cast<int>(problem.diagnostic.code));
    }
    [[nodiscard]] int count() const; ///< of those that are not hidden
    [[nodiscard]] int hiddenCount() const { return static_cast<int>(m_problems.size()) - count(); }

signals:
    void changed();
    void told(const dumpscope::core::Diagnostic& problem); ///< added by `add`

private:
    void readRoot(OpenedRoot* root);
    void append(core::Diagnostic diagnostic, OpenedRoot* root);
    void removeOf(OpenedRoot* root);
    void leaveOutKnown();
    void findPlaces();

    std::vector<Problem> m_problems;
    QHash<QByteArray, std::size_t> m_places; ///< of equal problems in m_problems
    QSet<int> m_hidden;                      ///< core::Code
};

} // namespace dumpscope::gui
