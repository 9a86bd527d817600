/* netlist: a SPICE or CDL netlist as netlist.json. Invariant: the output appears whole or not at all, and what is
 * written has been read back as parse_netlist reads it. */
#include "main/netlist.h"

#include <stddef.h>
#include <string.h>

#include "design/netlist.h"
#include "design/spice.h"
#include "io/write.h"
#include "main/stage.h"
#include "json/writer.h"

typedef struct converting {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    const char *words[2]; /* the netlist and the output as given; no output: standard output */
    const char *top, *scale;
    lob_option_list nmos, pmos, resistors, capacitors, skipped, power, ground;
    char in[4096], out[4096];
    lob_spice_options options;
    lob_spice_netlist netlist;
    lob_parsed_netlist parsed;
} converting;

#define AT(field) offsetof(converting, field)

static const lob_option option_rows[] = {
    LOB_ROW_OUTPUT(AT(words[1]), "netlist.json", false,
                   "Writes the netlist to this file; default, or -: standard "
                   "output."),
    LOB_ROW_TEXT("top", AT(top), "SUBCKT",
                 "The top cell; default: everything outside of subcircuits, else the one that no other uses."),
    LOB_ROW_LIST("nmos", AT(nmos), "MODEL", "This model or subcircuit is an nmos. May be repeated."),
    LOB_ROW_LIST("pmos", AT(pmos), "MODEL", "The same for a pmos."),
    LOB_ROW_LIST("resistor", AT(resistors), "MODEL", "The same for a resistor."),
    LOB_ROW_LIST("capacitor", AT(capacitors), "MODEL", "The same for a capacitor."),
    LOB_ROW_LIST("skip", AT(skipped), "SUBCKT", "Omits X lines of this subcircuit. May be repeated."),
    LOB_ROW_LIST("power", AT(power), "NET", "This net is a power supply, whatever its name. May be repeated."),
    LOB_ROW_LIST("ground", AT(ground), "NET", "The same for a ground."),
    LOB_ROW_TEXT("scale", AT(scale), "NUMBER",
                 "Multiplies lengths: 1u for a file in micrometres; default: .option scale, else 1."),
};

static const lob_positional word_rows[] = {{"FILE", AT(words[0]), true}, {NULL, 0, false}};

const lob_command lob_netlist_command = {
    .name = "netlist",
    .usage = "FILE [-o netlist.json] [options]",
    .title = "Writes a SPICE or CDL netlist as netlist.json",
    .about = "M, R and C lines become devices, and subcircuits become cells. Other elements and commands are listed "
             "in not_converted, or on standard error when the netlist goes to standard output. A model is an nmos or "
             "a pmos if its .model line says so, or if its name contains nmos, nfet, nch, pmos, pfet or pch. .include "
             "reads only files in the netlist's folder or below.",
    .examples = "netlist ota.sp -o ota.netlist.json\nnetlist chip.cdl --top OTA --pmos plvt --scale 1u",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON,
};

/* ---- the command line ---- */

static lob_spice_names names_of(const lob_option_list *list) {
    return (lob_spice_names){list->items, list->count};
}

static int check_words(converting *c) {
    if (c->words[1] && strcmp(c->words[1], "-") == 0) {
        c->words[1] = NULL;
    }
    c->options = (lob_spice_options){.top = lob_str_from(c->top),
                                     .nmos = names_of(&c->nmos),
                                     .pmos = names_of(&c->pmos),
                                     .resistors = names_of(&c->resistors),
                                     .capacitors = names_of(&c->capacitors),
                                     .skipped = names_of(&c->skipped),
                                     .power = names_of(&c->power),
                                     .ground = names_of(&c->ground)};
    if (c->scale && !lob_spice_scale(lob_str_from(c->scale), &c->options.scale)) {
        lob_complain(c->cli, "netlist", "--scale takes a number above 0, such as 1u or 1e-6");
        return LOB_EXIT_USAGE;
    }
    char *const absolute[] = {c->in, c->out};
    return lob_stage_paths(c->cli, "netlist", c->words, absolute, 2) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
}

/* ---- the work ---- */

