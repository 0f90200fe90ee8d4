// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer.h"

#include "base/text.h"
#include "compare/run_environment.h"
#include "compare/suspects/operator_nature.h"
#include "convert/output_folder.h"
#include "io/output_check.h"
#include "reproduce/call_document.h"
#include "reproduce/reproducer_kind.h"
#include "reproduce/reproducer_tensors.h"

#include "reproducer_scripts.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

const ReproducerKinds& reproducerKinds()
{
    static const ReproducerKinds kinds = [] {
        ReproducerKinds all;
        registerReproducerKinds(all);
        return all;
    }();
    return kinds;
}

std::vector<const ReproducerKind*> inOrder()
{
    std::vector<const ReproducerKind*> kinds;
    kinds.reserve(reproducerKinds().all().size());
    for (const auto& kind : reproducerKinds().all())
        kinds.push_back(kind.get());
    std::ranges::stable_sort(kinds, {}, [](const ReproducerKind* kind) { return kind->preference(); });
    return kinds;
}

std::string_view scriptNamed(std::string_view name)
{
    const auto* const found
        = std::ranges::find(kReproducerScripts, name, [](const auto& script) { return script.first; });
    return found == kReproducerScripts.end() ? std::string_view() : found->second;
}

struct Chosen {
    const ReproducerKind* kind = nullptr;
    ReproducerPlan plan;
};

/// The first kind that can run the operator, or the one that is asked for.
Result<Chosen> choose(const ReproducedOperator& wanted, const std::string& id, TaskContext& task)
{
    Message reasons;
    for (const ReproducerKind* kind : inOrder()) {
        if (!id.empty() && kind->id() != id)
            continue;
        auto plan = kind->plan(wanted, task);
        if (plan)
            return Chosen {kind, std::move(*plan)};
        if (plan.error().code != Code::Unsupported)
            return fail(plan.error());
        Message reason = phrase("%1: %2", kind->program(), plan.error().message);
        reasons = reasons.empty() ? reason : phrase("%1; %2", reasons, reason);
    }
    if (reasons.empty())
        return fail(Code::Usage, phrase("\"%1\" is no kind of reproducer", printable(id)));
    return fail(
        Code::Unsupported, phrase("%1 cannot be run alone (%2)", printable(wanted.call.name), reasons));
}

/// The tensor itself where it is an output, else the first output of its operator.
Result<RecordedCall::Output> accusedOutput(const RecordedCall& call, TensorId tensor)
{
    for (const RecordedCall::Output& output : call.outputs) {
        if (output.tensor == tensor)
            return output;
    }
    if (call.outputs.empty())
        return fail(Code::Unsupported, phrase("no output of %1 was dumped", printable(call.name)));
    return call.outputs.front();
}

/// Why golden's call cannot stand beside the target's; empty where it can.
Message unlike(const RecordedCall& target, const RecordedCall& golden, const std::string& output)
{
    if (operatorWord(target.type) != operatorWord(golden.type))
        return phrase("golden's operator is another one: %1", printable(golden.name));
    // Plain values are each side's own.
    for (const RecordedArgument& argument : target.arguments) {
        const auto same = [&](const RecordedArgument& other) {
            return other.key() == argument.key() && other.tensor.has_value();
        };
        if (argument.tensor && std::ranges::none_of(golden.arguments, same))
            return phrase("golden was not given %1", printable(argument.key()));
    }
    if (std::ranges::none_of(
            golden.outputs, [&](const RecordedCall::Output& other) { return other.key == output; }))
        return phrase("golden has no %1", printable(output));
    return {};
}

/// Of a plain argument what it is, "None" where that is its type.
const std::string& plainText(const RecordedArgument& argument)
{
    return argument.value.empty() ? argument.type : argument.value;
}

bool areSame(const std::string& x, const std::string& y)
{
    const auto a = parseDouble(x), b = parseDouble(y);
    return x == y || (a && b && *a == *b);
}

/// What both calls were given besides tensors.
std::vector<WrittenReproducer::OtherArgument> otherArguments(
    const RecordedCall& target, const RecordedCall& golden)
{
    std::vector<WrittenReproducer::OtherArgument> others;
    const auto find = [](const RecordedCall& call, const std::string& key) {
        return std::ranges::find(call.arguments, key, &RecordedArgument::key);
    };
    for (const RecordedArgument& argument : target.arguments) {
        const auto theirs = find(golden, argument.key());
        const bool isGiven = theirs != golden.arguments.end();
        if (argument.tensor
            || (isGiven && (theirs->tensor || areSame(plainText(argument), plainText(*theirs)))))
            continue;
        others.push_back({argument.key(), plainText(argument), isGiven ? plainText(*theirs) : std::string()});
    }
    for (const RecordedArgument& argument : golden.arguments) {
        if (!argument.tensor && find(target, argument.key()) == target.arguments.end())
            others.push_back({argument.key(), {}, plainText(argument)});
    }
    return others;
}

