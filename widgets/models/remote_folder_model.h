// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/folder_entries.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// What lies in a folder of another machine, for choosing a dump. GUI thread.
class RemoteFolderModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Size, Kind, Changed, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(core::FolderEntries entries);
    [[nodiscard]] const QString& folder() const
    {
        return m_folder;
    } ///< absolute, there; empty: none is shown
    [[nodiscard]] bool isFolder(int row) const { return at(row).isFolder; }
    [[nodiscard]] QString path(int row) const; ///< absolute, there
    [[nodiscard]] QString parentFolder() const;
    /// Entries that are not shown.
    [[nodiscard]] quint64 leftOut() const { return m_entries.leftOut; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const core::FolderEntry& at(int row) const
    {
        return m_entries.entries[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] QString text(const core::FolderEntry& entry, int column) const;

    core::FolderEntries m_entries;
    QString m_folder;
};

} // namespace dumpscope::gui
