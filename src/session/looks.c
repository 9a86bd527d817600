/* See looks.h. */
#include "session/looks.h"

static lob_layer_look own_look(const lob_layer *layer) {
    lob_layer_look look = {.source = layer->name_source, .visible = true};
    if (look.source != LOB_NAME_NONE) {
        look.name = layer->name;
    }
    return look;
}

static lob_status look_up(lob_ctx *ctx, const lob_layout *layout, lob_looks *looks) {
    uint32_t count = lob_layout_layer_count(layout);
    if ((uint64_t)count * looks->lyp->entry_count > LOB_LOOKS_WORK_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED,
                                     "The layer properties file has too many entries for a layout of so many layers");
        lob_error_text(&ctx->error, "reason", LOB_STR("lyp_work"));
        lob_hint(ctx, "Give a layer properties file (lyp_path) with entries only for the layers of interest.");
        return status;
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        lob_layer_look *look = &looks->layers[i];
        LOB_TRY(lob_poll(ctx));
        lob_lyp_match match = lob_lyp_find(looks->lyp, (int32_t)layer->layer, (int32_t)layer->datatype, look->name);
        if (match.entry) {
            look->visible = match.visible;
            looks->layer_count_matched++;
        }
        if (match.name.size) {
            look->name = match.name;
            look->source = LOB_NAME_LYP;
        }
    }
    return LOB_OK;
}

static lob_status name_by_conventions(lob_ctx *ctx, const lob_layout *layout, const lob_pic *pic, lob_looks *looks) {
    uint32_t count = lob_layout_layer_count(layout);
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    if (!names) {
        return lob_fail_memory(ctx);
    }
    lob_pic_layer_names(pic, names);
    for (uint32_t i = 0; i < count; i++) {
        if (looks->layers[i].source == LOB_NAME_NONE && names[i].data) {
            looks->layers[i].name = names[i];
            looks->layers[i].source = LOB_NAME_CONVENTION;
        }
    }
    return LOB_OK;
}

static lob_status read_lyp(lob_ctx *ctx, lob_source *source, lob_str path, lob_looks *looks) {
    looks->lyp = LOB_NEW(looks->arena, lob_lyp);
    char *copy = lob_arena_strdup(looks->arena, path.data, path.size);
    if (!looks->lyp || !copy) {
        return lob_fail_memory(ctx);
    }
    looks->lyp_path = (lob_str){copy, path.size};
    return lob_lyp_read(ctx, source, looks->arena, looks->lyp);
}

static lob_status fill(lob_ctx *ctx, const lob_layout *layout, const lob_pic *pic, lob_source *lyp, lob_str lyp_path,
                       lob_looks *looks) {
    uint32_t count = lob_layout_layer_count(layout);
    looks->layers = LOB_NEW_ARRAY(looks->arena, lob_layer_look, count);
    if (!looks->layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        looks->layers[i] = own_look(lob_layout_layer(layout, i));
    }
    if (lyp) {
        LOB_TRY(read_lyp(ctx, lyp, lyp_path, looks));
        LOB_TRY(look_up(ctx, layout, looks));
    }
    return pic ? name_by_conventions(ctx, layout, pic, looks) : LOB_OK;
}

lob_status lob_looks_open(lob_ctx *ctx, const lob_layout *layout, const lob_pic *pic, lob_source *lyp, lob_str lyp_path,
                          lob_looks **result) {
    lob_arena *arena = lob_arena_new(0);
    lob_looks *looks = arena ? LOB_NEW(arena, lob_looks) : NULL;
    if (!looks) {
        lob_arena_drop(arena);
        return lob_fail_memory(ctx);
    }
    looks->arena = arena;
    lob_status status = fill(ctx, layout, pic, lyp, lyp_path, looks);
    if (status != LOB_OK) {
        lob_arena_drop(arena);
        return status;
    }
    *result = looks;
    return LOB_OK;
}

void lob_looks_drop(lob_looks *looks) {
    if (looks) {
        lob_arena_drop(looks->arena);
    }
}

lob_layer_look lob_looks_layer(const lob_looks *looks, const lob_layout *layout, lob_layer_index layer) {
    return looks ? looks->layers[layer] : own_look(lob_layout_layer(layout, layer));
}
