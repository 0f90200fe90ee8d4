// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::test {

// Entries of dump.json of msprobe: operators that take and give NaN or not, and calls between ranks.

[[nodiscard]] inline std::string tensorText(bool isNan)
{
    return std::string(R"({"type": "torch.Tensor", "dtype": "torch.float32", "shape": [4], )")
        + (isNan ? R"("Max": NaN, "Min": NaN, "Mean": NaN, "Norm": NaN})"
                 : R"("Max": 1.5, "Min": -1, "Mean": 0, "Norm": 2})");
}

[[nodiscard]] inline std::string entry(const std::string& name, const std::string& inputs,
    const std::string& outputs, const std::string& kwargs = "")
{
    return std::string(1, '\x22') + name + R"(": {"input_args": [)" + inputs + R"(], "input_kwargs": {)"
        + kwargs + R"(}, "output": [)" + outputs + "]}";
}

[[nodiscard]] inline std::string product(int number, bool isNan)
{
    return entry(
        "Functional.linear." + std::to_string(number) + ".forward", tensorText(false), tensorText(isNan));
}

[[nodiscard]] inline std::string transfer(const std::string& kind, int peer, bool isNan)
{
    return entry("Distributed." + kind + ".0.forward",
        tensorText(isNan) + R"(, {"type": "int", "value": )" + std::to_string(peer) + "}", tensorText(isNan));
}

[[nodiscard]] inline std::string reduction(bool takesNan, bool givesNan, const std::string& group)
{
    return entry("Distributed.all_reduce.0.forward", tensorText(takesNan), tensorText(givesNan), group);
}

/// Of a call in a group of ranks, "[0, 1]".
[[nodiscard]] inline std::string groupOf(const std::string& ranks)
{
    return R"("group": {"type": "torch.ProcessGroup", "group_ranks": )" + ranks + R"(, "group_id": "a"})";
}

/// What stands before the entries; two braces close it.
[[nodiscard]] inline std::string dumpHead()
{
    return R"({"task": "statistics", "level": "L1", "framework": "pytorch", "dump_data_dir": null, "data": {)";
}

} // namespace dumpscope::test
