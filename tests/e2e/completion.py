#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""completion.py CLI: the completion scripts in the shells they are for, as far as these are installed."""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds, on a machine that does other things as well
SKIPPED = 77


def check(where, text, *words):
    missing = [word for word in words if word not in text]
    if missing:
        sys.exit(f"{where}: {missing} not in\n{text}")


def bash(cli, script, environment):
    asks = 'source "$1"; COMP_WORDS=(dumpscope-cli "${@:2}"); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); ' \
           'compopt() { :; }; _dumpscope_cli; printf "%s\\n" "${COMPREPLY[@]}"'

    def completed(*words):
        return subprocess.run(["bash", "-c", asks, "bash", script, *words], env=environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout.split()
    return completed


def fish(cli, script, environment):
    def completed(*words):
        asked = "source $argv[1]; complete -C $argv[2]"
        out = subprocess.run(["fish", "--no-config", "-c", asked, script, " ".join(["dumpscope-cli", *words])],
                             env=environment, check=True, capture_output=True, text=True,
                             timeout=PATIENCE).stdout
        return [line.split("\t")[0] for line in out.splitlines()]
    return completed


class Zsh:
    """A shell on a terminal: zsh completes nowhere else."""

    def __init__(self, start, environment):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], environment)
        self.send("PS1='%% '; LISTMAX=10000; " + start + "; echo rea''dy\n")
        self.until("ready")

    def send(self, text):
        os.write(self.fd, text.encode())

    def until(self, word):
        out, end = "", time.time() + PATIENCE
        while word not in out:
            if time.time() > end:
                sys.exit(f"zsh: no {word!r} in\n{out}")
            if select.select([self.fd], [], [], 0.2)[0]:
                out += os.read(self.fd, 65536).decode(errors="replace")
        return out

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def zsh(cli, script, environment):
    with tempfile.TemporaryDirectory() as folder:
        # As it is installed: found by its name, complete at the first press of Tab.
        shutil.copy(script, pathlib.Path(folder, "_dumpscope-cli"))
        begin = "autoload -Uz compinit; compinit -u -D; dumpscope-cli() { print -r -- \"<$*>\" }"
        for start in (f"fpath=({folder} $fpath); {begin}", f"{begin}; source {script}"):
            for typed, whole in (("sta", "stat"), ("config ch", "config check"),
                                 ("stat --colu", "stat --columns")):
                shell = Zsh(start, environment)
                shell.send(f"dumpscope-cli {typed}\t\n")
                shell.until(f"<{whole}>")
                shell.close()
            shell = Zsh(start, environment)
            shell.send("dumpscope-cli stat --\t\t")
            check("zsh", shell.until("Number of threads"), "--filter", "Filter expression")
            shell.close()


def main():
    cli = sys.argv[1]
    environment = dict(os.environ, PATH=os.path.dirname(cli) + os.pathsep + os.environ["PATH"], TERM="dumb",
                       COLUMNS="200")
    tried = []
    for shell, make in (("bash", bash), ("fish", fish), ("zsh", zsh)):
        if not shutil.which(shell):
            continue
        with tempfile.TemporaryDirectory() as folder:
            environment["HOME"] = environment["XDG_CONFIG_HOME"] = environment["XDG_DATA_HOME"] = folder
            script = os.path.join(folder, "script")
            with open(script, "w", encoding="utf-8") as file:
                subprocess.run([cli, "completion", shell], stdout=file, check=True)
            completed = make(cli, script, environment)
            if completed:
                check(shell, completed(""), "ls", "stat", "compare", "completion")
                check(shell, completed("sta"), "stat")
                check(shell, completed("stat", "--"), "--filter", "--columns", "--json")
                check(shell, completed("config", ""), "check", "explain", "new")
                check(shell, completed("config", "check", "--"), "--kind")
        tried.append(shell)
    print("completed in " + ", ".join(tried))
    if "zsh" not in tried or "fish" not in tried:
        sys.exit(SKIPPED)


main()
