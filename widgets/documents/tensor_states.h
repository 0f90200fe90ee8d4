// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "documents/first_non_finite.h"

#include <QHash>

#include <memory>
#include <vector>

namespace dumpscope::gui {

/// The mark of a tensor that holds NaN or infinities of this origin; where they began is State::BornHere.
[[nodiscard]] State stateOf(core::ValueOrigin origin);

/// The one mark of each tensor, for the tree and all tables in every arrangement: its verdict where it is a
/// side of the comparison in front, else what is known of NaN and infinities, overflow and damage. GUI
/// thread.
class TensorStates : public QObject {
    Q_OBJECT
public:
    using Verdicts = std::shared_ptr<const std::vector<State>>; ///< by tensor; State::None: has none

    /// The one of this session.
    [[nodiscard]] static TensorStates& of(Session& session);
    [[nodiscard]] State stateOf(const TensorRef& tensor) const;
    /// As `of` and `stateOf`; for those who know tensors and no session.
    [[nodiscard]] static State markOf(const TensorRef& tensor);
    /// What the mark of a tensor stands for; empty: it has none.
    [[nodiscard]] static QString meaningOf(const TensorRef& tensor);
    /// Of the comparison in front; what is not named has none any longer.
    void setVerdicts(QHash<const OpenedRoot*, Verdicts> verdicts);

signals:
    void changed(dumpscope::gui::OpenedRoot* root);

private:
    explicit TensorStates(Session& session);
    [[nodiscard]] State verdictOf(const TensorRef& tensor) const;
    [[nodiscard]] QString meaning(const TensorRef& tensor) const;

    Session& m_session;
    FirstNonFinite& m_nonFinite;
    QHash<const OpenedRoot*, Verdicts> m_verdicts;
};

} // namespace dumpscope::gui
