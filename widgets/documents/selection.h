// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QJsonObject>
#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::gui {

/// Rows of one root that tables show: everything below the chosen place of the tree.
struct RowScope {
    QPointer<OpenedRoot> root;
    std::shared_ptr<const std::vector<core::TensorId>> rows; ///< ascending; null: all of the root
    /// What selects them on the command line; nothing where no filter can.
    std::optional<std::string> filter = std::string();
    QString title = {}; ///< of the place, as the tree calls it
};

/// Tensors of one root that are marked together, in the order of a table.
struct MarkedTensors {
    QPointer<OpenedRoot> root;
    std::vector<core::TensorId> ids;
    friend bool operator==(const MarkedTensors&, const MarkedTensors&) = default;
};

/// The one selection of the window (docs/window.md 1.2): whoever chooses something tells it here,
/// whoever shows something listens. GUI thread.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(Session& session, QObject* parent = nullptr);

    [[nodiscard]] const TensorRef& tensor() const { return m_tensor; }
    /// Everything marked, `tensor` among them; drives export and plots.
    [[nodiscard]] const std::vector<MarkedTensors>& marked() const { return m_marked; }
    [[nodiscard]] std::size_t markedCount() const;
    /// Marked tensors that the filter of the table in front hides.
    [[nodiscard]] std::size_t hiddenCount() const { return m_hidden; }
    void setHiddenCount(std::size_t count);
    /// Rows of the table in front that its filter leaves, and all of the scope; nothing before one counted
    /// them.
    struct RowCounts {
        std::size_t shown = 0, all = 0;
        bool operator==(const RowCounts&) const = default;
    };
    [[nodiscard]] const std::optional<RowCounts>& rowCounts() const { return m_rowCounts; }
    void setRowCounts(RowCounts counts);
    /// Logical index of the probed element; empty when none.
    [[nodiscard]] const std::vector<std::int64_t>& element() const { return m_element; }
    [[nodiscard]] const RowScope& scope() const { return m_scope; }

    void select(const TensorRef& tensor);
    void selectMany(std::vector<MarkedTensors> marked, const TensorRef& current);
    void setElement(std::vector<std::int64_t> index);
    void setScope(RowScope scope);
    /// Return or double click: show it in the tensor view and take the focus there.
    void open(const TensorRef& tensor);
    /// Shows the tensor in a view that stays with it; `view`: how it was looked at (Panel::saveView).
    void pin(const TensorRef& tensor, const QJsonObject& view) { emit pinned(tensor, view); }

signals:
    void tensorChanged();
    void markedChanged();
    void hiddenCountChanged();
    void rowCountsChanged();
    /// Whoever hides marked tensors shows them.
    void showHiddenRequested();
    void elementChanged();
    void scopeChanged();
    void opened();
    void pinned(const dumpscope::gui::TensorRef& tensor, const QJsonObject& view);
    /// Somebody wants only the rows for which this term of a filter holds.
    void filterRequested(const QString& term);

private:
    void forget(OpenedRoot* root);

    TensorRef m_tensor;
    std::vector<MarkedTensors> m_marked;
    std::size_t m_hidden = 0;
    std::optional<RowCounts> m_rowCounts;
    std::vector<std::int64_t> m_element;
    RowScope m_scope;
};

} // namespace dumpscope::gui
