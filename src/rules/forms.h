/* Forms: figures that are equal but for their place, as one outline each.
 *
 * A layout repeats itself: a flat reticle of millions of figures has a few hundred forms. What is computed of a form,
 * or of a group of forms at the same offsets, holds for every place of it. A form is known by where it is stored and
 * how it is turned (no points are compared), or, of what is placed at other angles, by its points.
 */
#ifndef LOB_RULES_FORMS_H
#define LOB_RULES_FORMS_H

#include "db/layout.h"

typedef struct lob_form {
    lob_layer_index layer;
    uint32_t count;
    const lob_point64 *ring; /* relative to its place */
    lob_box64 box;           /* of the ring */
    /* Boxes that together cover what the ring does; of a ring along the axes that is no box and has few corners. */
    const lob_box64 *parts;
    uint32_t part_count; /* 0: the box */
} lob_form;

enum { LOB_FORM_PARTS_MAX = 12 };

typedef struct lob_forms lob_forms;

/* Rings are in ctx->arena, which must outlive the forms; released with lob_forms_release(). */
lob_status lob_forms_new(lob_ctx *ctx, const lob_layout *layout, lob_forms **forms);
void lob_forms_release(lob_forms *forms); /* NULL is fine */
/* Figure `index` (not a text), member `member` of its repetition, seen through `trans`: its form and place. */
lob_status lob_forms_add(lob_forms *forms, const lob_shapes *shapes, lob_kind kind, uint32_t index, uint64_t member,
                         const lob_trans *trans, uint32_t *form, lob_point64 *at);
/* Whether parts of two forms, each at a place, come within reach of each other. */
bool lob_forms_are_near(const lob_form *a, lob_point64 at_a, const lob_form *b, lob_point64 at_b, int64_t reach);
const lob_form *lob_forms_get(const lob_forms *forms, uint32_t form);

#endif
