// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/environment_difference.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 3> kEnvironmentStates {"compared", "target-only", "golden-only"};
constexpr std::array kEnvironmentKinds {EnvironmentKind::Version, EnvironmentKind::Environment,
    EnvironmentKind::Hyperparameter, EnvironmentKind::Random, EnvironmentKind::Data,
    EnvironmentKind::Weights};

Message countOf(EnvironmentKind kind, std::size_t count)
{
    const bool isOne = count == 1;
    switch (kind) {
    case EnvironmentKind::Version:
        return isOne ? phrase("1 package version") : phrase("%1 package versions", count);
    case EnvironmentKind::Environment:
        return isOne ? phrase("1 environment variable") : phrase("%1 environment variables", count);
    case EnvironmentKind::Hyperparameter:
        return isOne ? phrase("1 hyperparameter") : phrase("%1 hyperparameters", count);
    case EnvironmentKind::Random:
        return isOne ? phrase("the number of calls of 1 random operator")
                     : phrase("the numbers of calls of %1 random operators", count);
    case EnvironmentKind::Data:
        return isOne ? phrase("1 figure of the input data") : phrase("%1 figures of the input data", count);
    case EnvironmentKind::Weights:
        break;
    }
    return isOne ? phrase("1 figure of the weights") : phrase("%1 figures of the weights", count);
}

Message kindTitle(EnvironmentKind kind)
{
    switch (kind) {
    case EnvironmentKind::Version:
        return phrase("package versions");
    case EnvironmentKind::Environment:
        return phrase("environment variables");
    case EnvironmentKind::Hyperparameter:
        return phrase("hyperparameters");
    case EnvironmentKind::Random:
        return phrase("calls of random operators");
    case EnvironmentKind::Data:
        return phrase("input data");
    case EnvironmentKind::Weights:
        break;
    }
    return phrase("weights");
}

/// Variables that hold secrets by their names. Reports are handed on.
bool isSecret(std::string_view name)
{
    constexpr std::array kSecrets {"TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "API_KEY", "APIKEY",
        "ACCESS_KEY", "PRIVATE_KEY"};
    std::string upper(name);
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    return std::ranges::any_of(
        kSecrets, [&](std::string_view word) { return upper.find(word) != std::string::npos; });
}

class EnvironmentDiff {
public:
    EnvironmentDiff(const RunEnvironment& target, const RunEnvironment& golden)
        : m_target(target)
        , m_golden(golden)
    {
    }

    EnvironmentDifferences found()
    {
        m_result.target = m_target.package;
        m_result.golden = m_golden.package;
        std::vector<Message> parts;
        bool isAnythingCompared = false;
        for (const EnvironmentKind kind : kEnvironmentKinds) {
            if (!isComparable(kind))
                continue;
            isAnythingCompared = true;
            const std::size_t before = m_result.differences.size();
            compare(kind, m_target.facts.at(kind), m_golden.facts.at(kind));
            if (const std::size_t count = m_result.differences.size() - before; count > 0)
                parts.push_back(countOf(kind, count));
        }
        for (const RunEnvironment* side : {&m_target, &m_golden}) {
            if (side->packages > 1)
                m_result.notes.push_back(phrase(
                    "there are %1 packages of config_check; %2 was compared", side->packages, side->package));
        }
        if (!isAnythingCompared)
            m_result.headline = phrase("the environments of the runs were not compared: the two packages of "
                                       "config_check have no part in common");
        else if (parts.empty())
            m_result.headline = m_result.notes.empty()
                ? phrase("the environments of the runs are the same as far as config_check recorded them")
                : phrase("the environments of the runs are the same where both recorded them");
        else
            m_result.headline = phrase("the environments of the runs differ: %1", joined(parts, "%1, %2"));
        return std::move(m_result);
    }

private:
    bool isComparable(EnvironmentKind kind)
    {
        for (const RunEnvironment* side : {&m_target, &m_golden}) {
            if (const auto bad = side->unreadable.find(kind); bad != side->unreadable.end()) {
                m_result.notes.push_back(phrase("%1 were not compared: %2", kindTitle(kind), bad->second));
                return false;
            }
        }
        const bool hasTarget = m_target.facts.contains(kind), hasGolden = m_golden.facts.contains(kind);
        if (hasTarget != hasGolden)
            m_result.notes.push_back(hasTarget
                    ? phrase("%1 were not compared: only the target's package has them", kindTitle(kind))
                    : phrase("%1 were not compared: only golden's package has them", kindTitle(kind)));
        return hasTarget && hasGolden;
    }

