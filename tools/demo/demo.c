/* demo SERVER LAYOUT COUPLER PICTURE: a session as an agent has it, told in plain sentences.
 *
 * Starts the real server, opens a photonic layout, looks around, makes one mistake on purpose and closes; then asks of
 * a directional coupler what its gap, its tightest bend and its ports are, and has it drawn with the gap marked, as the
 * file PICTURE. Everything printed comes out of the server's answers; a step that fails ends the demonstration with
 * status 1.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/mcp_client.h"
#include "json/reader.h"
#include "json/writer.h"

enum { TIMEOUT_MS = 60000, ROW_COUNT_MAX = 12 };

typedef struct demo {
    lob_ctx *ctx;
    lob_mcp_client client;
    char session[32];
    double gap_um[4]; /* x, y of the two points between which it was measured */
} demo;

static const cJSON *at(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *text(const cJSON *object, const char *key) {
    const cJSON *value = at(object, key);
    return cJSON_IsString(value) ? value->valuestring : "-";
}

static double number(const cJSON *object, const char *key) {
    const cJSON *value = at(object, key);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

/* The arguments of a call: the session, and one more text. */
static lob_str arguments(demo *d, const char *key, const char *value) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &out);
    lob_jsonw_begin_object(&w);
    if (d->session[0] != '\0') {
        lob_jsonw_key(&w, "session_id");
        lob_jsonw_text(&w, d->session);
    }
    if (key != NULL) {
        lob_jsonw_key(&w, key);
        lob_jsonw_text(&w, value);
    }
    lob_jsonw_end_object(&w);
    lob_str text_out = {lob_arena_strdup(d->ctx->arena, out.data != NULL ? out.data : "{}", out.size), out.size};
    lob_buf_release(&out);
    return text_out;
}

/* Calls, shows the call, returns the structured result; the caller deletes it. */
static cJSON *call(demo *d, const char *tool, lob_str with) {
    printf("\n> %s %.*s\n", tool, (int)with.size, with.data);
    lob_mcp_reply reply;
    if (lob_mcp_client_call(d->ctx, &d->client, tool, with, &reply) != LOB_OK) {
        fprintf(stderr, "demo: %s\n", d->ctx->error.message);
        return NULL;
    }
    lob_json_fault fault;
    lob_str structured =
        reply.result.data != NULL ? lob_json_raw_member(reply.result, "structuredContent") : (lob_str){NULL, 0};
    return structured.data != NULL ? lob_json_parse(structured, &fault) : NULL;
}

static void print_box(const char *label, const cJSON *box) {
    printf("  %s %g x %g um, from (%g, %g) to (%g, %g)\n", label, number(box, "right") - number(box, "left"),
           number(box, "top") - number(box, "bottom"), number(box, "left"), number(box, "bottom"), number(box, "right"),
           number(box, "top"));
}

static void print_more(int count) {
    if (count > ROW_COUNT_MAX) {
        printf("  ... and %d more\n", count - ROW_COUNT_MAX);
    }
}

/* ---- what each answer tells ---- */

static bool show_open(demo *d, const char *layout) {
    cJSON *answer = call(d, "open_layout", arguments(d, "path", layout));
    const char *id = text(answer, "session_id");
    bool fine = answer != NULL && strlen(id) < sizeof d->session && id[0] != '-';
    if (fine) {
        memcpy(d->session, id, strlen(id) + 1);
        printf("  A %s file, one database unit is %g um. The top cell is %s, with %g layers.\n",
               text(at(answer, "source"), "format"), number(answer, "dbu"), text(answer, "selected_top_cell"),
               number(answer, "layer_count"));
        print_box("It covers", at(answer, "bbox_um"));
        printf("  The session is %s.\n", d->session);
    }
    cJSON_Delete(answer);
    return fine;
}

