// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/verdict_words.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

struct Compared {
    Q_DECLARE_TR_FUNCTIONS(Compared)
};

struct ShortTitle {
    std::string_view metric;
    const char* title;
};

// Headers of narrow columns; the tooltip has the contract's key.
constexpr ShortTitle kShortTitles[] = {
    {"cosine_similarity", QT_TRANSLATE_NOOP("Compared", "cosine")},
    {"max_absolute_error", QT_TRANSLATE_NOOP("Compared", "max |Δ|")},
    {"mean_absolute_error", QT_TRANSLATE_NOOP("Compared", "mean |Δ|")},
    {"max_relative_error", QT_TRANSLATE_NOOP("Compared", "max rel.")},
    {"mean_relative_error", QT_TRANSLATE_NOOP("Compared", "mean rel.")},
    {"relative_euclidean_distance", QT_TRANSLATE_NOOP("Compared", "rel. L2")},
    {"euclidean_distance", QT_TRANSLATE_NOOP("Compared", "L2")},
    {"root_mean_square_error", QT_TRANSLATE_NOOP("Compared", "RMSE")},
    {"l2norm_diff_relative", QT_TRANSLATE_NOOP("Compared", "rel. norm")},
    {"mismatch_ratio", QT_TRANSLATE_NOOP("Compared", "mismatch")},
    {"bitwise_equal", QT_TRANSLATE_NOOP("Compared", "bit-equal")},
    {"sqnr_db", QT_TRANSLATE_NOOP("Compared", "SQNR dB")},
    {"ulp_max", QT_TRANSLATE_NOOP("Compared", "max ULP")},
};

} // namespace

State stateOf(core::Verdict verdict)
{
    constexpr std::array kStates {State::Pass, State::Warn, State::Fail, State::NotComparable};
    return kStates[static_cast<std::size_t>(verdict)];
}

Token tokenOf(core::Verdict verdict)
{
    constexpr std::array kColours {Token::Pass, Token::Warn, Token::Fail, Token::NotComparable};
    return kColours[static_cast<std::size_t>(verdict)];
}

Token fillOf(core::Verdict verdict)
{
    constexpr std::array kFills {Token::PassFill, Token::WarnFill, Token::FailFill, Token::NotComparableFill};
    return kFills[static_cast<std::size_t>(verdict)];
}

QString verdictText(core::Verdict verdict)
{
    return stateWord(stateOf(verdict));
}

QString ioText(const core::TensorRow& row)
{
    return ioText(row.io, row.slot);
}

QString originText(core::PairOrigin origin)
{
    switch (origin) {
    case core::PairOrigin::Exact:
        return Compared::tr("exact");
    case core::PairOrigin::Normalised:
        return Compared::tr("normalised name");
    case core::PairOrigin::Mapping:
        return Compared::tr("rule");
    case core::PairOrigin::Fusion:
        return Compared::tr("fusion");
    case core::PairOrigin::Alignment:
        return Compared::tr("alignment");
    case core::PairOrigin::GraphOrder:
        return Compared::tr("graph order");
    case core::PairOrigin::Fingerprint:
        return Compared::tr("suggested");
    case core::PairOrigin::Manual:
        return Compared::tr("by hand");
    case core::PairOrigin::Name:
        return Compared::tr("name only");
    case core::PairOrigin::Assembly:
        return Compared::tr("put together");
    }
    return {};
}

QString pairStateText(core::PairState state)
{
    switch (state) {
    case core::PairState::Ok:
        return Compared::tr("ok");
    case core::PairState::NonFinite:
        return Compared::tr("non-finite");
    case core::PairState::ShapeMismatch:
        return Compared::tr("shape");
    case core::PairState::CountMismatch:
        return Compared::tr("count");
    case core::PairState::DTypeMismatch:
        return Compared::tr("dtype");
    case core::PairState::Empty:
        return Compared::tr("empty");
    case core::PairState::UnmatchedTarget:
    case core::PairState::UnmatchedGolden:
        return Compared::tr("unpaired");
    case core::PairState::Unreadable:
        return Compared::tr("unreadable");
    case core::PairState::Unsupported:
        return Compared::tr("unsupported");
    case core::PairState::NotComputed:
        return Compared::tr("not computed");
    }
    return {};
}

QString missingNumberText(const core::PairResult& result, std::size_t metric)
{
    // A metric that statistics do not give is absent without a fault; a pair that failed says how.
    if (result.isWithheld)
        return QStringLiteral("·");
    const core::PairState own = result.values.state(metric);
    const bool isAbsent = own == core::PairState::Ok
        || (own == core::PairState::NotComputed && result.basis != core::PairBasis::Elements);
    const core::PairState state = isAbsent ? result.state : own;
    return state == core::PairState::Ok ? QStringLiteral("·") : pairStateText(state);
}

QString shortMetricTitle(std::string_view metric)
{
    const auto* const found = std::ranges::find(kShortTitles, metric, &ShortTitle::metric);
    return found == std::end(kShortTitles) ? fromCore(metric)
                                           : QCoreApplication::translate("Compared", found->title);
}

QString shortNumber(double value, int digits)
{
    return fromCore(std::isfinite(value) ? core::streamText(value, digits) : core::numberText(value));
}

} // namespace dumpscope::gui
