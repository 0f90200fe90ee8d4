// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/probed_value.h"

#include <utility>

namespace dumpscope::gui {

ProbedValue& ProbedValue::of(Selection& selection)
{
    auto* const known = selection.findChild<ProbedValue*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new ProbedValue(selection);
}

ProbedValue::ProbedValue(Selection& selection)
    : QObject(&selection)
    , m_selection(selection)
{
    const auto forget = [this] {
        m_words.clear();
        m_pointedWords.clear();
        m_assembledWords.clear();
        m_isPair = false;
        emit changed();
    };
    connect(&selection, &Selection::elementChanged, this, forget);
    connect(&selection, &Selection::tensorChanged, this, forget);
}

const std::vector<std::int64_t>& ProbedValue::element() const
{
    return !m_pointedWords.isEmpty() ? m_pointed : isOfAssembly() ? m_assembled : m_selection.element();
}

const QString& ProbedValue::words() const
{
    return !m_pointedWords.isEmpty() ? m_pointedWords : isOfAssembly() ? m_assembledWords : m_words;
}

bool ProbedValue::isOfAssembly() const
{
    return !m_assembledWords.isEmpty();
}

void ProbedValue::report(const std::vector<std::int64_t>& element, const QString& words, bool isPair)
{
    if (element != m_selection.element() || (m_isPair && !isPair) || m_words == words)
        return;
    m_words = words;
    m_isPair = isPair;
    emit changed();
}

void ProbedValue::reportAssembled(const std::vector<std::int64_t>& element, const QString& words)
{
    m_assembled = element;
    m_assembledWords = words;
    emit changed();
}

void ProbedValue::forgetPair()
{
    const bool wasAssembled = isOfAssembly();
    m_assembledWords.clear();
    if (!std::exchange(m_isPair, false) && !wasAssembled)
        return;
    m_words.clear();
    emit changed();
}

void ProbedValue::point(const std::vector<std::int64_t>& element, const QString& words)
{
    if (m_pointedWords == words && (words.isEmpty() || m_pointed == element))
        return;
    m_pointed = element;
    m_pointedWords = words;
    emit changed();
}

} // namespace dumpscope::gui
