// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/no_tensors_words.h"

#include "common/core_sentences.h"
#include "common/plain_text.h"
#include "summary/no_tensors.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct NoTensors {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::NoTensors)
};

} // namespace

QString noTensorsWords(const OpenedRoot& root)
{
    if (root.state() != OpenedRoot::State::Ready || !root.index() || root.index()->tensorCount() > 0)
        return {};
    return NoTensors::tr("No tensor was found in %1.").arg(shownName(root.title())) + QLatin1Char(' ')
        + coreWords(core::whyNoTensors(*root.index()));
}

} // namespace dumpscope::gui
