// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// The rules of limits in the order of decision; cells are edited in place. What was typed is notified, not
/// kept: whoever owns the limits sets them. GUI thread.
class LimitListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Metric, Op, Value, When, VerdictColumn, Rows, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setLimits(core::Limits limits);
    [[nodiscard]] const core::Limits& limits() const { return m_limits; }
    /// Rows of the comparison that each rule decides; empty: not known.
    void setDecided(std::vector<std::uint64_t> decided);
    /// The limits with another text in a cell; nullopt where it is no such thing.
    [[nodiscard]] std::optional<core::Limits> edited(const QModelIndex& index, const QString& text) const;

    /// Why `edited` refuses a text; empty where it does not.
    [[nodiscard]] QString whyNot(const QModelIndex& index, const QString& text) const;

    /// What belongs into the column When.
    [[nodiscard]] static QString filterExpected();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void limitsEdited(const dumpscope::core::Limits& limits);

private:
    core::Limits m_limits;
    std::vector<std::uint64_t> m_decided;
};

/// `0.98` with its last digit one more (`by` 1) or less (-1).
[[nodiscard]] QString steppedNumber(const QString& text, int by);

} // namespace dumpscope::gui
