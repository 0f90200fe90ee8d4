#!/usr/bin/env python3
"""cut_sample.py DUMP_FOLDER OUT_FOLDER COUNT: the first entries of a dump.json and their tensor files."""
import json, os, shutil, sys

source, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
dump = json.load(open(os.path.join(source, "dump.json")))
dump["data"] = dict(list(dump["data"].items())[:count])
os.makedirs(os.path.join(out, "dump_tensor_data"), exist_ok=True)
json.dump(dump, open(os.path.join(out, "dump.json"), "w"), indent=1)


def copy(value):
    if isinstance(value, dict):
        if isinstance(value.get("data_name"), str):
            name = os.path.join("dump_tensor_data", value["data_name"])
            shutil.copy(os.path.join(source, name), os.path.join(out, name))
        for part in value.values():
            copy(part)
    elif isinstance(value, list):
        for part in value:
            copy(part)


copy(dump["data"])
