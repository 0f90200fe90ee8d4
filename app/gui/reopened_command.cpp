// SPDX-License-Identifier: GPL-3.0-or-later
#include "reopened_command.h"

#include "base/text.h"
#include "common/core_text.h"
#include "common/dump_place.h"
#include "io/posix_file.h"
#include "request/any_request.h"
#include "request/shell_words.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

/// The comparison that a command makes first.
template<typename Request> core::CompareRequest sidesOf(const Request& request)
{
    core::CompareRequest comparison;
    comparison.target = request.target;
    comparison.golden = request.golden;
    comparison.maps = request.maps;
    comparison.limits = request.limits;
    return comparison;
}

/// Filter, order and columns of a table (FilteredTable).
QJsonObject tableView(const core::RowOptions& rows)
{
    QJsonObject filter, table;
    if (!rows.filter.empty())
        filter.insert(u"text"_s, fromCore(rows.filter));
    if (!rows.columns.empty())
        table.insert(
            u"columns"_s, QJsonArray::fromStringList(fromCore(rows.columns).split(u',', Qt::SkipEmptyParts)));
    if (!rows.sort.empty())
        table.insert(u"sort"_s, fromCore(rows.sort).section(u',', 0, 0));
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

/// Where the window shows what a command shows.
class Reopener {
public:
    core::Result<void> operator()(const core::LsRequest& request)
    {
        show("explore", "tensors");
        m_reopened.workspace.views.insert(m_reopened.panel, tableView(request.rows));
        return open(request.paths, request.raw);
    }
    core::Result<void> operator()(const core::StatRequest& request)
    {
        show("explore", "tensors");
        m_reopened.workspace.views.insert(m_reopened.panel, tableView(request.rows));
        select(request.tensors.empty() ? std::string() : request.tensors.front());
        return open({request.path}, request.raw);
    }
    core::Result<void> operator()(const core::ConvertRequest& request)
    {
        show("explore", "tensors");
        m_reopened.workspace.views.insert(m_reopened.panel, tableView(request.rows));
        return open({request.path}, request.raw);
    }
    core::Result<void> operator()(const core::ShowRequest& request)
    {
        show("explore", "tensor-view");
        select(request.tensor);
        m_reopened.workspace.element = elementOf(fromCore(request.slice));
        return open({request.path}, request.raw);
    }
    core::Result<void> operator()(const core::InfoRequest& request)
    {
        show("explore", "problems");
        return open(request.paths, request.raw);
    }
    core::Result<void> operator()(const core::OverflowRequest& request)
    {
        show("explore", request.filter.empty() ? "overflow" : "statistics");
        if (!request.filter.empty()) { // the records have no filter
            QJsonObject view = tableView({.filter = request.filter});
            view.insert(u"non_finite_only"_s, true);
            m_reopened.workspace.views.insert(m_reopened.panel, view);
        }
        return open({request.path}, {});
    }
    core::Result<void> operator()(const core::TrendRequest& request)
    {
        show("explore", "trends");
        if (!request.figure.empty())
            m_reopened.workspace.views.insert(
                m_reopened.panel, QJsonObject {{u"figure"_s, fromCore(request.figure)}});
        return open({request.path}, {});
    }
    core::Result<void> operator()(const core::RepeatRequest& /*request*/) { return nowhere("repeat"); }
    core::Result<void> operator()(const core::GraphRequest& request)
    {
        show("graph", "graph");
        for (const std::string* node :
            {&request.node, &request.around, &request.upstream, &request.downstream, &request.source}) {
            if (!node->empty())
                m_reopened.workspace.views.insert(m_reopened.panel,
                    QJsonObject {{u"search"_s, QJsonObject {{u"text"_s, fromCore(*node)}}}});
        }
        return open({request.path}, {});
    }
    core::Result<void> operator()(const core::CompareRequest& request)
    {
        show("compare", "results");
        m_reopened.workspace.views.insert(m_reopened.panel,
            tableView({.filter = request.rowFilter(), .sort = request.sort, .columns = request.columns}));
        // Errors are reported before the window changes.
        TRY_VOID(core::comparisonOptions(request));
        TRY_VOID(find(request.target));
        TRY_VOID(find(request.golden));
        m_reopened.comparison = request;
        return {};
    }
    core::Result<void> operator()(const core::BundleRequest& request)
    {
        core::CompareRequest comparison = sidesOf(request);
        comparison.profile = request.profile;
        return (*this)(comparison);
    }
    core::Result<void> operator()(const core::ReproduceRequest& request)
    {
        if (request.golden.empty())
            return (*this)(core::ShowRequest {.path = request.target, .tensor = request.tensor});
        core::CompareRequest comparison = sidesOf(request);
        comparison.models = request.models;
        return (*this)(comparison);
    }
    core::Result<void> operator()(const core::ConfigRequest& request)
    {
        if (request.file.empty())
            return core::fail(
                core::Code::Usage, core::phrase("the window shows configurations that are files"));
        show("capture", "configuration");
        TRY_ASSIGN(const QString file, find(request.file));
        m_reopened.workspace.views.insert(m_reopened.panel, QJsonObject {{u"file"_s, file}});
        return {};
    }
    core::Result<void> operator()(const core::CaptureRequest& request)
    {
        show("capture", "capture-profile");
        const std::string here = QDir::currentPath().toStdString();
        if (request.form == "run" && !isProfile(request.launch.words.front())) {
            TRY_ASSIGN(const core::LaunchProfile profile, request.launch.over({}, here));
            return showLaunch(profile);
        }
        const std::string file = request.form == "run" ? request.launch.words.front() : request.profileFile;
        core::CaptureProfile profile = request.profile;
        if (!file.empty()) {
            const auto text = core::readSmallFile(file, kMostProfileBytes);
            if (!text)
                return tl::unexpected(text.error());
            if (core::isLaunchProfile(*text)) {
                TRY_ASSIGN(const core::LaunchProfileReport launch, core::loadLaunchProfile(file));
                core::LaunchOptions options = request.launch;
                options.words.clear();
                TRY_ASSIGN(const core::LaunchProfile merged, options.over(launch.profile, here));
                return showLaunch(merged);
            }
            TRY_ASSIGN(profile, core::parseCaptureProfile(*text));
        } else if (request.form == "golden") {
            profile.dumpText = core::kEverything;
            profile.runtime = "cpu";
        }
        m_reopened.workspace.views.insert(m_reopened.panel,
            QJsonObject {
                {u"way"_s, u"device"_s}, {u"profile"_s, fromCore(core::captureProfileText(profile))}});
        return {};
    }
    /// What is captured, not the rounds, which are dumps.
    core::Result<void> operator()(const core::HuntRequest& request)
    {
        core::CaptureRequest capture;
        capture.profileFile = request.profile;
        return (*this)(capture);
    }
    core::Result<void> operator()(const core::DevicesRequest& /*request*/)
    {
        show("capture", "capture-profile");
        return {};
    }
    core::Result<void> operator()(const core::DoctorRequest& /*request*/)
    {
        show("capture", "self-test");
        return {};
    }
    core::Result<void> operator()(const core::FormatsRequest& /*request*/) { return nowhere("formats"); }
    core::Result<void> operator()(const core::CompletionRequest& /*request*/)
    {
        return nowhere("completion");
    }
    core::Result<void> operator()(const core::HelpRequest& /*request*/) { return nowhere("help"); }
    core::Result<void> operator()(const core::RemoteRequest& /*request*/) { return nowhere("remote"); }
    core::Result<void> operator()(const core::ServeRequest& /*request*/) { return nowhere("serve"); }
    core::Result<void> operator()(const core::FetchRequest& /*request*/) { return nowhere("fetch"); }

    ReopenedCommand take() { return std::move(m_reopened); }

private:
    static constexpr std::size_t kMostProfileBytes = std::size_t {4} << 20U;

    static core::Result<void> nowhere(const char* command)
    {
        return core::fail(
            core::Code::Usage, core::phrase("the window has no place for what %1 prints", command));
    }
    static bool isProfile(const std::string& word)
    {
        const auto text = word.ends_with(".json") ? core::readSmallFile(word, kMostProfileBytes)
                                                  : core::fail(core::Code::NotFound, core::Message());
        return text && core::isLaunchProfile(*text);
    }
    core::Result<void> showLaunch(const core::LaunchProfile& profile)
    {
        m_reopened.workspace.views.insert(m_reopened.panel,
            QJsonObject {
                {u"way"_s, u"program"_s}, {u"launch"_s, fromCore(core::launchProfileText(profile))}});
        return {};
    }
    void show(const char* arrangement, const char* panel)
    {
        m_reopened.workspace.arrangement = QLatin1String(arrangement);
        m_reopened.panel = QLatin1String(panel);
    }
    void select(const std::string& tensor) { m_reopened.workspace.selectedTensor = fromCore(tensor); }
    static core::Result<QString> find(const std::string& path)
    {
        QString whole = dumpPlace(fromCore(path));
        if (!mayBeThere(whole))
            return core::fail(core::Code::NotFound, core::phrase("there is no %1", core::printable(path)));
        return whole;
    }
    core::Result<void> open(const std::vector<std::string>& paths, const core::RawOptions& raw)
    {
        TRY_VOID(raw.formatsFor(paths.front()));
        Workspace& workspace = m_reopened.workspace;
        for (const std::string& path : paths) {
            TRY_ASSIGN(const QString whole, find(path));
            workspace.roots.append({whole, OpenedRoot::Side::None, raw});
        }
        if (!workspace.selectedTensor.isEmpty())
            workspace.selectedRoot = workspace.roots.first().path;
        return {};
    }

    ReopenedCommand m_reopened;
};

} // namespace

