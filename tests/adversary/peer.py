"""The same questions to KLayout, each in a process of its own: the answer is not looked at, only what it costs.

Run by KLayout (klayout -zz -b -r peer.py -rd form=F -rd a=FILE -rd b=FILE) it prints seconds of the processor of reading a and of
the question; imported, it starts those processes. A question stands here when KLayout has a call that finds the same thing; flat,
as a deck of KLayout does without `deep`.
"""
import os
import shutil
import subprocess

SECONDS_MAX = 10      # of the processor, of one question with its reading
MEMORY_MAX = 4 << 30  # bytes of one process
FORMS = ("open_layout", "density_map", "cut_profile", "render_view", "check_rules width", "check_rules space", "check_rules area",
         "diff_layouts xor")


def seconds(form, a, b):
    """KLayout's seconds of that form, or why there are none: "past 10 s", "out of memory", or its last line."""
    limits = "ulimit -t %d; ulimit -v %d; exec klayout -zz -b -r \"$@\"" % (SECONDS_MAX + 2, MEMORY_MAX >> 10)
    done = subprocess.run(["sh", "-c", limits, "sh", os.path.abspath(__file__), "-rd", "form=" + form, "-rd", "a=" + a, "-rd", "b=" + b],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    for line in done.stdout.split("\n"):
        if line.startswith("asked "):
            spent = float(line.split()[1])
            return spent if spent <= SECONDS_MAX else "past %d s" % SECONDS_MAX
    if done.returncode in (-9, -24, 137, 152):
        return "past %d s" % SECONDS_MAX
    if "bad_alloc" in done.stdout or "emory" in done.stdout or done.returncode in (134, 139, -6, -11):
        return "out of memory"
    return done.stdout.strip().split("\n")[-1][:60] or "status %d" % done.returncode


def is_here():
    return shutil.which("klayout") is not None


def ask(form, file, other):
    """In KLayout: (seconds of reading, seconds of the question)."""
    import time
    import pya

    def read(path):
        layout = pya.Layout()
        layout.read(path)
        return layout

    def region(layout):
        return pya.Region(layout.top_cells()[0].begin_shapes_rec(layout.layer(1, 0)))

    began = time.process_time()
    layout = read(file)
    reading = time.process_time() - began
    began = time.process_time()
    least = int(round(0.3 / layout.dbu))
    box = layout.top_cells()[0].bbox()
    if form == "open_layout":
        return reading, reading
    if form == "check_rules width":
        region(layout).width_check(least).count()
    elif form == "check_rules space":
        region(layout).space_check(least).count()
    elif form == "check_rules area":
        region(layout).with_area(0, int(round(0.3 / layout.dbu ** 2)), False).count()
    elif form == "diff_layouts xor":
        second = read(other)
        for info in layout.layer_infos():
            (pya.Region(layout.top_cells()[0].begin_shapes_rec(layout.find_layer(info)))
             ^ pya.Region(second.top_cells()[0].begin_shapes_rec(second.layer(info)))).count()
    elif form == "density_map":
        merged = region(layout).merged()
        for x in range(10):
            for y in range(10):
                tile = pya.Box(box.left + box.width() * x // 10, box.bottom + box.height() * y // 10,
                               box.left + box.width() * (x + 1) // 10, box.bottom + box.height() * (y + 1) // 10)
                (merged & pya.Region(tile)).area()
    elif form == "cut_profile":
        (pya.Edges([pya.Edge(box.left, box.bottom, box.right, box.top)]) & region(layout)).count()
    elif form == "render_view":
        view = pya.LayoutView()
        view.load_layout(file, True)
        view.max_hier()
        began = time.process_time()
        view.get_pixels_with_options(400, 400, 1, 1, 1, view.box())
    return reading, time.process_time() - began


if "form" in globals():
    print("asked %.4f" % ask(globals()["form"], globals()["a"], globals()["b"])[1])
