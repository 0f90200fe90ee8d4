// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/suspects/explained_error.h"
#include "compare/suspects/tensor_error.h"
#include "compare/suspects/traced_operator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

struct FingerprintHash {
    std::size_t operator()(const TensorError::Fingerprint& print) const
    {
        std::size_t hash = 0;
        for (const NumberKey number : print)
            hash = number.mixedInto(hash);
        return hash;
    }
};

/// Tensors that were golden's. Only where something an operator was given is off does anybody ask for them.
/// The tensors must outlive it. Not thread-safe.
class AgreedTensors {
public:
    void add(const TensorError& tensor) { m_new.push_back(&tensor); }
    [[nodiscard]] bool contains(const TensorError& tensor) const
    {
        for (const TensorError* const agreed : m_new)
            m_known.insert(agreed->fingerprint);
        m_new.clear();
        return m_known.contains(tensor.fingerprint);
    }

private:
    mutable std::vector<const TensorError*> m_new; ///< since somebody asked
    mutable std::unordered_set<TensorError::Fingerprint, FingerprintHash> m_known;
};

/// State of a SuspectWalk for one rank and step. Errors are relative.
struct WalkedPlace {
    explicit WalkedPlace(std::pmr::memory_resource* memory)
        : wrong(memory)
        , carried(memory)
        , stepped(memory)
        , seen(memory)
        , gatedTensors(memory)
        , idle(memory)
        , masked(memory)
    {
    }

    /// The step before is over.
    void takeBefore(WalkedPlace& one)
    {
        before = &one;
        if (one.gradients.empty())
            return;
        const auto middle = one.gradients.begin() + static_cast<std::ptrdiff_t>(one.gradients.size() / 2);
        std::nth_element(one.gradients.begin(), middle, one.gradients.end());
        gradientsBefore = *middle;
    }

    template<typename T>
    using ByTensor = std::pmr::unordered_map<TensorError::Fingerprint, T, FingerprintHash>;
    ByTensor<double> wrong;   ///< errors seen of a tensor
    ByTensor<double> carried; ///< errors explained of a tensor
    std::pmr::unordered_set<TensorError::Fingerprint, FingerprintHash>
        stepped; ///< tensors whose errors sit in a few elements
    std::map<std::string, std::vector<const TensorError*>, std::less<>> forward;
    std::vector<std::string_view> modules;
    std::set<std::string_view> repeated; ///< types of operators that got equal inputs, while nothing differed
    std::pmr::unordered_set<TensorError::Fingerprint, FingerprintHash> seen; ///< outputs that differ
    std::pmr::unordered_set<TensorError::Fingerprint, FingerprintHash>
        gatedTensors;     ///< what gates let through
    AgreedTensors agreed; ///< without what has one value alone, which may be another tensor of that value
    struct Idle {
        Form<0> why;
        double relative; ///< error of the tensor
    };
    ByTensor<Idle> idle; ///< nothing but rounding in golden, or computed from such
    struct Masked {
        Message why;
        std::vector<InheritedError> given; ///< what the operator that filled it was given
    };
    ByTensor<Masked> masked; ///< holds another number than golden's where it is masked
    struct {
        const TensorError* first = nullptr;
        std::size_t count = 0, others = 0; ///< of the second: that differ in another way
        bool hasParameter = false;         ///< whoever recorded them sums otherwise
        bool isComputed = false; ///< an operator gave the first of what it was given in golden's order
    } reordered;                 ///< tensors with golden's extremes and other last digits of their sums
    std::optional<std::int64_t> step;
    const WalkedPlace* before = nullptr; ///< the rank's step before, null if it is the first
    std::unordered_map<std::string_view, const TracedOperator*>
        silent; ///< by name: an argument that is no tensor differs, and no output shows it
    /// Of parameters, by their number of elements: the gradients that backward operators gave of each.
    std::unordered_map<double, std::map<TensorError::Fingerprint, std::vector<const TensorError*>>> given;
    struct Made {
        const TensorError* tensor = nullptr;
        bool isGradient = false; ///< by a backward operator
    };
    std::array<Made, 8> recent {}; ///< outputs of more than one element, a ring
    std::size_t outputs = 0;       ///< so many were put into it
    std::unordered_map<std::string_view, const TracedOperator*> last; ///< by type
    struct Kept {
        double most = 0; ///< largest relative error until then
        bool isNonFinite = false;
    };
    /// What operators with a cache may have kept in their calls so far, by their names without the number of
    /// the call: a step may have several passes of the model.
    std::unordered_map<std::string_view, Kept> cached;
    double most = 0;         ///< largest relative error so far
    double mostGradient = 0; ///< the same of gradients of parameters, which reach the next step alone
    double mostLargest = 0;  ///< the same for the worst elements
    double moved = 0;        ///< the farthest that optimizers that scale gradients moved an extreme
    double gated = 0;        ///< relative error that gates explain
    /// The same of gradients that the gates of the forward run let through, whoever recorded their operators.
    double mayBeGated = 0;
    std::vector<double> gradients; ///< relative errors of the gradients of parameters
    double gradientsBefore = 0;    ///< the middle one of the step before
    double choice = 0;             ///< error of values that depend on indices, once indices differ
    double mostChoice = 0;         ///< error of indices that operators chose
    double choiceRows = 1;         ///< of those indices
    bool sawOutput = false;        ///< something was made, not only given
    bool sawParts = false, sawWrongChoice = false;
    bool sawOperators = false; ///< not modules alone
    bool mayChoose = false;    ///< an operator picked some of what it was given by their size
    bool isReshaped = false;   ///< a choice between values that nearly tie has changed a number of rows
    bool isBroken = false;     ///< some tensor has another shape for another reason, NaN or infinities
    bool isNonFinite = false;  ///< some tensor has other NaN or infinities
};

} // namespace dumpscope::core
