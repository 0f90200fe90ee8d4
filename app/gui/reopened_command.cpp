// SPDX-License-Identifier: GPL-3.0-or-later
#include "reopened_command.h"

#include "common/shell_text.h"
#include "compare/limits.h"
#include "comparison/setup_json.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMultiMap>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ReopenedCommand)
};

core::Failure refused(const QString& why)
{
    return core::fail(core::Code::Usage, why.toStdString());
}

/// As a shell takes a line apart: the way back from shellQuoted.
core::Result<QStringList> wordsOf(const QString& line)
{
    QStringList words;
    QString word;
    bool isWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else if (c == u'\\' && quote == u'"' && i + 1 < line.size())
                word += line[++i];
            else
                word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            isWord = true;
        } else if (c == u'\\' && i + 1 < line.size()) {
            word += line[++i];
            isWord = true;
        } else if (c.isSpace()) {
            if (isWord)
                words.append(std::exchange(word, {}));
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (!quote.isNull())
        return refused(Words::tr("A quotation mark is not closed."));
    if (isWord)
        words.append(word);
    return words;
}

/// A command that the window has a place for.
struct Shape {
    const char* name;
    const char* arrangement;
    const char* panel;
    std::size_t paths;                          ///< at most; what follows are tensors
    std::initializer_list<const char*> options; ///< looked at; all take a value
};
constexpr std::size_t kAny = 1000;
const std::array kShapes {
    Shape {"ls", "explore", "tensors", kAny, {"filter", "sort", "columns"}},
    Shape {"stat", "explore", "tensors", 1, {"filter", "sort", "columns"}},
    Shape {"show", "explore", "tensor-view", 1, {"slice"}},
    Shape {"info", "explore", "problems", kAny, {}},
    Shape {"overflow", "explore", "overflow", 1, {}},
    Shape {"graph", "graph", "graph", 1, {}},
    Shape {"compare", "compare", "results", 2,
        {"filter", "profile", "limits", "limit", "map", "step", "rank", "pair-step", "pair-rank", "sort",
            "columns"}},
};
/// Say how or how much is printed, with a value and without.
constexpr std::array kPassedOver {"progress", "threads", "limit", "histogram", "spec", "as", "layout",
    "first", "fail-on", "metrics", "top", "report", "csv-out", "xlsx", "json-out", "msaccucmp-csv",
    "msprobe-csv", "resume", "output", "to"};
constexpr std::array kFlags {"json", "jsonl", "csv", "list"};

template<typename List> bool holds(const List& list, const QString& name)
{
    return std::any_of(
        list.begin(), list.end(), [&name](const char* one) { return name == QLatin1String(one); });
}

struct Arguments {
    QStringList plain;
    QMultiMap<QString, QString> options;
    [[nodiscard]] QString value(const char* name) const { return options.value(QLatin1String(name)); }
    /// In the order they were written.
    [[nodiscard]] QStringList values(const char* name) const
    {
        QStringList all = options.values(QLatin1String(name));
        std::reverse(all.begin(), all.end());
        return all;
    }
};

core::Result<Arguments> argumentsOf(const QStringList& words, const Shape& shape)
{
    Arguments arguments;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (!words[i].startsWith("--"_L1) && words[i] != "-o"_L1) {
            arguments.plain.append(words[i]);
            continue;
        }
        QString name = words[i] == "-o"_L1 ? u"output"_s : words[i].mid(2);
        if (holds(kFlags, name))
            continue;
        const qsizetype equals = name.indexOf(u'=');
        const bool isKnown = holds(shape.options, name.left(equals < 0 ? name.size() : equals));
        if (!isKnown && !holds(kPassedOver, name.left(equals < 0 ? name.size() : equals)))
            return refused(
                Words::tr("The window knows no option %1 of %2.").arg(words[i], QLatin1String(shape.name)));
        if (equals < 0 && i + 1 >= words.size())
            return refused(Words::tr("The option %1 needs a value.").arg(words[i]));
        const QString value = equals < 0 ? words[++i] : name.mid(equals + 1);
        if (isKnown)
            arguments.options.insert(name.left(equals < 0 ? name.size() : equals), value);
    }
    return arguments;
}

