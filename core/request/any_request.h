// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/bundle_request.h"
#include "request/capture_request.h"
#include "request/compare_request.h"
#include "request/config_request.h"
#include "request/convert_request.h"
#include "request/devices_request.h"
#include "request/fetch_request.h"
#include "request/graph_request.h"
#include "request/hunt_request.h"
#include "request/info_request.h"
#include "request/ls_request.h"
#include "request/overflow_request.h"
#include "request/program_requests.h"
#include "request/remote_request.h"
#include "request/repeat_request.h"
#include "request/reproduce_request.h"
#include "request/serve_request.h"
#include "request/show_request.h"
#include "request/stat_request.h"
#include "request/trend_request.h"

#include <span>
#include <variant>

namespace dumpscope::core {

/// A request to any command of dumpscope-cli.
using AnyRequest = std::variant<InfoRequest, LsRequest, ShowRequest, StatRequest, ConvertRequest,
    OverflowRequest, CompareRequest, GraphRequest, ConfigRequest, CaptureRequest, DevicesRequest,
    TrendRequest, RepeatRequest, FormatsRequest, BundleRequest, HuntRequest, ReproduceRequest, DoctorRequest,
    CompletionRequest, HelpRequest, RemoteRequest, ServeRequest, FetchRequest>;

[[nodiscard]] std::string commandText(const AnyRequest& request);
[[nodiscard]] std::vector<std::string> commandWords(const AnyRequest& request);
/// Parses the words after "dumpscope-cli" as the command line does. Errors: Code::Usage.
[[nodiscard]] Result<AnyRequest> readCommandWords(std::span<const std::string> words);
/// Parses a line of a shell, with or without the program's name. Errors: Code::Usage.
[[nodiscard]] Result<AnyRequest> readCommandLine(std::string_view line);

} // namespace dumpscope::core
