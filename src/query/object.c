/* See object.h. The bytes that are hashed: eight numbers, the path, the name of the queried cell. A number is eight
 * bytes, big-endian. */
#include "query/object.h"

#include <string.h>

#include "base/digest.h"

static void add_u64(lob_buf *out, uint64_t value) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(value >> (56 - 8 * i));
    }
    lob_buf_add(out, bytes, sizeof bytes);
}

/* layer, datatype, kind, index, member of what is stored; instances and ports have kinds of their own */
static void add_place(lob_buf *out, const lob_layout *layout, const lob_object *object) {
    const lob_stored *stored = &object->stored;
    uint64_t place[5] = {0};
    place[2] = (uint64_t)LOB_KIND_COUNT + object->type;
    place[3] = stored->index;
    if (object->type == LOB_ID_SHAPE || object->type == LOB_ID_TEXT) {
        const lob_layer *layer = lob_layout_layer(layout, stored->layer);
        place[0] = layer->layer;
        place[1] = layer->datatype;
        place[2] = stored->kind;
        place[4] = stored->member;
    }
    for (int i = 0; i < 5; i++) {
        add_u64(out, place[i]);
    }
}

bool lob_object_hash(const lob_layout *layout, uint64_t seed, const lob_object *object, lob_buf *scratch,
                     uint64_t *hash) {
    const lob_str name = lob_layout_cell(layout, object->cell)->name;
    const uint32_t depth = object->stored.depth;
    lob_buf_clear(scratch);
    add_u64(scratch, seed);
    add_u64(scratch, name.size);
    add_u64(scratch, depth);
    add_place(scratch, layout, object);
    for (uint32_t i = 0; i < depth; i++) {
        add_u64(scratch, object->stored.path[i].inst);
        add_u64(scratch, object->stored.path[i].member);
    }
    if (name.size) {
        lob_buf_add(scratch, name.data, name.size);
    }
    if (scratch->failed) {
        return false;
    }
    *hash = lob_hash64_stable(scratch->data, scratch->size);
    return true;
}

const lob_shapes *lob_object_shapes(const lob_layout *layout, const lob_object *object) {
    if (object->type != LOB_ID_SHAPE && object->type != LOB_ID_TEXT) {
        return NULL;
    }
    const lob_cell *leaf = lob_layout_cell(layout, object->stored.leaf);
    uint32_t low = 0, high = leaf->shapes_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (leaf->shapes[middle].layer < object->stored.layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < leaf->shapes_count && leaf->shapes[low].layer == object->stored.layer;
    return found ? &leaf->shapes[low] : NULL;
}
