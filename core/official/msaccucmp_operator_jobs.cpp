// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_jobs.h"

#include "official/msaccucmp_alignment.h"

#include <fmt/format.h>

#include <array>

namespace dumpscope::core {

namespace {

/// A tuple as Python prints it: (3, 4), (3,).
std::string tupleText(const Shape& shape)
{
    std::string text;
    for (const std::int64_t dim : shape)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", dim);
    return '(' + text + (shape.size() == 1 ? ",)" : ")");
}

/// Shape in the layout the tool brings both sides to: NCHW without padding.
Shape convertedShape(const MsaccucmpDump& dump, const MsaccucmpTensor& tensor)
{
    const DumpIndex& index = dump.index();
    const auto logical = index.shape(index.tensor(tensor.id).originalShape);
    if (keepsPadding(tensor.format, logical.size()))
        return tensor.shape;
    if (isDeviceFormat(tensor.format))
        return {logical.begin(), logical.end()};
    const Shape& s = tensor.shape;
    if (s.size() == 4 && tensor.format == MemoryFormat::NHWC)
        return {s[0], s[3], s[1], s[2]};
    if (s.size() == 4 && tensor.format == MemoryFormat::HWCN)
        return {s[3], s[2], s[0], s[1]};
    return s;
}

struct Direction {
    std::string_view word;
    const std::vector<MsaccucmpTensor>&target, &golden;
};

/// Why the tensors of a direction cannot be compared; empty if they can.
std::string mismatch(const std::string& op, const Direction& direction)
{
    if (direction.target.empty())
        return fmt::format("[{}] There is no {}. Skip the {}:{}.", op, direction.word, op, direction.word);
    if (direction.target.size() != direction.golden.size())
        return fmt::format("[{}] The {} number does not match ({} vs {}).", op, direction.word,
            direction.target.size(), direction.golden.size());
    for (std::size_t i = 0; i < direction.target.size(); ++i) {
        if (direction.target[i].shape != direction.golden[i].shape)
            return fmt::format("[{}] The shape does not match ({} vs {}) for {}:{}:{}.", op,
                tupleText(direction.target[i].shape), tupleText(direction.golden[i].shape), op,
                direction.word, i);
    }
    return {};
}

class OperatorJobs {
public:
    OperatorJobs(const MsaccucmpDump& target, const MsaccucmpDump& golden)
        : m_target(target)
        , m_golden(golden)
    {
    }

    Result<std::vector<MsaccucmpJob>> run(TaskContext& task)
    {
        std::size_t index = 0;
        for (const std::string& op : m_target.operators()) {
            TRY_VOID(task.checkStop());
            MsaccucmpJob line;
            line.index = index++;
            line.targetName = op;
            if (m_golden.find(op) == nullptr) {
                line.reason
                    = fmt::format("[{}] There is no the ground truth dump file for the op \"{}\".", op, op);
                m_jobs.push_back(std::move(line));
                continue;
            }
            line.goldenName = op;
            if (!addOperator(op, line))
                return std::vector<MsaccucmpJob>();
        }
        for (const std::string& op : m_golden.operators()) {
            if (m_target.find(op) != nullptr)
                continue;
            MsaccucmpJob line;
            line.index = index++;
            line.targetName = "*";
            line.goldenName = op;
            line.reason = fmt::format("[{}] There is no the my output dump file for the op \"{}\".", op, op);
            m_jobs.push_back(std::move(line));
        }
        return std::move(m_jobs);
    }

private:
    /// False: the official run ends here without a table.
    bool addOperator(const std::string& op, const MsaccucmpJob& line)
    {
        const MsaccucmpDumpFile &targetFile = *m_target.find(op), &goldenFile = *m_golden.find(op);
        const auto target = m_target.tensors(targetFile), golden = m_golden.tensors(goldenFile);
        if (!target || !golden) {
            if (target)
                return false;
            m_jobs.push_back(line);
            return true;
        }
        const std::array<Direction, 2> directions {Direction {"input", target->inputs, golden->inputs},
            Direction {"output", target->outputs, golden->outputs}};
        std::array<std::string, 2> reasons;
        for (std::size_t i = 0; i < directions.size(); ++i)
            reasons[i] = mismatch(op, directions[i]);
        // One direction that does not fit vanishes without a word (docs/formats/comparison.md 3.2).
        if (!reasons[0].empty() && !reasons[1].empty()) {
            MsaccucmpJob failed = line;
            failed.reason = reasons[0] + ',' + reasons[1];
            failed.lacksOverflow = true;
            m_jobs.push_back(std::move(failed));
            return true;
        }
        const std::size_t first = m_jobs.size();
        for (std::size_t i = 0; i < directions.size(); ++i) {
            for (std::size_t k = 0; reasons[i].empty() && k < directions[i].target.size(); ++k) {
                const MsaccucmpTensor &mine = directions[i].target[k], &other = directions[i].golden[k];
                for (const MsaccucmpTensor* tensor : {&mine, &other}) {
                    if (!tensor->dtype.empty())
                        continue;
                    m_jobs.resize(first);
                    m_jobs.push_back(line);
                    m_jobs.back().reason = fmt::format(
                        "The {} data type ({}) does not support.", directions[i].word, tensor->dataType);
                    return true;
                }
                if (convertedShape(m_target, mine) != convertedShape(m_golden, other))
                    return false;
                addPair(line, fmt::format("{}:{}:{}", op, directions[i].word, k), targetFile, goldenFile,
                    mine, other);
            }
        }
        return true;
    }

    void addPair(const MsaccucmpJob& line, std::string name, const MsaccucmpDumpFile& targetFile,
        const MsaccucmpDumpFile& goldenFile, const MsaccucmpTensor& target, const MsaccucmpTensor& golden)
    {
        MsaccucmpJob job = line;
        job.opType = targetFile.opType;
        job.tensor = std::move(name);
        job.targetType = target.dtype;
        job.goldenType = golden.dtype;
        job.targetAddress = std::to_string(target.address);
        job.goldenAddress = std::to_string(golden.address);
        job.shape = shapeText(target.shape);
        job.targetPath = m_target.path(targetFile);
        job.goldenPath = m_golden.path(goldenFile);
        job.pair = {target.id, golden.id, target.shape, golden.shape, false, MemoryFormat::Unspecified, {}};
        m_jobs.push_back(std::move(job));
    }

    const MsaccucmpDump &m_target, &m_golden;
    std::vector<MsaccucmpJob> m_jobs;
};

} // namespace

Result<std::vector<MsaccucmpJob>> operatorJobs(
    const MsaccucmpDump& target, const MsaccucmpDump& golden, TaskContext& task)
{
    return OperatorJobs(target, golden).run(task);
}

} // namespace dumpscope::core
