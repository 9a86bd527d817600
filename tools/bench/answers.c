/* bench --answers SERVER CORPUS DIR: how long the answers are. Every tool with its default arguments on each layout of
 * a folder with a MANIFEST.tsv, once; a table of characters, median, p95 and the longest. Errors are counted apart. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "json/reader.h"

enum { TOOLS_MAX = 64, LAYOUTS_MAX = 2048, BUDGET = 8000 };

typedef struct tally {
    const char *tool;
    unsigned *sizes, count, error_count;
    unsigned most;
    char longest[160]; /* the layout */
} tally;

typedef struct asking {
    peer p;
    const char *layout; /* as the manifest has it */
    tally *tallies;
    char session[64];
    char design[PATH_MAX]; /* fixtures/design */
    lob_str answer;        /* until the next call */
} asking;

static int by_size(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static unsigned characters(lob_str text) {
    unsigned count = 0;
    for (size_t i = 0; i < text.size; i++) {
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    }
    return count;
}

static tally *tally_of(asking *a, const char *tool) {
    tally *t = a->tallies;
    while (t->tool != NULL && strcmp(t->tool, tool) != 0) {
        t++;
    }
    t->tool = tool;
    if (t->sizes == NULL) {
        t->sizes = calloc(LAYOUTS_MAX, sizeof *t->sizes);
    }
    return t;
}

/* `arguments`: a JSON object without its last brace; false when there is no answer to go on with. */
static bool ask(asking *a, const char *tool, const char *arguments) {
    char text[2 * PATH_MAX];
    tally *t = tally_of(a, tool);
    const int size = snprintf(text, sizeof text, "%s}", arguments);
    a->answer = (lob_str){NULL, 0};
    if (t->sizes == NULL || size < 0 || (size_t)size >= sizeof text || t->count == LAYOUTS_MAX ||
        !peer_call(&a->p, tool, lob_str_from(text), &a->answer) || a->answer.data == NULL) {
        t->error_count++;
        return false;
    }
    if (lob_json_raw_member(a->answer, "code").data != NULL) {
        t->error_count++;
        return false;
    }
    const unsigned count = characters(a->answer);
    t->sizes[t->count++] = count;
    if (count > t->most) {
        t->most = count;
        snprintf(t->longest, sizeof t->longest, "%s", a->layout);
    }
    return true;
}

/* A member of the last answer as text, by names with dots; false when it is not there. */
static bool member(const asking *a, const char *path, char *out, size_t size) {
    char name[64];
    lob_str at = a->answer;
    while (at.data != NULL && *path != '\0') {
        const size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        at = lob_json_raw_member(at, name);
        path += length + (path[length] == '.');
    }
    if (at.data == NULL || at.size >= size) {
        return false;
    }
    memcpy(out, at.data, at.size);
    out[at.size] = '\0';
    return true;
}

/* Makes the first element of an array, an object, what member() looks into. */
static bool first_of(asking *a, const char *array) {
    const lob_str at = a->answer.data != NULL ? lob_json_raw_member(a->answer, array) : a->answer;
    const bool is_there = at.data != NULL && at.size > 2;
    a->answer = is_there ? (lob_str){at.data + 1, at.size - 2} : (lob_str){NULL, 0};
    return is_there;
}

static void ask_of_shapes(asking *a, const char *box, const char *with_box) {
    char text[PATH_MAX], id[64];
    if (!ask(a, "query_region", with_box) || !first_of(a, "shapes") || !member(a, "id", id, sizeof id)) {
        return;
    }
    snprintf(text, sizeof text, "%s,\"target_id\":%s,\"allow_polygon\":true", a->session, id);
    ask(a, "analyze_waveguide", text);
    snprintf(text, sizeof text, "%s,\"mode\":\"edge_gap\",\"target_ids\":[%s,%s]", a->session, id, id);
    ask(a, "measure_geometry", text);
    snprintf(text, sizeof text, "%s,\"target_ids\":[%s,%s]", a->session, id, id);
    ask(a, "measure_many", text);
    snprintf(text, sizeof text, "%s,\"box\":%s,\"inline_image\":false", a->session, box);
    ask(a, "render_view", text);
}

/* From corner to corner of the box, which a member of the last answer is. */
static void ask_of_line(asking *a, const char *box) {
    char text[PATH_MAX], side[4][64];
    const char *const names[] = {"left", "bottom", "right", "top"};
    a->answer = lob_str_from(box);
    for (int i = 0; i < 4; i++) {
        if (!member(a, names[i], side[i], sizeof side[i])) {
            return;
        }
    }
    snprintf(text, sizeof text, "%s,\"from\":{\"x\":%s,\"y\":%s},\"to\":{\"x\":%s,\"y\":%s}", a->session, side[0],
             side[1], side[2], side[3]);
    ask(a, "cut_profile", text);
}

static void ask_of_rules(asking *a, const char *deck) {
    char text[2 * PATH_MAX], run[64];
    snprintf(text, sizeof text, "%s,\"deck_path\":\"%s\"", a->session, deck);
    ask(a, "check_rules", text);
    snprintf(text, sizeof text, "%s,\"script_path\":\"%s\",\"script_type\":\"json\"", a->session, deck);
    if (ask(a, "run_drc_script", text) && member(a, "run_id", run, sizeof run)) {
        snprintf(text, sizeof text, "%s,\"run_id\":%s", a->session, run);
        ask(a, "extract_markers", text);
    }
}

/* A corner of 2 x 2 um at 10 nm: what jobs answer does not grow with the mask, but their time does. */
static void ask_of_masks(asking *a, const char *box, const char *layer, const char *datatype) {
    char text[PATH_MAX], corner[512], job[64], left[64], bottom[64];
    a->answer = lob_str_from(box);
    if (!member(a, "left", left, sizeof left) || !member(a, "bottom", bottom, sizeof bottom)) {
        return;
    }
    const double x = strtod(left, NULL), y = strtod(bottom, NULL);
    snprintf(corner, sizeof corner, "{\"left\":%.6f,\"bottom\":%.6f,\"right\":%.6f,\"top\":%.6f}", x, y, x + 2, y + 2);
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 "%s,\"layer\":{\"layer\":%s,\"datatype\":%s},\"box\":%s,\"pixel_nm\":10,\"process\":{\"tile_px\":256},"
                 "\"wait_ms\":25000%s",
                 a->session, layer, datatype, corner, i == 0 ? "" : ",\"iterations\":1");
        if (ask(a, i == 0 ? "evaluate" : "optimize", text) && member(a, "job_id", job, sizeof job)) {
            snprintf(text, sizeof text, "{\"job_id\":%s", job);
            ask(a, "poll", text);
            ask(a, "cancel_job", text);
        }
    }
}

