// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/option_list.h"

namespace CLI {
class App;
}

namespace dumpscope::core {

/// Defines the options for CLI11. Parsing writes into the request, which must outlive `app`.
void defineOptions(CLI::App& app, const OptionList& options);
template<typename Request> void defineRequest(CLI::App& app, Request& request)
{
    OptionList options;
    request.describe(options);
    defineOptions(app, options);
}

} // namespace dumpscope::core
