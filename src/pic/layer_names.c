/* What conventions call layers. A file may give a name of the one it extends to another layer: then that name is no
 * longer the old layer's. */
#include "pic/pic_impl.h"

static bool is_overridden(const lob_convention_chain *chain, unsigned level, lob_str name) {
    lob_convention_chain nearer = *chain;
    nearer.count = level;
    return lob_convention_find_layer(&nearer, name) != NULL;
}

static void name_layers(const lob_layout *layout, const lob_convention_chain *chain, unsigned level, lob_str *names) {
    const lob_convention *c = chain->items[level];
    for (size_t i = 0; i < c->layers.count; i++) {
        const lob_convention_layer *layer = &c->layers.items[i];
        lob_layer_index index = lob_layout_find_layer(layout, (uint32_t)layer->layer, (uint32_t)layer->datatype);
        if (index != LOB_NONE && !names[index].data && !is_overridden(chain, level, c->layers.names[i])) {
            names[index] = c->layers.names[i];
        }
    }
}

void lob_pic_layer_names(const lob_pic *pic, lob_str *names) {
    for (unsigned i = 0; i < pic->chain_count && pic->detections[i].confidence >= LOB_PIC_NAMES_CONFIDENCE; i++) {
        for (unsigned level = 0; level < pic->chains[i].count; level++) {
            name_layers(pic->layout, &pic->chains[i], level, names);
        }
    }
}
