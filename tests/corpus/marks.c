/* Says what we read of KLayout's XML files, for tests/oracle/lyp_compare.py, lyrdb_compare.py and markers_compare.py:
 *
 *     marks lyp FILE          an entry a line, fields with tabs between; patterns behind
 *     marks lyrdb FILE        categories, cells, items with their values, frames
 *     marks rewrite FILE OUT  reads a .lyrdb and writes it again
 *     marks list FILE         its markers in the top cell: rule, cell, box, distance
 *
 * In texts a tab, a newline and a backslash are \t \n \\. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/lyp/lyp.h"
#include "io/lyrdb/lyrdb.h"
#include "markers/markers.h"

static void put(lob_str text) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\') {
            printf("\\%c", c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c);
        } else {
            putchar(c);
        }
    }
}

static void put_buf(lob_buf *buf) {
    put((lob_str){buf->data, buf->size});
    lob_buf_clear(buf);
}

static void put_pattern(const lob_pattern *pattern) {
    printf("pattern\t");
    for (unsigned y = 0; y < pattern->height; y++) {
        for (unsigned x = 0; x < pattern->width; x++) {
            putchar(pattern->rows[y] >> x & 1 ? '*' : '.');
        }
        putchar('/');
    }
    putchar('\n');
}

static void put_line_style(const lob_line_style *style) {
    printf("style\t");
    for (unsigned x = 0; x < style->width; x++) {
        putchar(style->bits >> x & 1 ? '*' : '.');
    }
    putchar('\n');
}

static lob_status put_lyp(lob_ctx *ctx, lob_source *source) {
    lob_lyp lyp;
    LOB_TRY(lob_lyp_read(ctx, source, ctx->arena, &lyp));
    for (uint32_t i = 0; i < lyp.entry_count; i++) {
        const lob_lyp_entry *e = &lyp.entries[i];
        printf("entry\t");
        put(e->name);
        printf("\t");
        put(e->source.name);
        printf("\t%d\t%d\t%d\t%d", e->source.layer, e->source.datatype, e->source.layout, e->source.is_special);
        printf("\t%s%06x\t%s%06x\t%d\t%d", e->has_fill_color ? "" : "-", e->fill_color, e->has_frame_color ? "" : "-",
               e->frame_color, e->pattern, e->line_style);
        printf("\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", e->valid, e->visible, e->transparent, e->width, e->marked, e->xfill,
               e->animation);
    }
    for (int32_t i = 0; lob_lyp_pattern(&lyp, i); i++) {
        put_pattern(lob_lyp_pattern(&lyp, i));
    }
    for (int32_t i = 0; lob_lyp_line_style(&lyp, i); i++) {
        put_line_style(lob_lyp_line_style(&lyp, i));
    }
    printf("counts\t%u\t%u\t%u\t%" PRIu64 "\n", lyp.group_count, lyp.tab_count, lyp.fault_count, lyp.unknown_count);
    return LOB_OK;
}

static lob_status put_cells(lob_ctx *ctx, const lob_rdb *rdb, lob_buf *buf) {
    for (uint32_t i = 0; i < rdb->cell_count; i++) {
        const lob_um_trans *frames;
        uint32_t count;
        bool truncated;
        LOB_TRY(lob_rdb_frames(ctx, rdb, i, 1000, &frames, &count, &truncated));
        lob_rdb_put_cell_name(buf, &rdb->cells[i]);
        printf("cell\t");
        put_buf(buf);
        for (uint32_t j = 0; j < count; j++) {
            printf("\t%d %.12g %.12g %.12g %.12g", frames[j].is_mirrored, frames[j].angle, frames[j].mag, frames[j].x,
                   frames[j].y);
        }
        printf("\n");
    }
    return LOB_OK;
}

static lob_status put_items(lob_ctx *ctx, const lob_rdb *rdb, lob_buf *buf) {
    for (uint32_t i = 0; i < rdb->item_count; i++) {
        const lob_rdb_item *item = &rdb->items[i];
        printf("item\t");
        LOB_TRY(lob_rdb_put_category_path(ctx, buf, rdb, item->category));
        put_buf(buf);
        printf("\t");
        lob_rdb_put_cell_name(buf, &rdb->cells[item->cell]);
        put_buf(buf);
        printf("\t%d\t%u", item->is_visited, item->multiplicity);
        for (uint32_t j = 0; j < item->value_count; j++) {
            printf("\t");
            lob_rdb_put_value(buf, &item->values[j]);
            put_buf(buf);
        }
        printf("\n");
    }
    return LOB_OK;
}

static lob_status put_rdb(lob_ctx *ctx, const lob_rdb *rdb) {
    lob_buf buf;
    lob_buf_init(&buf, 0);
    printf("head\t");
    put(rdb->description);
    printf("\t");
    put(rdb->generator);
    printf("\t");
    put(rdb->top_cell);
    printf("\t%" PRIu64 "\t%" PRIu64 "\n", rdb->raw_count, rdb->fault_count);
    for (uint32_t i = 0; i < rdb->category_count; i++) {
        printf("category\t");
        lob_rdb_put_category_path(ctx, &buf, rdb, i);
        put_buf(&buf);
        printf("\t%" PRIu64 "\t", rdb->categories[i].item_count);
        put(rdb->categories[i].description);
        printf("\n");
    }
    lob_status status = put_cells(ctx, rdb, &buf);
    status = status == LOB_OK ? put_items(ctx, rdb, &buf) : status;
    lob_buf_release(&buf);
    return status;
}

static lob_status rewrite(lob_ctx *ctx, const lob_rdb *rdb, const char *path) {
    lob_outfile out;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    LOB_TRY(lob_outfile_begin(ctx, &out, fd, false));
    lob_status status = lob_rdb_write(ctx, rdb, &out);
    status = status == LOB_OK ? lob_outfile_end(&out) : status;
    lob_outfile_release(&out);
    close(fd);
    return status;
}

/* Takes the database over. */
static lob_status put_markers(lob_ctx *ctx, lob_rdb *rdb) {
    lob_markers *markers;
    LOB_TRY(lob_markers_make(ctx, rdb, 0.001, 0, &markers));
    for (uint32_t i = 0; i < markers->count; i++) {
        const lob_marker *marker = &markers->items[i];
        const lob_rdb_value *shown = lob_marker_shown(marker);
        const lob_um_box box = lob_marker_box_um(marker);
        double distance;
        printf("marker\t");
        put(markers->rules[marker->rule].name);
        printf("\t");
        put(markers->cells[marker->cell]);
        if (box.left <= box.right) {
            printf("\t%.9g %.9g %.9g %.9g", box.left, box.bottom, box.right, box.top);
        } else {
            printf("\tnone");
        }
        if (shown && lob_marker_distance_um(shown, &distance)) {
            printf("\t%.9g\n", distance);
        } else {
            printf("\t-\n");
        }
    }
    lob_markers_drop(markers);
    return LOB_OK;
}

