/* See talk.h. */
#include "script/talk.h"

#include <string.h>

lob_status lob_talk_fail(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The deck's interpreter sent an invalid message");
    lob_hint(ctx, "Run the deck with engine klayout.");
    lob_error_text(&ctx->error, "reason", LOB_STR("wire"));
    return status;
}

static uint32_t read_u32(const char *bytes) {
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--) {
        value = value << 8 | (uint8_t)bytes[i];
    }
    return value;
}

static uint64_t read_u64(const char *bytes) {
    return (uint64_t)read_u32(bytes + 4) << 32 | read_u32(bytes);
}

bool lob_talk_whole(lob_str bytes, size_t *size, bool *is_bad) {
    const uint32_t rest = bytes.size >= 4 ? read_u32(bytes.data) : 0;
    *is_bad = rest > LOB_TALK_FRAME_MAX;
    *size = bytes.size >= 4 && bytes.size - 4 >= rest ? (size_t)rest + 4 : 0;
    return *size > 0 && !*is_bad;
}

/* The value at *at; false: there is none. */
static bool read_one(lob_str frame, size_t *at, lob_talk_arg *arg) {
    const char *bytes = frame.data + *at;
    const size_t left = frame.size - *at;
    *arg = (lob_talk_arg){.type = bytes[0]};
    if (arg->type == 'n') {
        *at += 1;
        return true;
    }
    if (left < 5) {
        return false;
    }
    if (arg->type == 's') {
        const uint32_t size = read_u32(bytes + 1);
        arg->text = (lob_str){bytes + 5, size};
        *at += 5 + (size_t)size;
        return left - 5 >= size;
    }
    if (left < 9 || (arg->type != 'i' && arg->type != 'd')) {
        return false;
    }
    const uint64_t bits = read_u64(bytes + 1);
    if (arg->type == 'i') {
        memcpy(&arg->integer, &bits, sizeof bits);
        arg->number = (double)arg->integer;
    } else {
        memcpy(&arg->number, &bits, sizeof bits);
    }
    *at += 9;
    return true;
}

lob_status lob_talk_read(lob_ctx *ctx, lob_str frame, lob_talk_args *args) {
    *args = (lob_talk_args){lob_arena_alloc(ctx->arena, LOB_TALK_ARGS_MAX * sizeof *args->items), 0};
    if (!args->items) {
        return lob_fail_memory(ctx);
    }
    for (size_t at = 0; at < frame.size;) {
        if (args->count == LOB_TALK_ARGS_MAX || !read_one(frame, &at, &args->items[args->count++])) {
            return lob_talk_fail(ctx);
        }
    }
    return args->count > 0 && args->items[0].type == 's' ? LOB_OK : lob_talk_fail(ctx);
}

static void put_u32(lob_buf *out, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        lob_buf_add_byte(out, (char)(value >> (8 * i)));
    }
}

static void put_u64(lob_buf *out, uint64_t value) {
    put_u32(out, (uint32_t)value);
    put_u32(out, (uint32_t)(value >> 32));
}

void lob_talk_begin(lob_buf *out) {
    lob_buf_clear(out);
    put_u32(out, 0);
}

void lob_talk_put_integer(lob_buf *out, int64_t value) {
    lob_buf_add_byte(out, 'i');
    put_u64(out, (uint64_t)value);
}

void lob_talk_put_number(lob_buf *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    lob_buf_add_byte(out, 'd');
    put_u64(out, bits);
}

void lob_talk_put_text(lob_buf *out, lob_str text) {
    lob_buf_add_byte(out, 's');
    put_u32(out, (uint32_t)text.size);
    lob_buf_add(out, text.data, text.size);
}

void lob_talk_put_nothing(lob_buf *out) {
    lob_buf_add_byte(out, 'n');
}

void lob_talk_end(lob_buf *out) {
    for (int i = 0; !out->failed && i < 4; i++) {
        out->data[i] = (char)((out->size - 4) >> (8 * i));
    }
}
