// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_edits.h"
#include "comparison/pairing/pairing_picture.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// Operators of the other side that may belong to the chosen one, best first. GUI thread.
class CandidateModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Why, Confidence, kColumns };
    using QAbstractTableModel::QAbstractTableModel;
    /// `isTarget`: the side of the candidates.
    void setCandidates(std::shared_ptr<const PairingPicture> picture, bool isTarget,
        std::vector<PairingCandidate> candidates);
    [[nodiscard]] std::uint32_t operatorAt(int row) const
    {
        return m_candidates[static_cast<std::size_t>(row)].op;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const PairingPicture> m_picture;
    bool m_isTarget = false;
    std::vector<PairingCandidate> m_candidates;
};

/// Rules of the pairing; both texts are edited in place. What was typed is notified, not kept. GUI thread.
class RuleModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Target, Golden, kColumns };
    using QAbstractTableModel::QAbstractTableModel;
    void setRules(QList<PairingEdits::Rule> rules);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void ruleEdited(int row, const dumpscope::gui::PairingEdits::Rule& rule);

private:
    QList<PairingEdits::Rule> m_rules;
};

} // namespace dumpscope::gui
