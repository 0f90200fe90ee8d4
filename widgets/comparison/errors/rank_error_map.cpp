// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/rank_error_map.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "compare/layout/assembly.h"
#include "compare/limits/usual_error.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kRow = 14, kAllRows = 84; ///< px at 96 dpi

} // namespace

RankErrorMap::RankErrorMap(TaskRunner& tasks, QWidget* parent)
    : ErrorMap(parent)
    , m_tasks(tasks)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void RankErrorMap::setPairs(std::shared_ptr<const core::PairTable> pairs)
{
    m_summing.cancel();
    if (!pairs)
        return setErrors(nullptr, {});
    m_summing.start<core::RankErrors>(
        m_tasks, Lane::Interactive, tr("Sum up errors of ranks"), this,
        [pairs](core::TaskContext& task, const TaskRunner::Post&) { return core::rankErrors(*pairs, task); },
        [this, pairs](core::Result<core::RankErrors> errors) {
            if (errors)
                setErrors(pairs, std::move(*errors));
        });
}

void RankErrorMap::setErrors(std::shared_ptr<const core::PairTable> pairs, core::RankErrors errors)
{
    m_pairs = std::move(pairs);
    m_errors = std::move(errors);
    show();
}

void RankErrorMap::retranslate()
{
    setAccessibleName(tr("Errors by rank and layer"));
    show();
}

QString RankErrorMap::moduleName(std::size_t module) const
{
    const core::ExecutionRows::Row& one = m_errors.modules[module];
    const QString name = shownName(one.name);
    return one.last.empty() ? name : name + QStringLiteral(" – ") + shownName(one.last);
}

void RankErrorMap::show()
{
    Content content;
    content.columns = m_errors.modules.size();
    content.far = core::leastFarError(m_errors.noise);
    for (const std::int64_t rank : m_errors.ranks)
        content.rows.append(tr("rank %1").arg(rank));
    for (const core::RankErrors::Cell& cell : m_errors.cells)
        content.errors.push_back(cell.error);
    content.lines.push_back({{}, shortNames(), false});
    setContent(
        std::move(content), [this](const Place& place) { return describeCell(place); },
        tr("Click to choose this pair."));
    measureHeight();
    setVisible(m_errors.ranks.size() > 1 && m_errors.modules.size() > 1);
}

/// Layers as they are called; of operators the last segment.
QStringList RankErrorMap::shortNames() const
{
    QStringList operators;
    for (const core::ExecutionRows::Row& module : m_errors.modules) {
        if (!module.isLayer)
            operators.append(shownName(module.name));
    }
    const auto end = commonEnd(operators).size();
    QStringList names;
    for (const core::ExecutionRows::Row& module : m_errors.modules) {
        const QString name = shownName(module.name);
        if (module.isLayer) {
            names.append(name);
            continue;
        }
        QString last = elidedName(name.chopped(end), kElisionLevels - 1);
        while (!last.isEmpty() && !last.front().isLetterOrNumber() && last.front() != u'_')
            last.remove(0, 1);
        names.append(last);
    }
    return names;
}

void RankErrorMap::measureHeight()
{
    const auto ranks = static_cast<int>(std::max<std::size_t>(m_errors.ranks.size(), 1));
    setFixedHeight(heightBeside()
        + std::clamp(scaled(kAllRows), std::min(ranks, scaled(kAllRows)), ranks * scaled(kRow)));
}

QString RankErrorMap::describeCell(const Place& place) const
{
    const core::RankErrors::Cell& cell = m_errors.at(place.column, place.row);
    const QString rank = tr("rank %1").arg(m_errors.ranks[place.row]);
    QStringList lines {moduleName(place.column) + QStringLiteral(", ") + rank};
    if (std::isnan(cell.error)) {
        lines.append(tr("Nothing is compared here."));
        return lines.join(u'\n');
    }
    const core::DumpIndex& golden = *m_pairs->golden().index;
    const core::TensorPair& pair = m_pairs->row(cell.row).pair;
    const core::TensorRow& tensor = golden.tensor(pair.golden);
    lines.append(shownName(golden.text(tensor.opName)) + QLatin1Char(' ') + ioText(tensor.io, tensor.slot));
    const QString error = QString::number(cell.error, 'g', 3);
    lines.append(cell.isOfWhole ? tr("Relative L2 error %1 of what several ranks make together").arg(error)
                                : tr("Relative L2 error %1, the largest of this rank").arg(error));
    if (core::isTargetPutTogether(pair))
        lines.append(coreWords(core::assemblyText(*pair.hint->assembly, *m_pairs->target().index)));
    return lines.join(u'\n');
}

void RankErrorMap::choose(const Place& place)
{
    const core::RankErrors::Cell& cell = m_errors.at(place.column, place.row);
    if (!std::isnan(cell.error))
        emit pairChosen(cell.row);
}

void RankErrorMap::changeEvent(QEvent* event)
{
    ErrorMap::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measureHeight();
}

} // namespace dumpscope::gui
