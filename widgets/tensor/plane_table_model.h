// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/cell_text.h"
#include "tensor/tensor_document.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QSet>

namespace dumpscope::gui {

/// The cells of the document's plane as a table of any size: at most kWindow rows and columns of it at
/// a time (Qt pays for every row), of which only blocks in view are read. Cells that are not there yet
/// are empty.
class PlaneTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr std::uint64_t kWindow = 1'000'000;

    /// Reads a block of cells; runs in tasks.
    using CellReader = std::function<core::Result<CellBlock>(
        const core::PlaneWindow&, const NumberFormat&, core::TaskContext&)>;

    /// `window`: rows and columns at a time.
    explicit PlaneTableModel(
        TensorDocument& document, QObject* parent = nullptr, std::uint64_t window = kWindow);
    /// Other cells than the document's own, such as differences from another one; `makeReader` may have none
    /// for now, and then waits for `refresh`.
    void setReader(std::function<CellReader()> makeReader);
    /// Everything is read anew.
    void refresh();
    /// Of a cell that is there and finite.
    [[nodiscard]] std::optional<double> valueAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] const NumberFormat& format() const { return m_format; }
    void setFormat(const NumberFormat& format);
    /// Cells get up to a third of this colour by their value; an invalid one: none.
    void setTint(const QColor& tint);

    [[nodiscard]] std::uint64_t firstRow() const { return m_firstRow; }
    [[nodiscard]] std::uint64_t firstColumn() const { return m_firstColumn; }
    /// Moves the window so that the cell is in it.
    void moveTo(std::uint64_t row, std::uint64_t column);
    [[nodiscard]] QModelIndex indexOf(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] bool isSettled() const { return m_wanted.isEmpty() && m_asked.isEmpty(); }

signals:
    void widened(int characters); ///< the longest text so far, of this plane

private:
    using Key = QPair<std::uint64_t, std::uint64_t>; ///< row and column of a block
    static constexpr std::uint64_t kBlockRows = 64, kBlockColumns = 32;
    static constexpr qsizetype kBlocksKept = 256;

    [[nodiscard]] QVariant tintOf(double value) const;
    void reload();
    void forget();
    void ask();
    void accept(std::vector<CellBlock> blocks);
    [[nodiscard]] const CellBlock* blockOf(std::uint64_t row, std::uint64_t column) const;

    TensorDocument& m_document;
    const std::uint64_t m_window;
    std::function<CellReader()> m_makeReader;
    NumberFormat m_format;
    QColor m_tint;
    std::uint64_t m_rows = 0, m_columns = 0; ///< of the plane
    std::uint64_t m_firstRow = 0, m_firstColumn = 0;
    QStringList m_axisNames;
    QHash<Key, std::shared_ptr<const CellBlock>> m_blocks;
    mutable QList<Key> m_wanted; ///< seen by `data`, not read yet
    QList<Key> m_asked;          ///< being read
    QSet<Key> m_failed;          ///< could not be read; not asked for again
    int m_longest = 0;
    LatestOnly m_reading;
};

} // namespace dumpscope::gui
