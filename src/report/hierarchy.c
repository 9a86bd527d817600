/* The hierarchy as a tree: each cell opened where it is met first, its children by name with how often they are placed.
 *
 * Bounds: LINES_MAX lines, CHILDREN_MAX children of one cell, DEPTH_MAX levels; what each leaves out is said where it
 * would stand. The stack is an array of DEPTH_MAX frames, so no hierarchy is too deep. Instances of a cell are looked
 * at once, when it is opened.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/num.h"
#include "report/report_impl.h"

enum { LINES_MAX = 300, CHILDREN_MAX = 40, DEPTH_MAX = 12 };

typedef struct child {
    lob_cell_index cell;
    uint64_t count; /* placements, members of arrays counted */
    lob_str name;
} child;

typedef struct frame {
    const child *children;
    uint32_t count, next;
} frame;

typedef struct tree {
    lob_reporter *r;
    lob_report_part part;
    uint64_t *placed; /* by cell: scratch, zero between two cells */
    bool *is_opened;
    frame stack[DEPTH_MAX];
    uint32_t depth, lines;
    bool is_full;
} tree;

static int by_name(const void *a, const void *b) {
    return lob_str_compare(((const child *)a)->name, ((const child *)b)->name);
}

/* Children of a cell, each once, by name. */
static lob_status open_cell(tree *t, lob_cell_index index, frame *f) {
    const lob_layout *layout = t->r->layout;
    const lob_cell *cell = lob_layout_cell(layout, index);
    uint32_t count = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        count += t->placed[inst->child] == 0;
        const uint64_t members = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
        t->placed[inst->child] = lob_u64_add_sat(t->placed[inst->child], members);
    }
    child *children = LOB_NEW_ARRAY(t->part.ctx.arena, child, count);
    if (!children) {
        return lob_fail_memory(&t->part.ctx);
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_cell_index at = cell->insts[i].child;
        if (t->placed[at]) {
            children[found++] = (child){at, t->placed[at], lob_layout_cell(layout, at)->name};
            t->placed[at] = 0;
        }
    }
    qsort(children, count, sizeof *children, by_name);
    *f = (frame){children, count, 0};
    t->is_opened[index] = true;
    return lob_poll(&t->part.ctx);
}

/* ---- lines ---- */

static lob_status put_cell(tree *t, lob_cell_index index, uint64_t placed, bool is_known) {
    const lob_cell *cell = lob_layout_cell(t->r->layout, index);
    lob_buf *out = t->r->out;
    lob_shown shown;
    LOB_TRY(lob_name_show(&t->part.ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
    lob_buf_add_text(out, "<li>");
    lob_html_name(out, shown.text, shown.raw_hex);
    if (placed) {
        lob_buf_add_text(out, " \xc3\x97 ");
        lob_html_count(out, placed);
    }
    lob_buf_add_text(out, " <span class=\"num\">");
    if (cell->is_ghost) {
        lob_buf_add_text(out, "not defined in the file");
    } else {
        lob_html_counted(out, cell->shape_count, "shape", "shapes");
        if (cell->inst_count) {
            lob_buf_add_text(out, ", ");
            lob_html_count(out, cell->shape_count_expanded);
            lob_buf_add_text(out, " expanded");
        }
    }
    lob_buf_add_text(out, is_known && cell->inst_count ? "; see above</span>" : "</span>");
    t->lines++;
    return LOB_OK;
}

static void put_more(tree *t, uint64_t count, const char *why) {
    lob_buf_add_text(t->r->out, "<li class=\"num\">\xe2\x80\xa6 ");
    lob_html_counted(t->r->out, count, "more cell", "more cells");
    lob_buf_printf(t->r->out, "%s</li>\n", why);
}

/* The next line of the frame on top, or its end. */
static lob_status step(tree *t) {
    frame *f = &t->stack[t->depth - 1];
    const bool is_bounded = f->next >= CHILDREN_MAX || t->lines >= LINES_MAX;
    if (f->next == f->count || is_bounded) {
        if (f->next < f->count) {
            t->is_full = t->is_full || t->lines >= LINES_MAX;
            put_more(t, f->count - f->next, "");
        }
        lob_buf_add_text(t->r->out, --t->depth ? "</ul></li>\n" : "</ul>");
        return LOB_OK;
    }
    const child *c = &f->children[f->next++];
    const bool is_known = t->is_opened[c->cell];
    const lob_cell *cell = lob_layout_cell(t->r->layout, c->cell);
    LOB_TRY(put_cell(t, c->cell, c->count, is_known));
    if (cell->inst_count == 0 || is_known) {
        lob_buf_add_text(t->r->out, "</li>\n");
        return LOB_OK;
    }
    if (t->depth == DEPTH_MAX) {
        lob_buf_printf(t->r->out, " <span class=\"num\">\xe2\x80\xa6 %u more levels</span></li>\n",
                       (unsigned)cell->height);
        return LOB_OK;
    }
    lob_buf_add_text(t->r->out, "\n<ul>\n");
    return open_cell(t, c->cell, &t->stack[t->depth++]);
}

static lob_status grow(tree *t) {
    lob_reporter *r = t->r;
    const uint32_t count = lob_layout_cell_count(r->layout);
    const lob_cell_index top = r->call->session->top;
    t->placed = LOB_NEW_ARRAY(t->part.ctx.arena, uint64_t, count);
    t->is_opened = LOB_NEW_ARRAY(t->part.ctx.arena, bool, count);
    if (!t->placed || !t->is_opened) {
        return lob_fail_memory(&t->part.ctx);
    }
    lob_report_section(r, "hierarchy", "Hierarchy");
    lob_buf_add_text(r->out, "<p>");
    lob_html_counted(r->out, count, "cell in the file", "cells in the file");
    lob_buf_add_text(r->out, ", ");
    lob_html_counted(r->out, (uint64_t)lob_layout_cell(r->layout, top)->height + 1, "level", "levels");
    lob_buf_add_text(r->out,
                     " from this cell down. Each cell is expanded at its first place; \xc3\x97 is the number of "
                     "placements in its parent; shapes are those that the cell itself stores.</p>\n<ul "
                     "class=\"tree\">\n");
    LOB_TRY(put_cell(t, top, 0, false));
    lob_buf_add_text(r->out, "\n<ul>\n");
    LOB_TRY(open_cell(t, top, &t->stack[t->depth++]));
    while (t->depth > 0) {
        LOB_TRY(step(t));
    }
    lob_buf_add_text(r->out, "</li></ul>\n");
    if (t->is_full) {
        lob_buf_printf(r->out,
                       "<p class=\"left-out\">Not shown: everything after the first %d lines; list_cells has all "
                       "cells.</p>\n",
                       LINES_MAX);
    }
    lob_buf_add_text(r->out, "</section>\n");
    return LOB_OK;
}

lob_status lob_report_hierarchy(lob_reporter *r) {
    tree t = {.r = r};
    LOB_TRY(lob_report_begin(r, &t.part));
    return lob_report_end(r, &t.part, grow(&t));
}
