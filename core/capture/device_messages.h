// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture.h"

#include <string>
#include <string_view>

// Messages between a program and its device host, as device_host.proto describes them. Any bytes may be
// decoded. Errors: Code::BadSyntax.
namespace dumpscope::core {

[[nodiscard]] std::string encodeCaptureRequest(const CaptureHostRequest& request);
[[nodiscard]] Result<CaptureHostRequest> decodeCaptureRequest(std::string_view bytes);
[[nodiscard]] std::string encodeCaptureEvent(const CaptureEvent& event);
[[nodiscard]] Result<CaptureEvent> decodeCaptureEvent(std::string_view bytes);

} // namespace dumpscope::core
