// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_setup.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// The inputs of the model that is to be captured and what they are filled with; the last two columns can be
/// edited: the shape where the model leaves dimensions free, and the filling as the command line takes it.
class InputModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Dtype, Shape, Fill, kColumns };

    explicit InputModel(CaptureSetup& setup, QObject* parent = nullptr);

    void setFill(const QList<int>& rows, const QString& fill);
    /// Seed of all that are filled at random.
    void setSeed(quint64 seed);
    [[nodiscard]] std::optional<quint64> seed() const;
    /// The first dimension of all inputs that leave it free.
    void setBatch(std::int64_t batch);
    [[nodiscard]] std::optional<std::int64_t> batch() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    [[nodiscard]] std::vector<std::int64_t> dimsOf(int row) const;
    void setDims(core::CaptureProfile& profile, std::size_t row, const std::vector<std::int64_t>& dims) const;

    CaptureSetup& m_setup;
    std::vector<ModelFacts::Input> m_inputs;
    std::vector<std::string> m_fills;
};

} // namespace dumpscope::gui
