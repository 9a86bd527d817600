/* Clips of the ICCAD 2013 contest (.glp): text, a statement a line.
 *
 *     BEGIN ...                     first
 *     EQUIV 1 1000 MICRON +X,+Y     units: 1000 a micrometre
 *     CNAME name | LEVEL name       passed over
 *     CELL name PRIME
 *     RECT N level x y width height
 *     PGON N level x y x y ...      may go on in lines that begin with a number
 *     ENDMSG                        last; what follows is not read
 *
 * Blank lines are nothing. Shapes of other levels than M1, and of cells after the first, are checked
 * and left out.
 */
#include "base/alloc.h"
#include "base/list.h"
#include "litho/mask_impl.h"

enum { COORDINATE_MAX = 1 << 30 };

typedef struct glp {
    lob_ctx *ctx;
    lob_str text;
    size_t at;
    int64_t line;
    bool has_begun, has_cell, is_over, has_units;
    uint32_t cell_count;
    lob_region *region;
    lob_point64 *points; /* of the PGON being read */
    uint32_t point_count, point_capacity;
    bool is_open;    /* a PGON that may go on */
    bool is_counted; /* of the level and the cell that are wanted */
    bool has_x;
    int64_t x;
    int64_t pgon_line;
} glp;

static lob_status refuse_at(const glp *g, int64_t line, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(g->ctx, LOB_E_UNSUPPORTED_FORMAT, "%s", message);
    lob_hint(g->ctx, "%s", hint);
    lob_error_text(&g->ctx->error, "reason", lob_str_from(reason));
    lob_error_integer(&g->ctx->error, "line", line);
    return status;
}

static lob_status refuse(const glp *g, const char *reason, const char *message, const char *hint) {
    return refuse_at(g, g->line, reason, message, hint);
}

/* ---- words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; empty at its end. */
static lob_str next_word(glp *g) {
    const lob_str text = g->text;
    while (g->at < text.size && is_blank(text.data[g->at])) {
        g->at++;
    }
    size_t first = g->at;
    while (g->at < text.size && !is_blank(text.data[g->at]) && text.data[g->at] != '\n') {
        g->at++;
    }
    return (lob_str){text.data + first, g->at - first};
}

static bool is_word(lob_str word, const char *text) {
    return lob_str_equal(word, lob_str_from(text));
}

static void end_line(glp *g) {
    while (g->at < g->text.size && g->text.data[g->at] != '\n') {
        g->at++;
    }
    if (g->at < g->text.size) {
        g->at++;
    }
}

static bool looks_like_number(lob_str word) {
    char c = word.data[0];
    return (c >= '0' && c <= '9') || c == '-' || c == '+';
}

static lob_status read_number(const glp *g, lob_str word, int64_t *value) {
    bool is_negative = word.size > 0 && word.data[0] == '-';
    size_t i = word.size > 0 && (is_negative || word.data[0] == '+');
    *value = 0;
    bool is_fine = i < word.size;
    for (; is_fine && i < word.size; i++) {
        is_fine = word.data[i] >= '0' && word.data[i] <= '9';
        *value = *value * 10 + (word.data[i] - '0');
        is_fine = is_fine && *value <= COORDINATE_MAX;
    }
    *value = is_negative ? -*value : *value;
    return is_fine ? LOB_OK
                   : refuse(g, "number", "A coordinate of the clip is not a whole number within +-2^30",
                            "Write coordinates as whole numbers, separated by blanks.");
}

/* ---- statements ---- */

static lob_status read_units(glp *g) {
    lob_str drawn = next_word(g), micron = LOB_STR("");
    bool is_fine = is_word(drawn, "1") && is_word(next_word(g), "1000");
    micron = is_fine ? next_word(g) : micron;
    lob_str axes = next_word(g);
    if (!is_fine || !is_word(micron, "MICRON") || (axes.size > 0 && !is_word(axes, "+X,+Y"))) {
        return refuse(g, "units", "The clip is not in units of a nanometre",
                      "Write it with EQUIV 1 1000 MICRON +X,+Y.");
    }
    g->has_units = true;
    return LOB_OK;
}

static lob_status end_polygon(glp *g) {
    if (!g->is_open) {
        return LOB_OK;
    }
    g->is_open = false;
    if (g->has_x || g->point_count < 3) {
        return refuse_at(g, g->pgon_line, g->has_x ? "odd" : "points",
                         g->has_x ? "A PGON of the clip has an x without its y"
                                  : "A PGON of the clip has fewer than three points",
                         "Give x and y of at least three points.");
    }
    return g->is_counted ? lob_region_add(g->ctx, g->region, 0, g->points, g->point_count) : LOB_OK;
}

