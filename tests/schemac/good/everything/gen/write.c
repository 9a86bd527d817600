/* Made by tools/schemac from spec/. Do not edit. Writers of the shared types. */
#include "gen/write.h"

void lob_sample_box_write(lob_jsonw *out, const lob_sample_box *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "left");
    lob_jsonw_um(out, value->left);
    lob_jsonw_key(out, "right");
    lob_jsonw_um(out, value->right);
    lob_jsonw_end_object(out);
}

void lob_sample_shape_write(lob_jsonw *out, const lob_sample_shape *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "box");
    lob_sample_box_write(out, &value->box);
    lob_jsonw_key(out, "mode");
    lob_jsonw_text(out, lob_sample_mode_names[value->mode]);
    if (value->has_outline) {
        lob_jsonw_key(out, "outline");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->outline.count; i0++) {
            lob_jsonw_begin_array(out);
            for (size_t i1 = 0; i1 < value->outline.items[i0].count; i1++) {
                lob_jsonw_int(out, value->outline.items[i0].items[i1]);
            }
            lob_jsonw_end_array(out);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_sample_units_write(lob_jsonw *out, const lob_sample_units *value) {
    (void)value;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "length");
    lob_jsonw_text(out, "um");
    lob_jsonw_end_object(out);
}