/// As text of a page in Markdown, where names have signs that mean something.
std::string pageText(std::string_view text)
{
    std::string escaped;
    for (const char letter : text) {
        if (std::string_view("\\`*_[]<>|~#&").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string numberOrNone(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(*number) : "not recorded";
}

struct Side {
    std::shared_ptr<const DumpIndex> index;
    RecordedCall call;
    ReproducerTensors tensors;
    std::optional<std::int64_t> step = {}, rank = {};

    /// Where in the run it was.
    void writePlace(JsonWriter& json) const
    {
        json.beginObject().member("step", step).member("rank", rank).endObject();
    }
};

Side sideOf(const std::shared_ptr<const DumpIndex>& index, RecordedCall call, TensorId tensor,
    ReproducerTensors tensors)
{
    const FolderFacts& facts = index->factsOf(tensor);
    return {index, std::move(call), std::move(tensors), facts.step, facts.rank};
}

void writeOtherArguments(const std::vector<WrittenReproducer::OtherArgument>& others, JsonWriter& json)
{
    const auto valueOf
        = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); };
    json.key("called_otherwise").beginArray();
    for (const auto& [name, target, golden] : others)
        json.beginObject()
            .member("argument", name)
            .member("target", valueOf(target))
            .member("golden", valueOf(golden))
            .endObject();
    json.endArray();
}

std::string callDocument(const Side& target, const std::optional<Side>& golden, const std::string& output,
    const ReproducerPlan& plan, const std::vector<WrittenReproducer::OtherArgument>& others)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginObject();
    json.member("version", 1);
    json.member("operator", target.call.name);
    json.member("type", target.call.type);
    json.member("differs", output);
    json.member("target", true);
    json.member("golden", golden.has_value());
    json.key("place").beginObject().key("target");
    target.writePlace(json);
    if (golden) {
        json.key("golden");
        golden->writePlace(json);
    }
    json.endObject();
    plan.members(json);
    json.key("arguments").beginObject();
    json.key("target").beginObject();
    writeArguments(target.call.arguments, json);
    json.endObject();
    if (golden) {
        json.key("golden").beginObject();
        writeArguments(golden->call.arguments, json);
        json.endObject();
    }
    json.endObject();
    writeOtherArguments(others, json);
    json.key("tensors").beginObject();
    target.tensors.describe(json);
    if (golden)
        golden->tensors.describe(json);
    json.endObject();
    json.endObject();
    json.finish();
    return text;
}

/// Versions of packages as config_check recorded them beside the run; a table, or nothing.
Result<std::string> versionTable(const DumpIndex& index, TaskContext& task)
{
    TRY_ASSIGN(const auto environment, runEnvironmentOf(index, task));
    if (!environment)
        return std::string();
    const auto versions = environment->facts.find(EnvironmentKind::Version);
    std::string table;
    if (versions != environment->facts.end()) {
        for (const auto& [name, version] : versions->second)
            table += "| " + pageText(printable(name)) + " | " + pageText(printable(version)) + " |\n";
    }
    return table.empty() ? table
                         : "\n## Packages of the target\n\n| Package | Version |\n|---|---|\n" + table;
}

std::string argumentTable(const std::vector<WrittenReproducer::OtherArgument>& others)
{
    std::string table;
    const auto shown = [](const std::string& value) {
        return value.empty() ? std::string("not given") : pageText(printable(value));
    };
    for (const auto& [name, target, golden] : others)
        table += "| " + pageText(printable(name)) + " | " + shown(target) + " | " + shown(golden) + " |\n";
    return table.empty() ? table
                         : "\n## Called otherwise\n\n| Argument | Target | Golden |\n|---|---|---|\n" + table;
}

std::string readMe(const Side& target, const std::optional<Side>& golden, const WrittenReproducer& written,
    const std::string& output, const ReproducerKind& kind, const std::string& version,
    const std::string& versions)
{
    const Message& goldenNote = written.goldenNote;
    const auto row = [](std::string_view name, const Side& side) {
        return "| " + std::string(name) + " | " + pageText(printable(side.call.name)) + " | "
            + numberOrNone(side.step) + " | " + numberOrNone(side.rank) + " | "
            + pageText(printable(side.index->root())) + " |\n";
    };
    std::string text = "# " + pageText(printable(target.call.name)) + ", " + pageText(output)
        + "\n\nOne operator of a run, alone: what it was given, what it gave, and a script that computes it "
          "again.\n\n"
          "| | Operator | Step | Rank | Dump |\n|---|---|---|---|---|\n"
        + row("Target", target);
    if (golden)
        text += row("Golden", *golden);
    else if (!goldenNote.empty())
        text += "\nGolden is left out: " + pageText(goldenNote.text()) + ".\n";
    text += argumentTable(written.otherArguments);
    text += "\n## Run\n\n```sh\n" + std::string(kind.howToRun()) + "\n```\n\nNeeds Python 3.8, NumPy and "
        + std::string(kind.program())
        + ". The outputs that were recorded, and that of this run, are held against the same computed in "
          "float64 from the "
          "inputs of their own side.\n\n"
          "| Exit code | Word | Meaning |\n|---|---|---|\n"
          "| 0 | FOLLOWS | the target's output is what its inputs give: what is wrong came in with them |\n"
          "| 1 | WRONG | it is not; the last sentence says whether this machine makes it wrong as well |\n"
          "| 2 | UNKNOWN | it could not be run, or what was recorded does not settle it: the last line says "
          "why |\n"
        + versions;
    if (!version.empty())
        text += "\nWritten by Dumpscope " + version + ".\n";
    return text;
}

} // namespace

