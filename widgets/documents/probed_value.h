// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

namespace dumpscope::gui {

/// What the probed element of the selection holds, in words that follow its index ("= 1.5"), for the status
/// bar; empty until it was read. GUI thread.
class ProbedValue : public QObject {
    Q_OBJECT
public:
    /// The one of this selection.
    [[nodiscard]] static ProbedValue& of(Selection& selection);

    /// The element that is spoken of: the one under the mouse where something is known of it, else the
    /// probed.
    [[nodiscard]] const std::vector<std::int64_t>& element() const;
    [[nodiscard]] const QString& words() const;
    /// Whether the element is one of an assembled tensor, not of the one that is selected.
    [[nodiscard]] bool isOfAssembly() const;
    /// What both sides of a pair hold says more than what one of them does, so it stays until another
    /// element is probed. Nothing is taken about another element than the probed one.
    void report(const std::vector<std::int64_t>& element, const QString& words, bool isPair);
    /// An element of an assembled pair which no part that is selected holds; until another is probed.
    void reportAssembled(const std::vector<std::int64_t>& element, const QString& words);
    /// Another pair is shown: what the sides of the one before hold is forgotten.
    void forgetPair();
    /// What is under the mouse, as long as it is; empty words: nothing is.
    void point(const std::vector<std::int64_t>& element, const QString& words);

signals:
    void changed();

private:
    explicit ProbedValue(Selection& selection);

    Selection& m_selection;
    QString m_words, m_pointedWords, m_assembledWords;
    std::vector<std::int64_t> m_pointed, m_assembled;
    bool m_isPair = false;
};

} // namespace dumpscope::gui
