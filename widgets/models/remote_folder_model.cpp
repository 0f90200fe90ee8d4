// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remote_folder_model.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"

#include <QDateTime>
#include <QLocale>

namespace dumpscope::gui {

void RemoteFolderModel::setEntries(core::FolderEntries entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_folder = fromCore(m_entries.folder);
    endResetModel();
}

QString RemoteFolderModel::path(int row) const
{
    const bool isRoot = m_folder == QLatin1String("/");
    return (isRoot ? QString() : m_folder) + QLatin1Char('/') + fromCore(at(row).name);
}

QString RemoteFolderModel::parentFolder() const
{
    const auto slash = m_folder.lastIndexOf(QLatin1Char('/'));
    return slash <= 0 ? QStringLiteral("/") : m_folder.left(slash);
}

int RemoteFolderModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.entries.size());
}

int RemoteFolderModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString RemoteFolderModel::text(const core::FolderEntry& entry, int column) const
{
    constexpr qint64 kNsOfMs = 1'000'000;
    switch (column) {
    case Name:
        return shownName(fromCore(entry.name)) + (entry.isFolder ? QStringLiteral("/") : QString());
    case Size:
        return entry.isFolder ? QString() : byteSize(entry.size);
    case Kind:
        return coreWords(entry.kind);
    case Changed:
        return entry.mtimeNs == 0
            ? QString()
            : QLocale().toString(
                QDateTime::fromMSecsSinceEpoch(entry.mtimeNs / kNsOfMs), QLocale::ShortFormat);
    default:
        return {};
    }
}

QVariant RemoteFolderModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const bool hasTip = index.column() == Name || index.column() == Kind;
    if (role == Qt::DisplayRole || (role == Qt::ToolTipRole && hasTip))
        return text(at(index.row()), index.column());
    if (role == Qt::TextAlignmentRole && index.column() == Size)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant RemoteFolderModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Size:
        return tr("Size");
    case Kind:
        return tr("Kind");
    case Changed:
        return tr("Changed");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
