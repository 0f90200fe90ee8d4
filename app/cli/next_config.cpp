// SPDX-License-Identifier: GPL-3.0-or-later
#include "next_config.h"

#include "command_session.h"
#include "config_draft_output.h"
#include "exit_code.h"
#include "option_error.h"

#include "base/line_difference.h"
#include "base/text.h"
#include "compare/measuring/side_selection.h"
#include "config/config_file.h"
#include "next/accused_tensors.h"
#include "next/next_capture.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dumpscope::cli {

namespace {

class NextConfig {
public:
    NextConfig(Console& console, const core::ConfigRequest& request, const core::ConfigKinds& kinds)
        : m_console(console)
        , m_request(request)
        , m_kinds(kinds)
        , m_session(console, request.print)
    {
    }

    int run()
    {
        const core::DumpPreset* const preset = findPreset();
        if (preset == nullptr)
            return kWrongUsage;
        auto accused = core::readAccused(m_request.from);
        if (!accused)
            return refuse(accused.error(), kCannotRead);
        if (*accused && !m_request.filter.empty())
            return refuse(core::makeError(core::Code::Usage,
                              core::phrase("--filter goes with a dump, not with a comparison"), {}),
                kWrongUsage);
        if (!*accused && !m_request.dump.empty())
            return refuse(core::makeError(core::Code::Usage,
                              core::phrase("--dump goes with the JSON of a comparison"), {}),
                kWrongUsage);
        const std::string& root = !*accused ? m_request.from
            : m_request.dump.empty()        ? (*accused)->target
                                            : m_request.dump;
        int code = kDone;
        const auto roots = m_session.open({root}, code);
        if (roots.empty())
            return code;
        if (m_session.lacksTensors(*roots.front()))
            return kCannotRead;
        const auto asked = *accused ? tensorsOf(**accused, *roots.front()) : chosen(roots.front(), code);
        if (!asked)
            return code;
        return write(roots.front(), *preset, *asked);
    }

private:
    int refuse(const core::Error& error, int code)
    {
        m_session.quiet();
        m_console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : code;
    }

    const core::DumpPreset* findPreset()
    {
        const std::string id = m_request.preset.empty() ? "operators" : m_request.preset;
        const auto presets = core::dumpPresets();
        const auto found = std::ranges::find(presets, id, &core::DumpPreset::id);
        if (found != presets.end())
            return &*found;
        refuse(
            core::makeError(core::Code::Usage, core::phrase("\"%1\" is no preset", core::printable(id)), {}),
            kWrongUsage);
        return nullptr;
    }

    static std::optional<std::vector<core::TensorId>> tensorsOf(
        const core::Accused& accused, const core::DumpIndex& index)
    {
        return core::tensorsOf(accused, index);
    }

    /// Tensors of the filter, else where NaN and infinities are born.
    std::optional<std::vector<core::TensorId>> chosen(
        const std::shared_ptr<const core::DumpIndex>& index, int& code)
    {
        if (m_request.filter.empty()) {
            const auto born = core::firstBorn(index, m_session.task());
            if (!born) {
                code = refuse(born.error(), kCannotRead);
                return std::nullopt;
            }
            return *born ? std::vector {(*born)->id} : std::vector<core::TensorId>();
        }
        auto side
            = ofOption("--filter", core::selectSide(index, {.filter = m_request.filter}, m_session.task()));
        if (!side) {
            code = refuse(side.error(), kWrongUsage);
            return std::nullopt;
        }
        return side->tensors();
    }

