// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_reason.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct ReasonText {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::PairingReason)
};

} // namespace

PairingReason reasonOf(
    const PairingPicture& picture, bool isTarget, std::uint32_t op, std::optional<std::uint32_t> link)
{
    const PairingPicture::Operator& chosen = isTarget ? picture.target[op] : picture.golden[op];
    PairingReason why;
    why.sentences.push_back({isTarget ? State::TargetSide : State::GoldenSide, shownName(chosen.name)});
    if (!link) {
        why.heading = ReasonText::tr("Unpaired");
        if (!chosen.reason.empty())
            why.sentences.push_back({State::Unpaired, coreSentence(chosen.reason)});
        why.sentences.push_back({State::None,
            ReasonText::tr("Drag it onto an operator of the other side, or choose one there and press P.")});
        return why;
    }
    const PairingPicture::Link& one = picture.links[*link];
    why.heading = chosen.links.size() > 1
        ? ReasonText::tr("Pairing: %1, 1 : %2").arg(originText(one.origin)).arg(chosen.links.size())
        : ReasonText::tr("Pairing: %1").arg(originText(one.origin));
    const std::string_view other
        = isTarget ? picture.golden[one.golden].name : picture.target[one.target].name;
    why.sentences.push_back({isTarget ? State::GoldenSide : State::TargetSide, shownName(other)});
    why.sentences.push_back({State::None, coreSentence(one.reason)});
    why.sentences.push_back({stateOf(one.verdict),
        one.pairs == 1 ? ReasonText::tr("1 pair of tensors; confidence %1.").arg(one.confidence, 0, 'f', 2)
                       : ReasonText::tr("%1 pairs of tensors; confidence %2.")
                             .arg(one.pairs)
                             .arg(one.confidence, 0, 'f', 2)});
    return why;
}

QString dropWords(const PairingPicture& picture, std::uint32_t target, std::uint32_t golden)
{
    const QString left = fromCore(picture.target[target].shape),
                  right = fromCore(picture.golden[golden].shape);
    const QString words = ReasonText::tr("Drop to pair them.");
    return left == right || left.isEmpty() || right.isEmpty()
        ? words
        : words + QLatin1Char(' ') + ReasonText::tr("Shapes differ: %1 and %2.").arg(left, right);
}

} // namespace dumpscope::gui
