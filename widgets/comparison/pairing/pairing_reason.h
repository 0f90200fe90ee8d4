// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_picture.h"
#include "kit/sentence_list.h"

#include <optional>

namespace dumpscope::gui {

struct PairingReason {
    QString heading;
    std::vector<Sentence> sentences;
};

/// Why an operator is paired, by `link` of the picture, or why it is not.
[[nodiscard]] PairingReason reasonOf(
    const PairingPicture& picture, bool isTarget, std::uint32_t op, std::optional<std::uint32_t> link);
/// What letting go of one of the two operators on the other will do.
[[nodiscard]] QString dropWords(const PairingPicture& picture, std::uint32_t target, std::uint32_t golden);

} // namespace dumpscope::gui
