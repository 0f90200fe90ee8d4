// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/self_test.h"

#include "capture/self_test.pb.h"
#include "protocol/wire_message.h"

namespace dumpscope::core {

std::string encodeSelfTest(std::span<const SelfTestCheck> checks)
{
    wire::SelfTest out;
    for (const auto& [id, finding] : checks) {
        wire::SelfTestCheck& one = *out.add_checks();
        one.set_id(id);
        one.set_state(static_cast<wire::SelfTestCheck::State>(static_cast<int>(finding.state) + 1));
        putWords(finding.found, *one.mutable_found());
        putWords(finding.remedy, *one.mutable_remedy());
    }
    return out.SerializeAsString();
}

Result<std::vector<SelfTestCheck>> decodeSelfTest(std::string_view bytes)
{
    TRY_ASSIGN(const wire::SelfTest in, decoded<wire::SelfTest>(bytes, "self-test"));
    std::vector<SelfTestCheck> checks;
    for (const wire::SelfTestCheck& check : in.checks()) {
        if (check.state() == wire::SelfTestCheck::UNKNOWN
            || !wire::SelfTestCheck::State_IsValid(check.state()))
            return fail(
                Code::BadSyntax, phrase("a message of the %1 has no kind that is known", "self-test"));
        checks.push_back({check.id(),
            {static_cast<SelfTestFinding::State>(check.state() - 1), messageOf(check.found()),
                messageOf(check.remedy())}});
    }
    return checks;
}

} // namespace dumpscope::core
