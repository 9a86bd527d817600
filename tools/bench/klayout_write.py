# What KLayout itself needs to write a layout, timed inside its own process after reading it:
#   klayout -zz -b -r klayout_write.py -rd file=F -rd dir=DIR [-rd rounds=5] [-rd memory=DIR]
# Prints one JSON line: the least of the rounds of writing GDSII, by the clock and of the processor (without the
# kernel's), and the bytes of the smallest OASIS that its options of compression give. rounds=0 leaves GDSII out. GDSII
# is written to DIR (gds_disk_wall_s) and to `memory`, a folder in memory (gds_wall_s, gds_cpu_s); without it to DIR.
# Also leaves DIR/klayout_plain.oas (level 0, no CBLOCKs) and DIR/klayout_best.oas (level 10).
import json
import os
import resource
import time
import pya

folder = globals()["dir"]
rounds = int(globals().get("rounds", 5))
layout = pya.Layout()
layout.read(globals()["file"])


def user_s():
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def oasis(name, level, recompress):
    options = pya.SaveLayoutOptions()
    options.format = "OASIS"
    options.oasis_compression_level = level
    options.oasis_recompress = recompress
    options.oasis_write_cblocks = level > 0
    options.oasis_write_std_properties = False
    options.oasis_strict_mode = False
    options.write_context_info = False
    path = "%s/%s" % (folder, name)
    layout.write(path, options)
    return os.path.getsize(path)


def gds(where):
    walls, users = [], []
    for _ in range(rounds):
        options = pya.SaveLayoutOptions()
        options.format = "GDS2"
        options.write_context_info = False
        began, user_began = time.perf_counter(), user_s()
        layout.write(where + "/klayout.gds", options)
        walls.append(time.perf_counter() - began)
        users.append(user_s() - user_began)
        os.remove(where + "/klayout.gds")
    return min(walls, default=0), min(users, default=0)


disk_wall, _ = gds(folder)
wall, user = gds(globals().get("memory", folder))
oasis("klayout_plain.oas", 0, False)
sizes = [oasis("klayout_best.oas", level, recompress) for level in (2, 10) for recompress in (False, True)]
print(json.dumps({"gds_disk_wall_s": disk_wall, "gds_wall_s": wall, "gds_cpu_s": user, "oas_bytes": min(sizes)}))
