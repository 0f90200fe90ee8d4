#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py DUMPSCOPE_CLI DATA: score.py over the cases in DATA/dev, DATA/unseen and DATA/nets; fails where fewer are right than FLOORS asks for."""
import os
import sys

import score

# What must be right, of how many. Raised when the program gets better, never lowered.
FLOORS = {
    "dev": {"clean": (18, 18), "clean_overflow": (31, 31), "nan_suspect": (10, 10), "nan_birth": (10, 10), "checksums": (4, 4),
            "fault_first": (17, 17), "fault_three": (17, 17), "incomplete": (2, 2), "shapes": (2, 2)},
    "unseen": {"clean": (5, 5), "clean_overflow": (8, 8), "nan_suspect": (4, 4), "nan_birth": (4, 4), "checksums": (1, 1),
               "fault_first": (4, 4), "fault_three": (4, 4), "incomplete": (1, 1), "shapes": (1, 1)},
    # Small nets of other kinds: what cancels in half precision, a number for a tensor.
    "nets": {"clean": (10, 10), "fault_first": (3, 3), "fault_three": (3, 3)},
}


def main():
    cli, data = sys.argv[1:]
    wrong = []
    for name, floors in FLOORS.items():
        totals, lines = score.score(cli, os.path.join(data, name))
        # what is said about the unseen cases is nobody's business
        print("\n".join(lines if name != "unseen" else []))
        for what, words in score.TOTALS.items():
            right, of = totals[what]
            least, expected = floors.get(what, (0, 0))
            print("%-7s %-63s %d/%d, at least %d" % (name, words, right, of, least))
            if right < least or of != expected:
                wrong.append("%s: %s: %d/%d instead of %d/%d" % (name, words, right, of, least, expected))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