    int write(const std::shared_ptr<const core::DumpIndex>& index, const core::DumpPreset& preset,
        const std::vector<core::TensorId>& asked)
    {
        if (asked.empty())
            return sayNothingAsked();
        core::ConfigText used;
        if (!m_request.used.empty()) {
            auto text = core::readConfigFile(m_request.used);
            if (!text)
                return refuse(text.error(), kCannotRead);
            used = {std::move(*text), m_request.used};
        }
        const core::ConfigKind* const kind = kindFor(*index, used);
        if (kind == nullptr)
            return kWrongUsage;
        const auto next = core::nextCapture(index, asked,
            {static_cast<std::uint32_t>(m_request.hops), std::max(m_request.stepsBefore, preset.stepsBefore)},
            m_session.task());
        if (!next)
            return refuse(next.error(), kCannotRead);
        const auto draft = core::nextConfig(*next, preset, *kind, used);
        if (!draft)
            return refuse(draft.error(), kCannotRead);
        m_session.quiet();
        if (const auto written = writeDraft(m_request, *kind, draft->text); !written)
            return refuse(
                written.error(), written.error().code == core::Code::Usage ? kWrongUsage : kPartial);
        const core::ConfigReport report = kind->check({draft->text, m_request.output});
        if (m_request.print.json)
            writeJson(*kind, *next, *draft, report);
        else
            writeText(*next, preset, used, *draft);
        m_session.printProblems();
        reportLost(m_console, *draft);
        for (const core::ConfigProblem& problem : report.problems)
            m_console.note(problemLine(m_request.output.empty() ? "new" : m_request.output, problem));
        return report.valid ? kDone : kAnsweredNo;
    }

    int sayNothingAsked()
    {
        m_session.quiet();
        m_session.printProblems();
        m_console.note(!m_request.filter.empty() ? "no tensor of the dump matches --filter"
                : m_request.from.ends_with(".json")
                ? "the comparison accuses no operator that the dump has"
                : "no NaN or infinity is born in the dump: say with --filter what is wanted, or give what "
                  "compare --json-out wrote");
        return kAnsweredNo;
    }

    const core::ConfigKind* kindFor(const core::DumpIndex& index, const core::ConfigText& used)
    {
        if (!m_request.kind.empty()) {
            const core::ConfigKind* const kind = m_kinds.find(m_request.kind);
            if (kind == nullptr)
                static_cast<void>(refuseKind(m_console, m_kinds, m_request.kind));
            return kind;
        }
        if (const core::ConfigKind* const kind = used.text.empty() ? nullptr : m_kinds.recognise(used))
            return kind;
        if (const core::ConfigKind* const kind = core::kindOfDump(m_kinds, index))
            return kind;
        refuse(core::makeError(core::Code::Usage,
                   core::phrase("nothing says which configuration made this dump: give --kind"), {}),
            kWrongUsage);
        return nullptr;
    }

    void writeText(const core::NextCapture& next, const core::DumpPreset& preset,
        const core::ConfigText& used, const core::ConfigDraft& draft)
    {
        if (m_request.output.empty())
            m_console.write(draft.text);
        if (preset.wantsOperators) {
            for (std::size_t i = 0; i < next.asked; ++i)
                m_console.note("asked for: " + core::printable(next.operators[i]));
            if (!next.neighbours.empty())
                m_console.note(
                    std::to_string(next.operators.size() - next.asked) + " more: " + next.neighbours.text());
        }
        if (used.text.empty())
            return;
        for (const core::DifferentLine& line : core::lineDifference(used.text, draft.text)) {
            if (line.kind != core::DifferentLine::Kind::Both)
                m_console.note((line.kind == core::DifferentLine::Kind::Before ? "- " : "+ ")
                    + core::printable(line.text));
        }
    }

    void writeJson(const core::ConfigKind& kind, const core::NextCapture& next,
        const core::ConfigDraft& draft, const core::ConfigReport& report)
    {
        core::JsonWriter json(consoleSink(m_console));
        json.beginObject().member("kind", kind.id()).member("text", draft.text).member("valid", report.valid);
        const auto list = [&](const char* key, const auto& values) {
            json.key(key).beginArray();
            for (const auto& value : values)
                json.value(value);
            json.endArray();
        };
        const auto middle = next.operators.begin() + static_cast<std::ptrdiff_t>(next.asked);
        list("asked_for", std::vector<std::string>(next.operators.begin(), middle));
        list("neighbours", std::vector<std::string>(middle, next.operators.end()));
        list("ranks", next.ranks);
        list("steps", next.steps);
        json.key("lost").beginArray();
        for (const core::ConfigLoss& loss : draft.lost)
            json.beginObject().member("key", loss.key).member("message", loss.message.text()).endObject();
        json.endArray().endObject();
        json.finish();
    }

    Console& m_console;
    const core::ConfigRequest& m_request;
    const core::ConfigKinds& m_kinds;
    CommandSession m_session;
};

} // namespace

int writeNextConfig(Console& console, const core::ConfigRequest& request, const core::ConfigKinds& kinds)
{
    return NextConfig(console, request, kinds).run();
}

} // namespace dumpscope::cli