static lob_status read_points(glp *g, lob_str word) {
    for (; word.size > 0; word = next_word(g)) {
        int64_t value;
        LOB_TRY(read_number(g, word, &value));
        g->has_x = !g->has_x;
        if (g->has_x) {
            g->x = value;
            continue;
        }
        LOB_TRY(lob_list_grow(g->ctx, &g->points, g->point_count, &g->point_capacity, sizeof *g->points));
        g->points[g->point_count++] = (lob_point64){g->x, value};
    }
    return LOB_OK;
}

static lob_status read_rectangle(glp *g) {
    int64_t v[4]; /* x, y, width, height */
    for (unsigned i = 0; i < 4; i++) {
        lob_str word = next_word(g);
        if (word.size == 0) {
            return refuse(g, "rectangle", "A RECT of the clip has fewer than four numbers",
                          "Give x, y, width and height.");
        }
        LOB_TRY(read_number(g, word, &v[i]));
    }
    if (next_word(g).size > 0) {
        return refuse(g, "rectangle", "A RECT of the clip has more than four numbers", "Give x, y, width and height.");
    }
    if (v[2] <= 0 || v[3] <= 0) {
        return refuse(g, "size", "A RECT of the clip has no width or no height", "Give sizes above zero.");
    }
    const lob_box64 box = {v[0], v[1], v[0] + v[2], v[1] + v[3]};
    return g->is_counted ? lob_region_add_box(g->ctx, g->region, 0, box) : LOB_OK;
}

static lob_status read_shape(glp *g, bool is_rectangle) {
    if (!g->has_cell) {
        return refuse(g, "no_cell", "The clip has a shape before its CELL", "Put the shapes after CELL name PRIME.");
    }
    lob_str orientation = next_word(g), level = next_word(g);
    if (!is_word(orientation, "N") || level.size == 0) {
        return refuse(g, "level", "A shape of the clip has no orientation N or no level",
                      "Write RECT N M1 ... and PGON N M1 ...");
    }
    g->is_counted = g->cell_count == 1 && is_word(level, "M1");
    if (is_rectangle) {
        return read_rectangle(g);
    }
    g->is_open = true;
    g->has_x = false;
    g->point_count = 0;
    g->pgon_line = g->line;
    return read_points(g, next_word(g));
}

static lob_status read_statement(glp *g, lob_str word) {
    if (g->is_open && looks_like_number(word)) {
        return read_points(g, word);
    }
    LOB_TRY(end_polygon(g));
    if (!g->has_begun) {
        g->has_begun = is_word(word, "BEGIN");
        return g->has_begun ? LOB_OK
                            : refuse(g, "begin", "The clip does not begin with BEGIN",
                                     "Give a .glp file in the format of the "
                                     "contest.");
    }
    if (is_word(word, "RECT") || is_word(word, "PGON")) {
        return read_shape(g, word.data[0] == 'R');
    }
    if (is_word(word, "CELL")) {
        g->has_cell = true;
        g->cell_count++;
        return LOB_OK;
    }
    if (is_word(word, "EQUIV")) {
        return read_units(g);
    }
    g->is_over = is_word(word, "ENDMSG");
    if (g->is_over || is_word(word, "CNAME") || is_word(word, "LEVEL")) {
        return LOB_OK;
    }
    return refuse(g, "statement", "The clip has an unknown statement",
                  "Use only BEGIN, EQUIV, CNAME, LEVEL, CELL, RECT, PGON and ENDMSG.");
}

static lob_status read_lines(glp *g) {
    while (g->at < g->text.size && !g->is_over) {
        g->line++;
        LOB_TRY(g->line % 4096 == 0 ? lob_poll(g->ctx) : LOB_OK);
        lob_str word = next_word(g);
        if (word.size > 0) {
            LOB_TRY(read_statement(g, word));
        }
        end_line(g);
    }
    if (!g->is_over) {
        return refuse(g, "truncated", "The clip ends before ENDMSG", "The file may be cut off: copy it again.");
    }
    if (!g->has_cell || !g->has_units) {
        return refuse(g, g->has_cell ? "units" : "no_cell",
                      g->has_cell ? "The clip has no EQUIV" : "The clip has no CELL",
                      "The file may be cut off: copy "
                      "it again.");
    }
    return LOB_OK;
}

lob_status lob_mask_of_glp(lob_ctx *ctx, lob_str text, lob_mask *mask) {
    glp g = {.ctx = ctx, .text = text};
    lob_polygons polygons;
    LOB_TRY(lob_region_new(ctx, 1, &g.region));
    lob_status status = read_lines(&g);
    lob_free(g.points);
    LOB_TRY(status);
    LOB_TRY(lob_region_polygons(ctx, g.region, LOB_REGION_OR, &polygons));
    lob_mask_keep(mask, &polygons, 1);
    return LOB_OK;
}
