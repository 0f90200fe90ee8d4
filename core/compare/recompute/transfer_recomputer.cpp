// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <cmath>

namespace dumpscope::core {

namespace {

/// What a rank receives from another one.
class TransferRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override { return {"recv", "irecv"}; }
    std::vector<std::string_view> namedTensors() const override { return {"tensor"}; }
    bool goesOverRanks() const override { return true; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        if (call.ranks.size() != 1)
            return readings;
        const Operand* const sent = call.ranks.front().call->tensor(0, {"tensor"});
        if (sent == nullptr || sent->count() != elementCount(call.output).value_or(0) || sent->count() == 0)
            return readings;
        Reading& reading = readings.emplace_back();
        reading.text = phrase("the tensor of rank %1", call.ranks.front().rank);
        reading.at = [sent](std::uint64_t i) {
            const double value = sent->at(i);
            return ExactElement {value, std::fabs(value)};
        };
        return readings;
    }
};

} // namespace

void register_transfer_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<TransferRecomputer>());
}

} // namespace dumpscope::core
