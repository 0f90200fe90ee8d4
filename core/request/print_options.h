// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "request/option_list.h"

namespace dumpscope::core {

/// How a command prints and works (docs/contract.md 1).
struct PrintOptions {
    bool json = false, jsonl = false, csv = false;
    bool nanAsNull = false; ///< in JSON
    std::string progress = "auto";
    int threads = 0;      ///< 0: all cores
    bool noCache = false; ///< kept indexes are neither used nor written (model/kept_indexes.h)
    bool operator==(const PrintOptions&) const = default;

    void describe(OptionList& options)
    {
        describeJson(options);
        describeWork(options);
    }
    /// For a command that lists rows.
    void describeRows(OptionList& options)
    {
        describeJson(options);
        options.add("--jsonl", &jsonl, "Print one JSON object per line").excludes("--json");
        options.add("--nan-as-null", &nanAsNull, "In JSON, print NaN and infinities as null, not as text")
            .excludes("--csv");
        options.add("--csv", &csv, "Print RFC 4180 with a header").excludes("--json").excludes("--jsonl");
        describeWork(options);
    }
    void describeJson(OptionList& options) { options.add("--json", &json, "Print one JSON document"); }
    [[nodiscard]] NonFiniteForm nonFinite() const
    {
        return nanAsNull ? NonFiniteForm::Null : NonFiniteForm::Text;
    }
    void describeReading(OptionList& options)
    {
        options.add("--threads", &threads, "Number of threads (default: all cores)")
            .checkedBy(WholeNumberIn {1, 4096});
        options.add("--no-cache", &noCache, "Read every file, also of a dump that was opened before");
    }

private:
    void describeWork(OptionList& options)
    {
        options.add("--progress", &progress, "Progress on standard error: auto, plain or none")
            .checkedBy(AnyOf {{"auto", "plain", "none"}});
        describeReading(options);
    }
};

} // namespace dumpscope::core
