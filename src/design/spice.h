/* SPICE and CDL netlists as netlist.json: subcircuits become cells, their X lines sub-cells, M, R and C lines devices.
 *
 * Names are compared without regard to case and written as they are first spelled. A subcircuit whose instances differ
 * in parameters or in m becomes a cell for each set of values, NAME, NAME@2 ...; only what the top cell reaches is
 * written. Lines that the format has no device for are listed, never lost: docs/DESIGN-DATA.md says what is read.
 *
 * Errors are INVALID_TARGET with the words `FILE, line N: FAULT: NAME`, details.kind NetlistParseError, details.reason
 * spice, details.file, details.line, details.name; beyond a bound TOOL_LIMIT_EXCEEDED with details.limit.
 */
#ifndef LOB_DESIGN_SPICE_H
#define LOB_DESIGN_SPICE_H

#include "design/document.h"

typedef struct lob_spice_names {
    const char *const *items;
    size_t count;
} lob_spice_names;

typedef struct lob_spice_options {
    lob_str top; /* a subcircuit; absent: the lines outside of subcircuits, else the one that no other uses */
    /* Models and subcircuits by what they are; those of `skipped` are left out with a note. */
    lob_spice_names nmos, pmos, resistors, capacitors, skipped;
    lob_spice_names power, ground; /* nets, beside those that the format knows by name */
    double scale;                  /* what lengths are multiplied by; 0: what .option scale says, else 1 */
} lob_spice_options;

/* Lines of one kind that were left out. */
typedef struct lob_spice_left {
    lob_str what; /* "D", ".tran", a name of `skipped` */
    uint64_t count;
    lob_str file; /* of the first */
    uint32_t line;
} lob_spice_left;

typedef struct lob_spice_netlist {
    lob_str json; /* netlist.json: 1.1.0 when a cell says what its nets are for, else 1.0.0 */
    lob_str top;
    size_t cell_count, device_count; /* as written; lob_netlist_read_text() expands them */
    const lob_spice_left *left;
    size_t left_count;
    lob_design_notes notes;
} lob_spice_netlist;

/* Whether a file of that name is SPICE or CDL: .sp .spi .spice .cir .ckt .cdl, in either case. */
bool lob_spice_is_name(lob_str path);

/* A number of SPICE above 0, as of options->scale: 1u, 1e-6. */
bool lob_spice_scale(lob_str text, double *scale);

/* `text`: of the file `path`, whose folder is the one that .include may read. All results are of the request arena and
 * do not point into `text`. options: may be NULL. Time grows with the text and what is written, at most
 * circuit_devices lines of devices and instances and 16 MiB (design_file_size). */
lob_status lob_spice_read(lob_ctx *ctx, lob_str path, lob_str text, const lob_spice_options *options,
                          lob_spice_netlist *netlist);

#endif
