/* thumbnail FILE OUT.png [OUT.oas]: a picture of the first top cell, 256 pixels along its longer side, and, when asked
 * for, the layout in another format. A program of liblob: it knows <lob/lob.h> and nothing else of the product. */
#include <stdio.h>

#include <lob/lob.h>

enum { SIDE = 256 };

static int fail(const lob_desk *desk) {
    lob_desk_detail detail;
    fprintf(stderr, "thumbnail: %s: %s. %s\n", lob_desk_code(desk), lob_desk_message(desk), lob_desk_hint(desk));
    for (unsigned i = 0; lob_desk_detail_at(desk, i, &detail) == 0; i++) {
        if (!detail.text) { /* texts may be the file's: a program that shows them escapes them */
            fprintf(stderr, "  %s: %lld\n", detail.key, (long long)detail.number);
        }
    }
    return -1;
}

/* At least one pixel along the shorter side. */
static uint32_t share(int64_t part, int64_t whole) {
    const double pixels = whole > 0 ? (double)SIDE * (double)part / (double)whole : SIDE;
    return pixels < 1 ? 1 : (uint32_t)(pixels + 0.5);
}

static int draw(lob_desk *desk, const lob_doc *doc, const char *path) {
    lob_doc_cell cell;
    const void *png;
    size_t size;
    const lob_doc_view view = {.cell = lob_doc_top_at(doc, 0)};
    if (lob_doc_cell_at(doc, view.cell, &cell) != 0 || !cell.has_box) {
        printf("nothing to draw\n");
        return 0;
    }
    const int64_t width = cell.box.right - cell.box.left, height = cell.box.top - cell.box.bottom;
    const int64_t longer = width > height ? width : height;
    const uint32_t x = share(width, longer), y = share(height, longer);
    if (lob_doc_draw(desk, doc, &view, x, y, LOB_DOC_LIGHT, &png, &size) != 0 ||
        lob_desk_save(desk, path, png, size) != 0) {
        return fail(desk);
    }
    printf("drew %u x %u pixels\n", (unsigned)x, (unsigned)y);
    return 0;
}

static int convert(lob_desk *desk, const lob_doc *doc, const char *path) {
    const lob_doc_warning *lost;
    size_t count;
    if (lob_doc_write(desk, doc, path, NULL, &lost, &count) != 0) {
        return fail(desk);
    }
    printf("wrote the layout, %zu warnings\n", count);
    for (size_t i = 0; i < count; i++) {
        printf("  %s: %s\n", lost[i].kind, lost[i].text);
    }
    return 0;
}

int main(int argc, char **argv) {
    lob_desk *desk = lob_desk_new();
    lob_doc *doc = NULL;
    if (argc < 3 || argc > 4 || !desk) {
        fprintf(stderr, desk ? "usage: thumbnail FILE OUT.png [OUT.oas]\n" : "thumbnail: out of memory\n");
        lob_desk_drop(desk);
        return 2;
    }
    int status = lob_doc_open(desk, argv[1], &doc) == 0 ? draw(desk, doc, argv[2]) : fail(desk);
    if (status == 0 && argc == 4) {
        status = convert(desk, doc, argv[3]);
    }
    lob_doc_close(doc);
    lob_desk_drop(desk);
    return status == 0 ? 0 : 1;
}