/* Design data lies beside the fixtures; only evaluate_layout looks at the layout. */
static void ask_of_designs(asking *a, const char *design) {
    static const char *const tools[][2] = {{"parse_netlist", "netlist"},
                                           {"parse_drc_rules", "drc_rules"},
                                           {"parse_objectives", "objectives"},
                                           {"migrate", "netlist"}};
    char text[2 * PATH_MAX];
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        snprintf(text, sizeof text, "{\"path\":\"%s/ota.%s.json\"", design, tools[i][1]);
        ask(a, tools[i][0], text);
    }
    snprintf(text, sizeof text,
             "%s,\"netlist_path\":\"%s/ota.netlist.json\",\"drc_rules_path\":\"%s/ota.drc_rules.json\","
             "\"objectives_path\":\"%s/ota.objectives.json\"",
             a->session, design, design, design);
    ask(a, "evaluate_layout", text);
}

static void write_deck(const char *path, const char *layer) {
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        fprintf(
            out,
            "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"width\",\"type\":\"width\",\"layer\":\"%s\",\"min_um\":0.3},"
            "{\"id\":\"space\",\"type\":\"space\",\"layer\":\"%s\",\"min_um\":0.3}]}\n",
            layer, layer);
        fclose(out);
    }
}

static void ask_all(asking *a, const char *path, const char *dir) {
    char text[2 * PATH_MAX], box[512], port[64], layer[32], datatype[32], deck[PATH_MAX];
    snprintf(text, sizeof text, "{\"path\":\"%s\"", path);
    if (!ask(a, "open_layout", text) || !member(a, "session_id", port, sizeof port) ||
        !member(a, "bbox_um", box, sizeof box)) {
        return;
    }
    snprintf(a->session, sizeof a->session, "{\"session_id\":%.40s", port);
    const bool has_layer = first_of(a, "layers") && member(a, "layer", layer, sizeof layer) &&
                           member(a, "datatype", datatype, sizeof datatype);
    ask(a, "list_cells", a->session);
    ask(a, "list_layers", a->session);
    ask(a, "describe_cell", a->session);
    ask(a, "check_connectivity", a->session);
    snprintf(text, sizeof text, "%s,\"pattern\":\"*\"", a->session);
    ask(a, "find_cells", text);
    snprintf(text, sizeof text, "%s,\"box\":%s", a->session, box);
    ask(a, "describe_region", text);
    ask(a, "find_labels", a->session);
    ask(a, "find_rings", a->session);
    ask(a, "find_coincident", a->session);
    ask_of_line(a, box);
    snprintf(text, sizeof text, "%s,\"box\":%s", a->session, box);
    ask(a, "set_view", text);
    ask_of_shapes(a, box, text);
    if (ask(a, "list_ports", a->session) && first_of(a, "ports") && member(a, "id", port, sizeof port)) {
        snprintf(text, sizeof text, "%s,\"from\":{\"port\":%s}", a->session, port);
        ask(a, "trace_waveguide", text);
    }
    if (has_layer) {
        snprintf(text, sizeof text, "%s/%s", layer, datatype);
        snprintf(deck, sizeof deck, "%.4000s/answers_deck.json", dir);
        write_deck(deck, text);
        ask_of_rules(a, deck);
        snprintf(text, sizeof text, "%s,\"layers\":[{\"layer\":%s,\"datatype\":%s}]", a->session, layer, datatype);
        ask(a, "density_map", text);
        snprintf(text, sizeof text, "%s,\"layer\":{\"layer\":%s,\"datatype\":%s}", a->session, layer, datatype);
        ask(a, "min_distance", text);
        ask_of_masks(a, box, layer, datatype);
    }
    ask_of_designs(a, a->design);
    snprintf(text, sizeof text, "{\"a\":%s,\"b\":\"%s\"", a->session + sizeof "{\"session_id\":" - 1, path);
    ask(a, "diff_layouts", text);
    ask(a, "close_session", a->session);
}