Message WrittenReproducer::OtherArgument::text() const
{
    if (target.empty())
        return phrase("%1 is not given, golden's is %2", printable(name), printable(golden));
    if (golden.empty())
        return phrase("%1 is %2, golden's is not given", printable(name), printable(target));
    return phrase("%1 is %2, golden's %3", printable(name), printable(target), printable(golden));
}

std::uint64_t WrittenReproducer::bytes() const
{
    std::uint64_t sum = 0;
    for (const File& file : files)
        sum += file.bytes;
    return sum;
}

std::vector<ReproducerProgram> reproducerPrograms()
{
    std::vector<ReproducerProgram> programs;
    programs.reserve(reproducerKinds().all().size());
    for (const ReproducerKind* kind : inOrder())
        programs.push_back({kind->id(), kind->program()});
    return programs;
}

Result<WrittenReproducer> writeReproducer(const ReproducedTensor& target,
    const std::optional<ReproducedTensor>& golden, const ReproducerOptions& options,
    const std::string& folder, TaskContext& task)
{
    TRY_VOID(keepFoldersApart(folder, target.index->root()));
    ReproducedOperator wanted {
        target.index, target.tensor, recordedCall(*target.index, target.tensor), options.models};
    TRY_ASSIGN(const RecordedCall::Output output, accusedOutput(wanted.call, target.tensor));
    wanted.tensor = output.tensor;
    if (wanted.call.arguments.empty())
        return fail(Code::Unsupported, phrase("no input of %1 was dumped", printable(wanted.call.name)));
    TRY_ASSIGN(const Chosen chosen, choose(wanted, options.kind, task));

    WrittenReproducer written;
    TRY_ASSIGN(auto tensors, ReproducerTensors::open(target.index, wanted.call, "target", task));
    const Side ours = sideOf(target.index, wanted.call, wanted.tensor, std::move(tensors));
    std::optional<Side> theirs;
    if (golden) {
        TRY_VOID(keepFoldersApart(folder, golden->index->root()));
        RecordedCall call = recordedCall(*golden->index, golden->tensor);
        written.goldenNote = unlike(wanted.call, call, output.key);
        if (operatorWord(wanted.call.type) == operatorWord(call.type))
            written.otherArguments = otherArguments(wanted.call, call);
        if (written.goldenNote.empty()) {
            auto opened = ReproducerTensors::open(golden->index, call, "golden", task);
            if (opened)
                theirs = sideOf(golden->index, std::move(call), golden->tensor, std::move(*opened));
            else if (opened.error().code == Code::Unsupported)
                written.goldenNote = opened.error().message;
            else
                return fail(opened.error());
        }
    }
    TRY_ASSIGN(const std::string versions, versionTable(*target.index, task));

    TRY_ASSIGN(const OutputFolder to, OutputFolder::open(folder));
    const auto existing = options.replace ? OutputFolder::Existing::Replace : OutputFolder::Existing::Keep;
    const auto writeText = [&](const std::string& name, std::string_view text) -> Result<void> {
        TRY_ASSIGN(const auto file, to.write("", name, existing, [&](const ByteSink& sink) {
            return sink(std::as_bytes(std::span(text)));
        }));
        written.files.push_back({name, file.bytes});
        return {};
    };
    const auto writeTensors = [&](const Side& side) -> Result<void> {
        TRY_ASSIGN(const auto files, side.tensors.write(to, existing, task));
        for (const auto& [name, bytes] : files)
            written.files.push_back({name, bytes});
        return {};
    };
    TRY_VOID(writeTensors(ours));
    if (theirs)
        TRY_VOID(writeTensors(*theirs));
    for (const ReproducerPlan::File& file : chosen.plan.files)
        TRY_VOID(writeText(file.name, file.content));
    TRY_VOID(
        writeText("call.json", callDocument(ours, theirs, output.key, chosen.plan, written.otherArguments)));
    TRY_VOID(writeText("verdict.py", scriptNamed("verdict")));
    TRY_VOID(writeText("run.py", scriptNamed(chosen.kind->id())));
    TRY_VOID(writeText("README.md",
        readMe(ours, theirs, written, output.key, *chosen.kind, options.programVersion, versions)));
    written.folder = folder;
    written.kind = std::string(chosen.kind->id());
    written.program = std::string(chosen.kind->program());
    written.howToRun = std::string(chosen.kind->howToRun());
    written.operatorName = wanted.call.name;
    written.output = output.key;
    written.hasGolden = theirs.has_value();
    return written;
}

} // namespace dumpscope::core
