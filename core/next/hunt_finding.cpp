// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/hunt_finding.h"

#include "io/json_reader.h"
#include "io/posix_file.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 3> kEqual {"bit-equal", "within-limits", "rounding"};

/// The first suspect, where what was recomputed is about the operator that is accused.
const JsonValue* firstSuspect(const JsonValue& document)
{
    const JsonValue* const suspects = document.find("suspects");
    return suspects && suspects->isArray() && !suspects->items.empty() && suspects->items.front().isObject()
        ? &suspects->items.front()
        : nullptr;
}

} // namespace

std::string_view huntStateWord(HuntFinding::State state)
{
    switch (state) {
    case HuntFinding::State::Equal:
        return "equal";
    case HuntFinding::State::Unclear:
        return "unclear";
    case HuntFinding::State::Accused:
        return "accused";
    case HuntFinding::State::WrongInput:
        return "wrong-input";
    case HuntFinding::State::Recomputed:
        return "recomputed";
    }
    return {};
}

Result<HuntFinding> readHuntFinding(const std::string& path)
{
    TRY_ASSIGN(const std::string text, readSmallFile(path, kMostResultBytes));
    TRY_ASSIGN(const JsonValue document, parseJson(text));
    auto accused = accusedIn(document);
    if (!accused)
        return fail(Code::BadSyntax, phrase("this is not what compare --json-out writes"), {path});
    HuntFinding finding;
    finding.accused = std::move(*accused);
    const JsonValue& conclusion = *document.find("conclusion");
    finding.conclusion = std::string(conclusion.textAt("text"));
    finding.isNonFinite = conclusion.textAt("kind") == "non-finite";
    const bool isEqual = std::ranges::find(kEqual, conclusion.textAt("kind")) != kEqual.end();
    if (isEqual || finding.accused.operators.empty()) {
        finding.state = isEqual ? HuntFinding::State::Equal : HuntFinding::State::Unclear;
        return finding;
    }
    finding.state = HuntFinding::State::Accused;
    const JsonValue* const suspect = firstSuspect(document);
    if (!suspect || suspect->textAt("op_name") != finding.accused.operators.front().name)
        return finding;
    finding.why = std::string(suspect->textAt("why"));
    const JsonValue* const recomputed = suspect->find("recomputed");
    if (!recomputed || !recomputed->isObject())
        return finding;
    finding.method = std::string(recomputed->textAt("method"));
    if (recomputed->textAt("outcome") == "differs")
        finding.state = HuntFinding::State::Recomputed;
    else if (recomputed->textAt("outcome") == "agrees")
        finding.state = HuntFinding::State::WrongInput;
    return finding;
}

} // namespace dumpscope::core
