// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QJsonObject>
#include <QObject>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Rows of one root that tables show: everything below the chosen place of the tree.
struct RowScope {
    QPointer<OpenedRoot> root;
    std::shared_ptr<const std::vector<core::TensorId>> rows; ///< ascending; null: all of the root
    QString label;                                           ///< place in words, for titles
};

/// Tensors of one root that are marked together, in the order of a table.
struct MarkedTensors {
    QPointer<OpenedRoot> root;
    std::vector<core::TensorId> ids;
    friend bool operator==(const MarkedTensors&, const MarkedTensors&) = default;
};

/// Panels of pinned tensors by their places.
inline constexpr std::array kPinPanels {"pinned-tensor", "pinned-tensor-2", "pinned-tensor-3"};

/// The one selection of the window (window design 1.2): whoever chooses something tells it here,
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
    /// Logical index of the probed element; empty when none.
    [[nodiscard]] const std::vector<std::int64_t>& element() const { return m_element; }
    [[nodiscard]] const RowScope& scope() const { return m_scope; }

    void select(const TensorRef& tensor);
    void selectMany(std::vector<MarkedTensors> marked, const TensorRef& current);
    void setElement(std::vector<std::int64_t> index);
    /// What the probed element holds, as it follows the index ("= 1.5"); empty until it was read. What a
    /// pair holds says more than what one side does, so it stays until another element is probed.
    [[nodiscard]] const QString& elementValue() const { return m_elementValue; }
    void setElementValue(const QString& words, bool isPair = false);
    void setScope(RowScope scope);
    /// Return or double click: show it in the tensor view and take the focus there.
    void open(const TensorRef& tensor);
    /// Shows the tensor in a view that stays with it; `view`: how it was looked at (Panel::saveView). Without
    /// a place it takes a free one, or that of the tensor that is longest there.
    void pin(
        const TensorRef& tensor, const QJsonObject& view, std::optional<std::size_t> place = std::nullopt);
    void unpin(std::size_t place);
    /// A tensor by its name, as ids lose their meaning when a root is read again.
    struct Pin {
        QPointer<OpenedRoot> root; ///< null: the place is free
        QString tensor;            ///< contract id
    };
    static constexpr std::size_t kPins = kPinPanels.size();
    [[nodiscard]] const std::array<Pin, kPins>& pins() const { return m_pins; }

signals:
    void tensorChanged();
    void markedChanged();
    void hiddenCountChanged();
    /// Whoever hides marked tensors shows them.
    void showHiddenRequested();
    void elementChanged();
    void elementValueChanged();
    void scopeChanged();
    void opened();
    void pinned(std::size_t place, const dumpscope::gui::TensorRef& tensor, const QJsonObject& view);
    void unpinned(std::size_t place);
    /// Somebody wants only the rows for which this term of a filter holds.
    void filterRequested(const QString& term);

private:
    void forget(OpenedRoot* root);
    void forgetValue();
    [[nodiscard]] std::size_t placeFor(const TensorRef& tensor) const;

    TensorRef m_tensor;
    std::vector<MarkedTensors> m_marked;
    std::size_t m_hidden = 0;
    std::vector<std::int64_t> m_element;
    QString m_elementValue;
    bool m_isPairValue = false;
    RowScope m_scope;
    std::array<Pin, kPins> m_pins;
    std::vector<std::size_t> m_pinOrder; ///< places that are taken, the oldest first
};

} // namespace dumpscope::gui