static lob_status make(converting *c, const lob_roots *roots) {
    lob_str text;
    const lob_str path = lob_str_from(c->in);
    LOB_TRY(lob_design_read_file(c->ctx, LOB_DESIGN_NETLIST, roots, path, &text));
    LOB_TRY(lob_spice_read(c->ctx, path, text, &c->options, &c->netlist));
    LOB_TRY(lob_netlist_read_text(c->ctx, c->netlist.json, false, &c->parsed));
    if (!c->words[1]) {
        return LOB_OK;
    }
    if (lob_stage_is_same_file(c->in, c->out)) {
        return lob_stage_refuse_same(c->ctx);
    }
    return lob_write_bytes(c->ctx, c->netlist.json, c->out);
}

/* ---- the answer ---- */

static void put_left(lob_jsonw *out, const lob_spice_left *left) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "what");
    lob_jsonw_str(out, left->what);
    lob_jsonw_key(out, "count");
    lob_jsonw_uint(out, left->count);
    lob_jsonw_key(out, "file");
    lob_jsonw_str(out, left->file);
    lob_jsonw_key(out, "line");
    lob_jsonw_uint(out, left->line);
    lob_jsonw_end_object(out);
}

static void put_notes(lob_jsonw *out, const lob_design_notes *notes) {
    for (size_t i = 0; i < notes->count; i++) {
        lob_jsonw_begin_object(out);
        lob_jsonw_key(out, "kind");
        lob_jsonw_str(out, notes->items[i].kind);
        lob_jsonw_key(out, "message");
        lob_jsonw_str(out, notes->items[i].message);
        lob_jsonw_key(out, "count");
        lob_jsonw_int(out, notes->items[i].count);
        lob_jsonw_end_object(out);
    }
}

static void put_count(lob_jsonw *out, const char *name, size_t count) {
    lob_jsonw_key(out, name);
    lob_jsonw_uint(out, count);
}

static void put_result(const converting *c, lob_jsonw *out) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "input");
    lob_jsonw_text(out, c->in);
    lob_jsonw_key(out, "output");
    lob_jsonw_text(out, c->out);
    lob_jsonw_key(out, "top");
    lob_jsonw_str(out, c->netlist.top);
    put_count(out, "cells", c->netlist.cell_count);
    put_count(out, "devices", c->parsed.circuit.devices.count);
    put_count(out, "nets", c->parsed.circuit.nets.count);
    lob_jsonw_key(out, "not_converted");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < c->netlist.left_count; i++) {
        put_left(out, &c->netlist.left[i]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "warnings");
    lob_jsonw_begin_array(out);
    put_notes(out, &c->netlist.notes);
    put_notes(out, &c->parsed.notes);
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static void say_notes(const lob_cli *cli, const lob_design_notes *notes) {
    for (size_t i = 0; i < notes->count; i++) {
        fprintf(cli->err, "%s netlist: %.*s (%lld)\n", cli->product.name, (int)notes->items[i].message.size,
                notes->items[i].message.data, (long long)notes->items[i].count);
    }
}

static int print_netlist(const converting *c) {
    const lob_str json = c->netlist.json;
    const bool is_fine = fwrite(json.data, 1, json.size, c->cli->out) == json.size && fflush(c->cli->out) == 0;
    say_notes(c->cli, &c->netlist.notes);
    say_notes(c->cli, &c->parsed.notes);
    return is_fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int answer(const converting *c, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    if (status != LOB_OK) {
        lob_say_failure(c->cli, &c->settings, "netlist", &c->ctx->error);
        return LOB_EXIT_TOOL_ERROR;
    }
    if (!c->words[1]) {
        return print_netlist(c);
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    put_result(c, &out);
    return lob_print_made(c->cli, &c->settings, &json);
}

static int run(converting *c, int argc, char **argv) {
    lob_config config;
    lob_roots *roots = NULL;
    int code;
    if (!lob_command_read(c->cli, &lob_netlist_command, &c->settings, c, argc, argv, NULL, &code)) {
        return code;
    }
    code = check_words(c);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (!lob_stage_roots(c->ctx, c->cli, &c->settings, "netlist", &config, &roots)) {
        return LOB_EXIT_USAGE;
    }
    code = answer(c, make(c, roots));
    lob_roots_close(roots);
    return code;
}

int lob_cli_netlist(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    converting *c = lob_stage_begin(&stage, cli, sizeof *c, 0);
    int code = LOB_EXIT_TOOL_ERROR;
    if (c) {
        c->cli = cli;
        c->ctx = stage.ctx;
        code = run(c, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
