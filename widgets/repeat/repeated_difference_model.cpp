// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/repeated_difference_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/plain_text.h"

namespace dumpscope::gui {

namespace {

/// A, B, …: runs of one letter hold the same.
QString contentLetter(std::uint32_t content)
{
    constexpr std::uint32_t kLetters = 26;
    return content < kLetters ? QString(QChar(u'A' + static_cast<char16_t>(content)))
                              : QString::number(content + 1);
}

} // namespace

void RepeatedDifferenceModel::setResult(
    std::shared_ptr<const core::TrendRun> first, std::shared_ptr<const core::RepeatResult> result)
{
    beginResetModel();
    m_first = std::move(first);
    m_result = std::move(result);
    endResetModel();
}

core::TensorId RepeatedDifferenceModel::tensorAt(int row) const
{
    return core::TensorId(m_first->cube().cells()[at(row).cell].tensor);
}

int RepeatedDifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->differences.size());
}

int RepeatedDifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString RepeatedDifferenceModel::text(const core::RepeatedDifference& difference, int column) const
{
    const core::TrendCube& cube = m_first->cube();
    const core::TrendCell& cell = cube.cells()[difference.cell];
    const auto number
        = [](const core::TrendCube::Number& of) { return of ? QString::number(*of) : QString(); };
    switch (column) {
    case Step:
        return number(cube.steps()[cell.step]);
    case Rank:
        return number(cube.ranks()[cell.rank]);
    case Tensor:
        return coreWords(cube.rows()[cell.row].words());
    case Basis:
        switch (difference.basis) {
        case core::RepeatBasis::Bits:
            return tr("values, bit by bit");
        case core::RepeatBasis::Checksums:
            return tr("checksums");
        case core::RepeatBasis::Statistics:
            return tr("statistics");
        case core::RepeatBasis::None:
            break;
        }
        return {};
    case Contents: {
        QStringList letters;
        for (const std::uint32_t content : difference.contents)
            letters.append(contentLetter(content));
        return letters.join(u' ');
    }
    default:
        return {};
    }
}

QVariant RepeatedDifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::DisplayRole)
        return text(at(index.row()), index.column());
    if (role == Qt::ToolTipRole)
        return tipText(text(at(index.row()), index.column()));
    if (role == PathRole)
        return index.column() == Tensor;
    if (role == Qt::TextAlignmentRole && (index.column() == Step || index.column() == Rank))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant RepeatedDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Contents)
        return tipText(tr("A letter a run, in the order of the list. Runs of one letter hold the same."));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Step:
        return tr("Step");
    case Rank:
        return tr("Rank");
    case Tensor:
        return tr("Tensor");
    case Basis:
        return tr("Compared by");
    case Contents:
        return tr("Runs");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
