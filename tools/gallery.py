#!/usr/bin/env python3
"""Pictures of real layouts as render makes them by default, to be looked at: gallery.py PROGRAM CORPUS OUT [--klayout] [NAME...]

Draws each layout below in light, dark and mask with a scale bar, a legend and its ports, and puts all of them on sheets
(OUT/index.html, OUT/sheet_N.png when rsvg-convert is there). --klayout adds what KLayout draws of the same box in its
own colours. NAME: only layouts whose path has it. Exit status 1: a layout could not be drawn.
"""
import json
import os
import subprocess
import sys

LAYOUTS = """
siepic_ebeam/cells/ebeam_y_1550.gds
siepic_ebeam/cells/ebeam_gc_te1550.gds
siepic_ebeam/cells/ebeam_bdc_te1550.gds
siepic_ebeam/cells/thermal_phase_shifters.gds
siepic_ebeam/circuits/mzi.OAS
siepic_ebeam/circuits/RingResonator.gds
siepic_ebeam/circuits/GSiP_RingModulator.gds
siepic_ebeam/circuits/EBeam_heaters_2StageMZIwithHeater.GDS
siepic_ebeam/circuits/MiniChip_1mm.gds
openebl_2024_10/EBeam_cael3.gds
openebl_2024_10/EBeam_Shahab_F.gds
openebl_2024_10/EBeam_LukasChrostowski_rings.oas
gdsfactory/mzi2x2.gds
gdsfactory/straight.gds
gdsfactory_ubc/ring_double_heater.gds
gdsfactory_ubc/add_fiber_array.gds
gdsfactory_ubc/straight_metal.gds
gdsfactory_ubc/spiral_racetrack_heater.gds
gdsfactory_ubc/die.gds
gdsfactory_sky130/sky130_fd_pr__rf_test_coil2.gds
matlab_photonics/Ybranch.gds
qiskit_metal/Fake_Junctions.GDS
sky130_hd_cells/sky130_fd_sc_hd__dfxtp_2.gds
sky130_hd_cells/sky130_fd_sc_hd__inv_4.gds
gf180_7t_cells/gf180mcu_fd_sc_mcu7t5v0__dffnq_1.gds
gf180_pr/npn_05p00x05p00.gds
2amlogic/gcd.gds.gz
2amlogic/spiral.gds
openlane/inverter.gds
tinytapeout_sky25b/tt_um_emilian_opamp_3v3.oas
tinytapeout_04/tt_um_wokwi_374909346558831617.gds.gz
""".split()
STYLES = ("light", "dark", "mask")
CELL_WIDTH, CELL_HEIGHT, ROWS = 460, 320, 4

KLAYOUT = """
import json, pya
for job in json.load(open(jobs)):
    view = pya.LayoutView()
    try:
        view.load_layout(job["path"], True)
    except RuntimeError as error:  # a format that this KLayout does not read
        print(job["path"], error)
        continue
    view.max_hier()
    box = job["box"]
    view.zoom_box(pya.DBox(box["left"], box["bottom"], box["right"], box["top"]))
    view.get_pixels(job["width"], job["height"]).write_png(job["out"])
"""


def draw(program, path, out, style):
    done = subprocess.run([program, "render", path, "-o", out, "--style", style, "--annotate", "scale_bar,legend,ports"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(f"gallery: {path}: {done.stdout}{done.stderr}\n")
        return None
    return json.loads(done.stdout)


def put_sheet(folder, number, rows):
    width = CELL_WIDTH * max(len(row[1]) for row in rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" '
             f'height="{CELL_HEIGHT * len(rows)}"><rect width="100%" height="100%" fill="#888"/>']
    for y, (name, pictures) in enumerate(rows):
        for x, picture in enumerate(pictures):
            parts.append(f'<image x="{x * CELL_WIDTH + 4}" y="{y * CELL_HEIGHT + 18}" width="{CELL_WIDTH - 8}" '
                         f'height="{CELL_HEIGHT - 22}" xlink:href="{picture}"/>')
        parts.append(f'<text x="6" y="{y * CELL_HEIGHT + 14}" font-family="sans-serif" font-size="12">{name}</text>')
    with open(os.path.join(folder, f"sheet_{number}.svg"), "w", encoding="utf-8") as file:
        file.write("".join(parts) + "</svg>\n")
    try:
        subprocess.run(["rsvg-convert", f"sheet_{number}.svg", "-o", f"sheet_{number}.png"], cwd=folder, check=True)
    except (OSError, subprocess.CalledProcessError):
        print(f"gallery: no rsvg-convert: see index.html instead of sheet_{number}.png")


def main():
    words = [word for word in sys.argv[1:] if word != "--klayout"]
    program, corpus, folder = os.path.abspath(words[0]), words[1], words[2]
    os.makedirs(folder, exist_ok=True)
    rows, jobs, failed = [], [], 0
    for path in LAYOUTS:
        if words[3:] and not any(word in path for word in words[3:]):
            continue
        pictures, notes = [], []
        name = os.path.basename(path).split(".")[0]
        for style in STYLES:
            told = draw(program, os.path.join(corpus, path), os.path.join(folder, f"{name}_{style}.png"), style)
            failed += told is None
            if told:
                pictures.append(f"{name}_{style}.png")
                notes += [note for note in told["notes"] if note not in notes]
        if "--klayout" in sys.argv and pictures:
            jobs.append({"path": os.path.abspath(os.path.join(corpus, path)), "box": told["visible_box_um"],
                         "width": told["width"], "height": told["height"],
                         "out": os.path.abspath(os.path.join(folder, f"{name}_klayout.png"))})
        rows.append((path, pictures))
        print(path, *notes, sep="\n    ")
    if jobs:
        with open(os.path.join(folder, "jobs.json"), "w", encoding="utf-8") as file:
            json.dump(jobs, file)
        with open(os.path.join(folder, "jobs.py"), "w", encoding="utf-8") as file:
            file.write(KLAYOUT)
        subprocess.run(["klayout", "-b", "-r", "jobs.py", "-rd", "jobs=jobs.json"], cwd=folder, check=True)
        for _, pictures in rows:
            theirs = pictures[0].replace("_light.png", "_klayout.png") if pictures else ""
            if theirs and os.path.exists(os.path.join(folder, theirs)):
                pictures.append(theirs)
    for first in range(0, len(rows), ROWS):
        put_sheet(folder, first // ROWS + 1, rows[first:first + ROWS])
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as file:
        file.write("<!doctype html><meta charset=utf-8><title>Gallery</title>")
        for name, pictures in rows:
            file.write(f"<h2>{name}</h2>" + "".join(f'<img src="{p}" width="600">' for p in pictures))
    print(f"{len(rows)} layouts, {failed} failed: {folder}/index.html")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
