// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/scan_model.h"
#include "common/core_text.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/glyphs.h"
#include "common/plain_text.h"
#include "documents/tensor_states.h"
#include "models/tensor_column_model.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

std::optional<std::uint64_t> countOf(const core::NonFiniteTensor& found, int column)
{
    switch (column) {
    case ScanModel::Nan:
        return found.nan;
    case ScanModel::PosInf:
        return found.posInf;
    case ScanModel::NegInf:
        return found.negInf;
    default:
        return found.firstIndex;
    }
}

bool isCount(int column)
{
    return column == ScanModel::Nan || column == ScanModel::PosInf || column == ScanModel::NegInf;
}

bool isNumber(int column)
{
    return isCount(column) || column == ScanModel::First || column == ScanModel::Rank
        || column == ScanModel::Step;
}

QString nameOf(const TensorRef& tensor)
{
    const core::TensorRow& about = tensor.row();
    return QString(shownName(tensor.opName()) + QLatin1Char(' ') + ioText(about.io, about.slot)).trimmed();
}

bool isNonFinite(const core::NonFiniteTensor& found)
{
    return found.nan.value_or(0) + found.posInf.value_or(0) + found.negInf.value_or(0) > 0
        || !found.why.empty();
}

} // namespace

void ScanModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_firstBorn = -1;
    endResetModel();
}

void ScanModel::append(OpenedRoot* root, const std::vector<core::NonFiniteTensor>& found)
{
    if (found.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(found.size()) - 1);
    for (const core::NonFiniteTensor& tensor : found) {
        if (tensor.birth != 0
            && (m_firstBorn < 0 || tensor.birth < m_rows[static_cast<std::size_t>(m_firstBorn)].found.birth))
            m_firstBorn = static_cast<int>(m_rows.size());
        m_rows.push_back({root, tensor});
    }
    endInsertRows();
}

void ScanModel::setTensors(OpenedRoot* root, std::vector<core::NonFiniteTensor> tensors)
{
    beginResetModel();
    m_rows.clear();
    m_firstBorn = -1;
    for (core::NonFiniteTensor& tensor : tensors)
        m_rows.push_back({root, std::move(tensor)});
    endResetModel();
}

TensorRef ScanModel::tensorAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const Row& one = m_rows[static_cast<std::size_t>(row)];
    return {one.root, one.found.id};
}

int ScanModel::rowOf(const TensorRef& tensor) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (tensorAt(row) == tensor)
            return row;
    }
    return -1;
}

QString ScanModel::copyText(int row) const
{
    QStringList cells {tensorAt(row).tensorId()};
    for (int column = Rank; column < kColumns; ++column)
        cells.append(text(m_rows[static_cast<std::size_t>(row)], column).toString());
    return cells.join(QLatin1Char('\t'));
}

QString ScanModel::placeText(const TensorRef& tensor)
{
    const core::FolderFacts& facts = tensor.root->index()->factsOf(tensor.id);
    QString text = nameOf(tensor);
    if (facts.rank)
        text = tr("%1, rank %2").arg(text, QString::number(*facts.rank));
    return facts.step ? tr("%1, step %2").arg(text, QString::number(*facts.step)) : text;
}

QString ScanModel::originWord(core::ValueOrigin origin)
{
    switch (origin) {
    case core::ValueOrigin::Born:
        return tr("born here");
    case core::ValueOrigin::Inherited:
        return tr("inherited");
    case core::ValueOrigin::Mask:
        return tr("mask");
    case core::ValueOrigin::Uninitialised:
        return tr("not initialised");
    case core::ValueOrigin::Unknown:
        break;
    }
    return tr("unknown");
}

bool ScanModel::hasColumn(int column) const
{
    if (column != Rank && column != Step)
        return true;
    return std::any_of(m_rows.begin(), m_rows.end(),
        [&](const Row& row) { return text(row, column) != text(m_rows.front(), column); });
}

int ScanModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ScanModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ScanModel::text(const Row& row, int column) const
{
    const TensorRef tensor {row.root, row.found.id};
    if (!tensor.isValid())
        return {};
    if (column == Tensor)
        return nameOf(tensor);
    if (column == Rank || column == Step) {
        const core::FolderFacts& facts = tensor.root->index()->factsOf(tensor.id);
        const auto number = column == Rank ? facts.rank : facts.step;
        return number ? QString::number(*number) : QString();
    }
    if (column == Origin) {
        if (!isNonFinite(row.found))
            return {};
        return originWord(row.found.origin);
    }
    if (column == Why)
        return coreWords(row.found.why);
    const auto count = countOf(row.found, column);
    return count ? QString::number(*count) : column == First ? QString() : QStringLiteral("·");
}

QVariant ScanModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case MonoRole:
        return isNumber(column);
    case PathRole:
        return column == Tensor;
    case DimRole:
        return isCount(column) && countOf(row.found, column).value_or(0) == 0;
    case BoldRole:
        return (isCount(column) && countOf(row.found, column).value_or(0) > 0)
            || (column == Tensor && index.row() == m_firstBorn);
    case HatchRole:
        if (!isCount(column) || countOf(row.found, column).value_or(0) == 0)
            return {};
        return static_cast<int>(column == Nan ? NonFinite::Nan
                : column == PosInf            ? NonFinite::PosInf
                                              : NonFinite::NegInf);
    case StateRole:
        if (column != Tensor || !isNonFinite(row.found))
            return {};
        if (index.row() == m_firstBorn)
            return static_cast<int>(State::BornHere);
        return static_cast<int>(stateOf(row.found.origin));
    case Qt::ToolTipRole:
        return column == Tensor ? tensorTip({row.root, row.found.id})
            : column == Why     ? tipText(coreWords(row.found.why))
                                : QString();
    default:
        return {};
    }
}

QVariant ScanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles {tr("tensor"), QStringLiteral("rank"), QStringLiteral("step"),
        QStringLiteral("nan_count"), QStringLiteral("pos_inf_count"), QStringLiteral("neg_inf_count"),
        QStringLiteral("first_index"), QStringLiteral("origin"), tr("why")};
    return titles[section];
}

} // namespace dumpscope::gui
