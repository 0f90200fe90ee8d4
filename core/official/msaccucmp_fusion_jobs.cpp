// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

/// Operators of the model that stand for originals together (docs/formats/comparison.md 3.3).
struct Group {
    std::vector<const FusionOperator*> operators;
    std::vector<std::string> originals;
    bool isL1 = false;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        (text += i > 0 ? "," : "") += names[i];
    return text;
}

std::vector<std::string> originalsOf(const FusionOperator& op)
{
    return op.originals ? *op.originals : std::vector<std::string> {op.name};
}

std::string groupKey(const FusionOperator& op)
{
    if (op.l1Group)
        return "L1\n" + std::to_string(*op.l1Group);
    const std::vector<std::string> originals = originalsOf(op);
    if (originals.size() > 1)
        return "many\n" + joined(originals);
    return originals.empty() || originals.front().empty() ? op.name : originals.front();
}

std::vector<Group> groupsOf(const FusionGraph& fusion)
{
    std::vector<Group> groups;
    std::map<std::string, std::size_t> byKey;
    for (const FusionOperator& op : fusion.operators()) {
        const auto [place, isNew] = byKey.try_emplace(groupKey(op), groups.size());
        if (isNew)
            groups.emplace_back();
        Group& group = groups[place->second];
        group.operators.push_back(&op);
        group.isL1 = op.l1Group.has_value();
        for (const std::string& original : originalsOf(op)) {
            if (std::ranges::find(group.originals, original) == group.originals.end())
                group.originals.push_back(original);
        }
    }
    return groups;
}

bool isInner(const FusionOperator& op)
{
    return std::ranges::all_of(op.outputs, [](const FusionOrigin& origin) { return origin.name.empty(); });
}

class FusionJobs {
public:
    FusionJobs(const MsaccucmpDump& target, const MsaccucmpDump& golden, const FusionGraph& fusion,
        const FusionGraph* unfused, const OfficialOptions& options)
        : m_target(target)
        , m_golden(golden)
        , m_fusion(fusion)
        , m_unfused(unfused)
        , m_options(options)
    {
    }

    Result<std::vector<MsaccucmpJob>> run(TaskContext& task)
    {
        std::size_t index = 0;
        for (const Group& group : groupsOf(m_fusion)) {
            TRY_VOID(task.checkStop());
            MsaccucmpJob line;
            line.index = index++;
            // One member that is asked for brings the whole group (docs/formats/comparison.md 8a.10).
            if (std::ranges::none_of(
                    group.operators, [&](const FusionOperator* op) { return m_options.wants(op->id); }))
                continue;
            std::vector<std::string> names;
            for (const FusionOperator* op : group.operators)
                names.push_back(op->name);
            line.targetName = joined(names);
            line.goldenName = goldenNames(group.originals);
            for (const FusionOperator* op : compared(group))
                addOperator(*op, line);
        }
        return std::move(m_jobs);
    }

private:
    std::string goldenNames(const std::vector<std::string>& originals) const
    {
        if (originals.empty())
            return "*";
        if (m_unfused == nullptr)
            return joined(originals);
        std::vector<std::string> names;
        for (const std::string& original : originals) {
            for (const FusionOperator& op : m_unfused->operators()) {
                const std::vector<std::string> own = originalsOf(op);
                if (std::ranges::find(own, original) != own.end()
                    && std::ranges::find(names, op.name) == names.end())
                    names.push_back(op.name);
            }
        }
        return names.empty() ? "*" : joined(names);
    }

    std::vector<const FusionOperator*> compared(const Group& group) const
    {
        if (group.operators.size() == 1)
            return group.operators;
        std::vector<const FusionOperator*> chosen;
        if (group.isL1) {
            // The first and the last in time, the first only where they have other originals.
            const auto timeOf = [this](const FusionOperator* op) {
                const MsaccucmpDumpFile* file = m_target.find(dumpSpelling(op->name));
                return file == nullptr ? 0 : file->timestamp;
            };
            std::ranges::copy_if(group.operators, std::back_inserter(chosen),
                [&](const FusionOperator* op) { return timeOf(op) > 0; });
            if (chosen.empty())
                return group.operators;
            const auto [first, last] = std::ranges::minmax(chosen, {}, timeOf);
            if (first == last || originalsOf(*first) != originalsOf(*last))
                return {first};
            return {first, last};
        }
        std::ranges::copy_if(group.operators, std::back_inserter(chosen),
            [&](const FusionOperator* op) { return group.originals.size() == 1 || !isInner(*op); });
        return chosen;
    }

