/* Line framing. The stream is never waited for here: this file knows bytes, not descriptors. */
#include "mcp/frame.h"

#include <string.h>

enum { BLOCK_SIZE = 64 * 1024, CAPACITY_KEPT_MAX = 1024 * 1024 };

void lob_frame_init(lob_framer *frame, size_t line_size_max) {
    *frame = (lob_framer){.line_size_max = line_size_max};
    lob_buf_init(&frame->bytes, line_size_max + 2 * BLOCK_SIZE);
}

void lob_frame_release(lob_framer *frame) {
    lob_buf_release(&frame->bytes);
}

/* Moves what is not consumed to the front. A buffer that one long line made large is given back once it is empty. */
static void compact(lob_framer *frame) {
    size_t rest = frame->bytes.size - frame->begin;
    if (rest == 0 && frame->bytes.capacity > CAPACITY_KEPT_MAX) {
        lob_buf_release(&frame->bytes);
    } else if (frame->begin > 0 && rest > 0) {
        memmove(frame->bytes.data, frame->bytes.data + frame->begin, rest);
    }
    frame->bytes.size = rest;
    frame->scanned -= frame->begin;
    frame->begin = 0;
}

static void empty(lob_framer *frame) {
    lob_buf_clear(&frame->bytes);
    frame->begin = frame->scanned = 0;
}

char *lob_frame_room(lob_framer *frame, size_t *size) {
    compact(frame);
    char *room = lob_buf_reserve(&frame->bytes, BLOCK_SIZE);
    if (!room) {
        /* The buffer of the line so far may serve to find the line's end. */
        frame->skipping = frame->skipping || frame->bytes.size > 0;
        empty(frame);
        *size = 0;
        return NULL;
    }
    *size = BLOCK_SIZE;
    return room;
}

void lob_frame_added(lob_framer *frame, size_t size) {
    frame->bytes.size += size;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static lob_str trim(const char *data, size_t size) {
    while (size > 0 && is_space(data[size - 1])) {
        size--;
    }
    while (size > 0 && is_space(*data)) {
        data++;
        size--;
    }
    return (lob_str){data, size};
}

/* The part without a newline is in; it is given up when it is longer than a line may be. */
static lob_frame_state wait_for_rest(lob_framer *frame) {
    frame->scanned = frame->bytes.size;
    if (frame->skipping) {
        frame->begin = frame->scanned;
        return LOB_FRAME_MORE;
    }
    if (frame->scanned - frame->begin > frame->line_size_max) {
        frame->skipping = true;
        frame->begin = frame->scanned;
        return LOB_FRAME_TOO_LARGE;
    }
    return LOB_FRAME_MORE;
}

lob_frame_state lob_frame_next(lob_framer *frame, lob_str *line) {
    while (frame->scanned < frame->bytes.size) {
        const char *data = frame->bytes.data;
        const char *newline = memchr(data + frame->scanned, '\n', frame->bytes.size - frame->scanned);
        if (!newline) {
            return wait_for_rest(frame);
        }
        size_t first = frame->begin, end = (size_t)(newline - data);
        bool skipped = frame->skipping;
        frame->begin = frame->scanned = end + 1;
        frame->skipping = false;
        if (skipped) {
            continue;
        }
        if (end - first > frame->line_size_max) {
            return LOB_FRAME_TOO_LARGE;
        }
        *line = trim(data + first, end - first);
        if (line->size > 0) {
            return LOB_FRAME_LINE;
        }
    }
    return LOB_FRAME_MORE;
}

bool lob_frame_last(lob_framer *frame, lob_str *line) {
    if (frame->skipping || frame->begin == frame->bytes.size) {
        return false;
    }
    *line = trim(frame->bytes.data + frame->begin, frame->bytes.size - frame->begin);
    frame->begin = frame->scanned = frame->bytes.size;
    return line->size > 0;
}
