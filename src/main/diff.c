/* diff: two layouts through diff_layouts, without a session. Invariants: 0 is only returned when the comparison came to
 * its end and found nothing; a picture appears whole or not at all, and never in the place of an input or of another.
 */
#include "main/diff.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/limits.h"
#include "cli/bar.h"
#include "cli/pretty.h"
#include "draw/png_out.h"
#include "gen/parse.h"
#include "gen/write.h"
#include "io/write.h"
#include "main/shard.h"
#include "main/stage.h"
#include "main/words.h"
#include "tool/diff_layouts.h"
#include "tool/diff_sheet.h"
#include "json/reader.h"

enum { SHEET = LOB_DIFF_PICTURE_COUNT, FILE_COUNT };

typedef struct diff_work {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_shard_words shard;
    lob_bar bar;
    const char *inputs[2], *mode, *layers, *box, *cell_a, *cell_b, *tolerance, *limit; /* NULL: not given */
    const char *pictures[FILE_COUNT];                                                  /* likewise; the last: a sheet */
    bool properties;
    char paths[2 + FILE_COUNT][4096]; /* A, B, pictures */
    lob_artifact_ref refs[FILE_COUNT];
    lob_config config;
    lob_sessions *sessions;
    lob_diff_layouts_request request;
    lob_diff_layouts_response response;
    lob_differ differ;
} diff_work;

static int usage(const diff_work *w, const char *what) {
    lob_complain(w->cli, "diff", "%s", what);
    return LOB_DIFF_FAILED;
}

/* ---- the command line ---- */

#define AT(field) offsetof(diff_work, field)

static const lob_option option_rows[] = {
    LOB_ROW_TEXT("mode", AT(mode), "both|hierarchy|xor",
                 "Compares cells and their contents, the XOR of merged layers, or both; default: both."),
    LOB_ROW_TEXT("layers", AT(layers), "1/0,2/0,...", "Compares these layers; default: all."),
    LOB_ROW_TEXT("box", AT(box), "L,B,R,T", "Compares only this box in um; applies to the XOR."),
    LOB_ROW_TEXT("cell-a", AT(cell_a), "NAME", "The cell of A; default: the top."),
    LOB_ROW_TEXT("cell-b", AT(cell_b), "NAME", "The cell of B; default: the cell named like that of A, else the top."),
    LOB_ROW_TEXT("tolerance-um", AT(tolerance), "T", "Ignores differences that are narrower than T."),
    LOB_ROW_FLAG("properties", AT(properties), "Compares properties as well."),
    LOB_ROW_TEXT("limit", AT(limit), "N", "Lists at most N differences of each kind."),
    LOB_ROW_TEXT("picture", AT(pictures[LOB_DIFF_OVERLAY]), "OUT.png",
                 "Draws what only A has in red, and what only B has in blue."),
    LOB_ROW_TEXT("before", AT(pictures[LOB_DIFF_BEFORE]), "A.png", "Draws A in the same window."),
    LOB_ROW_TEXT("after", AT(pictures[LOB_DIFF_AFTER]), "B.png", "Draws B in the same window."),
    LOB_ROW_TEXT("sheet", AT(pictures[SHEET]), "ALL.png",
                 "Draws all three side by side, with a legend, a scale and numbers at the differences."),
};

static const lob_positional word_rows[] = {{"A", AT(inputs[0]), true}, {"B", AT(inputs[1]), true}, {NULL, 0, false}};

const lob_command lob_diff_command = {
    .name = "diff",
    .usage = "A B [options]",
    .title = "Compares two layouts: cells, and the XOR of layers",
    .about = "Prints the differences as text, or with --json the answer of diff_layouts.",
    .examples = "diff old.gds new.gds\ndiff old.gds new.gds --mode xor --layers 1/0 --picture changes.png",
    .status = "0 equal, 1 different, 2 failed.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON | LOB_TAKES_PROGRESS | LOB_TAKES_SHARD,
};

static bool is_png(const char *name) {
    const size_t size = strlen(name);
    return size >= sizeof ".png" && strcasecmp(name + size - 4, ".png") == 0;
}

static int read_paths(diff_work *w) {
    for (int i = 0; i < 2 + FILE_COUNT; i++) {
        const char *given = i < 2 ? w->inputs[i] : w->pictures[i - 2];
        if (given && !lob_path_absolute(given, w->paths[i], sizeof w->paths[i])) {
            return usage(w, "a path is too long");
        }
        if (given && i >= 2 && !is_png(given)) {
            return usage(w, "the name of a picture does not end in .png");
        }
        for (int k = 2; given && k < i; k++) {
            if (w->pictures[k - 2] && strcmp(w->paths[k], w->paths[i]) == 0) {
                return usage(w, "two pictures have the same name");
            }
        }
    }
    return LOB_EXIT_OK;
}