    void addOperator(const FusionOperator& op, MsaccucmpJob line)
    {
        line.opType = op.type;
        line.sequence = op.id;
        const MsaccucmpDumpFile* file = m_target.find(dumpSpelling(op.name));
        if (file == nullptr) {
            line.reason
                = fmt::format("[{}] There is no dump file for my output operator \"{}\". The type is {}.",
                    op.name, op.name, op.type);
            m_jobs.push_back(std::move(line));
            return;
        }
        if (m_fusion.isQuantised(op)) {
            line.reason = fmt::format("[{}] This op is in a quant/dequant op pair.", op.name);
            m_jobs.push_back(std::move(line));
            return;
        }
        const auto tensors = m_target.tensors(*file);
        if (!tensors) {
            m_jobs.push_back(std::move(line));
            return;
        }
        for (std::size_t k = 0; op.type != "AscendDequant" && k < tensors->inputs.size(); ++k)
            addTensor(line, op, *file, tensors->inputs[k], k, true);
        for (std::size_t k = 0; op.type != "AscendQuant" && k < tensors->outputs.size(); ++k)
            addTensor(line, op, *file, tensors->outputs[k], k, false);
    }

    struct Golden {
        const MsaccucmpDumpFile* file = nullptr;
        std::optional<MsaccucmpTensor> tensor;
    };
    Golden goldenOf(const FusionOrigin& origin) const
    {
        Golden golden;
        if (origin.name.empty())
            return golden;
        std::size_t slot = 0;
        if (m_golden.kind() == MsaccucmpDump::Kind::Device) {
            const auto bearer = m_unfused == nullptr ? std::nullopt : m_unfused->bearerOf(origin);
            golden.file = m_golden.find(dumpSpelling(bearer ? bearer->first->name : origin.name));
            slot
                = static_cast<std::size_t>(std::max<std::int64_t>(bearer ? bearer->second : origin.index, 0));
        } else {
            golden.file = m_golden.find(dumpSpelling(origin.name) + '.' + std::to_string(origin.index));
        }
        if (golden.file == nullptr)
            return golden;
        if (auto tensors = m_golden.tensors(*golden.file); tensors && slot < tensors->outputs.size())
            golden.tensor = std::move(tensors->outputs[slot]);
        return golden;
    }

    void addTensor(const MsaccucmpJob& line, const FusionOperator& op, const MsaccucmpDumpFile& file,
        const MsaccucmpTensor& tensor, std::size_t slot, bool isInput)
    {
        const auto number = static_cast<std::int64_t>(slot);
        FusionOrigin origin
            = isInput ? m_fusion.originOfInput(op, number) : m_fusion.originOfOutput(op, number);
        MsaccucmpJob job = line;
        job.tensor = fmt::format("{}:{}:{}", op.name, isInput ? "input" : "output", slot);
        job.targetAddress = std::to_string(tensor.address);
        job.shape = shapeText(tensor.shape);
        job.targetPath = m_target.path(file);
        const Golden golden = goldenOf(origin);
        if (!golden.tensor) {
            job.reason
                = fmt::format("[{}] There is no the ground truth dump file for {}.", op.name, job.tensor);
        } else {
            job.targetType = tensor.dtype;
            job.goldenType = golden.tensor->dtype;
            job.goldenPath = m_golden.path(*golden.file);
            job.pair = {tensor.id, golden.tensor->id, tensor.shape, golden.tensor->shape, true, tensor.format,
                std::move(origin)};
        }
        m_jobs.push_back(std::move(job));
    }

    const MsaccucmpDump &m_target, &m_golden;
    const FusionGraph& m_fusion;
    const FusionGraph* m_unfused;
    const OfficialOptions& m_options;
    std::vector<MsaccucmpJob> m_jobs;
};

} // namespace

Result<std::vector<MsaccucmpJob>> fusionJobs(const MsaccucmpDump& target, const MsaccucmpDump& golden,
    const FusionGraph& fusion, const FusionGraph* unfused, const OfficialOptions& options, TaskContext& task)
{
    return FusionJobs(target, golden, fusion, unfused, options).run(task);
}

} // namespace dumpscope::core
