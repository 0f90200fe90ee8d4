// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tensor_list_model.h"

#include "base/text.h"
#include "common/cell_roles.h"

namespace dumpscope::gui {

namespace {

QString fromCore(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Long names break behind slashes.
QString breakable(const QString& path)
{
    return path.toHtmlEscaped().replace(QLatin1Char('/'), QStringLiteral("/\u200b"));
}

bool isUnreadable(core::TensorState state)
{
    return state == core::TensorState::Unreadable || state == core::TensorState::Truncated;
}

} // namespace

QString tensorTip(const TensorRef& tensor)
{
    if (!tensor.isValid())
        return {};
    const core::DumpIndex& index = *tensor.root->index();
    QString tip = QStringLiteral("<b>%1</b><br>%2<br>%3")
                      .arg(breakable(tensor.opName()), breakable(tensor.tensorId()),
                          breakable(fromCore(core::printable(index.filePath(tensor.row().file)))));
    if (tensor.row().problem.isValid() && !index.text(tensor.row().problem).empty())
        tip += QStringLiteral("<br>") + fromCore(index.text(tensor.row().problem)).toHtmlEscaped();
    return tip;
}

void TensorListModel::setTensors(
    std::shared_ptr<const TensorRows> rows, std::vector<QPointer<OpenedRoot>> roots)
{
    m_tensors = rows;
    m_names.reset();
    m_roots = std::move(roots);
    const std::size_t count = rows->rows();
    setTable(std::move(rows), count);
}

void TensorListModel::setNames(std::shared_ptr<const NamedRows> names)
{
    // The same root goes on when the batches begin the same.
    const bool isMore = m_names && !m_names->batches().empty() && !names->batches().empty()
        && m_names->batches().front() == names->batches().front();
    m_tensors.reset();
    m_roots.clear();
    m_names = names;
    const std::size_t count = names->rows();
    isMore ? growTable(std::move(names), count) : setTable(std::move(names), count);
}

const TensorRows* TensorListModel::shownTensors() const
{
    return m_tensors && table() == m_tensors ? m_tensors.get() : nullptr;
}

TensorRef TensorListModel::tensorAt(std::uint32_t source) const
{
    const TensorRows* const rows = shownTensors();
    if (!rows || source >= rows->rows())
        return {};
    const TensorRows::Place place = rows->placeOf(source);
    return {m_roots[place.part], place.id};
}

std::optional<std::uint32_t> TensorListModel::sourceOf(const TensorRef& tensor) const
{
    const TensorRows* const rows = shownTensors();
    for (std::size_t part = 0; rows && part < m_roots.size(); ++part) {
        if (m_roots[part] != tensor.root)
            continue;
        if (const auto row = rows->rowOf({part, tensor.id}))
            return static_cast<std::uint32_t>(*row);
    }
    return std::nullopt;
}

bool TensorListModel::needsStatistics(std::uint32_t source) const
{
    static const int known = columnNumber("source");
    const TensorRef tensor = tensorAt(source);
    if (!tensor.isValid())
        return false;
    const core::TensorState state = tensor.row().state;
    return (state == core::TensorState::Ok || state == core::TensorState::Truncated)
        && core::isNull(table()->cell(source, known));
}

QVariant TensorListModel::special(std::uint32_t source, int column, const core::Cell&, int role) const
{
    if (column != table()->nameColumn() || (role != StateRole && role != Qt::ToolTipRole))
        return {};
    const TensorRef tensor = tensorAt(source);
    if (!tensor.isValid())
        return {};
    if (role == Qt::ToolTipRole)
        return tensorTip(tensor);
    if (tensor.row().hasOverflow)
        return static_cast<int>(State::Fail);
    if (isUnreadable(tensor.row().state))
        return static_cast<int>(State::Warn);
    return {};
}

} // namespace dumpscope::gui