/// Filter, order and columns of a table (FilteredTable).
QJsonObject tableView(const Arguments& arguments)
{
    QJsonObject filter, table;
    if (const QString text = arguments.value("filter"); !text.isEmpty())
        filter.insert(u"text"_s, text);
    if (const QString columns = arguments.value("columns"); !columns.isEmpty())
        table.insert(u"columns"_s, QJsonArray::fromStringList(columns.split(u',', Qt::SkipEmptyParts)));
    if (const QString sort = arguments.value("sort"); !sort.isEmpty())
        table.insert(u"sort"_s, sort.section(u',', 0, 0));
    return {{u"filter"_s, filter}, {u"table"_s, table}};
}

/// The first element of a slice.
QList<qint64> elementOf(const QString& slice)
{
    QList<qint64> element;
    for (const QString& part : slice.split(u',', Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qint64 at = part.section(u':', 0, 0).toLongLong(&isNumber);
        if (!isNumber && !part.startsWith(u':'))
            return {};
        element.append(isNumber ? at : 0);
    }
    return element;
}

core::Result<QJsonArray> equationsOf(const QStringList& texts)
{
    QJsonArray equations;
    for (const QString& text : texts) {
        bool first = false, second = false;
        const qint64 target = text.section(u'=', 0, 0).toLongLong(&first);
        const qint64 golden = text.section(u'=', 1).toLongLong(&second);
        if (!first || !second)
            return refused(Words::tr("%1 is no pair of numbers like 1=2.").arg(text));
        equations.append(QJsonArray {target, golden});
    }
    return equations;
}

/// A preset by its name, or rules as they stand in a file of limits.
core::Result<QJsonValue> limitsOf(const Arguments& arguments)
{
    const QString named = arguments.value("limits");
    core::Limits limits;
    if (const auto preset = core::presetLimits(named.isEmpty() ? "precision" : named.toStdString())) {
        limits = *preset;
    } else {
        TRY_ASSIGN(limits, loadLimits(named));
    }
    std::vector<core::LimitRule> own;
    for (const QString& text : arguments.values("limit")) {
        TRY_ASSIGN(core::LimitRule rule, core::parseLimit(text.toStdString()));
        own.push_back(std::move(rule));
    }
    if (own.empty() && core::presetLimits(limits.name))
        return QJsonValue(QString::fromStdString(limits.name));
    limits.rules.insert(limits.rules.begin(), own.begin(), own.end());
    return QJsonValue(QJsonDocument::fromJson(QByteArray::fromStdString(core::limitsJson(limits))).object());
}

core::Result<QJsonObject> comparisonOf(const Arguments& arguments, const Workspace& workspace)
{
    QJsonObject sides[2];
    for (int i = 0; i < 2; ++i) {
        sides[i].insert(u"path"_s, workspace.roots[std::min<qsizetype>(i, workspace.roots.size() - 1)].path);
        for (const auto& [option, key] : {std::pair("step", u"steps"_s), std::pair("rank", u"ranks"_s)}) {
            QJsonArray numbers;
            for (const QString& text : arguments.values(option)) {
                bool isNumber = false;
                numbers.append(text.toLongLong(&isNumber));
                if (!isNumber)
                    return refused(Words::tr("%1 is no number.").arg(text));
            }
            if (!numbers.isEmpty())
                sides[i].insert(key, numbers);
        }
    }
    QJsonObject setup {{u"target"_s, sides[0]}, {u"golden"_s, sides[1]}};
    TRY_ASSIGN(const QJsonValue limits, limitsOf(arguments));
    setup.insert(u"limits"_s, limits);
    TRY_ASSIGN(const QJsonArray steps, equationsOf(arguments.values("pair-step")));
    TRY_ASSIGN(const QJsonArray ranks, equationsOf(arguments.values("pair-rank")));
    setup.insert(u"pair_steps"_s, steps);
    setup.insert(u"pair_ranks"_s, ranks);
    setup.insert(u"profile"_s, arguments.options.value(u"profile"_s, u"dumpscope"_s));
    setup.insert(u"filter"_s, arguments.value("filter"));
    QJsonArray maps;
    for (const QString& file : arguments.values("map"))
        maps.append(QFileInfo(file).absoluteFilePath());
    setup.insert(u"maps"_s, maps);
    return setup;
}

} // namespace

