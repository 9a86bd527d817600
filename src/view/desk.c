/* Desks: as many tiles are drawn at once as there are cores, two at least. A far view is drawn from images of whole
 * cells, which take much memory, so one desk draws them all; near views need few. How fine the images are does not
 * depend on the desk. */
#include "view/viewer.h"

enum { FAR_SIZE = 512 << 20, NEAR_SIZE = 64 << 20 }; /* of images, bytes */

void lob_view_desks_open(lob_viewer *viewer, long cores) {
    viewer->desk_count = cores < 1 ? 2 : cores >= LOB_VIEW_DESKS_MAX ? LOB_VIEW_DESKS_MAX : (unsigned)cores + 1;
    for (unsigned i = 0; i < viewer->desk_count; i++) {
        pthread_mutex_init(&viewer->desks[i].busy, NULL);
    }
}

void lob_view_desks_close(lob_viewer *viewer) {
    for (unsigned i = 0; i < viewer->desk_count; i++) {
        lob_cover_release(viewer->desks[i].cover);
        viewer->desks[i].cover = NULL;
        pthread_mutex_destroy(&viewer->desks[i].busy);
    }
    viewer->desk_count = 0;
}

static lob_view_desk *free_desk(lob_viewer *viewer, bool is_far) {
    const unsigned others = viewer->desk_count - 1;
    if (!is_far) {
        for (unsigned i = 1; i <= others; i++) {
            if (pthread_mutex_trylock(&viewer->desks[i].busy) == 0) {
                return &viewer->desks[i];
            }
        }
    }
    lob_view_desk *desk = &viewer->desks[is_far ? 0 : 1 + atomic_fetch_add(&viewer->next_desk, 1) % others];
    pthread_mutex_lock(&desk->busy);
    return desk;
}

lob_status lob_view_desk_take(lob_viewer *viewer, lob_ctx *ctx, lob_layout *layout, bool is_far, lob_view_desk **desk) {
    lob_view_desk *one = free_desk(viewer, is_far);
    lob_status status = LOB_OK;
    if (!one->cover) {
        status = lob_cover_new(ctx, layout, one == viewer->desks ? FAR_SIZE : NEAR_SIZE, &one->cover);
        if (status == LOB_OK) {
            lob_cover_refine(one->cover, FAR_SIZE);
        }
    }
    if (status != LOB_OK) {
        pthread_mutex_unlock(&one->busy);
        return status;
    }
    *desk = one;
    return LOB_OK;
}

void lob_view_desk_leave(lob_view_desk *desk) {
    pthread_mutex_unlock(&desk->busy);
}
