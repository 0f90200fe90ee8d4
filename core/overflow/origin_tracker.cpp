// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/origin_tracker.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using State = MeasuredTensor::State;

bool isInput(Io io)
{
    return io == Io::Input || io == Io::Parameter || io == Io::Argument;
}

bool isOutput(Io io)
{
    return io == Io::Output || io == Io::Gradient;
}

} // namespace

std::vector<NonFiniteTensor> OriginTracker::add(const MeasuredTensor& tensor)
{
    std::vector<NonFiniteTensor> found;
    if (!m_operator.empty() && !sameOperator(m_operator.front().id, tensor.id))
        found = finish();
    m_operator.push_back(tensor);
    return found;
}

std::vector<NonFiniteTensor> OriginTracker::finish()
{
    std::vector<NonFiniteTensor> found;
    if (m_operator.empty())
        return found;
    const FolderId folder = m_index.file(m_index.tensor(m_operator.front().id).file).folder;
    if (folder != m_before.folder)
        m_before = {folder, {}, false};
    for (const MeasuredTensor& tensor : m_operator) {
        if (tensor.state == State::NonFinite)
            found.push_back(judge(tensor));
    }
    for (const MeasuredTensor& tensor : m_operator) {
        if (!isOutput(m_index.tensor(tensor.id).io))
            continue;
        if (tensor.state == State::NonFinite && !m_before.nonFinite)
            m_before.nonFinite = tensor.id;
        m_before.incomplete = m_before.incomplete || tensor.state == State::Unread;
    }
    m_operator.clear();
    return found;
}

bool OriginTracker::sameOperator(TensorId a, TensorId b) const
{
    const TensorRow& left = m_index.tensor(a);
    const TensorRow& right = m_index.tensor(b);
    return left.opName == right.opName && left.opType == right.opType && left.occurrence == right.occurrence
        && left.context == right.context && left.thread == right.thread
        && m_index.file(left.file).folder == m_index.file(right.file).folder
        // A folder of arrays without operator names: every file stands for itself.
        && (left.opName.value() != 0 || left.file == right.file);
}

NonFiniteTensor OriginTracker::judge(const MeasuredTensor& tensor) const
{
    NonFiniteTensor found;
    found.id = tensor.id;
    found.nan = tensor.nan;
    found.posInf = tensor.posInf;
    found.negInf = tensor.negInf;
    found.firstIndex = tensor.firstIndex;
    found.fromFile = tensor.fromFile;
    const Io io = m_index.tensor(tensor.id).io;
    const bool hasInputs = std::ranges::any_of(
        m_operator, [this](const MeasuredTensor& other) { return isInput(m_index.tensor(other.id).io); });
    if (isInput(io))
        judgeByOrder(found, true);
    else if (!isOutput(io))
        found.why = "neither an input nor an output";
    else if (hasInputs)
        judgeByInputs(found);
    else
        judgeByOrder(found, false);
    return found;
}

void OriginTracker::judgeByInputs(NonFiniteTensor& found) const
{
    std::size_t finite = 0;
    const MeasuredTensor* unread = nullptr;
    for (const MeasuredTensor& other : m_operator) {
        if (!isInput(m_index.tensor(other.id).io))
            continue;
        if (other.state == State::NonFinite) {
            found.origin = ValueOrigin::Inherited;
            found.why = describe(other.id) + " of the operator is not finite";
            return;
        }
        if (other.state == State::Unread)
            unread = &other;
        else
            ++finite;
    }
    if (unread != nullptr) {
        found.why = "the values of " + describe(unread->id) + " are not known";
        return;
    }
    found.origin = ValueOrigin::Born;
    found.why = finite == 1 ? "the operator's dumped input is finite"
                            : "all " + std::to_string(finite) + " dumped inputs of the operator are finite";
}

void OriginTracker::judgeByOrder(NonFiniteTensor& found, bool isInputItself) const
{
    const std::string_view prefix = isInputItself ? "" : "inputs were not dumped; ";
    if (!hasOrder(found.id)) {
        found.why = std::string(prefix) + "the order of execution is not known";
        return;
    }
    if (m_before.nonFinite) {
        found.origin = ValueOrigin::Inherited;
        found.why = std::string(prefix) + describe(*m_before.nonFinite) + " of "
            + printable(m_index.text(m_index.tensor(*m_before.nonFinite).opName))
            + ", which ran before, is not finite";
        return;
    }
    if (m_before.incomplete) {
        found.why = std::string(prefix) + "not every output before it could be read";
        return;
    }
    if (isInputItself) {
        found.why = "every dumped output before it is finite: it comes from outside";
        return;
    }
    found.origin = ValueOrigin::Born;
    found.why = std::string(prefix) + "every dumped output before it is finite";
}

bool OriginTracker::hasOrder(TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    return row.execIndex != TensorRow::kNone || row.timestamp != 0;
}

std::string OriginTracker::describe(TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    std::string text(ioWord(row.io));
    if (row.slot >= 0)
        text += ' ' + std::to_string(row.slot);
    return text;
}

} // namespace dumpscope::core
