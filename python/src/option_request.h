// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "errors.h"

#include "request/option_list.h"

#include <string>

namespace dumpscope::python {

/// Options as core::readRequest takes them. Errors: its own without the place, which is one in a text that
/// nobody wrote.
template<typename Request> Request requestOf(const std::string& json)
{
    auto request = core::readRequest<Request>(json);
    if (request)
        return std::move(*request);
    core::Error error = std::move(request).error();
    error.place = {};
    throw CoreFailure(std::move(error));
}

} // namespace dumpscope::python
