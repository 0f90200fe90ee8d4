// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/first_divergence.h"

#include "base/text.h"
#include "compare/suspects/tensor_error.h"
#include "readers/msprobe/msprobe_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Whether an operator is a module that calls the other one (docs/formats/msprobe-dump.md 4).
bool encloses(std::string_view outer, std::string_view inner)
{
    const auto module = parseMsprobeEntry(outer), part = parseMsprobeEntry(inner);
    return module && part && module->kind == MsprobeEntryName::Kind::Module
        && part->kind == MsprobeEntryName::Kind::Module && module->isBackward == part->isBackward
        && part->path.size() > module->path.size() && part->path.starts_with(module->path)
        && part->path[module->path.size()] == '.';
}

std::string_view inputsText(std::string_view rule)
{
    return rule == "inputs-clean" ? "inputs pass"
        : rule == "inputs-partly" ? "inputs pass but for those that could not be compared"
        : rule == "no-inputs"     ? "it has no inputs of its own that were compared"
        : rule == "input-only"    ? "an input only, no output is beyond its limits"
        : rule == "no-io"         ? "whether it is an input or an output is not recorded"
                                  : "an input is beyond its limits, no earlier output is";
}

} // namespace

std::string FirstDivergence::text() const
{
    std::string text;
    if (!run.empty())
        text += fmt::format("run {} ", printable(run));
    if (rank)
        text += fmt::format("rank {} ", *rank);
    if (step)
        text += fmt::format("step {} ", *step);
    return text + fmt::format("{} ({}; pair {})", printable(opName), inputsText(rule), index);
}

std::optional<FirstDivergence> DivergenceFinder::add(const Tensor& tensor)
{
    std::optional<FirstDivergence> completed;
    const Place place {tensor.step, tensor.rank};
    if (!m_open || m_open->name != tensor.opName || m_open->occurrence != tensor.occurrence
        || m_open->place != place || m_open->run != tensor.run) {
        completed = close();
        m_open = Operator {std::string(tensor.opName), std::string(tensor.run), tensor.occurrence, place,
            m_found[place].operators++, {}, {}, false, false, false, false};
    }
    const bool isOutput = isMadeByOperator(tensor.io);
    m_open->hasIo = m_open->hasIo || tensor.io != Io::Unknown;
    if (!isOutput)
        (tensor.verdict == Verdict::NotComparable ? m_open->lacksInputs : m_open->anyInput) = true;
    m_open->lacksInputs = m_open->lacksInputs || tensor.lacksInputs;
    if (tensor.verdict == Verdict::Fail) {
        auto& failing = isOutput ? m_open->failingOutput : m_open->failingInput;
        if (!failing)
            failing = tensor.index;
        m_open->wasGivenWrong = m_open->wasGivenWrong || (!isOutput && tensor.io != Io::Parameter);
    }
    return completed;
}

std::optional<FirstDivergence> DivergenceFinder::finish()
{
    return close();
}

std::optional<FirstDivergence> DivergenceFinder::close()
{
    if (!m_open)
        return std::nullopt;
    const Operator op = *std::exchange(m_open, std::nullopt);
    Found& found = m_found[op.place];
    if (!op.failingInput && !op.failingOutput)
        return std::nullopt;
    FirstDivergence divergence;
    divergence.opName = op.name;
    if (m_namesRuns)
        divergence.run = op.run;
    divergence.step = op.place.first;
    divergence.rank = op.place.second;
    divergence.order = op.order;
    if (!op.failingOutput) {
        divergence.index = *op.failingInput;
        divergence.rule = "input-only";
        if (!found.input)
            found.input = divergence;
        return std::nullopt;
    }
    // A module stands behind its parts: if it got what it should, the fault lies in it, before the part. A
    // wrong parameter lies in the part.
    const bool isBetter = found.output && found.wasGivenWrong && op.anyInput && !op.failingInput
        && encloses(op.name, found.output->opName);
    if (found.output && !isBetter)
        return std::nullopt;
    divergence.index = op.failingInput ? *op.failingInput : *op.failingOutput;
    divergence.inputsClean = !op.failingInput && op.anyInput && !op.lacksInputs;
    divergence.rule = !op.hasIo ? "no-io"
        : op.failingInput       ? "inputs-differ"
        : !op.anyInput          ? "no-inputs"
        : op.lacksInputs        ? "inputs-partly"
                                : "inputs-clean";
    found.output = divergence;
    found.wasGivenWrong = op.wasGivenWrong;
    return divergence;
}

std::vector<FirstDivergence> DivergenceFinder::all() const
{
    std::vector<FirstDivergence> all;
    for (const auto& [place, found] : m_found) {
        if (found.output)
            all.push_back(*found.output);
        else if (found.input)
            all.push_back(*found.input);
    }
    return all;
}

std::optional<FirstDivergence> DivergenceFinder::first() const
{
    const std::vector<FirstDivergence> candidates = all();
    const auto earliest = std::min_element(
        candidates.begin(), candidates.end(), [](const FirstDivergence& a, const FirstDivergence& b) {
            return std::tie(a.step, a.order, a.rank) < std::tie(b.step, b.order, b.rank);
        });
    return earliest == candidates.end() ? std::nullopt : std::optional(*earliest);
}

} // namespace dumpscope::core
