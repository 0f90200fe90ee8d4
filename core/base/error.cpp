// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <locale.h>

namespace dumpscope::core {

namespace {

constexpr std::array kCodes = std::to_array<CodeInfo>({
    {Code::Truncated, "truncated", Form<0>("The file ends before its contents do."),
        Form<0>("Check that the writing program finished and that the copy is complete, then copy the file "
                "again.")},
    {Code::BadHeader, "bad-header", Form<0>("The file's header contradicts itself or its format."),
        Form<0>("The file is damaged or was written by an unknown version; write or copy it again.")},
    {Code::BadSize, "bad-size", Form<0>("A length in the file does not agree with the bytes that are there."),
        Form<0>("Check that the file was not cut, appended to or merged with another one.")},
    {Code::BadDtype, "bad-dtype", Form<0>("The data type is not one this format can hold."),
        Form<0>("Check which tool and version wrote the file.")},
    {Code::BadShape, "bad-shape", Form<0>("The shape is malformed, negative or too large."),
        Form<0>("Check the shape in the file or on the command line.")},
    {Code::BadFormat, "bad-format", Form<0>("The memory format does not fit the tensor."),
        Form<0>("Show the tensor in storage layout, or name the format it really has.")},
    {Code::BadName, "bad-name", Form<0>("A name does not follow the pattern of its place."),
        Form<0>("Restore the original name; operator and slot are read from it.")},
    {Code::BadEncoding, "bad-encoding",
        Form<0>("A text holds control characters or bytes that are not UTF-8."),
        Form<0>("Nothing is lost: such bytes are shown as %XX and accepted in that spelling.")},
    {Code::BadSyntax, "bad-syntax", Form<0>("A text does not follow its grammar."),
        Form<0>("Correct it at the place given.")},
    {Code::NotRecognised, "not-recognised", Form<0>("No known format claims this file."),
        Form<0>("See `formats` for what can be read; other files do no harm.")},
    {Code::Duplicate, "duplicate", Form<0>("The same thing is there more than once."),
        Form<0>("Remove one of the two, or choose another name or folder.")},
    {Code::Permission, "permission", Form<0>("The operating system does not allow the access."),
        Form<0>("Check owner and mode of the file and of the folders above it.")},
    {Code::NotFound, "not-found", Form<0>("There is nothing of this name."),
        Form<0>("Check the spelling and the place it is looked for in.")},
    {Code::Vanished, "vanished", Form<0>("The file was listed but is gone."),
        Form<0>("Something removed it meanwhile; open the folder again.")},
    {Code::ChangedWhileRead, "changed-while-read", Form<0>("The file changed while it was being read."),
        Form<0>("Wait until the writing program has finished, then open the folder again.")},
    {Code::Limit, "limit", Form<0>("A safety limit was reached."),
        Form<0>("Restrict the request, or treat the file with suspicion if it is small.")},
    {Code::Cycle, "cycle", Form<0>("Something leads back to itself."),
        Form<0>("Remove the link that points to one of its own parents.")},
    {Code::Mapping, "mapping", Form<0>("A mapping file does not fit the dump."),
        Form<0>("Check that mapping file and dump come from the same run.")},
    {Code::Ambiguous, "ambiguous", Form<0>("More than one thing fits."),
        Form<0>("Name one of the candidates in full.")},
    {Code::Unsupported, "unsupported", Form<0>("It is understood, but this cannot be done with it."),
        Form<0>("The message says what is in the way; `formats` lists what can be done with each format.")},
    {Code::Suspicious, "suspicious", Form<0>("It can be read, but something about it is odd."),
        Form<0>("Compare with the program that wrote it before trusting the numbers.")},
    {Code::Io, "io", Form<0>("The operating system failed to read or write."),
        Form<0>("Check the disk, the network share or the connection, then try again.")},
    {Code::NoSpace, "no-space", Form<0>("There is no space left for the output."),
        Form<0>("Free some space or choose another place with -o.")},
    {Code::OutOfMemory, "out-of-memory", Form<0>("There is not enough memory."),
        Form<0>("Close other programs, restrict the request, or use fewer threads.")},
    {Code::Usage, "usage", Form<0>("The request itself is wrong."),
        Form<0>("`help` with the name of the command lists what it takes.")},
    {Code::Cancelled, "cancelled", Form<0>("It was stopped on request."),
        Form<0>("What was finished is kept and marked partial.")},
    {Code::Internal, "internal", Form<0>("The program made a mistake."),
        Form<0>("Please report it with the message and the smallest input that shows it.")},
});

constexpr bool isInEnumOrder()
{
    for (std::size_t i = 0; i < kCodes.size(); ++i) {
        if (static_cast<std::size_t>(kCodes[i].code) != i)
            return false;
    }
    return kCodes.size() == static_cast<std::size_t>(Code::Internal) + 1;
}
static_assert(isInEnumOrder());

/// Errors of the system that are translated: glibc's words and our code.
struct SystemWords {
    int number;
    Code code;
    Form<0> words;
};
constexpr std::array kSystemWords {
    SystemWords {ENOENT, Code::NotFound, Form<0>("No such file or directory")},
    SystemWords {ENOTDIR, Code::NotFound, Form<0>("Not a directory")},
    SystemWords {ENXIO, Code::Io, Form<0>("No such device or address")},
    SystemWords {ESTALE, Code::Vanished, Form<0>("Stale file handle")},
    SystemWords {EACCES, Code::Permission, Form<0>("Permission denied")},
    SystemWords {EPERM, Code::Permission, Form<0>("Operation not permitted")},
    SystemWords {EROFS, Code::Permission, Form<0>("Read-only file system")},
    SystemWords {ENOSPC, Code::NoSpace, Form<0>("No space left on device")},
    SystemWords {EDQUOT, Code::NoSpace, Form<0>("Disk quota exceeded")},
    SystemWords {ENOMEM, Code::OutOfMemory, Form<0>("Cannot allocate memory")},
    SystemWords {EMFILE, Code::Limit, Form<0>("Too many open files")},
    SystemWords {ENFILE, Code::Limit, Form<0>("Too many open files in system")},
    SystemWords {EFBIG, Code::Limit, Form<0>("File too large")},
    SystemWords {EOVERFLOW, Code::Limit, Form<0>("Value too large for defined data type")},
    SystemWords {ELOOP, Code::Cycle, Form<0>("Too many levels of symbolic links")},
    SystemWords {ENAMETOOLONG, Code::BadName, Form<0>("File name too long")},
    SystemWords {ECANCELED, Code::Cancelled, Form<0>("Operation canceled")},
    SystemWords {EBUSY, Code::Io, Form<0>("Device or resource busy")},
    SystemWords {EHOSTDOWN, Code::Io, Form<0>("Host is down")},
    SystemWords {EINTR, Code::Io, Form<0>("Interrupted system call")},
    SystemWords {EINVAL, Code::Io, Form<0>("Invalid argument")},
    SystemWords {EIO, Code::Io, Form<0>("Input/output error")},
    SystemWords {EISDIR, Code::Io, Form<0>("Is a directory")},
    SystemWords {ETIMEDOUT, Code::Io, Form<0>("Connection timed out")},
};

} // namespace

std::span<const CodeInfo> codeTable()
{
    return kCodes;
}

std::string_view codeWord(Code code)
{
    const auto index = static_cast<std::size_t>(code);
    return index < kCodes.size() ? kCodes[index].word : std::string_view("internal");
}

std::string Place::text() const
{
    std::string result = printable(file);
    if (row) {
        if (!result.empty())
            result += ':';
        appendNumber(result, *row);
        if (column) {
            result += ':';
            appendNumber(result, *column);
        }
    } else if (offset) {
        result += '@';
        appendNumber(result, *offset);
    } else if (column) {
        result += result.empty() ? "column " : ": column ";
        appendNumber(result, *column);
    }
    return result;
}

namespace {

/// The messages of an error and its causes, each behind its place where that is another than the last.
Message chain(const Error& error)
{
    Message all;
    std::string lastPlace;
    for (const Error* one = &error; one; one = one->cause.get()) {
        Message message = one->message;
        std::string place = one->place.text();
        if (!place.empty() && place != lastPlace) {
            message = phrase("%1: %2", place, std::move(message));
            lastPlace = std::move(place);
        }
        all = one == &error ? std::move(message) : phrase("%1: %2", std::move(all), std::move(message));
    }
    return all;
}

} // namespace

std::string Error::text() const
{
    return inFull().text();
}

Message Error::inFull() const
{
    return chain(*this);
}

Message Error::withCauses() const
{
    Error withoutPlace = *this;
    withoutPlace.place = {};
    return chain(withoutPlace);
}

Error makeError(Code code, Message message, Place place)
{
    return {code, std::move(message), std::move(place), nullptr};
}

Error ofFile(Error error, const std::string& file)
{
    if (error.place.file.empty())
        error.place.file = file;
    if (error.code == Code::Usage)
        error.code = Code::BadSyntax;
    return error;
}

Error wrapError(Message message, Error cause)
{
    Error outer {cause.code, std::move(message), cause.place, nullptr};
    outer.cause = std::make_shared<const Error>(std::move(cause));
    return outer;
}

Error systemError(int errnoValue, Message whatWasTried, Place place)
{
    const auto known = std::ranges::find(kSystemWords, errnoValue, &SystemWords::number);
    const bool isKnown = known != kSystemWords.end();
    // Unlike strerror this is thread-safe and never translated.
    static const ::locale_t untranslated = ::newlocale(LC_ALL_MASK, "C", nullptr);
    const std::string_view description = isKnown ? "" : ::strerror_l(errnoValue, untranslated);
    Message why = isKnown                          ? Message(known->words)
        : description.starts_with("Unknown error") ? phrase("system error %1", errnoValue)
                                                   : Message(std::string(description));
    return makeError(isKnown ? known->code : Code::Io,
        phrase("%1: %2", std::move(whatWasTried), std::move(why)), std::move(place));
}

} // namespace dumpscope::core
