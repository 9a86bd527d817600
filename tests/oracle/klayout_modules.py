"""A script for the program KLayout, run with KLayout's modules of Python instead: klayout_modules.py FOLDER SCRIPT [NAME=VALUE]...

The script finds what the program gives it: the module pya, and each NAME as a global, a text. The classes of the viewer take
longer to load than all others and are loaded when one is asked for.
"""
import importlib
import os
import sys
import types

sys.path.insert(0, sys.argv[1])
del os.environ["LD_LIBRARY_PATH"]  # not for what the script starts
PARTS = ["klayout.db", "klayout.lib", "klayout.tl", "klayout.rdb"]


class Pya(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module("klayout.lay"), name)


pya = Pya("pya")
for part in PARTS:
    module = importlib.import_module(part)
    vars(pya).update((name, getattr(module, name)) for name in module.__all__)
sys.modules["pya"] = pya
script = sys.argv[2]
given = dict(word.split("=", 1) for word in sys.argv[3:])
sys.argv = [script]
with open(script, encoding="utf-8") as file:
    code = compile(file.read(), script, "exec")
exec(code, dict(given, __name__="__main__", __file__=script))