QString windowCommand(const Workspace& workspace)
{
    constexpr qsizetype kLongestArgument = 128 * 1024 - 1; // of Linux
    const QJsonDocument document = QJsonDocument::fromJson(workspace.toBytes(QDir::root()));
    const QString quoted = shellQuoted(QString::fromUtf8(document.toJson(QJsonDocument::Compact)));
    return quoted.toUtf8().size() > kLongestArgument ? QString() : u"dumpscope --workspace "_s + quoted;
}

core::Result<Workspace> readWorkspaceText(const QString& text)
{
    return Workspace::fromBytes(text.toUtf8(), QDir::root().filePath(u"--workspace"_s));
}

core::Result<ReopenedCommand> readCommand(const QString& line)
{
    TRY_ASSIGN(QStringList words, wordsOf(line));
    if (words.size() == 3 && QFileInfo(words[0]).fileName() == "dumpscope"_L1
        && words[1] == "--workspace"_L1) {
        TRY_ASSIGN(Workspace whole, readWorkspaceText(words[2]));
        return ReopenedCommand {std::move(whole), {}};
    }
    if (!words.isEmpty() && QFileInfo(words.first()).fileName() == "dumpscope-cli"_L1)
        words.removeFirst();
    const QString name = words.isEmpty() ? QString() : words.takeFirst();
    const auto shape = std::find_if(kShapes.begin(), kShapes.end(),
        [&name](const Shape& one) { return name == QLatin1String(one.name); });
    if (shape == kShapes.end())
        return refused(Words::tr("The window can reopen ls, stat, show, info, overflow, graph and compare."));
    TRY_ASSIGN(const Arguments arguments, argumentsOf(words, *shape));
    const bool compares = name == "compare"_L1;
    if (arguments.plain.isEmpty() || (compares && arguments.plain.size() != 2))
        return refused(compares ? Words::tr("compare needs a target and a golden.")
                                : Words::tr("%1 needs a path.").arg(name));

    ReopenedCommand reopened;
    Workspace& workspace = reopened.workspace;
    workspace.arrangement = QLatin1String(shape->arrangement);
    reopened.panel = QLatin1String(shape->panel);
    const auto paths = std::min(static_cast<std::size_t>(arguments.plain.size()), shape->paths);
    for (const QString& path : arguments.plain.first(static_cast<qsizetype>(paths))) {
        const QString whole = QFileInfo(path).absoluteFilePath();
        if (!QFileInfo::exists(whole))
            return refused(Words::tr("There is no %1.").arg(path));
        const bool isSecond = compares && !workspace.roots.isEmpty();
        const Workspace::Root root {whole,
            !compares      ? OpenedRoot::Side::None
                : isSecond ? OpenedRoot::Side::Golden
                           : OpenedRoot::Side::Target};
        if (workspace.roots.isEmpty() || workspace.roots.first().path != whole)
            workspace.roots.append(root);
    }
    if (arguments.plain.size() > static_cast<qsizetype>(paths)) {
        workspace.selectedRoot = workspace.roots.first().path;
        workspace.selectedTensor = arguments.plain[static_cast<qsizetype>(paths)];
        workspace.element = elementOf(arguments.value("slice"));
    }
    if (compares) {
        TRY_ASSIGN(const QJsonObject setup, comparisonOf(arguments, workspace));
        workspace.comparisons.append(setup);
        Arguments table = arguments;
        table.options.remove(u"filter"_s); // it is the comparison's
        workspace.views.insert(reopened.panel, tableView(table));
    } else if (reopened.panel == "tensors"_L1) {
        workspace.views.insert(reopened.panel, tableView(arguments));
    }
    return reopened;
}

} // namespace dumpscope::gui