static bool show_cells(demo *d) {
    cJSON *answer = call(d, "list_cells", arguments(d, NULL, NULL));
    const cJSON *cells = at(answer, "cells");
    printf("  %-34s %9s %9s %22s\n", "cell", "instances", "shapes", "size, um");
    for (int i = 0; i < cJSON_GetArraySize(cells) && i < ROW_COUNT_MAX; i++) {
        const cJSON *cell = cJSON_GetArrayItem(cells, i);
        const cJSON *box = at(cell, "bbox_um");
        printf("  %-34.34s %9g %9g %11.3f x %8.3f%s\n", text(cell, "name"), number(cell, "child_instance_count"),
               number(cell, "shape_count"), number(box, "right") - number(box, "left"),
               number(box, "top") - number(box, "bottom"), cJSON_IsTrue(at(cell, "is_top")) ? "  top" : "");
    }
    print_more(cJSON_GetArraySize(cells));
    bool fine = cJSON_GetArraySize(cells) > 0;
    cJSON_Delete(answer);
    return fine;
}

static bool show_cell(demo *d) {
    cJSON *answer = call(d, "describe_cell", arguments(d, NULL, NULL));
    const cJSON *instances = at(answer, "instances");
    const cJSON *labels = at(answer, "labels");
    printf("  %s places %d instances and has %d labels of its own.\n", text(answer, "cell"),
           cJSON_GetArraySize(instances), cJSON_GetArraySize(labels));
    for (int i = 0; i < cJSON_GetArraySize(instances) && i < ROW_COUNT_MAX; i++) {
        const cJSON *inst = cJSON_GetArrayItem(instances, i);
        const cJSON *trans = at(inst, "transform");
        const cJSON *array = at(inst, "array");
        printf("  %-20.20s at (%g, %g) um, turned %g deg%s", text(inst, "name"), number(trans, "x_um"),
               number(trans, "y_um"), number(trans, "rotation"), cJSON_IsTrue(at(trans, "mirror")) ? ", mirrored" : "");
        if (cJSON_IsTrue(at(array, "is_array"))) {
            printf(", %g x %g times", number(array, "na"), number(array, "nb"));
        }
        printf("\n");
    }
    print_more(cJSON_GetArraySize(instances));
    bool fine = at(answer, "cell") != NULL;
    cJSON_Delete(answer);
    return fine;
}

static bool show_layers(demo *d) {
    cJSON *answer = call(d, "list_layers", arguments(d, NULL, NULL));
    const cJSON *layers = at(answer, "layers");
    printf("  %-10s %-20s %s\n", "layer", "name", "shapes");
    for (int i = 0; i < cJSON_GetArraySize(layers) && i < ROW_COUNT_MAX; i++) {
        const cJSON *layer = cJSON_GetArrayItem(layers, i);
        char key[32];
        snprintf(key, sizeof key, "%g/%g", number(layer, "layer"), number(layer, "datatype"));
        printf("  %-10s %-20s %g\n", key, text(layer, "name"), number(layer, "shape_count"));
    }
    print_more(cJSON_GetArraySize(layers));
    bool fine = cJSON_GetArraySize(layers) > 0;
    cJSON_Delete(answer);
    return fine;
}

static bool show_mistake(demo *d) {
    cJSON *answer = call(d, "describe_cell", arguments(d, "cell", "NO_SUCH_CELL"));
    const cJSON *details = at(answer, "details");
    const cJSON *candidate = cJSON_GetArrayItem(at(details, "candidates"), 0);
    printf("  %s: %s\n  Hint: %s\n", text(answer, "code"), text(answer, "message"), text(details, "hint"));
    if (cJSON_IsString(candidate)) {
        printf("  The first candidate is %s.\n", candidate->valuestring);
    }
    bool fine = strcmp(text(answer, "code"), "INVALID_TARGET") == 0;
    cJSON_Delete(answer);
    return fine;
}

/* ---- the coupler ---- */

