// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/fusion_graph.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/rule_file_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// What a manifest says of one file of reference tensors.
struct ReferenceTensor {
    std::string tensor, node, type; ///< ONNX names; `node` may be empty
    std::int64_t slot = 0;
    bool isInput = false;
};

/// Name of the file -> what it holds.
using ReferenceTensors = std::unordered_map<std::string, ReferenceTensor>;

Result<ReferenceTensors> parseManifest(const RuleFile& file)
{
    auto document = parseJson(file.text);
    if (!document) {
        Error error = document.error();
        error.place.file = file.path;
        return fail(std::move(error));
    }
    ReferenceTensors tensors;
    for (const std::string_view list : {"inputs", "tensors"}) {
        const JsonValue* entries = document->find(list);
        if (entries == nullptr)
            continue;
        if (!entries->isArray())
            return failAt(file.text, file.path, *entries, list, phrase("must be a list"));
        for (std::size_t i = 0; i < entries->items.size(); ++i) {
            const JsonValue& entry = entries->items[i];
            ReferenceTensor tensor {std::string(entry.textAt("tensor")), std::string(entry.textAt("node")),
                std::string(entry.textAt("op_type")), 0, list == "inputs"};
            const std::string name = std::string(entry.textAt("file"));
            if (tensor.tensor.empty())
                tensor.tensor = std::string(entry.textAt("name"));
            if (name.empty() || tensor.tensor.empty())
                return failAt(file.text, file.path, entry, std::string(list) + '[' + std::to_string(i) + ']',
                    phrase("has no file or no tensor name"));
            if (const JsonValue* slot = entry.find("output_index"))
                tensor.slot = slot->integer().value_or(0);
            tensors.emplace(name.substr(name.rfind('/') + 1), std::move(tensor));
        }
    }
    return tensors;
}

