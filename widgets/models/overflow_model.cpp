// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/overflow_model.h"
#include "common/core_text.h"

#include "common/cell_roles.h"
#include "common/glyphs.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// Internal id of an operator's row; records carry their operator's number + 1.
constexpr quintptr kGroup = 0;

} // namespace

QString overflowUnitName(core::OverflowUnit unit)
{
    switch (unit) {
    case core::OverflowUnit::AiCore:
        return QStringLiteral("AI Core");
    case core::OverflowUnit::AiVec:
        return QStringLiteral("AI Vector Core");
    case core::OverflowUnit::AiCpu:
        return QStringLiteral("AI CPU");
    case core::OverflowUnit::Sdma:
        return QStringLiteral("SDMA");
    case core::OverflowUnit::DhaAtomicAdd:
        return QStringLiteral("DHA atomic add");
    case core::OverflowUnit::L2AtomicAdd:
        return QStringLiteral("L2 atomic add");
    }
    return {};
}

QString statusText(std::uint64_t word)
{
    QString digits = QString::number(word, 16);
    digits = digits.rightJustified(digits.size() <= 8 ? 8 : 16, QLatin1Char('0'));
    for (qsizetype at = digits.size() - 4; at > 0; at -= 4)
        digits.insert(at, QLatin1Char('_'));
    return QStringLiteral("0x") + digits;
}

const core::OverflowBlock* OverflowItem::lead() const
{
    const auto set = get().record.setBlocks();
    if (!set.empty())
        return set.front();
    return get().record.blocks.empty() ? nullptr : &get().record.blocks.back();
}

QString OverflowItem::opName() const
{
    for (const core::OverflowOperator& named : get().operators) {
        if (!named.tensors.empty())
            return fromCore(root->index()->text(root->index()->tensor(named.tensors.front()).opName));
    }
    return {};
}

std::vector<core::TensorId> OverflowItem::tensors() const
{
    std::vector<core::TensorId> all;
    for (const core::OverflowOperator& named : get().operators)
        all.insert(all.end(), named.tensors.begin(), named.tensors.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void OverflowModel::setRoots(const std::vector<OpenedRoot*>& roots)
{
    std::vector<OverflowItem> all;
    for (OpenedRoot* root : roots) {
        for (std::size_t entry = 0; root->index() && entry < root->index()->overflows().size(); ++entry)
            all.push_back({root, entry});
    }
    m_all = all;
    show(std::move(all));
}

void OverflowModel::show(std::vector<OverflowItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    m_groups.clear();
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const QString name = m_items[i].opName();
        const QString key = m_items[i].root->path() + QLatin1Char('\n') + name;
        if (!places.contains(key)) {
            places.insert(key, m_groups.size());
            m_groups.push_back({name, {}});
        }
        m_groups[places[key]].items.push_back(static_cast<int>(i));
    }
    // Operators that are here and overflowed first; what could not be read last.
    std::stable_sort(m_groups.begin(), m_groups.end(), [this](const Group& a, const Group& b) {
        return a.name.isEmpty() < b.name.isEmpty()
            || (a.name.isEmpty() == b.name.isEmpty() && reports(a) > reports(b));
    });
    for (Group& group : m_groups)
        std::stable_sort(group.items.begin(), group.items.end(), [this](int a, int b) {
            return m_items[static_cast<std::size_t>(a)].get().record.isOverflow()
                > m_items[static_cast<std::size_t>(b)].get().record.isOverflow();
        });
    endResetModel();
}

bool OverflowModel::reports(const Group& group) const
{
    return std::any_of(group.items.begin(), group.items.end(),
        [this](int item) { return m_items[static_cast<std::size_t>(item)].get().record.isOverflow(); });
}

int OverflowModel::itemAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup)
        return -1;
    return m_groups[index.internalId() - 1].items[static_cast<std::size_t>(index.row())];
}

QModelIndex OverflowModel::indexOf(int item) const
{
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto& items = m_groups[group].items;
        const auto found = std::find(items.begin(), items.end(), item);
        if (found != items.end())
            return createIndex(static_cast<int>(found - items.begin()), 0, group + 1);
    }
    return {};
}

QModelIndex OverflowModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex OverflowModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kGroup)
        return {};
    return createIndex(static_cast<int>(child.internalId() - 1), 0, kGroup);
}

int OverflowModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != kGroup || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].items.size());
}

int OverflowModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QVariant OverflowModel::itemData(const OverflowItem& item, int role) const
{
    const core::OverflowBlock* const lead = item.lead();
    switch (role) {
    case Qt::DisplayRole:
        if (!lead)
            return tr("record not understood");
        return lead->status().empty()
            ? overflowUnitName(lead->unit)
            : tr("%1  status %2").arg(overflowUnitName(lead->unit), statusText(lead->status().front()));
    case SecondaryTextRole:
        return item.facts().step ? QVariant(tr("step %1").arg(*item.facts().step)) : QVariant();
    case IconNameRole:
        return QByteArray("overflow");
    case StateRole:
        return item.get().record.problems.empty() ? QVariant() : QVariant(static_cast<int>(State::Warn));
    default:
        return {};
    }
}

QVariant OverflowModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (const int item = itemAt(index); item >= 0)
        return itemData(m_items[static_cast<std::size_t>(item)], role);
    const Group& group = m_groups[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return group.name.isEmpty() ? tr("operator not dumped") : group.name;
    case Qt::ToolTipRole:
        return group.name;
    case PathRole:
        return !group.name.isEmpty();
    case SecondaryTextRole:
        return group.items.size() == 1 ? tr("1 record") : tr("%1 records").arg(group.items.size());
    case IconNameRole:
        return QByteArray("operator");
    case StateRole:
        return reports(group) ? QVariant(static_cast<int>(State::Fail)) : QVariant();
    default:
        return {};
    }
}

} // namespace dumpscope::gui
