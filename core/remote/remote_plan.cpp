// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_plan.h"

#include "base/text.h"
#include "remote/comparison_place.h"

#include <algorithm>
#include <climits>
#include <filesystem>
#include <set>
#include <type_traits>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

/// One text of an option.
struct OptionText {
    const Option& option;
    std::uint32_t place;
    std::string& text;
};

template<typename Visitor> Result<void> visitTexts(const OptionList& options, const Visitor& visitor)
{
    for (const Option& option : options.options()) {
        if (auto* const* text = std::get_if<std::string*>(&option.place))
            TRY_VOID(visitor(OptionText {option, 0, **text}));
        if (auto* const* list = std::get_if<std::vector<std::string>*>(&option.place)) {
            for (std::size_t i = 0; i < (*list)->size(); ++i)
                TRY_VOID(visitor(OptionText {option, static_cast<std::uint32_t>(i), (**list)[i]}));
        }
    }
    for (const CommandForm& form : options.forms()) {
        if (options.chosenForm() != nullptr && form.name == *options.chosenForm())
            TRY_VOID(visitTexts(*form.options, visitor));
    }
    return {};
}

template<typename Visitor> Result<void> visitTexts(AnyRequest& request, const Visitor& visitor)
{
    return std::visit(
        [&](auto& one) {
            OptionList options;
            one.describe(options);
            return visitTexts(options, visitor);
        },
        request);
}

bool readsDumps(const OptionList& options)
{
    const auto isDump = [](const Option& option) { return option.path == PathUse::Dump; };
    return std::ranges::any_of(options.options(), isDump)
        || std::ranges::any_of(
            options.forms(), [](const CommandForm& form) { return readsDumps(*form.options); });
}

/// Commands about dumps; not those that run programs or change this machine.
bool canServe(AnyRequest request)
{
    return std::visit(
        [](auto& one) {
            OptionList options;
            one.describe(options);
            return readsDumps(options);
        },
        request);
}

bool isFile(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool isThere(const std::string& path)
{
    struct stat info = {};
    return ::lstat(path.c_str(), &info) == 0;
}

/// How the other side calls it, as that is what its messages name.
std::string nameThere(const std::string& path)
{
    std::string name = std::filesystem::path(path).lexically_normal().string();
    while (name.ends_with('/'))
        name.pop_back();
    if (isPlainRelative(name))
        return name;
    name.erase(0, name.rfind('/') + 1);
    return isPlainRelative(name) ? name : "file";
}

Result<bool> isOfSeveralMachines(const AnyRequest& request)
{
    if (const auto* const comparison = std::get_if<CompareRequest>(&request))
        return isComparedHere(*comparison);
    const auto* const runs = std::get_if<RepeatRequest>(&request);
    return runs != nullptr ? isComparedHere(*runs) : Result<bool>(false);
}

class Planner {
public:
    explicit Planner(const AnyRequest& request) { m_plan.request = request; }

    Result<std::optional<RemotePlan>> plan()
    {
        TRY_ASSIGN(const bool isHere, isOfSeveralMachines(m_plan.request));
        if (isHere)
            return std::optional<RemotePlan>();
        TRY_VOID(visitTexts(m_plan.request, [this](const OptionText& at) { return findHost(at); }));
        if (!m_isRemote)
            return std::optional<RemotePlan>();
        TRY_VOID(visitTexts(m_plan.request, [this](const OptionText& at) { return place(at); }));
        std::visit(
            [this](auto& one) {
                OptionList options;
                one.describe(options);
                const auto force = std::ranges::find(options.options(), "--force", &Option::longName);
                if (force != options.options().end()) {
                    const auto* const* given = std::get_if<bool*>(&force->place);
                    m_plan.replaces = given != nullptr && **given;
                }
            },
            m_plan.request);
        return std::optional(std::move(m_plan));
    }

private:
    Result<void> findHost(const OptionText& at)
    {
        if (!isRemote(at.text))
            return {};
        const std::string option(at.option.longName());
        if (at.option.path == PathUse::None)
            return fail(
                Code::Usage, phrase("%1 takes no path on another machine; run the command there", option));
        TRY_ASSIGN(RemotePath path, parseRemotePath(at.text));
        if (m_isRemote && path.host != m_plan.host)
            return fail(Code::Usage,
                phrase("the paths are on two machines, %1 and %2, and only compare and repeat work with "
                       "dumps on different machines; copy what is needed to one of them",
                    m_plan.host.text(), path.host.text()));
        m_isRemote = true;
        m_plan.host = std::move(path.host);
        return {};
    }

    Result<void> place(const OptionText& at)
    {
        const PathUse use = at.option.path;
        if (isRemote(at.text)) {
            TRY_ASSIGN(RemotePath path, parseRemotePath(at.text));
            at.text = std::move(path.path);
            return {};
        }
        if (use == PathUse::None || at.text.empty() || (use == PathUse::Input && !isFile(at.text)))
            return {};
        if (use == PathUse::Dump || use == PathUse::Kept)
            return fail(Code::Usage,
                phrase(
                    "%1 is on this machine and the other paths are on %2, and only compare and repeat work "
                    "with dumps on different machines; copy what is needed to one of them",
                    printable(at.text), m_plan.host.text()));
        if (use == PathUse::OwnOutput && isThere(at.text))
            return fail(Code::Usage,
                phrase("a command on another machine does not replace this file; remove it, or choose "
                       "another name"),
                {at.text});
        m_plan.files.push_back({{at.option.key(), at.place, nameThere(at.text), use != PathUse::Input,
                                    use == PathUse::OutputFolder},
            at.text});
        return {};
    }

    RemotePlan m_plan;
    bool m_isRemote = false;
};

bool fits(const RemoteFile& file, PathUse use)
{
    if (file.isFolder)
        return file.isOutput && use == PathUse::OutputFolder;
    return file.isOutput ? use == PathUse::Output || use == PathUse::OwnOutput : use == PathUse::Input;
}

} // namespace