static lob_status run(lob_ctx *ctx, char **argv) {
    const lob_source_options options = {0};
    lob_source *source;
    LOB_TRY(lob_source_open_fd(ctx, open(argv[2], O_RDONLY | O_CLOEXEC), &options, &source));
    lob_status status;
    if (strcmp(argv[1], "lyp") == 0) {
        status = put_lyp(ctx, source);
    } else {
        lob_rdb rdb;
        status = lob_rdb_read(ctx, source, NULL, &rdb);
        if (status == LOB_OK && strcmp(argv[1], "list") == 0) {
            status = put_markers(ctx, &rdb);
        } else if (status == LOB_OK) {
            status = argv[3] ? rewrite(ctx, &rdb, argv[3]) : put_rdb(ctx, &rdb);
            lob_rdb_drop(&rdb);
        }
    }
    lob_source_close(source);
    return status;
}

int main(int argc, char **argv) {
    lob_ctx ctx;
    if (argc < 3) {
        fprintf(stderr, "usage: marks lyp|lyrdb|list FILE, marks rewrite FILE OUT\n");
        return 2;
    }
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_status status = run(&ctx, argv);
    if (status != LOB_OK) {
        printf("refused\t%s\t%s", lob_status_name(status), ctx.error.message);
        for (unsigned i = 0; i < ctx.error.detail_count; i++) {
            const lob_error_detail *detail = &ctx.error.details[i];
            printf("\t%s=", detail->key);
            detail->is_text ? put(detail->text) : (void)printf("%" PRId64, detail->integer);
        }
        printf("\n");
    }
    lob_arena_drop(arena);
    return status == LOB_OK ? 0 : 1;
}