/// Golden is a folder of reference tensors with numbers for names; its manifest says which node of the
/// model made which. Found beside the tensors, or given.
class ReferenceManifestRule final : public PairingRule {
public:
    std::string_view id() const override { return "reference-manifest"; }
    int order() const override { return pairing_order::kManifest; }
    int claim(const RuleFile& file) const override
    {
        return looksLikeJsonWith(file.text, {"tensors", "file"}) ? 80 : 0;
    }

    Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const override
    {
        if (draft.isWide())
            return {};
        for (const RuleFile* file : files) {
            TRY_ASSIGN(const ReferenceTensors golden, parseManifest(*file));
            TRY_VOID(pairAll(draft, golden, besides(draft.target()), task));
        }
        if (const ReferenceTensors golden = besides(draft.golden()); files.empty() && !golden.empty())
            TRY_VOID(pairAll(draft, golden, besides(draft.target()), task));
        return {};
    }

private:
    /// The manifest in the root of a dump; empty if there is none or it is no manifest.
    static ReferenceTensors besides(const DumpIndex& index)
    {
        constexpr std::size_t kMaxBytes = 64U << 20;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const FileRow& row = index.file(FileId(i));
            if (index.text(row.name) != "manifest.json" || row.size > kMaxBytes)
                continue;
            const std::string path = index.filePath(FileId(i));
            const Result<Bytes> bytes = index.tree().open(path, row.size)->map();
            if (!bytes || !bytes->check())
                continue;
            const RuleFile file {
                path, std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())};
            if (!looksLikeJsonWith(file.text, {"tensors", "file"}))
                continue;
            if (auto tensors = parseManifest(file))
                return std::move(*tensors);
        }
        return {};
    }

    static const ReferenceTensor* described(
        const OperatorSequence& side, std::size_t place, const ReferenceTensors& tensors)
    {
        const FileRow& file = side.index().file(side.row(place).file);
        const auto found = tensors.find(std::string(side.text(file.name)));
        return found == tensors.end() ? nullptr : &found->second;
    }

    /// What a target's tensor may be called: ONNX tensor, or node and output, as they are and as dump
    /// files spell them. Spelled names collide; the operator's type tells them apart.
    class Names {
    public:
        Names(const OperatorSequence& target, const ReferenceTensors& manifest)
        {
            for (std::size_t i = 0; i < target.size(); ++i) {
                const TensorRow& row = target.row(i);
                if (const ReferenceTensor* own = described(target, i, manifest)) {
                    m_places["t:" + own->tensor].push_back(i);
                    continue;
                }
                if (row.io == Io::Input)
                    continue;
                const std::string slot = std::to_string(std::max(row.slot, 0)) + ':';
                const std::string name(target.text(row.opName)), spelled = dumpSpelling(name);
                const std::string typed = slot + std::string(target.text(row.opType)) + ':';
                m_places["n:" + slot + name].push_back(i);
                m_places["s:" + slot + spelled].push_back(i);
                m_places["m:" + typed + name].push_back(i);
                m_places["r:" + typed + spelled].push_back(i);
            }
        }

        std::size_t find(const ReferenceTensor& wanted, Message& why) const
        {
            const std::string slot = std::to_string(wanted.slot) + ':';
            const std::string typed = slot + wanted.type + ':';
            const std::string node = dumpSpelling(wanted.node), tensor = dumpSpelling(wanted.tensor);
            const std::pair<std::string, Form<0>> ways[] {
                {"t:" + wanted.tensor, Form<0>("the same ONNX tensor")},
                {"m:" + typed + wanted.node, Form<0>("output of the ONNX node")},
                {"n:" + slot + wanted.node, Form<0>("output of the ONNX node")},
                {"n:0:" + wanted.tensor, Form<0>("named like the ONNX tensor")},
                {"r:" + typed + node, Form<0>("output of the ONNX node of this name and type")},
                {"s:" + slot + node, Form<0>("output of the ONNX node")},
                {"s:0:" + tensor, Form<0>("named like the ONNX tensor")}};
            for (const auto& [key, reason] : ways) {
                const auto found = m_places.find(key);
                const bool isName = key.find_last_of(':') + 1 < key.size();
                if (found != m_places.end() && found->second.size() == 1 && isName) {
                    why = reason;
                    return found->second.front();
                }
            }
            return static_cast<std::size_t>(-1);
        }

    private:
        std::unordered_map<std::string, std::vector<std::size_t>> m_places;
    };

    /// Nodes without a name, or whose name got lost: the only ones of their type and output on both sides.
    static void pairLeftover(PairingDraft& draft, PlacePair& place, const ReferenceTensors& golden)
    {
        std::map<std::pair<std::string, std::int64_t>, std::array<std::vector<std::size_t>, 2>> left;
        for (std::size_t t = 0; t < place.target.size(); ++t) {
            const TensorRow& row = place.target.row(t);
            if (!place.target.isTaken(t) && row.io != Io::Input)
                left[{std::string(place.target.text(row.opType)), std::max(row.slot, 0)}][0].push_back(t);
        }
        for (std::size_t g = 0; g < place.golden.size(); ++g) {
            const ReferenceTensor* wanted = described(place.golden, g, golden);
            if (wanted != nullptr && !wanted->isInput && !place.golden.isTaken(g))
                left[{wanted->type, wanted->slot}][1].push_back(g);
        }
        for (const auto& [kind, sides] : left) {
            if (!kind.first.empty() && sides[0].size() == 1 && sides[1].size() == 1)
                draft.add(place, sides[0].front(), sides[1].front(),
                    {PairOrigin::Mapping, 0.8,
                        phrase("the only %1 of the manifest and of the dump that is left",
                            printable(kind.first))});
        }
    }

    static Result<void> pairAll(PairingDraft& draft, const ReferenceTensors& golden,
        const ReferenceTensors& target, TaskContext& task)
    {
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            const Names names(place.target, target);
            for (std::size_t g = 0; g < place.golden.size(); ++g) {
                const ReferenceTensor* wanted = described(place.golden, g, golden);
                if (wanted == nullptr || place.golden.isTaken(g))
                    continue;
                Message why;
                const std::size_t t = names.find(*wanted, why);
                if (t == static_cast<std::size_t>(-1) || place.target.isTaken(t))
                    continue;
                draft.add(place, t, g,
                    {PairOrigin::Mapping, 0.98,
                        phrase("%1 \"%2\" by the manifest", why,
                            printable(wanted->node.empty() ? wanted->tensor : wanted->node))});
            }
            pairLeftover(draft, place, golden);
        }
        return {};
    }
};

} // namespace

void register_reference_manifest_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ReferenceManifestRule>());
}

} // namespace dumpscope::core
