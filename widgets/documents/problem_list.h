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
    /// A file as it was when work on it found something.
    struct FileState {
        std::uint64_t size = 0;
        std::int64_t mtimeNs = 0;
        bool operator==(const FileState&) const = default;
    };
    struct Problem {
        core::Diagnostic diagnostic;
        QPointer<OpenedRoot> root;           ///< null: of the program, not of a root
        std::optional<FileState> found = {}; ///< nullopt: of no tensor's file, or said by the index
    };
    ProblemList(Session& session, TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    /// What somebody's own action came to is reported at once besides. Of a root's tensor it stays until the
    /// file is another one.
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
    void append(core::Diagnostic diagnostic, OpenedRoot* root, std::optional<FileState> found = {});
    template<typename Predicate> void remove(const Predicate& isGone)
    {
        std::erase_if(m_problems, isGone);
        findPlaces();
    }
    void leaveOutKnown();
    void findPlaces();

    std::vector<Problem> m_problems;
    QHash<QByteArray, std::size_t> m_places; ///< of equal problems in m_problems
    QSet<int> m_hidden;                      ///< core::Code
};

} // namespace dumpscope::gui
