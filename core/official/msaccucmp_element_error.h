// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <string>

namespace dumpscope::core {

/// One element in msaccucmp's list of a tensor (docs/formats/comparison.md 4.1, 8a.15).
struct MsaccucmpElement {
    std::uint64_t index = 0;
    double target = 0, golden = 0;
    double absolute = 0, relative = 0; ///< NaN where they are not finite
};

/// Errors in the arithmetic NumPy gives the stored types: uint8 71 - 72 is 255, float16 rounds to float16.
class MsaccucmpArithmetic {
public:
    MsaccucmpArithmetic(DType target, DType golden);

    /// False for two boolean tensors, which have no difference.
    [[nodiscard]] bool hasErrors() const { return m_kind != Kind::Truth; }
    /// Appends the errors of the elements both chunks have; they begin at the same index.
    void compute(
        const ElementChunk& target, const ElementChunk& golden, std::vector<MsaccucmpElement>& out) const;

private:
    enum class Kind : std::uint8_t { Truth, Integer, Half, Single, Double };
    [[nodiscard]] double rounded(double value) const;

    Kind m_kind = Kind::Double;
    unsigned m_bits = 0; ///< of Integer
    bool m_isSigned = false;
};

} // namespace dumpscope::core
