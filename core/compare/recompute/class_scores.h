// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/recomputer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// Scores [N, C, …] and the class of each sample [N, …], or [C] and one class, with what a loss of them is
/// told. The operands must outlive it. Not thread-safe.
class ClassScores {
public:
    /// nullopt where these are no such tensors.
    [[nodiscard]] static std::optional<ClassScores> make(const Operand* scores, const Operand* classes);
    /// Class of samples that do not count, share of the class that all classes get, and whether the scores
    /// are logarithms of shares already.
    void tell(double ignored, double smoothing, bool areLogarithms);

    [[nodiscard]] const Shape& shape() const { return m_classes->shape(); } ///< of the losses
    [[nodiscard]] std::uint64_t samples() const { return m_classes->count(); }
    [[nodiscard]] std::uint64_t classes() const { return m_count; }
    [[nodiscard]] std::uint64_t counted() const; ///< samples that count
    /// The sample that an element of the scores belongs to.
    [[nodiscard]] std::uint64_t sampleOf(std::uint64_t index) const;

    /// -log of the share of the class; of scores that are logarithms already, as they are. Nothing: the
    /// sample does not count.
    [[nodiscard]] std::optional<ExactElement> loss(std::uint64_t sample) const;
    /// Of that loss by one of the scores; 0 where the sample does not count.
    [[nodiscard]] ExactElement gradient(std::uint64_t index) const;

private:
    /// The scores of a sample, the largest, and the logarithm of the sum of what they are beside it.
    struct Line {
        std::vector<double> scores;
        double most = 0, logOfSum = 0;
    };
    [[nodiscard]] Line lineOf(std::uint64_t sample) const;

    const Operand *m_scores = nullptr, *m_classes = nullptr;
    std::uint64_t m_count = 0, m_plane = 1;
    double m_ignored = 0, m_smoothing = 0;
    bool m_areLogarithms = false;
};

} // namespace dumpscope::core