/* ---- the request, as diff_layouts would get it ---- */

static const char *put_layers(const char *text, lob_jsonw *out) {
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (lob_str part; lob_words_next(&text, &part);) {
        int64_t layer, datatype;
        if (!lob_words_layer(part, &layer, &datatype)) {
            return "--layers takes LAYER/DATATYPE,...";
        }
        lob_words_put_layer(layer, datatype, out);
    }
    lob_jsonw_end_array(out);
    return NULL;
}

static const char *put_request(diff_work *w, lob_jsonw *out) {
    const char *fault = NULL;
    lob_jsonw_begin_object(out);
    lob_words_put_text("a", w->paths[0], out);
    lob_words_put_text("b", w->paths[1], out);
    lob_words_put_text("cell_a", w->cell_a, out);
    lob_words_put_text("cell_b", w->cell_b, out);
    lob_words_put_text("mode", w->mode, out);
    if (w->tolerance) {
        const char *text = w->tolerance;
        lob_jsonw_key(out, "tolerance_um");
        fault = lob_words_put_number(&text, '\0', out) ? NULL : "--tolerance-um takes a number";
    }
    if (w->limit && !fault) {
        const char *text = w->limit;
        lob_jsonw_key(out, "limit");
        fault = lob_words_put_number(&text, '\0', out) ? NULL : "--limit takes a number";
    }
    if (w->properties) {
        lob_jsonw_key(out, "with_properties");
        lob_jsonw_bool(out, true);
    }
    fault = !fault && w->box ? lob_words_put_box(w->box, out) : fault;
    fault = !fault && w->layers ? put_layers(w->layers, out) : fault;
    if (!fault) {
        lob_jsonw_end_object(out);
    }
    return fault;
}

static int read_words(diff_work *w, lob_buf *json) {
    lob_jsonw out;
    const int code = read_paths(w);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    lob_jsonw_init(&out, json);
    const char *fault = put_request(w, &out);
    return fault ? usage(w, fault) : LOB_EXIT_OK;
}

/* ---- the answer for people ---- */

static void say_text(FILE *out, lob_str text) {
    lob_buf safe;
    lob_buf_init(&safe, 0);
    lob_words_put_safe(text, &safe);
    if (safe.failed) {
        fputs("(out of memory)", out);
    } else if (safe.size) {
        fwrite(safe.data, 1, safe.size, out);
    }
    lob_buf_release(&safe);
}

static void say_box(FILE *out, const lob_micron_box *box) {
    fprintf(out, "(%.10g,%.10g;%.10g,%.10g) um", box->left, box->bottom, box->right, box->top);
}

static void say_cells(const diff_work *w, FILE *out) {
    static const char *const kinds[] = {"polygon", "path", "text", "instance", "properties"};
    const lob_diff_layouts_response_hierarchy *h = w->response.hierarchy;
    fprintf(out, "cells: %lld only in A, %lld only in B, %lld different, %lld equal; %lld differences\n",
            (long long)h->cells_only_a, (long long)h->cells_only_b, (long long)h->cells_different,
            (long long)h->cells_equal, (long long)h->difference_count);
    for (size_t i = 0; i < h->cells.count; i++) {
        if (!h->cells.items[i].only_a) {
            fprintf(out, "  only in %c: cell ", h->cells.items[i].in ? 'B' : 'A');
            say_text(out, h->cells.items[i].cell);
            fputc('\n', out);
        }
    }
    for (size_t i = 0; i < h->differences.count; i++) {
        const lob_diff_layouts_response_hierarchy_differences_item *item = &h->differences.items[i];
        fprintf(out, "  only in %c: %s", item->in ? 'B' : 'A', kinds[item->kind]);
        if (item->has_layer) {
            fprintf(out, " %lld/%lld", (long long)item->layer, (long long)item->datatype);
        }
        if (item->of.data) {
            fputc(' ', out);
            say_text(out, item->of);
        }
        if (item->box_um) {
            fputc(' ', out);
            say_box(out, item->box_um);
        }
        fputs(" in cell ", out);
        say_text(out, item->cell);
        fputc('\n', out);
    }
}

static void say_xor(const diff_work *w, FILE *out) {
    const lob_diff_layouts_response_xor *x = w->response.xor ;
    fprintf(out, "xor: %lld layers compared, %zu differ, %lld polygons\n", (long long)x->layers_compared,
            x->layers.count, (long long)x->polygon_count);
    for (size_t i = 0; i < x->layers.count; i++) {
        const lob_diff_layouts_response_xor_layers_item *item = &x->layers.items[i];
        fprintf(out, "  layer %lld/%lld: %lld polygons, %.10g um2 only in A, %.10g um2 only in B, within ",
                (long long)item->layer, (long long)item->datatype, (long long)item->polygon_count, item->area_a_um2,
                item->area_b_um2);
        say_box(out, &item->box_um);
        if (item->has_area_error_um2) {
            fprintf(out, ", areas within %.10g um2", item->area_error_um2);
        }
        fputc('\n', out);
    }
    for (size_t i = 0; i < x->polygons.count; i++) {
        static const char *const sides[] = {"A", "B", "A and B"};
        const lob_diff_layouts_response_xor_polygons_item *item = &x->polygons.items[i];
        fprintf(out, "  %lld/%lld, %s: %.10g um2 in ", (long long)item->layer, (long long)item->datatype,
                sides[item->in], item->area_um2);
        say_box(out, &item->box_um);
        fputc('\n', out);
    }
}

