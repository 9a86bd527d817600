/* What conventions call layers, and what roles they give them. A file may give a name of the one it extends to another
 * layer: then that name is no longer the old layer's. */
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

/* The nearest convention of the surest chain that knows the layer. */
static bool find_role(const lob_pic *pic, const lob_layer *layer, lob_convention_layer_role *role) {
    for (unsigned i = 0; i < pic->chain_count && pic->detections[i].confidence >= LOB_PIC_ROLES_CONFIDENCE; i++) {
        for (unsigned level = 0; level < pic->chains[i].count; level++) {
            const lob_convention *c = pic->chains[i].items[level];
            for (size_t k = 0; k < c->layers.count; k++) {
                const lob_convention_layer *known = &c->layers.items[k];
                if (known->layer == layer->layer && known->datatype == layer->datatype &&
                    !is_overridden(&pic->chains[i], level, c->layers.names[k])) {
                    *role = known->role;
                    return true;
                }
            }
        }
    }
    return false;
}

void lob_pic_layer_roles(const lob_pic *pic, lob_convention_layer_role *roles, bool *is_known) {
    for (uint32_t i = 0; i < lob_layout_layer_count(pic->layout); i++) {
        is_known[i] = find_role(pic, lob_layout_layer(pic->layout, i), &roles[i]);
    }
}