static unsigned print(const tally *t) {
    if (t->count == 0) {
        printf("| %s | 0 | | | | | %u | |\n", t->tool, t->error_count);
        return 0;
    }
    unsigned above = 0;
    qsort(t->sizes, t->count, sizeof *t->sizes, by_size);
    for (unsigned i = 0; i < t->count; i++) {
        above += t->sizes[i] > BUDGET;
    }
    printf("| %s | %u | %u | %u | %u | %u | %u | %s |\n", t->tool, t->count, t->sizes[t->count / 2],
           t->sizes[(unsigned)((double)t->count * 0.95)], t->most, above, t->error_count, t->longest);
    return above;
}

int answers_here(char *server, const char *corpus, const char *dir) {
    tally tallies[TOOLS_MAX] = {{.tool = NULL}};
    asking a = {.tallies = tallies};
    char line[4096], path[PATH_MAX], folder[PATH_MAX], out[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/MANIFEST.tsv", corpus);
    FILE *in = realpath(corpus, folder) != NULL && realpath(dir, out) != NULL ? fopen(path, "r") : NULL;
    if (in == NULL) {
        printf("  SKIPPED: no corpus in %s\n", corpus);
        return 0;
    }
    lob_json_init();
    if (realpath("fixtures/design", a.design) == NULL) {
        a.design[0] = '\0';
    }
    if (!peer_open(&a.p, server)) {
        fclose(in);
        return 1;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\t\n")] = '\0';
        if (strstr(line, ".gds") == NULL && strstr(line, ".oas") == NULL) {
            continue;
        }
        snprintf(path, sizeof path, "%.3000s/%.1000s", folder, line);
        a.layout = line;
        ask_all(&a, path, out);
    }
    fclose(in);
    peer_close(&a.p);
    printf("| tool | answers | median | p95 | most | above %d | errors | longest on |\n", BUDGET);
    printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    unsigned above = 0;
    for (tally *t = tallies; t->tool != NULL; t++) {
        above += print(t);
        free(t->sizes);
    }
    printf("%u answers above %d characters\n", above, BUDGET);
    return above == 0 ? 0 : 1;
}