QString windowCommand(const Workspace& workspace)
{
    constexpr qsizetype kLongestArgument = 128 * 1024 - 1; // of Linux
    const QJsonDocument document = QJsonDocument::fromJson(workspace.toBytes(QDir::root()));
    const QString quoted = fromCore(core::shellQuoted(asText(document.toJson(QJsonDocument::Compact))));
    return quoted.toUtf8().size() > kLongestArgument ? QString() : u"dumpscope --workspace "_s + quoted;
}

core::Result<Workspace> readWorkspaceText(const QString& text)
{
    return Workspace::fromBytes(text.toUtf8(), QDir::root().filePath(u"--workspace"_s));
}

core::Result<ReopenedCommand> readCommand(const QString& line)
{
    TRY_ASSIGN(const std::vector<std::string> words, core::shellWords(line.toStdString()));
    if (words.size() == 3 && QFileInfo(fromCore(words[0])).fileName() == "dumpscope"_L1
        && words[1] == "--workspace") {
        TRY_ASSIGN(Workspace whole, readWorkspaceText(fromCore(words[2])));
        return ReopenedCommand {std::move(whole), {}, {}};
    }
    TRY_ASSIGN(const core::AnyRequest request, core::readCommandLine(line.toStdString()));
    Reopener reopener;
    TRY_VOID(std::visit(reopener, request));
    return reopener.take();
}

} // namespace dumpscope::gui
