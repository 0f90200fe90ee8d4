// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_search.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// One word of a search.
struct Term {
    enum class Where : std::uint8_t { Anywhere, Type, Name, Scope };
    Where where = Where::Anywhere;
    QString word;
    QRegularExpression pattern; ///< of a word with wildcards

    [[nodiscard]] bool fits(const QString& text) const
    {
        return pattern.pattern().isEmpty() ? text.contains(word, Qt::CaseInsensitive)
                                           : pattern.match(text).hasMatch();
    }
};

/// Qt's own do not let `*` go over a '/'.
QRegularExpression wildcards(const QString& word)
{
    QString pattern = QRegularExpression::escape(word);
    pattern.replace(QStringLiteral("\\*"), QStringLiteral(".*"))
        .replace(QStringLiteral("\\?"), QStringLiteral("."));
    return QRegularExpression(
        QRegularExpression::anchoredPattern(pattern), QRegularExpression::CaseInsensitiveOption);
}

std::vector<Term> termsOf(const QString& text)
{
    std::vector<Term> terms;
    for (QString word : text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        Term term;
        const std::pair<const char*, Term::Where> keys[] = {{"op_type:", Term::Where::Type},
            {"op_name:", Term::Where::Name}, {"name:", Term::Where::Name}, {"scope:", Term::Where::Scope}};
        for (const auto& [key, where] : keys) {
            if (term.where == Term::Where::Anywhere && word.startsWith(QLatin1String(key))) {
                term.where = where;
                word = word.mid(QLatin1String(key).size());
            }
        }
        if (word.contains(QLatin1Char('*')) || word.contains(QLatin1Char('?')))
            term.pattern = wildcards(word);
        term.word = word;
        terms.push_back(std::move(term));
    }
    return terms;
}

QString fromCore(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

std::vector<core::NodeId> searchNodes(const core::Graph& graph, const QString& text)
{
    std::vector<core::NodeId> found;
    const std::vector<Term> terms = termsOf(text);
    for (std::size_t i = 0; i < graph.nodes().size() && !terms.empty(); ++i) {
        const core::GraphNode& node = graph.nodes()[i];
        const QString name = fromCore(graph.text(node.name)), type = fromCore(graph.text(node.opType));
        const bool fits = std::ranges::all_of(terms, [&](const Term& term) {
            switch (term.where) {
            case Term::Where::Type:
                return term.fits(type);
            case Term::Where::Name:
                return term.fits(name);
            case Term::Where::Scope:
                return term.fits(fromCore(graph.scope(node)));
            case Term::Where::Anywhere:
                break;
            }
            const bool hasLabel = node.label.isValid() && node.label.value() != 0;
            return term.fits(name) || term.fits(type) || term.fits(fromCore(graph.text(node.id)))
                || (hasLabel && term.fits(fromCore(graph.text(node.label))));
        });
        if (fits)
            found.emplace_back(i);
    }
    return found;
}

} // namespace dumpscope::gui
