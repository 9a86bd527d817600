/* Small files that ask for much, made for the moment: each must be accepted or refused as said here, in bounded time
 * and memory. The time is of the processor, the program's start included.
 *
 * A chunk is compressed once and flushed so that it needs nothing before it; the file holds it many times over. So the
 * file of 1 GiB takes no longer to make than its compressed megabyte to write.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define ZLIB_CONST /* next_in is const */
#include <zlib.h>

#include "badc.h"
#include "bombs.h"

enum {
    CHUNK_SIZE = 1 << 20,
    MADE_FROM_MIB = 64
}; /* a run of a few MiB is a test of this tool: without the large files */

/* Appends `size` bytes compressed `times` times. */
static bool pack(lob_buf *out, const unsigned char *data, size_t size, unsigned times) {
    static unsigned char room[CHUNK_SIZE + 4096];
    z_stream z = {0};
    if (deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    z.next_in = data;
    z.avail_in = (unsigned)size;
    z.next_out = room;
    z.avail_out = sizeof room;
    bool fine = deflate(&z, Z_FULL_FLUSH) == Z_OK && z.avail_in == 0;
    size_t packed = sizeof room - z.avail_out;
    deflateEnd(&z);
    for (unsigned i = 0; fine && i < times; i++) {
        lob_buf_add(out, room, packed);
    }
    return fine && !out->failed;
}

static void fill(unsigned char *chunk, const bad_file *item) {
    for (size_t i = 0; i < CHUNK_SIZE; i++) {
        chunk[i] = (unsigned char)item->bytes.data[i % item->bytes.size];
    }
}

static void end_deflate(lob_buf *out) {
    lob_buf_add(out, "\3\0", 2); /* an empty last block */
}

static uint32_t crc_of(const lob_buf *head, const unsigned char *chunk, unsigned times, const lob_buf *tail) {
    uLong crc = crc32_z(0, (const unsigned char *)head->data, head->size), one = crc32_z(0, chunk, CHUNK_SIZE);
    for (unsigned i = 0; i < times; i++) {
        crc = crc32_combine(crc, one, CHUNK_SIZE);
    }
    return (uint32_t)crc32_combine(crc, crc32_z(0, (const unsigned char *)tail->data, tail->size), (long)tail->size);
}

/* gzip of a GDSII with boxes of 64 bytes, mib MiB of them. */
static bool gzip_bomb(lob_buf *out, unsigned char *chunk, unsigned mib) {
    bad_file head = bad_new(), box = bad_new(), tail = bad_new();
    g_head(&head);
    g_cell_begin(&head, "TOP");
    g_empty(&box, G_BOUNDARY);
    G_SHORTS(&box, G_LAYER, 1);
    G_SHORTS(&box, G_DATATYPE, 0);
    G_LONGS(&box, G_XY, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0);
    g_empty(&box, G_ENDEL);
    g_cell_end(&tail);
    g_empty(&tail, G_ENDLIB);
    fill(chunk, &box);
    lob_buf_add(out, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    bool fine = box.bytes.size == 64 && pack(out, (unsigned char *)head.bytes.data, head.bytes.size, 1) &&
                pack(out, chunk, CHUNK_SIZE, mib) && pack(out, (unsigned char *)tail.bytes.data, tail.bytes.size, 1);
    end_deflate(out);
    uint32_t sums[2] = {crc_of(&head.bytes, chunk, mib, &tail.bytes),
                        (uint32_t)(head.bytes.size + tail.bytes.size + (size_t)mib * CHUNK_SIZE)};
    lob_buf_add(out, sums, sizeof sums); /* little-endian, as this machine is */
    lob_buf_release(&head.bytes);
    lob_buf_release(&box.bytes);
    lob_buf_release(&tail.bytes);
    return fine;
}

/* OASIS with one CBLOCK of mib MiB of the record of `data`. */
static bool cblock_bomb(lob_buf *out, unsigned char *chunk, unsigned mib, lob_str data) {
    bad_file file = bad_new(), item = bad_new();
    lob_buf packed;
    lob_buf_init(&packed, 0);
    bad_raw(&item, data.data, data.size);
    fill(chunk, &item);
    bool fine = pack(&packed, chunk, CHUNK_SIZE, mib);
    end_deflate(&packed);
    o_magic(&file);
    o_start(&file);
    o_cell(&file, "TOP");
    o_rect(&file);
    o_id(&file, 34);
    o_uint(&file, 0);
    o_uint(&file, (uint64_t)mib * CHUNK_SIZE);
    o_uint(&file, packed.size);
    bad_raw(&file, packed.data, packed.size);
    o_end(&file);
    lob_buf_add(out, file.bytes.data, file.bytes.size);
    lob_buf_release(&packed);
    lob_buf_release(&item.bytes);
    lob_buf_release(&file.bytes);
    return fine && !out->failed;
}

static bool put(const lob_buf *bytes, char *path) {
    int fd = mkstemps(path, 4);
    bool fine = fd >= 0 && write(fd, bytes->data, bytes->size) == (ssize_t)bytes->size;
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

/* The answer is the expected one: a session, or an error of this reason. */
static bool answers(const lob_buf *out, const char *reason) {
    char text[64];
    snprintf(text, sizeof text, reason ? "\"reason\":\"%s\"" : "\"session_id\"%.0s", reason ? reason : "");
    return out->size > 2 && out->data[0] == '{' && memmem(out->data, out->size, text, strlen(text)) != NULL;
}

static bool survives(const char *server, const bad_bomb *bomb, const lob_buf *file) {
    char path[64];
    double seconds = 0, peak = 0;
    lob_buf out;
    lob_buf_init(&out, 1 << 20);
    snprintf(path, sizeof path, "/tmp/badc_XXXXXX%s", bomb->suffix);
    bool ran = put(file, path) && bad_open(server, path, &out, &seconds, &peak);
    for (int again = 0; again < 8 && ran && seconds >= bomb->seconds_max;
         again++) { /* a busy machine is no fault of ours */
        lob_buf_clear(&out);
        ran = bad_open(server, path, &out, &seconds, &peak);
    }
    unlink(path);
    bool right = ran && answers(&out, bomb->reason);
    bool fine = right && seconds < bomb->seconds_max && peak < bomb->mib_max;
    printf("  %s%s: %zu bytes, %s in %.2f s (below %.2f), %.0f MiB (below %.0f)\n", fine ? "" : "FAIL ", bomb->name,
           file->size,
           !ran           ? "killed"
           : !right       ? "another answer than it should be"
           : bomb->reason ? bomb->reason
                          : "accepted",
           seconds, bomb->seconds_max, peak, bomb->mib_max);
    lob_buf_release(&out);
    return fine;
}

static bool make_inflating(lob_buf *out, unsigned mib, lob_str record) {
    static unsigned char chunk[CHUNK_SIZE];
    return record.data ? cblock_bomb(out, chunk, mib, record) : gzip_bomb(out, chunk, mib);
}

void bad_bombs(const char *server, unsigned mib, bad_tally *tally) {
    static const struct {
        bad_bomb bomb;
        unsigned part;  /* of mib; 0: one MiB at least */
        lob_str record; /* none: gzip */
    } inflating[] = {
        {{"gzip of boxes", ".gds", "inflated_ratio", 1, 256}, 1, {NULL, 0}},
        {{"CBLOCK of PAD", ".oas", "inflated_ratio", 1, 256}, 1, BAD_BYTES("\0")},
        {{"CBLOCK of RECTANGLE", ".oas", "inflated_ratio", 1, 256}, 1, BAD_BYTES("\x14\x18\x0e\x12")},
        {{"gzip of boxes, below the limit", ".gds", NULL, 2, 256}, 32, {NULL, 0}},
        {{"CBLOCK of PAD, below the limit", ".oas", NULL, 1, 256}, 32, BAD_BYTES("\0")},
        {{"CBLOCK of RECTANGLE, below the limit", ".oas", NULL, 2, 300}, 32, BAD_BYTES("\x14\x18\x0e\x12")},
    };
    for (size_t i = 0; i < sizeof inflating / sizeof inflating[0]; i++) {
        lob_buf file;
        lob_buf_init(&file, 0);
        unsigned size = mib / inflating[i].part ? mib / inflating[i].part : 1;
        bool fine = make_inflating(&file, size, inflating[i].record) && survives(server, &inflating[i].bomb, &file);
        lob_buf_release(&file);
        tally->passed += fine;
        tally->failed += !fine;
    }
    for (unsigned i = 0; i < bad_made_count && mib >= MADE_FROM_MIB; i++) {
        lob_buf file;
        lob_buf_init(&file, 0);
        bool fine = bad_made[i].make(&file, bad_made[i].n) && survives(server, &bad_made[i].bomb, &file);
        lob_buf_release(&file);
        tally->passed += fine;
        tally->failed += !fine;
    }
}