/* query_region of the whole cell on 1/0: ids of two guides. */
static bool show_guides(demo *d, char ids[2][32]) {
    char with[256];
    snprintf(with, sizeof with,
             "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":-5,\"right\":44,\"top\":5},"
             "\"layers\":[{\"layer\":1,\"datatype\":0}],\"max_shapes\":2}",
             d->session);
    cJSON *answer = call(d, "query_region", lob_str_from(with));
    const cJSON *shapes = at(answer, "shapes");
    printf("  %g shapes on layer 1/0:\n", number(at(answer, "summary"), "shape_count"));
    for (int i = 0; i < cJSON_GetArraySize(shapes) && i < 2; i++) {
        const cJSON *shape = cJSON_GetArrayItem(shapes, i);
        snprintf(ids[i], sizeof ids[i], "%s", text(shape, "id"));
        printf("  %s, a %s", ids[i], text(shape, "kind"));
        print_box(" of", at(shape, "bbox_um"));
    }
    bool fine = cJSON_GetArraySize(shapes) == 2;
    cJSON_Delete(answer);
    return fine;
}

static bool show_gap(demo *d, char ids[2][32]) {
    char with[256];
    snprintf(with, sizeof with, "{\"session_id\":\"%s\",\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}",
             d->session, ids[0], ids[1]);
    cJSON *answer = call(d, "measure_geometry", lob_str_from(with));
    const cJSON *points = at(at(answer, "details"), "points_um");
    const cJSON *from = cJSON_GetArrayItem(points, 0), *to = cJSON_GetArrayItem(points, 1);
    printf("  The gap is %g um, between (%g, %g) and (%g, %g).\n", number(answer, "value_um"), number(from, "x"),
           number(from, "y"), number(to, "x"), number(to, "y"));
    d->gap_um[0] = number(from, "x");
    d->gap_um[1] = number(from, "y");
    d->gap_um[2] = number(to, "x");
    d->gap_um[3] = number(to, "y");
    bool fine = at(answer, "value_um") != NULL;
    cJSON_Delete(answer);
    return fine;
}

static bool show_guide(demo *d, const char *id) {
    char with[256];
    snprintf(with, sizeof with, "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", d->session, id);
    cJSON *answer = call(d, "analyze_waveguide", lob_str_from(with));
    const cJSON *bends = at(answer, "bends");
    printf("  %g um long, %g um wide, %d bends; the tightest radius of its centre line is %g um.\n",
           number(answer, "segment_length_um"), number(answer, "path_width_um"), cJSON_GetArraySize(bends),
           number(answer, "bend_radius_estimate_um"));
    bool fine = at(answer, "segment_length_um") != NULL;
    cJSON_Delete(answer);
    return fine;
}

static bool show_ports(demo *d) {
    cJSON *answer = call(d, "list_ports", arguments(d, NULL, NULL));
    const cJSON *ports = at(answer, "ports");
    for (int i = 0; i < cJSON_GetArraySize(ports) && i < ROW_COUNT_MAX; i++) {
        const cJSON *port = cJSON_GetArrayItem(ports, i);
        const cJSON *place = at(port, "at_um");
        printf("  %-8s at (%g, %g) um, facing %g deg, %g um wide\n", text(port, "name"), number(place, "x"),
               number(place, "y"), number(port, "angle_deg"), number(port, "width_um"));
    }
    bool fine = cJSON_GetArraySize(ports) > 0;
    cJSON_Delete(answer);
    return fine;
}

/* The session's folder goes away with it: the picture is kept under another name. */
static bool copy_file(const char *from, const char *to) {
    char block[4096];
    size_t size;
    FILE *in = fopen(from, "rb"), *out = in != NULL ? fopen(to, "wb") : NULL;
    bool fine = out != NULL;
    while (fine && (size = fread(block, 1, sizeof block, in)) > 0) {
        fine = fwrite(block, 1, size, out) == size;
    }
    fine = fine && !ferror(in);
    if (in != NULL) {
        fclose(in);
    }
    return (out == NULL || fclose(out) == 0) && fine;
}

