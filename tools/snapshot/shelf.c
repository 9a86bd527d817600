/* The stored pictures: pictures/CASE_STEP.png beside the cases. Invariant: a stored file is written only when its
 * pixels are other ones, and removed only after every case ran to its end. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "snapshot.h"

bool write_bytes(const char *path, const void *data, size_t size) {
    FILE *out = fopen(path, "wb");
    bool fine = out != NULL && fwrite(data, 1, size, out) == size;
    return out != NULL && fclose(out) == 0 && fine;
}

static bool path_of(char out[PATH_MAX], const char *folder, const char *file, const char *ending) {
    int size =
        snprintf(out, PATH_MAX, "%s/pictures/%.*s%s", folder, (int)(strlen(file) - strlen(".png")), file, ending);
    return size > 0 && size < PATH_MAX;
}

static bool store(totals *all, const char *file, const char *ending, lob_str bytes) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/pictures", all->write_path);
    bool is_there = mkdir(path, 0777) == 0 || errno == EEXIST;
    return is_there && bytes.data != NULL && path_of(path, all->write_path, file, ending) &&
           write_bytes(path, bytes.data, bytes.size);
}

/* Both sides and what lies between them. */
static bool store_sides(totals *all, lob_ctx *ctx, const picture_change *change) {
    lob_picture between;
    return store(all, change->file, ".expected.png", picture_encode(ctx, &change->expected)) &&
           picture_show_difference(ctx, &change->expected, &change->actual, &between) &&
           store(all, change->file, ".difference.png", picture_encode(ctx, &between));
}

static const char *say_difference(lob_ctx *ctx, const picture_difference *d) {
    char text[160];
    snprintf(text, sizeof text, "the picture is another one: %s%llu pixels differ, most by %u at (%u, %u)",
             d->has_other_size ? "another size, " : "", (unsigned long long)d->count, d->worst, d->worst_x, d->worst_y);
    const char *copy = lob_arena_strdup(ctx->arena, text, strlen(text));
    return copy != NULL ? copy : "the picture is another one";
}

void shelf_note(totals *all, const char *file) {
    lob_buf_printf(&all->seen, "%s%s\n", all->seen.size == 0 ? "\n" : "", file);
}

static bool was_seen(const totals *all, const char *file) {
    char line[NAME_MAX + 3];
    snprintf(line, sizeof line, "\n%s\n", file);
    return all->seen.data != NULL && strstr(all->seen.data, line) != NULL;
}

const char *shelf_take(totals *all, lob_ctx *ctx, const char *file, lob_str bytes, const lob_picture *actual,
                       picture_change **change) {
    char path[PATH_MAX];
    lob_str stored_bytes;
    picture_change found = {.file = file, .actual = *actual};
    *change = NULL;
    if (!path_of(path, all->cases, file, ".png")) {
        return "the name of the case is too long";
    }
    bool is_stored = access(path, F_OK) == 0;
    const char *fault = is_stored ? picture_load(ctx, path, &stored_bytes, &found.expected) : NULL;
    if (fault != NULL) {
        found.expected.rgba = NULL;
    } else if (is_stored) {
        found.difference = picture_compare(&found.expected, actual);
        fault = found.difference.count > 0 ? say_difference(ctx, &found.difference) : NULL;
    } else {
        fault = "no picture is stored for this step (make snapshots-accept)";
    }
    if (fault == NULL) {
        return NULL;
    }
    if (all->write_path != NULL && !store(all, file, ".png", bytes)) {
        return "the picture could not be stored";
    }
    if (all->write_path != NULL && all->page == NULL) {
        return NULL; /* accepted */
    }
    if (all->write_path != NULL && found.expected.rgba != NULL && !store_sides(all, ctx, &found)) {
        return "the pictures of the difference could not be stored";
    }
    *change = LOB_NEW(ctx->arena, picture_change);
    if (*change != NULL) {
        **change = found;
    }
    return fault;
}

static int is_picture(const struct dirent *entry) {
    size_t size = strlen(entry->d_name);
    return size > 4 && strcmp(entry->d_name + size - 4, ".png") == 0;
}

static void drop_stale(totals *all, const char *file) {
    char path[PATH_MAX];
    bool accepts = all->write_path != NULL && all->page == NULL;
    if (accepts && path_of(path, all->write_path, file, ".png") && unlink(path) == 0) {
        printf("  removed %s: no answer has this picture\n", path);
        return;
    }
    printf("  FAIL pictures/%s: no answer has this picture (make snapshots-accept removes it)\n", file);
    all->failed++;
    if (all->page != NULL) {
        page_add_stale(all->page, file);
    }
}

void shelf_finish(totals *all) {
    char path[PATH_MAX];
    struct dirent **entries = NULL;
    snprintf(path, sizeof path, "%s/pictures", all->cases);
    int count = all->is_incomplete ? 0 : scandir(path, &entries, is_picture, alphasort);
    for (int i = 0; i < count; i++) {
        if (!was_seen(all, entries[i]->d_name)) {
            drop_stale(all, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
}
