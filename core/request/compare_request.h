// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"
#include "compare/limits/limits.h"
#include "compare/measuring/side_selection.h"
#include "request/print_options.h"
#include "request/raw_options.h"

#include <map>

namespace dumpscope::core {

/// `compare`: two dumps, steps, ranks or files.
struct CompareRequest {
    static constexpr std::string_view kCommand = "compare";

    std::string target = {}, golden = {};
    std::string profile = "dumpscope";
    std::string metrics = {};                        ///< ids, sets, expressions; empty: the profile's
    std::vector<std::string> maps = {}, models = {}; ///< files
    std::string truth = {}; ///< a third dump that is nearer to the truth than both; empty: none
    std::string environment = {}, goldenEnvironment = {}; ///< packages of config_check; empty: in the dumps
    std::string filter = {};                              ///< docs/contract.md 2 over the target's tensors
    std::optional<std::int64_t> step = {}, rank = {};     ///< the only ones
    std::string run = {}, goldenRun = {};                 ///< the only ones; empty: not chosen
    std::vector<std::string> pairSteps = {}, pairRanks = {}; ///< "T=G"
    std::string limits = "precision";                        ///< preset or file
    std::vector<std::string> ownLimits = {};                 ///< before those, as parseLimit takes them
    std::uint64_t top = 0, blocks = 0;                       ///< worst elements, blocks of the error map
    double atol = MeasureOptions().atol, rtol = MeasureOptions().rtol;
    RawOptions raw = {};
    bool counterfactual = false;   ///< what the first suspects are worth
    std::string parallel = "auto"; ///< or "off": tensors are not put together
    std::string layout = {};       ///< of the ranks, as SaidLayout takes it; empty: not said

    // How it is shown, kept and answered.
    std::string rows = {}; ///< filter expression over the pairs
    bool all = false;      ///< also those that pass, in text
    std::string sort = {}, columns = {}, fields = {};
    std::vector<std::string> failOn {"fail"};
    double minPaired = kLeastShare;                  ///< share 0..1
    std::string resume = {};                         ///< file
    std::map<std::string, std::string> reports = {}; ///< files by ComparisonReport::option; empty: none
    std::vector<std::string> official = {};
    PrintOptions print = {};

    CompareRequest();
    bool operator==(const CompareRequest&) const = default;
    void describe(OptionList& options);

    /// What of `filter` restricts the comparison: nothing where it names columns that only pairs have.
    [[nodiscard]] std::string tensorFilter() const;
    /// Filter expression over the pairs that selects the rows to show: `rows`, and `filter` where that names
    /// columns of pairs.
    [[nodiscard]] std::string rowFilter() const;
    /// The same without how it is shown, kept and answered.
    [[nodiscard]] CompareRequest measuring() const;
};

/// Options of pairing, measuring and judging. Reads the file of --limits. Errors: Code::Usage for invalid
/// options, those of findLimits.
[[nodiscard]] Result<ComparisonOptions> comparisonOptions(const CompareRequest& request);
/// The restriction of the target, or of the golden, by --step and --rank, translated by the equations of
/// `pairing` (--pair-step, --pair-rank).
[[nodiscard]] SideRestriction restrictionOf(
    const CompareRequest& request, const PairingOptions& pairing, bool isTarget);

} // namespace dumpscope::core