    using Facts = std::map<std::string, std::string>;
    void compare(EnvironmentKind kind, const Facts& targets, const Facts& goldens)
    {
        auto target = targets.begin();
        auto golden = goldens.begin();
        while (target != targets.end() || golden != goldens.end()) {
            const bool isTarget
                = golden == goldens.end() || (target != targets.end() && target->first <= golden->first);
            const bool isGolden
                = target == targets.end() || (golden != goldens.end() && golden->first <= target->first);
            EnvironmentDifference difference {
                kind, isTarget ? target->first : golden->first, std::nullopt, std::nullopt};
            if (isTarget)
                difference.target = (target++)->second;
            if (isGolden)
                difference.golden = (golden++)->second;
            if (difference.target == difference.golden) {
                ++m_result.equal;
                continue;
            }
            if (kind == EnvironmentKind::Environment && isSecret(difference.name)) {
                for (std::optional<std::string>* value : {&difference.target, &difference.golden}) {
                    if (*value)
                        *value = "(hidden)";
                }
            }
            m_result.differences.push_back(std::move(difference));
        }
    }

    const RunEnvironment& m_target;
    const RunEnvironment& m_golden;
    EnvironmentDifferences m_result;
};

std::optional<std::string> unlessEmpty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

} // namespace

std::string_view environmentStateWord(EnvironmentDifferences::State state)
{
    return kEnvironmentStates[static_cast<std::size_t>(state)];
}

std::shared_ptr<const EnvironmentDifferences> environmentDifferences(
    const std::optional<RunEnvironment>& target, const std::optional<RunEnvironment>& golden)
{
    if (!target && !golden)
        return nullptr;
    if (target && golden)
        return std::make_shared<const EnvironmentDifferences>(EnvironmentDiff(*target, *golden).found());
    EnvironmentDifferences alone;
    alone.state
        = target ? EnvironmentDifferences::State::TargetOnly : EnvironmentDifferences::State::GoldenOnly;
    (target ? alone.target : alone.golden) = (target ? target : golden)->package;
    alone.headline = target
        ? phrase("the environments of the runs were not compared: golden has no package of config_check")
        : phrase("the environments of the runs were not compared: the target has no package of config_check");
    return std::make_shared<const EnvironmentDifferences>(std::move(alone));
}

Message environmentLine(const EnvironmentDifference& difference)
{
    if (!difference.target)
        return phrase("%1: %2 in golden, not in the target's package", difference.name, *difference.golden);
    if (!difference.golden)
        return phrase("%1: %2 in the target, not in golden's package", difference.name, *difference.target);
    return phrase(
        "%1: %2 in the target, %3 in golden", difference.name, *difference.target, *difference.golden);
}

void writeEnvironment(JsonWriter& json, const EnvironmentDifferences* differences)
{
    json.key("environment_differences");
    if (differences == nullptr) {
        json.null();
        return;
    }
    json.beginObject()
        .member("state", environmentStateWord(differences->state))
        .member("text", differences->text());
    json.member("target", unlessEmpty(differences->target));
    json.member("golden", unlessEmpty(differences->golden));
    json.member("equal", static_cast<std::uint64_t>(differences->equal));
    json.key("differences").beginArray();
    for (const EnvironmentDifference& difference : differences->differences) {
        json.beginObject()
            .member("kind", environmentKindWord(difference.kind))
            .member("name", difference.name);
        json.member("target", difference.target);
        json.member("golden", difference.golden);
        json.endObject();
    }
    json.endArray().key("notes").beginArray();
    for (const Message& note : differences->notes)
        json.value(note.text());
    json.endArray().endObject();
}

} // namespace dumpscope::core
