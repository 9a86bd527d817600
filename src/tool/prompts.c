/* See prompts.h. The texts name tools and members as the schemas do; a test holds them to the registry. */
#include "tool/prompts.h"

#define LAYOUT                                                                                                         \
    { "layout", "Session id of an open layout, or absolute path of a GDSII or OASIS file", true, LOB_PROMPT_LAYOUT }

const lob_prompt lob_prompts[] = {
    {"review_layout",
     "Review this layout",
     "What the layout is, how it is built, what looks wrong.",
     {LAYOUT, {"cell", "Cell to review; default: the top cell", false, LOB_PROMPT_CELL}},
     "{layout}\n"
     "Review {cell|the top cell}.\n"
     "1. list_layers and describe_cell: the layers in use, the cells placed, the size.\n"
     "2. render_view: look at the whole cell, then at what stands out.\n"
     "3. list_ports and check_connectivity: dangling ports, near misses, mismatched widths.\n"
     "4. analyze_waveguide on the routes that look tight: least width and least bend radius, with their uncertainty.\n"
     "5. check_rules with the least width and space of the process when they are known; else say that they are not.\n"
     "Report what the layout is in three sentences, then the findings, worst first: place in um, cell, layer, measured "
     "value, why it matters. Say what you did not check."},
    {"check_coupler",
     "Check this coupler",
     "Gap, coupling length, widths and bend radius of a directional coupler.",
     {LAYOUT,
      {"cell", "Cell of the coupler; default: the top cell", false, LOB_PROMPT_CELL},
      {"layer", "Layer of the waveguides, as 1/0; default: the one with the guides", false, LOB_PROMPT_LAYER}},
     "{layout}\n"
     "Check the coupler in {cell|the top cell} on {layer|the layer of its waveguides}.\n"
     "1. query_region over the cell with that layer: the ids of the two guides.\n"
     "2. measure_geometry edge_gap between them: the least gap, exact, and where it is.\n"
     "3. analyze_waveguide on each: widths, least bend radius, length; are the two arms alike?\n"
     "4. list_ports: do the ports lie where the guides end, with the same width?\n"
     "5. render_view of the coupling region with the gap marked.\n"
     "Give gap, coupling length, widths and least bend radius with units and uncertainty, then what departs from the "
     "design values if the user named some."},
    {"trace_waveguide",
     "Trace this waveguide",
     "Where a route leads from a port: length, bends, widths, components passed.",
     {LAYOUT, {"port", "Name of the port where the route begins", true, LOB_PROMPT_PORT}},
     "{layout}\n"
     "Trace the waveguide from port {port}.\n"
     "1. list_ports: the id and place of that port; say so when the name is ambiguous.\n"
     "2. trace_waveguide from it: where it ends, its length, what it passes.\n"
     "3. analyze_waveguide on its figures: least width, least bend radius.\n"
     "4. render_view of the route.\n"
     "Answer with start, end, length, least bend radius and least width, each with unit and uncertainty. When the "
     "trace stops early, say where and why. trace_waveguide refuses a closed ring; analyze_waveguide measures it."},
    {"explain_violations",
     "Explain these violations",
     "What a DRC run found, grouped by cause, with pictures.",
     {LAYOUT,
      {"run_id", "Run of run_drc_script; default: the last one of the session", false, LOB_PROMPT_RUN},
      {"rule", "Only this rule", false, LOB_PROMPT_RULE}},
     "{layout}\n"
     "Explain the violations of {run_id|the last DRC run, or of check_rules when there was none} for {rule|every rule "
     "that found something}.\n"
     "1. extract_markers (with cluster_um to group what lies together): counts by rule, then the markers.\n"
     "2. For the worst of each rule: query_region at its box for the shapes and cells involved, render_view of the "
     "place.\n"
     "3. A marker repeated in every placement of a cell is one defect of that cell: name the cell.\n"
     "Report by rule: what it demands, what was measured, how many places and how many distinct causes, one example "
     "with its place, and what to change first."},
    {"compare_revisions",
     "Compare two revisions",
     "What changed between two files, and whether it was meant.",
     {{"old", "Absolute path of the earlier file", true, LOB_PROMPT_WORDS},
      {"new", "Absolute path of the later file", true, LOB_PROMPT_WORDS}},
     "Compare {old} (earlier) with {new} (later).\n"
     "1. diff_layouts: cells added, removed and changed, and the differing area by layer.\n"
     "2. For the largest differences: open_layout on both files and render_view of the same box in each.\n"
     "3. Is each difference local, or one changed cell that is placed many times?\n"
     "Report what changed, where (um) and on which layers, then what does not look intended: slivers, moved ports, "
     "layers that vanished. Say plainly when the two are equal."},
};
const size_t lob_prompt_count = sizeof lob_prompts / sizeof lob_prompts[0];
