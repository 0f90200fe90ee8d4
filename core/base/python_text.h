// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace dumpscope::core {

/// What Python's repr() and str() print for a float: shortest round trip, 1.0, 1e-05, 1e+16, nan, inf.
[[nodiscard]] std::string pythonRepr(double value);
/// `'%.Nf' % value`: any number of digits before the point; nan, inf, -inf.
[[nodiscard]] std::string pythonFixed(double value, int digits);

} // namespace dumpscope::core
