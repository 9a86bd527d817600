/* Two layouts that must say the same, whichever way each was made: what is written of them, what freezing worked out,
 * what was warned of. */
#ifndef TESTS_UNIT_IO_SAME_LAYOUT_H
#define TESTS_UNIT_IO_SAME_LAYOUT_H

#include "tests/unit/io/layout_rig.h"

static inline void same_bytes(lob_ctx *ctx, const lob_layout *a, const lob_layout *b, lob_format format) {
    lob_outfile out[2];
    lob_write_warnings warnings = {.count = 0};
    const lob_layout *const layouts[2] = {a, b};
    lob_status status[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lob_outfile_begin(ctx, &out[i], -1, false), LOB_OK);
        status[i] = lob_write_layout(ctx, layouts[i], format, &out[i], &warnings);
        lob_error_clear(&ctx->error);
        (void)lob_outfile_end(&out[i]);
        lob_error_clear(&ctx->error);
    }
    assert_int_equal(status[0], status[1]);
    assert_true(lob_str_equal(lob_outfile_bytes(&out[0]), lob_outfile_bytes(&out[1])));
    lob_outfile_release(&out[0]);
    lob_outfile_release(&out[1]);
}

static inline bool same_box(lob_box64 a, lob_box64 b) {
    return a.left == b.left && a.bottom == b.bottom && a.right == b.right && a.top == b.top;
}

/* What freezing has worked out; the writers do not look at it. */
static inline void same_sums(const lob_layout *a, const lob_layout *b) {
    assert_int_equal(lob_layout_cell_count(a), lob_layout_cell_count(b));
    assert_int_equal(lob_layout_top_count(a), lob_layout_top_count(b));
    for (uint32_t i = 0; i < lob_layout_cell_count(a); i++) {
        const lob_cell *x = lob_layout_cell(a, i), *y = lob_layout_cell(b, i);
        assert_true(lob_str_equal(x->name, y->name));
        assert_true(same_box(x->box, y->box) && same_box(x->box_own, y->box_own));
        assert_true(same_box(x->box_figures, y->box_figures) && same_box(x->box_placed, y->box_placed));
        assert_eq(x->shape_count_expanded, y->shape_count_expanded);
        assert_eq(x->inst_count_expanded_total, y->inst_count_expanded_total);
        assert_int_equal(x->layer_box_count, y->layer_box_count);
        assert_int_equal(x->anchors != NULL, y->anchors != NULL);
        for (uint32_t k = 0; k < x->layer_box_count; k++) {
            assert_true(same_box(x->layer_boxes[k].box, y->layer_boxes[k].box));
            assert_eq(x->layer_boxes[k].shape_count, y->layer_boxes[k].shape_count);
            assert_int_equal(x->anchors ? x->anchors[k].cell : 0, y->anchors ? y->anchors[k].cell : 0);
        }
        assert_int_equal(lob_layout_cells_by_name(a)[i], lob_layout_cells_by_name(b)[i]);
        assert_int_equal(lob_layout_cells_bottom_up(a)[i], lob_layout_cells_bottom_up(b)[i]);
        assert_int_equal(lob_layout_find_cell(b, x->name), lob_layout_find_cell(a, x->name));
    }
}

static inline void same_warnings(const lob_layout *a, const lob_layout *b) {
    assert_int_equal(lob_layout_warning_count(a), lob_layout_warning_count(b));
    for (uint32_t i = 0; i < lob_layout_warning_count(a); i++) {
        const lob_warning *x = lob_layout_warning(a, i), *y = lob_layout_warning(b, i);
        assert_string_equal(x->kind, y->kind);
        assert_string_equal(x->text, y->text);
        assert_eq(x->offset, y->offset);
        assert_eq(x->count, y->count);
    }
}

#endif