static bool show_picture(demo *d, const char *path) {
    char with[512];
    snprintf(with, sizeof with,
             "{\"session_id\":\"%s\",\"image_size\":{\"width\":1200,\"height\":400},\"annotations\":["
             "{\"kind\":\"scale_bar\"},{\"kind\":\"legend\"},{\"kind\":\"ports\"},"
             "{\"kind\":\"ruler\",\"points\":[{\"x\":%.10g,\"y\":%.10g},{\"x\":%.10g,\"y\":%.10g}]}],"
             "\"inline_image\":false}",
             d->session, d->gap_um[0], d->gap_um[1], d->gap_um[2], d->gap_um[3]);
    cJSON *answer = call(d, "render_view", lob_str_from(with));
    bool fine = at(answer, "image") != NULL && copy_file(text(at(answer, "image"), "path"), path);
    if (fine) {
        printf("  %g x %g pixels of %g um, with the gap marked; to look at: %s\n", number(answer, "width"),
               number(answer, "height"), number(answer, "um_per_px"), path);
        print_box("It shows", at(answer, "visible_box_um"));
    } else {
        fprintf(stderr, "demo: there is no picture: %s\n", text(answer, "message"));
    }
    cJSON_Delete(answer);
    return fine;
}

static bool show_coupler(demo *d, const char *layout, const char *picture) {
    char ids[2][32];
    d->session[0] = '\0';
    return show_open(d, layout) && show_guides(d, ids) && show_gap(d, ids) && show_guide(d, ids[0]) && show_ports(d) &&
           show_picture(d, picture);
}

static bool show_close(demo *d) {
    cJSON *answer = call(d, "close_session", arguments(d, NULL, NULL));
    bool fine = cJSON_IsTrue(at(answer, "closed"));
    printf("  %s\n", fine ? "The session is closed and its folder is gone." : "It could not be closed.");
    cJSON_Delete(answer);
    return fine;
}

static bool show_start(demo *d) {
    lob_mcp_reply reply;
    if (lob_mcp_client_initialize(d->ctx, &d->client, "demo", &reply) != LOB_OK || reply.result.data == NULL) {
        fprintf(stderr, "demo: the server did not initialize: %s\n", d->ctx->error.message);
        return false;
    }
    lob_json_fault fault;
    cJSON *hello = lob_json_parse(reply.result, &fault);
    const cJSON *info = at(hello, "serverInfo");
    printf("%s %s speaks MCP %s.\n", text(info, "name"), text(info, "version"), text(hello, "protocolVersion"));
    cJSON_Delete(hello);
    if (lob_mcp_client_request(d->ctx, &d->client, "tools/list", LOB_STR("{}"), &reply) != LOB_OK ||
        reply.result.data == NULL) {
        return false;
    }
    cJSON *listing = lob_json_parse(reply.result, &fault);
    const cJSON *tools = at(listing, "tools");
    printf("Its tools:");
    for (int i = 0; i < cJSON_GetArraySize(tools); i++) {
        printf("%s %s", i > 0 ? "," : "", text(cJSON_GetArrayItem(tools, i), "name"));
    }
    printf(".\n");
    cJSON_Delete(listing);
    return true;
}

int main(int argc, char **argv) {
    char *layout = argc == 5 ? realpath(argv[2], NULL) : NULL;
    char *coupler = argc == 5 ? realpath(argv[3], NULL) : NULL;
    lob_arena *arena = lob_arena_new(0);
    if (layout == NULL || coupler == NULL || arena == NULL) {
        fprintf(stderr, "usage: demo SERVER LAYOUT COUPLER PICTURE\n");
        return 2;
    }
    lob_json_init();
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    demo d = {.ctx = &ctx};
    char *command[] = {argv[1], NULL};
    lob_mcp_client_options options = {.argv = command, .timeout_ms = TIMEOUT_MS};
    bool fine = lob_mcp_client_open(&ctx, &options, &d.client) == LOB_OK && show_start(&d) && show_open(&d, layout) &&
                show_cells(&d) && show_cell(&d) && show_layers(&d) && show_mistake(&d) && show_close(&d) &&
                show_coupler(&d, coupler, argv[4]) && show_close(&d);
    fine = lob_mcp_client_close(&d.client) == 0 && fine;
    lob_arena_drop(arena);
    free(layout);
    free(coupler);
    return fine ? 0 : 1;
}