bool isPlainRelative(std::string_view name)
{
    if (name.empty() || name.size() >= PATH_MAX || name.find('\0') != std::string_view::npos)
        return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (part.empty() || part == "." || part == ".." || part.size() > NAME_MAX)
            return false;
        begin = end + 1;
    }
    return true;
}

Result<std::optional<RemotePlan>> planRemote(const AnyRequest& request)
{
    return Planner(request).plan();
}

Result<ServedRequest> readServedRequest(const RemoteRun& run, const std::string& home)
{
    for (const std::string& word : run.words) {
        if (word.find('\0') != std::string::npos)
            return fail(Code::Usage, phrase("a word of the command holds a zero byte"));
    }
    TRY_ASSIGN(AnyRequest request, readCommandWords(run.words));
    if (!canServe(request))
        return fail(Code::Usage, phrase("this command does not work with dumps on another machine"));
    ServedRequest served {std::move(request), std::vector<std::string>(run.files.size())};
    std::set<std::string> names;
    for (std::size_t i = 0; i < run.files.size(); ++i) {
        const std::string& name = run.files[i].name;
        if (!isPlainRelative(name))
            return fail(Code::Usage, phrase("a file of the command has no plain name: %1", printable(name)));
        served.files[i] = names.insert(name).second ? name : std::to_string(i) + '/' + name;
    }
    std::size_t found = 0;
    TRY_VOID(visitTexts(served.request, [&](const OptionText& at) -> Result<void> {
        for (std::size_t i = 0; i < run.files.size(); ++i) {
            const RemoteFile& file = run.files[i];
            if (file.option == at.option.key() && file.place == at.place && fits(file, at.option.path)) {
                at.text = served.files[i];
                ++found;
                return {};
            }
        }
        if (at.option.path != PathUse::None && at.option.path != PathUse::Input && !at.text.empty()
            && !at.text.starts_with('/'))
            at.text = (std::filesystem::path(home) / at.text).lexically_normal().string();
        return {};
    }));
    if (found != run.files.size())
        return fail(Code::Usage, phrase("no option of the command names the file that comes with it"));
    return served;
}

} // namespace dumpscope::core
