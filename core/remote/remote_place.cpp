// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_place.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostLetters = 255;

/// Letters of host and user names; nothing that a shell or ssh would take for something else.
bool isPlainName(std::string_view name, std::string_view alsoAllowed)
{
    const auto isAllowed = [&](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || alsoAllowed.find(c) != std::string_view::npos;
    };
    return !name.empty() && name.size() <= kMostLetters && name.front() != '-'
        && std::ranges::all_of(name, isAllowed);
}

Failure badPlace(std::string_view text)
{
    return fail(Code::Usage,
        phrase("%1 is no path on another machine; it is written ssh://[user@]host[:port]/path",
            printable(text)));
}

Result<RemoteHost> parseAuthority(std::string_view authority, std::string_view whole)
{
    RemoteHost place;
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        place.user = authority.substr(0, at);
        authority.remove_prefix(at + 1);
        if (!isPlainName(place.user, "._-+@\\"))
            return badPlace(whole);
    }
    std::string_view port;
    if (authority.starts_with('[')) { // an address of IPv6
        const std::size_t end = authority.find(']');
        if (end == std::string_view::npos)
            return badPlace(whole);
        place.host = authority.substr(1, end - 1);
        port = authority.substr(end + 1);
        if (!isPlainName(place.host, ".:%") || (!port.empty() && !port.starts_with(':')))
            return badPlace(whole);
    } else {
        const std::size_t colon = std::min(authority.find(':'), authority.size());
        place.host = authority.substr(0, colon);
        port = authority.substr(colon);
        if (!isPlainName(place.host, "._-"))
            return badPlace(whole);
    }
    if (port.empty())
        return place;
    const auto number = parseUnsigned(port.substr(1));
    if (!number || *number == 0 || *number > 65535)
        return badPlace(whole);
    place.port = std::to_string(*number);
    return place;
}

} // namespace

std::string RemoteHost::text() const
{
    const bool isAddress = host.find(':') != std::string::npos;
    return (user.empty() ? "" : user + '@') + (isAddress ? '[' + host + ']' : host)
        + (port.empty() ? "" : ':' + port);
}

bool isRemote(std::string_view text)
{
    return text.starts_with(kRemoteScheme);
}

Result<RemotePath> parseRemotePath(std::string_view text)
{
    if (!isRemote(text))
        return badPlace(text);
    const std::string_view place = text.substr(kRemoteScheme.size());
    const std::size_t slash = place.find('/');
    if (slash == std::string_view::npos)
        return badPlace(text);
    RemotePath remote;
    TRY_ASSIGN(remote.host, parseAuthority(place.substr(0, slash), text));
    std::string_view path = place.substr(slash);
    if (path == "/~" || path.starts_with("/~/")) {
        path.remove_prefix(std::min<std::size_t>(path.size(), 3));
        remote.path = "./" + std::string(path);
    } else {
        remote.path = path;
    }
    if (remote.path.find('\0') != std::string::npos)
        return badPlace(text);
    return remote;
}

Result<RemoteHost> parseRemoteHost(std::string_view text)
{
    return parseAuthority(text, text);
}

} // namespace dumpscope::core
