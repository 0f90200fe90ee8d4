// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"
#include "documents/selection.h"

#include <QUndoStack>

#include <algorithm>

namespace dumpscope::gui {

/// The comparisons that are open, the one in front, and the pair chosen in it. Choosing a pair selects its
/// target tensor in the window; a comparison goes when a root of it is closed, and starts again when a root
/// was read anew. GUI thread.
class Comparisons : public QObject {
    Q_OBJECT
public:
    Comparisons(Session& session, Selection& selection, TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const QList<ComparisonDocument*>& all() const { return m_all; }
    /// Whether it is a side of one that is open.
    [[nodiscard]] bool isCompared(const OpenedRoot* root) const
    {
        return std::ranges::any_of(m_all, [root](const ComparisonDocument* one) {
            return one->setup().target.root == root || one->setup().golden.root == root;
        });
    }
    /// Null: there is none.
    [[nodiscard]] ComparisonDocument* current() const { return m_current; }
    /// Starts a comparison and brings it to the front; the open one when both sides are the same.
    ComparisonDocument* compare(const ComparisonSetup& setup);
    /// Target and golden change places, also in the tree; a step that can be taken back.
    void swapSides();
    void setCurrent(ComparisonDocument* document);
    /// The one in front shows the pair of the selected tensor when it is done, not its worst one.
    void stayAtSelection() { m_hasOpened = true; }
    void close(ComparisonDocument* document);
    /// Everybody knows what is known of them.
    [[nodiscard]] bool isSettled() const
    {
        return std::ranges::none_of(m_all, &ComparisonDocument::isPublishing);
    }

    /// Row of the current comparison's table.
    [[nodiscard]] std::optional<std::size_t> pair() const { return m_pair; }
    void select(std::optional<std::size_t> pair);
    /// Whether the tensor is one side of the chosen pair.
    [[nodiscard]] bool isChosen(const TensorRef& tensor) const;
    /// Pairs marked together, the selected one among them: what a bundle takes. Ascending.
    [[nodiscard]] std::vector<std::size_t> marked() const;
    void mark(std::vector<std::size_t> pairs) { m_marked = std::move(pairs); }
    /// Selects it and asks for the views of its tensors.
    void open(std::size_t pair);
    /// Selects it and looks at its worst element, whatever a filter hides or was looked at before.
    void goTo(std::size_t pair);
    /// Somebody wants the failing pair before (-1) or behind (1) the selected one, among those that the
    /// results show.
    void wantFailing(int by) { emit failingWanted(by); }
    /// That what was asked for is not there, where the user looks for such.
    void say(const QString& sentence) { emit said(sentence); }
    /// The pair the conclusion is about; until there is one, of the likeliest suspect or the first
    /// divergence.
    [[nodiscard]] std::optional<std::size_t> worstPair() const;
    /// Limits or pairing of the current comparison, as a step that can be taken back; `what` names it:
    /// "limits".
    void changeLimits(core::Limits limits, const QString& what);
    void changePairing(const PairingEdits& edits, const QString& what);
    /// Whose definitions the metrics follow, likewise.
    void changeProfile(const QString& profile);
    /// Takes these pairs of tensors apart, and nothing else of their operators.
    void unpair(const std::vector<std::size_t>& rows);
    /// The last step taken back, or done again; whoever changes something finds it in front afterwards.
    void undo() { step(false); }
    void redo() { step(true); }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Somebody wants only the pairs for which the filter holds.
    void wantOnly(const QString& filter) { emit filterRequested(filter); }

signals:
    void added(dumpscope::gui::ComparisonDocument* document);
    void removed();
    /// Another one is in front, or none.
    void currentChanged();
    void pairChanged();
    void pairOpened();
    /// The chosen pair is to be seen, at its worst element.
    void worstWanted();
    void filterRequested(const QString& filter);
    void failingWanted(int by);
    void said(const QString& sentence);
    /// A step was taken back or done again; `panel` shows what it changed.
    void stepped(const QString& what, bool isRedone, const QByteArray& panel);

private:
    void step(bool isRedone);
    void swapSidesOf(ComparisonDocument* document);
    void showWorst();
    void setPair(std::optional<std::size_t> pair);
    [[nodiscard]] bool showsChosen() const;
    void forget(OpenedRoot* root);
    void followSelection();

    Selection& m_selection;
    TaskRunner& m_tasks;
    QList<ComparisonDocument*> m_all;
    QPointer<ComparisonDocument> m_current;
    std::optional<std::size_t> m_pair;
    std::pair<core::TensorId, core::TensorId> m_chosen; ///< of m_pair
    std::vector<std::size_t> m_marked;
    QUndoStack m_undo;
    bool m_hasOpened = false; ///< the comparison in front has shown its worst pair once
};

} // namespace dumpscope::gui
