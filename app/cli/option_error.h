// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/result.h"

#include <string_view>
#include <utility>

namespace dumpscope::cli {

/// With the option it is of as the place of an error.
template<typename T> [[nodiscard]] core::Result<T> ofOption(std::string_view option, core::Result<T> parsed)
{
    if (!parsed && parsed.error().code == core::Code::Usage && parsed.error().place.file.empty()) {
        core::Error error = std::move(parsed).error();
        error.place.file = option;
        return core::fail(std::move(error));
    }
    return parsed;
}

} // namespace dumpscope::cli
