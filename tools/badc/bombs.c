/* Small files that inflate to much: each must be accepted or refused in bounded time and memory.
 *
 * A chunk is compressed once and flushed so that it needs nothing before it; the file holds it many times over. So the
 * file of 1 GiB takes no longer to make than its compressed megabyte to write.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "badc.h"

enum { CHUNK_SIZE = 1 << 20, SECONDS_MAX = 2, PEAK_MIB_MAX = 300 };

/* Appends `size` bytes compressed `times` times. */
static bool pack(lob_buf *out, const unsigned char *data, size_t size, unsigned times) {
    static unsigned char room[CHUNK_SIZE + 4096];
    z_stream z = {0};
    if (deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    z.next_in = (unsigned char *)(uintptr_t)data;
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

/* An answer in JSON, in time and memory; that it is one is enough. */
static bool survives(const char *server, const char *name, const lob_buf *file, const char *suffix) {
    char path[64];
    double seconds = 0, peak = 0;
    lob_buf out;
    lob_buf_init(&out, 1 << 20);
    snprintf(path, sizeof path, "/tmp/badc_XXXXXX%s", suffix);
    bool ran = put(file, path) && bad_open(server, path, &out, &seconds, &peak);
    for (int again = 0; again < 2 && ran && seconds >= SECONDS_MAX; again++) { /* a busy machine is no fault of ours */
        lob_buf_clear(&out);
        ran = bad_open(server, path, &out, &seconds, &peak);
    }
    unlink(path);
    bool fine = ran && out.size > 2 && out.data[0] == '{' && seconds < SECONDS_MAX && peak < PEAK_MIB_MAX;
    bool accepted = out.size > 2 && memmem(out.data, out.size, "\"session_id\"", 12) != NULL;
    printf("  %s%s: %zu bytes, %s in %.2f s, %.0f MiB\n", fine ? "" : "beyond the bounds: ", name, file->size,
           !ran       ? "killed"
           : accepted ? "accepted"
                      : "refused",
           seconds, peak);
    lob_buf_release(&out);
    return fine;
}

void bad_bombs(const char *server, unsigned mib, bad_tally *tally) {
    static unsigned char chunk[CHUNK_SIZE];
    static const struct {
        const char *name, *suffix;
        const char *known;
        unsigned part; /* of mib: a RECTANGLE of 4 bytes takes 16 in memory */
        lob_str data;  /* none: gzip */
    } bombs[] = {{"gzip of boxes", ".gds", NULL, 1, {NULL, 0}},
                 {"CBLOCK of PAD", ".oas", NULL, 1, BAD_BYTES("\0")},
                 {"CBLOCK of RECTANGLE", ".oas", NULL, 16, BAD_BYTES("\x14\x18\x0e\x12")}};
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        lob_buf file;
        lob_buf_init(&file, 0);
        unsigned size = mib / bombs[i].part ? mib / bombs[i].part : 1;
        bool fine = bombs[i].data.data ? cblock_bomb(&file, chunk, size, bombs[i].data) : gzip_bomb(&file, chunk, size);
        fine = fine && survives(server, bombs[i].name, &file, bombs[i].suffix);
        lob_buf_release(&file);
        tally->passed += fine;
        tally->known += !fine && bombs[i].known;
        tally->failed += !fine && !bombs[i].known;
        if (!fine && bombs[i].known) {
            printf("  known: %s: %s\n", bombs[i].name, bombs[i].known);
        }
    }
}