static void say_layers(FILE *out, char side, const lob_layer_ref *items, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "layer %lld/%lld only in %c\n", (long long)items[i].layer, (long long)items[i].datatype, side);
    }
}

static int say_answer(const diff_work *w) {
    const lob_diff_layouts_response *r = &w->response;
    FILE *out = w->cli->out;
    say_layers(out, 'A', r->layers_only_a.items, r->layers_only_a.count);
    say_layers(out, 'B', r->layers_only_b.items, r->layers_only_b.count);
    if (r->hierarchy) {
        say_cells(w, out);
    }
    if (r->xor) {
        say_xor(w, out);
    }
    for (size_t i = 0; i < r->notes.count; i++) {
        fprintf(out, "note: %.*s\n", (int)r->notes.items[i].size, r->notes.items[i].data);
    }
    const lob_diff_layouts_response_truncation *t = &r->truncation;
    if (t->cells_dropped + t->differences_dropped + t->polygons_dropped > 0) {
        fprintf(out, "not listed: %lld cells, %lld differences, %lld polygons; --limit lists more\n",
                (long long)t->cells_dropped, (long long)t->differences_dropped, (long long)t->polygons_dropped);
    }
    fprintf(out, "%s%s%s\n", lob_colour_text(w->cli->has_colour, r->equal ? LOB_COLOUR_GOOD : LOB_COLOUR_BAD),
            r->equal ? "equal" : "different", lob_colour_text(w->cli->has_colour, LOB_COLOUR_END));
    return fflush(out) == 0 && !ferror(out) ? LOB_EXIT_OK : LOB_DIFF_FAILED;
}

/* ---- the work ---- */

static lob_status refuse_picture(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The picture would replace one of the layouts");
    lob_error_text(&ctx->error, "reason", LOB_STR("same_file"));
    lob_hint(ctx, "Name another file for the picture.");
    return status;
}

static lob_status write_picture(diff_work *w, int which, const lob_picture *picture) {
    static const char *const kinds[] = {"diff", "diff_before", "diff_after", "diff_sheet"};
    const char *path = w->paths[2 + which];
    lob_buf png;
    lob_buf_init(&png, 0);
    lob_status status = lob_png_make(w->ctx, picture, false, &png);
    status = status == LOB_OK ? lob_write_bytes(w->ctx, (lob_str){png.data, png.size}, path) : status;
    lob_buf_release(&png);
    w->refs[which] = (lob_artifact_ref){lob_str_from(kinds[which]), lob_str_from(path), LOB_STR("image/png")};
    return status;
}

static unsigned wanted_pictures(const diff_work *w) {
    unsigned wanted = 0;
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        wanted |= w->pictures[i] ? 1u << i : 0;
    }
    return w->pictures[SHEET] ? LOB_DIFF_ALL_PICTURES : wanted;
}

static lob_status write_sheet(diff_work *w, const lob_picture *pictures) {
    const lob_str names[2] = {lob_diff_file_name(lob_str_from(w->paths[0])),
                              lob_diff_file_name(lob_str_from(w->paths[1]))};
    lob_diff_sheet sheet;
    lob_picture picture = {0};
    LOB_TRY(lob_diff_sheet_lay(&w->differ, &w->response, pictures, names, &sheet));
    lob_status status = lob_picture_new(w->ctx, sheet.width, sheet.height, LOB_PICTURE_LIGHT, &picture);
    status = status == LOB_OK ? lob_marks_draw(w->ctx, &sheet.marks, &picture) : status;
    status = status == LOB_OK ? write_picture(w, SHEET, &picture) : status;
    lob_picture_release(&picture);
    lob_diff_sheet_release(&sheet);
    return status;
}

static lob_status write_pictures(diff_work *w) {
    lob_picture pictures[LOB_DIFF_PICTURE_COUNT];
    lob_artifact_ref **const members[] = {&w->response.image, &w->response.before, &w->response.after};
    lob_status status = lob_differ_paint(&w->differ, wanted_pictures(w), pictures);
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT && status == LOB_OK; i++) {
        if (w->pictures[i]) {
            status = write_picture(w, i, &pictures[i]);
            *members[i] = &w->refs[i];
        }
    }
    status = status == LOB_OK && w->pictures[SHEET] ? write_sheet(w, pictures) : status;
    lob_diff_pictures_release(pictures);
    return status;
}

