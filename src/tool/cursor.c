/* See cursor.h. */
#include "tool/cursor.h"

#include <string.h>

#include "base/digest.h"

enum { WORD_HEX_SIZE = 8, SUM_HEX_SIZE = 16, PREFIX_SIZE = 4 };

static lob_status refuse(lob_ctx *ctx, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "argument", LOB_STR("cursor"));
    lob_hint(ctx, "Pass next_cursor of the last answer with the same layout (same file, top cell, conventions) and "
                  "arguments; only limits may differ. Leave cursor out to start again.");
    return status;
}

lob_status lob_cursor_refuse(lob_ctx *ctx) {
    return refuse(ctx, "The cursor has no position");
}

static uint64_t checksum(const char *state, size_t state_size, lob_str binding) {
    uint64_t sum = lob_hash64_stable(binding.data ? binding.data : "", binding.size);
    uint8_t block[8 + LOB_CURSOR_WORD_COUNT_MAX * WORD_HEX_SIZE];
    for (int i = 0; i < 8; i++) {
        block[i] = (uint8_t)(sum >> (8 * i));
    }
    memcpy(block + 8, state, state_size);
    return lob_hash64_stable(block, 8 + state_size);
}

static void put_hex(char *out, uint64_t value, unsigned digits) {
    for (unsigned i = 0; i < digits; i++) {
        out[i] = "0123456789abcdef"[(value >> (4 * (digits - 1 - i))) & 15];
    }
}

static bool take_hex(const char *text, unsigned digits, uint64_t *value) {
    *value = 0;
    for (unsigned i = 0; i < digits; i++) {
        char c = text[i];
        bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        if (!digit && !letter) {
            return false;
        }
        *value = *value << 4 | (unsigned)(digit ? c - '0' : c - 'a' + 10);
    }
    return true;
}

lob_status lob_cursor_print(lob_ctx *ctx, const lob_cursor *cursor, lob_str binding, lob_str *text) {
    size_t state_size = (size_t)cursor->count * WORD_HEX_SIZE;
    size_t size = PREFIX_SIZE + state_size + SUM_HEX_SIZE;
    char *out = lob_arena_alloc(ctx->arena, size + 1);
    if (!out) {
        return lob_fail_memory(ctx);
    }
    memcpy(out, "cur_", PREFIX_SIZE);
    for (size_t i = 0; i < cursor->count; i++) {
        put_hex(out + PREFIX_SIZE + i * WORD_HEX_SIZE, cursor->words[i], WORD_HEX_SIZE);
    }
    put_hex(out + PREFIX_SIZE + state_size, checksum(out + PREFIX_SIZE, state_size, binding), SUM_HEX_SIZE);
    out[size] = '\0';
    *text = (lob_str){out, size};
    return LOB_OK;
}

lob_status lob_cursor_parse(lob_ctx *ctx, lob_str text, lob_str binding, lob_cursor *cursor) {
    if (text.size < PREFIX_SIZE + SUM_HEX_SIZE || memcmp(text.data, "cur_", PREFIX_SIZE) != 0) {
        return refuse(ctx, "This is not a cursor of an answer");
    }
    const char *state = text.data + PREFIX_SIZE;
    size_t rest = text.size - PREFIX_SIZE - SUM_HEX_SIZE;
    if (rest % WORD_HEX_SIZE != 0 || rest / WORD_HEX_SIZE > LOB_CURSOR_WORD_COUNT_MAX) {
        return refuse(ctx, "This is not a cursor of an answer");
    }
    uint64_t value;
    cursor->count = (unsigned)(rest / WORD_HEX_SIZE);
    for (size_t i = 0; i < cursor->count; i++) {
        if (!take_hex(state + i * WORD_HEX_SIZE, WORD_HEX_SIZE, &value)) {
            return refuse(ctx, "This is not a cursor of an answer");
        }
        cursor->words[i] = (uint32_t)value;
    }
    if (!take_hex(state + rest, SUM_HEX_SIZE, &value) || value != checksum(state, rest, binding)) {
        return refuse(ctx, "The cursor belongs to another layout, tool or question");
    }
    return LOB_OK;
}

void lob_cursor_add_u64(lob_cursor *cursor, uint64_t value) {
    cursor->words[cursor->count++] = (uint32_t)(value >> 32);
    cursor->words[cursor->count++] = (uint32_t)value;
}

uint64_t lob_cursor_u64(const lob_cursor *cursor, unsigned at) {
    return (uint64_t)cursor->words[at] << 32 | cursor->words[at + 1];
}

lob_status lob_cursor_parse_position(lob_ctx *ctx, lob_str text, lob_str binding, uint64_t *position) {
    *position = 0;
    if (!text.data) {
        return LOB_OK;
    }
    lob_cursor cursor = {.count = 0};
    LOB_TRY(lob_cursor_parse(ctx, text, binding, &cursor));
    if (cursor.count != 2) {
        return lob_cursor_refuse(ctx);
    }
    *position = lob_cursor_u64(&cursor, 0);
    return LOB_OK;
}

lob_status lob_cursor_print_position(lob_ctx *ctx, uint64_t position, lob_str binding, lob_str *text) {
    lob_cursor cursor = {.count = 0};
    lob_cursor_add_u64(&cursor, position);
    return lob_cursor_print(ctx, &cursor, binding, text);
}
