// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/pair_sharing.h"

#include "io/message_record.h"
#include "io/record.h"

namespace dumpscope::core {

std::vector<std::size_t> shareBoundaries(std::span<const std::uint64_t> costs, std::size_t processes)
{
    double total = 0;
    for (const std::uint64_t cost : costs)
        total += static_cast<double>(cost);
    std::vector<std::size_t> boundaries {0};
    if (total == 0) {
        boundaries.resize(processes + 1, costs.size());
        return boundaries;
    }
    double before = 0;
    for (std::size_t pair = 0; pair < costs.size(); ++pair) {
        // A pair belongs to the run in which its middle lies.
        const double middle = before + static_cast<double>(costs[pair]) / 2;
        before += static_cast<double>(costs[pair]);
        while (boundaries.size() < processes
            && middle * static_cast<double>(processes) >= total * static_cast<double>(boundaries.size()))
            boundaries.push_back(pair);
    }
    boundaries.resize(processes + 1, costs.size());
    return boundaries;
}

std::string encodeDiagnostics(const std::vector<Diagnostic>& diagnostics)
{
    RecordWriter out;
    out.putAll(diagnostics, [&](const Diagnostic& diagnostic) {
        out.put(diagnostic.severity);
        out.put(diagnostic.code);
        putMessage(out, diagnostic.message);
        out.put(diagnostic.place.file);
        for (const auto& number : {diagnostic.place.offset, diagnostic.place.row, diagnostic.place.column}) {
            out.put(static_cast<std::uint8_t>(number.has_value()));
            out.put(number.value_or(0));
        }
    });
    return out.take();
}

Result<std::vector<Diagnostic>> decodeDiagnostics(std::string_view bytes)
{
    RecordReader in(std::as_bytes(std::span(bytes.data(), bytes.size())));
    std::vector<Diagnostic> diagnostics;
    for (std::uint32_t left = in.getCount(); left > 0; --left) {
        Diagnostic& diagnostic = diagnostics.emplace_back();
        diagnostic.severity = in.getEnum(Severity::Error);
        diagnostic.code = in.getEnum(Code::Internal);
        diagnostic.message = getMessage(in);
        diagnostic.place.file = in.getText();
        for (auto* number : {&diagnostic.place.offset, &diagnostic.place.row, &diagnostic.place.column}) {
            const bool present = in.get<std::uint8_t>() != 0;
            const auto value = in.get<std::uint64_t>();
            if (present)
                *number = value;
        }
    }
    if (!in.complete())
        return fail(Code::BadSyntax, phrase("problems of another process cannot be read"));
    return diagnostics;
}

} // namespace dumpscope::core