static lob_status parse_request(diff_work *w, const lob_buf *json) {
    lob_json_fault fault;
    cJSON *tree = json->failed ? NULL : lob_json_parse((lob_str){json->data, json->size}, &fault);
    lob_status status = tree ? lob_diff_layouts_request_parse(w->ctx, tree, &w->request) : lob_fail_memory(w->ctx);
    cJSON_Delete(tree);
    return status;
}

static lob_status compare(diff_work *w, lob_call *call, const lob_buf *json) {
    LOB_TRY(parse_request(w, json));
    for (int i = 2; i < 2 + FILE_COUNT; i++) {
        if (w->pictures[i - 2] &&
            (lob_stage_is_same_file(w->paths[i], w->paths[0]) || lob_stage_is_same_file(w->paths[i], w->paths[1]))) {
            return refuse_picture(w->ctx);
        }
    }
    LOB_TRY(lob_differ_open(call, &w->request, &w->differ));
    w->differ.shows_view = wanted_pictures(w) != 0;
    LOB_TRY(lob_differ_compare(&w->differ, &w->response));
    return wanted_pictures(w) && lob_ranks_has_all() ? write_pictures(w) : LOB_OK;
}

static int tell_failure(diff_work *w, lob_status status) {
    const lob_error *error = &w->ctx->error;
    int code = LOB_DIFF_FAILED;
    if (status == LOB_E_CANCELLED) {
        code = lob_signal_status(w->cli);
    } else {
        lob_say_failure(w->cli, &w->settings, "diff", error);
    }
    lob_ranks_abort(code);
    return code;
}

static int tell_part(const diff_work *w) {
    lob_shard_say(w->cli, "diff");
    return LOB_EXIT_OK;
}

static int tell(diff_work *w, lob_buf *json) {
    int code;
    if (w->settings.json) {
        lob_jsonw out;
        lob_buf_clear(json);
        lob_jsonw_init(&out, json);
        lob_diff_layouts_response_write(&out, &w->response);
        code = json->failed ? LOB_DIFF_FAILED : lob_print_json(w->cli, &w->settings, (lob_str){json->data, json->size});
    } else {
        code = say_answer(w);
    }
    return code != LOB_EXIT_OK ? LOB_DIFF_FAILED : w->response.equal ? LOB_DIFF_EQUAL : LOB_DIFF_DIFFERENT;
}

/* No session is made, so nothing is kept and no root of artifacts is needed. */
static bool open_sessions(diff_work *w) {
    lob_status status = lob_config_read_rooted(w->ctx, w->cli->getenv_fn, "", &w->config);
    if (status == LOB_OK && w->settings.roots[0]) {
        memcpy(w->config.roots, w->settings.roots, sizeof w->settings.roots);
    }
    status = status == LOB_OK ? lob_sessions_open(w->ctx, &w->config, &w->sessions) : status;
    if (status != LOB_OK) {
        lob_say_error(w->cli, "diff", &w->ctx->error);
    }
    return status == LOB_OK;
}

static int run(diff_work *w, int argc, char **argv, lob_buf *json) {
    int code;
    lob_shard_hush(w->cli);
    if (!lob_command_read(w->cli, &lob_diff_command, &w->settings, w, argc, argv, NULL, &code)) {
        return code;
    }
    code = lob_shard_begin(w->ctx, w->cli, &w->settings, argc, argv, &w->shard);
    code = code == LOB_EXIT_OK ? read_words(w, json) : code;
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (!open_sessions(w)) {
        return LOB_DIFF_FAILED;
    }
    lob_call call = {.ctx = w->ctx, .sessions = w->sessions};
    lob_bar_begin(&w->bar, w->cli, lob_ranks_own() == 0 ? w->settings.progress : LOB_SWITCH_OFF, false);
    lob_bar_attach(&w->bar, w->ctx);
    const lob_status status = compare(w, &call, json);
    lob_bar_clear(&w->bar);
    code = status != LOB_OK ? tell_failure(w, status) : lob_ranks_has_all() ? tell(w, json) : tell_part(w);
    lob_differ_close(&w->differ);
    lob_call_end(&call);
    lob_sessions_close(w->sessions);
    return code;
}

int lob_cli_diff(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    diff_work *w = lob_stage_begin(&stage, cli, sizeof *w, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    int code = LOB_DIFF_FAILED;
    if (w) {
        w->cli = cli;
        w->ctx = stage.ctx;
        code = lob_ranks_begin(w->ctx, &argc, &argv) == LOB_OK ? run(w, argc, argv, &stage.json)
                                                               : tell_failure(w, w->ctx->error.code);
        lob_ranks_end();
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
