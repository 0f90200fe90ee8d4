// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/self_test_model.h"

#include "capture/self_test.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

namespace dumpscope::gui {

namespace {

constexpr std::pair<const char*, const char*> kGroupTitles[]
    = {{"system", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "System")},
        {"container", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Container")},
        {"locale", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Character set")},
        {"open-files", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Open files")},
        {"memory-maps", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Memory maps")},
        {"temporary-folder", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Temporary files")},
        {"kept-indexes", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Kept indexes")},
        {"window", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Window")},
        {"platforms", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Display")},
        {"fonts", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Fonts")},
        {"graphviz", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Graph drawing")},
        {"cpu-device", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "CPU device")},
        {"toolkit", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Ascend toolkit")},
        {"npu", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "NPU")},
        {"output-folder", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Folder for the dump")},
        {"program", QT_TRANSLATE_NOOP("dumpscope::gui::SelfTestModel", "Command line")}};

} // namespace

QList<SelfTestModel::Row> SelfTestModel::rowsOf(const QByteArray& output)
{
    using Found = core::SelfTestFinding::State;
    QList<Row> rows;
    const auto checks = core::decodeSelfTest({output.constData(), static_cast<std::size_t>(output.size())});
    if (!checks)
        return rows;
    for (const auto& [id, finding] : *checks) {
        const State state = finding.state == Found::Good ? State::Pass
            : finding.state == Found::Missing            ? State::NotComparable
                                                         : State::Fail;
        rows.append({fromCore(id), state, finding.found, finding.remedy});
    }
    return rows;
}

void SelfTestModel::setRows(const QList<Row>& rows)
{
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

void SelfTestModel::retranslate()
{
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
}

int SelfTestModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SelfTestModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant SelfTestModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[index.row()];
    if (role == StateRole)
        return index.column() == Check ? QVariant(static_cast<int>(row.state)) : QVariant();
    if (role == Qt::ToolTipRole)
        return row.remedy.empty() ? coreWords(row.found)
                                  : coreWords(row.found) + QLatin1Char('\n') + coreWords(row.remedy);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Found:
        return coreWords(row.found);
    case Remedy:
        return coreWords(row.remedy);
    default:
        break;
    }
    for (const auto& [id, title] : kGroupTitles) {
        if (row.id == QLatin1String(id))
            return tr(title);
    }
    return row.id;
}

QVariant SelfTestModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Check ? tr("check") : section == Found ? tr("found") : tr("what to do");
}

} // namespace dumpscope::gui
