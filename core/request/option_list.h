// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dumpscope::core {

/// Pointer to the value of an option in the request. Its type decides the syntax: a flag, a text, a number,
/// or several.
using OptionPlace = std::variant<bool*, std::string*, int*, std::int64_t*, std::uint64_t*, double*,
    std::optional<std::int64_t>*, std::optional<std::uint32_t>*, std::vector<std::string>*,
    std::vector<std::uint64_t>*>;

// Checks of the values of an option.
struct AnyOf {
    std::vector<std::string> words;
};
struct WholeNumberIn {
    std::uint64_t least = 0, most = 0;
};
struct WholeNumberFrom {
    std::uint64_t least = 0;
};
/// NaN is in no range.
struct RealNumberIn {
    double least = 0, most = 0;
};
/// A text that is not empty: a file to write, say.
struct NotEmpty { };
using OptionCheck
    = std::variant<std::monostate, AnyOf, WholeNumberIn, WholeNumberFrom, RealNumberIn, NotEmpty>;

/// What a text of an option names in the file system. Of an option that also takes other words (a preset), a
/// value counts as a path where there is such a file.
enum class PathUse : std::uint8_t {
    None,
    Dump,         ///< read where it lies: folder, archive or file, of any size
    Input,        ///< a small file that is read
    Output,       ///< a file that is written
    OwnOutput,    ///< the same, replacing nothing but a file of its kind
    OutputFolder, ///< a folder that gets files
    Kept,         ///< a file that is read and written, about dumps beside it
};

/// One option or positional argument of a command.
struct Option {
    std::string names; ///< "--filter", "-o,--output"; of a positional argument "PATH"
    OptionPlace place = static_cast<bool*>(nullptr);
    std::string help;
    OptionCheck check = {};
    std::vector<std::string> excluded = {}, needed = {}; ///< long names of options
    int values = 0;                                      ///< exact number of values; 0: by the type
    bool isRequired = false;
    bool takesOne = false; ///< one value per occurrence
    bool atCommas = false; ///< values may be separated by commas
    PathUse path = PathUse::None;
    bool isBehindDashes = false; ///< a positional argument whose words may begin with a dash

    Option& required() { return isRequired = true, *this; }
    Option& oneAtATime() { return takesOne = true, *this; }
    Option& separatedByCommas() { return atCommas = true, *this; }
    Option& checkedBy(OptionCheck allowed) { return check = std::move(allowed), *this; }
    Option& excludes(std::string name) { return excluded.push_back(std::move(name)), *this; }
    Option& needs(std::string name) { return needed.push_back(std::move(name)), *this; }
    Option& behindDashes() { return isBehindDashes = true, *this; }
    Option& naming(PathUse use) { return path = use, *this; }
    Option& exactly(int count) { return values = count, *this; }

    [[nodiscard]] bool isPositional() const { return !names.starts_with('-'); }
    /// "--output".
    [[nodiscard]] std::string_view longName() const;
    /// "output"; of a positional argument "PATH".
    [[nodiscard]] std::string key() const;
};

struct CommandForm;

/// The options of one command, in the order of its help. It points into the request it was made of, which
/// must outlive it.
class OptionList {
public:
    OptionList();
    ~OptionList();
    OptionList(const OptionList&) = delete;
    OptionList& operator=(const OptionList&) = delete;

    Option& add(std::string names, OptionPlace place, std::string help);
    [[nodiscard]] const std::vector<Option>& options() const { return m_options; }

    /// Declares that the command has forms with options of their own; a line uses one of them: `chosen` gets
    /// its name, or stays empty unless `isNeeded`.
    void setForms(std::string& chosen, bool isNeeded);
    /// Only after setForms. The reference is valid as long as this list.
    OptionList& addForm(std::string name, std::string summary);
    [[nodiscard]] std::string* chosenForm() const { return m_chosen; }
    [[nodiscard]] bool needsForm() const { return m_needsForm; }
    [[nodiscard]] const std::vector<CommandForm>& forms() const { return m_forms; }

private:
    std::vector<Option> m_options;
    std::string* m_chosen = nullptr;
    bool m_needsForm = false;
    std::vector<CommandForm> m_forms;
};

struct CommandForm {
    std::string name, summary;
    std::unique_ptr<OptionList> options;
};

// A request is a value type: the options of a command, as members with default values. It has its command's
// name `kCommand`, `operator==`, and `describe(OptionList&)`, the one description of its options. The
// definition for the command line (command_line.h), the text and the JSON below follow from it.

/// Words, text and JSON of the options that differ from `usual`, the same list of another request. The text
/// is the words, quoted for a shell.
[[nodiscard]] std::vector<std::string> optionsWords(const OptionList& options, const OptionList& usual);
[[nodiscard]] std::string optionsText(const OptionList& options, const OptionList& usual);
[[nodiscard]] std::string optionsJson(const OptionList& options, const OptionList& usual);
/// Sets the options that the object names. Errors: Code::Usage for unknown keys and wrong types, those of
/// parseJson.
[[nodiscard]] Result<void> readOptions(std::string_view json, const OptionList& options);

/// The equivalent shell line: "dumpscope-cli ls DUMP --filter 'io:output'".
template<typename Request> [[nodiscard]] std::string commandText(Request request)
{
    Request usual;
    OptionList options, usualOptions;
    request.describe(options);
    usual.describe(usualOptions);
    return "dumpscope-cli " + std::string(Request::kCommand) + optionsText(options, usualOptions);
}

/// The same without the program, as words of no shell.
template<typename Request> [[nodiscard]] std::vector<std::string> commandWords(Request request)
{
    Request usual;
    OptionList options, usualOptions;
    request.describe(options);
    usual.describe(usualOptions);
    std::vector<std::string> words = optionsWords(options, usualOptions);
    words.insert(words.begin(), std::string(Request::kCommand));
    return words;
}

/// {"PATH": "DUMP", "filter": "io:output"}: options that differ from the default, by their long names.
template<typename Request> [[nodiscard]] std::string requestJson(Request request)
{
    Request usual;
    OptionList options, usualOptions;
    request.describe(options);
    usual.describe(usualOptions);
    return optionsJson(options, usualOptions);
}

/// The inverse of requestJson. Errors: as readOptions.
template<typename Request> [[nodiscard]] Result<Request> readRequest(std::string_view json)
{
    Request request;
    OptionList options;
    request.describe(options);
    TRY_VOID(readOptions(json, options));
    return request;
}

} // namespace dumpscope::core
