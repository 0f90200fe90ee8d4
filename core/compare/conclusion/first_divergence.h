// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"
#include "records/tensor_record.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Where two runs diverge: the operator that first gives a wrong output (docs/contract.md 4
/// `first_divergence`).
struct FirstDivergence {
    std::size_t index = 0; ///< row of the pair that shows it
    std::string opName;
    std::string run; ///< empty where the target has one
    std::optional<std::int64_t> rank, step;
    std::uint64_t order = 0; ///< place of the operator within its rank and step
    /// `inputs-clean`: all its inputs pass. `inputs-partly`: those that could be compared do, others have
    /// another shape, no values or no partner. `inputs-differ`: an input is beyond its limits, no earlier
    /// output is (a parameter, a constant, the data). `no-inputs`: it has no inputs of its own that
    /// were compared.
    /// `input-only`: no output is beyond its limits anywhere; this is the first input that is. `no-io`:
    /// whether its tensors are inputs or outputs is not recorded.
    std::string rule;
    bool inputsClean = false; ///< `inputs-clean`

    /// "run after rank 0 step 1 Torch.mul.0.forward (inputs pass; pair 12)".
    [[nodiscard]] std::string text() const;
};

/// Finds the first divergence of every rank and step from judged pairs that arrive in the order of
/// execution. Known as soon as the operator's last pair has arrived; where modules are recorded after
/// their parts, a module with clean inputs replaces the part found in it. Not thread-safe.
class DivergenceFinder {
public:
    /// `namesRuns`: what is found says in which run it is.
    explicit DivergenceFinder(bool namesRuns = false)
        : m_namesRuns(namesRuns)
    {
    }

    struct Tensor {
        std::size_t index = 0; ///< of the pair
        std::optional<std::int64_t> rank, step;
        std::string_view opName;
        std::uint32_t occurrence = 0;
        Io io = Io::Unknown;
        Verdict verdict = Verdict::Pass;
        bool lacksInputs = false; ///< the operator has an input that only one side has
        std::string_view run = {};
    };

    /// Returns the divergence this tensor completed, if any.
    std::optional<FirstDivergence> add(const Tensor& tensor);
    std::optional<FirstDivergence> finish(); ///< after the last tensor

    /// By rank and step; every one that has a divergence.
    [[nodiscard]] std::vector<FirstDivergence> all() const;
    /// The earliest step wins, then the earliest place in it, then the lowest rank.
    [[nodiscard]] std::optional<FirstDivergence> first() const;

private:
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; ///< step, rank
    struct Operator {
        std::string name, run;
        std::uint32_t occurrence = 0;
        Place place;
        std::uint64_t order = 0;
        std::optional<std::size_t> failingInput, failingOutput;
        bool anyInput = false;
        bool lacksInputs = false;   ///< some input could not be compared
        bool wasGivenWrong = false; ///< an input that is no parameter is beyond its limits
        bool hasIo = false;         ///< some tensor is known to be an input or an output
    };
    struct Found {
        std::optional<FirstDivergence> output, input;
        bool wasGivenWrong = false; ///< what gave `output`
        std::uint64_t operators = 0;
    };

    std::optional<FirstDivergence> close();

    bool m_namesRuns;
    std::optional<Operator> m_open;
    std::map<Place, Found> m_found;
};

} // namespace dumpscope::core
