/* From the question to the engine: files opened, layers found, units turned into nanometres. */
#include "tool/litho_ask.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/limits.h"
#include "io/read.h"
#include "tool/common.h"

#define GLP_TARGET "M1"

#define TAKE(request)                                                                                                  \
    {                                                                                                                  \
        .layout = (request)->layout, .session_id = (request)->session_id, .cell = (request)->cell,                     \
        .rule_deck = (request)->rule_deck, .layer = (request)->layer, .target_layer = (request)->target_layer,         \
        .box = (request)->box, .has_pixel_nm = (request)->has_pixel_nm, .pixel_nm = (request)->pixel_nm,               \
        .process = (request)->process,                                                                                 \
    }

lob_litho_ask lob_litho_ask_of_evaluate(const lob_evaluate_request *request) {
    lob_litho_ask ask = TAKE(request);
    ask.node = request->has_node ? lob_evaluate_request_node_names[request->node] : NULL;
    return ask;
}

lob_litho_ask lob_litho_ask_of_optimize(const lob_optimize_request *request) {
    lob_litho_ask ask = TAKE(request);
    ask.node = request->has_node ? lob_optimize_request_node_names[request->node] : NULL;
    return ask;
}

/* ---- what can be said at once ---- */

static bool is_glp(lob_str path) {
    static const char ending[] = ".glp";
    const size_t size = sizeof ending - 1;
    return path.size > size && memcmp(path.data + path.size - size, ending, size) == 0;
}

static lob_status open_input(lob_ctx *ctx, const lob_litho_place *place, lob_str path, int *fd) {
    struct stat info;
    if (path.size > LOB_LIMIT_PATH_SIZE) {
        lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The path is too long for a file name");
        lob_error_text(&ctx->error, "reason", LOB_STR("absent"));
        lob_hint(ctx, "Give the absolute path of an existing file.");
        return status;
    }
    return lob_file_open_input(ctx, place->roots, path, place->file_size_max, fd, &info);
}

/* A clip is one layer of one cell: who names another would be answered for what he did not ask. */
static lob_status check_clip(lob_ctx *ctx, const lob_litho_ask *ask) {
    const struct {
        const char *argument;
        bool is_given;
    } arguments[] = {
        {"layer", ask->layer != NULL}, {"target_layer", ask->target_layer != NULL}, {"cell", ask->cell.data != NULL}};
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        if (arguments[i].is_given) {
            return lob_fail_argument(
                ctx, arguments[i].argument, "clip", "A .glp clip has no layers and cells to choose from",
                "Leave out layer, target_layer and cell: what is drawn on " GLP_TARGET " is evaluated.");
        }
    }
    return LOB_OK;
}

static lob_status check_source(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place) {
    if ((ask->layout.data != NULL) == (ask->session_id.data != NULL)) {
        return lob_fail_argument(ctx, "layout", ask->layout.data ? "both" : "neither",
                                 ask->layout.data ? "layout and session_id exclude each other"
                                                  : "Neither a layout nor a session_id was given",
                                 "Send layout, the absolute path of a file, or session_id of an opened one.");
    }
    if (ask->layout.data && is_glp(ask->layout)) {
        LOB_TRY(check_clip(ctx, ask));
    } else if (ask->layer == NULL) {
        return lob_fail_argument(ctx, "layer", "missing", "No layer was given",
                                 "Send layer, like {\"layer\":1,\"datatype\":0}; list_layers names them.");
    }
    if (ask->layout.data == NULL) {
        return LOB_OK;
    }
    int fd = -1;
    LOB_TRY(open_input(ctx, place, ask->layout, &fd));
    close(fd);
    return LOB_OK;
}

static lob_status read_points(lob_ctx *ctx, lob_str path, const lob_litho_place *place, lob_source_points *points,
                              lob_str *text) {
    int fd = -1;
    lob_status status = open_input(ctx, place, path, &fd);
    if (status == LOB_OK) {
        status = lob_file_read_all(ctx, fd, LOB_SOURCE_FILE_MAX, text);
        close(fd);
    }
    status = status == LOB_OK ? lob_source_points_read(ctx, *text, points) : status;
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", LOB_STR("process.source_path"));
    }
    return status;
}

/* A file says all of the source. */
static lob_status check_points(lob_ctx *ctx, const lob_litho_process *process, const lob_litho_place *place) {
    lob_source_points points;
    lob_str text;
    const bool has_shape =
        process->has_source || process->has_sigma_outer || process->has_sigma_inner || process->has_opening_deg;
    if (process->source_path.data == NULL) {
        return LOB_OK;
    }
    if (has_shape || process->kernels_path.data) {
        return lob_fail_argument(ctx, "process.source_path", "both",
                                 has_shape ? "source_path excludes source, sigma_outer, sigma_inner and opening_deg"
                                           : "source_path and kernels_path exclude each other",
                                 has_shape ? "Send the file alone, or the shape alone."
                                           : "Kernels contain their source: leave out one of the two.");
    }
    return read_points(ctx, process->source_path, place, &points, &text);
}

static lob_status check_process(lob_ctx *ctx, const lob_litho_process *process, const lob_litho_place *place) {
    if (process == NULL) {
        return LOB_OK;
    }
    if (process->has_kernel_offset && process->kernel_offset != 20 && process->kernel_offset != 24) {
        return lob_fail_argument(ctx, "process.kernel_offset", "offset", "kernel_offset is neither 24 nor 20",
                                 "24 reads the files as they are, 20 as OpenILT and LithoBench do.");
    }
    if (process->has_sigma_inner && process->has_sigma_outer && process->sigma_inner >= process->sigma_outer) {
        return lob_fail_argument(ctx, "process.sigma_inner", "sigma", "sigma_inner is not below sigma_outer",
                                 "Give 0 <= sigma_inner < sigma_outer <= 1.");
    }
    if (process->has_tile_px && process->tile_px % 8 != 0) {
        return lob_fail_argument(ctx, "process.tile_px", "tile_side", "tile_px is not a multiple of 8",
                                 "Give a multiple of 8 from 64 to 8192; 2048 is usual.");
    }
    LOB_TRY(check_points(ctx, process, place));
    if ((process->kernels_defocus_path.data != NULL) && process->kernels_path.data == NULL) {
        return lob_fail_argument(ctx, "process.kernels_path", "missing",
                                 "kernels_defocus_path needs kernels_path as well", "Give both folders, or neither.");
    }
    return LOB_OK;
}

lob_status lob_litho_ask_check(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place) {
    lob_litho_deck deck;
    LOB_TRY(check_source(ctx, ask, place));
    LOB_TRY(check_process(ctx, ask->process, place));
    return ask->rule_deck.data ? lob_litho_deck_read(ctx, ask->rule_deck, &deck) : LOB_OK;
}

/* ---- setup ---- */

/* A folder is taken when its scales.txt may be read: then all of its path lies where files may be read. */
static lob_status open_kernels(lob_ctx *ctx, const lob_litho_place *place, lob_str path, int *dir_fd) {
    char file[LOB_LIMIT_PATH_SIZE + 16];
    int fd = -1;
    if (path.size > LOB_LIMIT_PATH_SIZE) {
        return open_input(ctx, place, path, &fd);
    }
    snprintf(file, sizeof file, "%.*s/scales.txt", (int)path.size, path.data);
    LOB_TRY(open_input(ctx, place, lob_str_from(file), &fd));
    close(fd);
    file[path.size] = '\0';
    *dir_fd = open(file, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*dir_fd < 0) {
        return lob_fail_argument(ctx, "process.kernels_path", "not_a_folder", "The folder of kernels cannot be opened",
                                 "Give the folder that contains fh0.bin ... and scales.txt.");
    }
    return LOB_OK;
}

static lob_status take_kernels(lob_ctx *ctx, const lob_litho_process *process, const lob_litho_place *place,
                               lob_litho_setup *setup) {
    if (process->kernels_path.data == NULL) {
        return LOB_OK;
    }
    setup->kernels_offset = process->has_kernel_offset ? (uint32_t)process->kernel_offset : 24;
    LOB_TRY(open_kernels(ctx, place, process->kernels_path, &setup->kernels_dir_fd));
    const lob_str defocus = process->kernels_defocus_path.data ? process->kernels_defocus_path : process->kernels_path;
    return open_kernels(ctx, place, defocus, &setup->kernels_defocus_fd);
}

static lob_status sum_of(lob_ctx *ctx, lob_str text, char sum[72]) {
    uint8_t digest[32];
    lob_sha256 *const sha = lob_sha256_new();
    const bool fine = sha && lob_sha256_add(sha, text.data, text.size) && lob_sha256_end(sha, digest);
    lob_sha256_drop(sha);
    if (!fine) {
        return lob_fail_memory(ctx);
    }
    lob_hex(sum, digest, sizeof digest);
    return LOB_OK;
}

static lob_status take_points(lob_ctx *ctx, lob_str path, const lob_litho_place *place, lob_litho_setup *setup) {
    lob_str text;
    lob_optics *const optics = &setup->optics;
    LOB_TRY(read_points(ctx, path, place, &optics->points, &text));
    optics->source = LOB_SOURCE_FREE;
    optics->sigma_outer = optics->points.radius;
    optics->sigma_inner = 0;
    return sum_of(ctx, text, setup->source_sha256);
}

static void take_optics(const lob_litho_process *process, lob_optics *optics) {
    const struct {
        bool has;
        double value;
        double *to;
    } numbers[] = {{process->has_wavelength_nm, process->wavelength_nm, &optics->wavelength_nm},
                   {process->has_na, process->na, &optics->na},
                   {process->has_sigma_outer, process->sigma_outer, &optics->sigma_outer},
                   {process->has_sigma_inner, process->sigma_inner, &optics->sigma_inner},
                   {process->has_opening_deg, process->opening_deg, &optics->opening_deg},
                   {process->has_defocus_nm, process->defocus_nm, &optics->defocus_nm}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].has) {
            *numbers[i].to = numbers[i].value;
        }
    }
    if (process->has_source) {
        optics->source = (lob_illumination)process->source;
        if (optics->source == LOB_SOURCE_CIRCULAR && !process->has_sigma_inner) {
            optics->sigma_inner = 0;
        }
    }
    if (process->has_kernel_count) {
        optics->count = (uint32_t)process->kernel_count;
    }
}

_Static_assert((int)LOB_SOURCE_CIRCULAR == (int)LOB_LITHO_PROCESS_SOURCE_CIRCULAR &&
                   (int)LOB_SOURCE_ANNULAR == (int)LOB_LITHO_PROCESS_SOURCE_ANNULAR &&
                   (int)LOB_SOURCE_DIPOLE == (int)LOB_LITHO_PROCESS_SOURCE_DIPOLE &&
                   (int)LOB_SOURCE_QUASAR == (int)LOB_LITHO_PROCESS_SOURCE_QUASAR,
               "sources");

static lob_status take_process(lob_ctx *ctx, const lob_litho_process *process, const lob_litho_place *place,
                               lob_litho_setup *setup) {
    if (process == NULL) {
        return LOB_OK;
    }
    take_optics(process, &setup->optics);
    if (process->source_path.data) {
        LOB_TRY(take_points(ctx, process->source_path, place, setup));
    }
    if (process->has_threshold) {
        setup->threshold = process->threshold;
    }
    setup->mask_blur_nm = process->has_mask_blur_nm ? process->mask_blur_nm : setup->mask_blur_nm;
    setup->resist_blur_nm = process->has_resist_blur_nm ? process->resist_blur_nm : setup->resist_blur_nm;
    if (process->has_dose_on) {
        setup->dose_meaning = process->dose_on == LOB_LITHO_PROCESS_DOSE_ON_MASK ? LOB_DOSE_MASK : LOB_DOSE_AERIAL;
    }
    if (process->has_corners) {
        setup->corner_count = (uint32_t)process->corners.count;
        for (uint32_t i = 0; i < setup->corner_count; i++) {
            setup->corners[i] = (lob_corner){process->corners.items[i].dose, process->corners.items[i].defocus_nm};
        }
    }
    setup->tile_side = process->has_tile_px ? (uint32_t)process->tile_px : setup->tile_side;
    setup->halo = process->has_halo_px ? (uint32_t)process->halo_px : setup->halo;
    setup->gauges.tolerance_nm = process->has_epe_max_nm ? process->epe_max_nm : setup->gauges.tolerance_nm;
    setup->gauges.reach_nm = fmax(setup->gauges.reach_nm, setup->gauges.tolerance_nm);
    setup->band_max_nm = process->has_pvband_max_nm ? process->pvband_max_nm : setup->band_max_nm;
    setup->team.thread_count = process->has_threads ? (uint32_t)process->threads : 0;
    return take_kernels(ctx, process, place, setup);
}

lob_status lob_litho_ask_deck(lob_ctx *ctx, const lob_litho_ask *ask, lob_litho_deck *deck) {
    const lob_litho_node *node = ask->node ? lob_litho_node_find(lob_str_from(ask->node)) : NULL;
    return ask->rule_deck.data ? lob_litho_deck_read(ctx, ask->rule_deck, deck) : lob_litho_deck_usual(ctx, node, deck);
}

static lob_status take_setup(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place,
                             lob_litho_setup *setup) {
    lob_litho_setup_usual(setup);
    setup->team = (lob_team){.grain = 1};
    setup->tile_by_canvas = ask->process == NULL || !ask->process->has_tile_px;
    if (ask->node) {
        lob_litho_setup_node(setup, lob_litho_node_find(lob_str_from(ask->node)));
    }
    LOB_TRY(lob_litho_ask_deck(ctx, ask, &setup->deck));
    if (setup->deck.pixel_nm > 0) {
        setup->pixel_nm = setup->deck.pixel_nm;
    }
    if (ask->has_pixel_nm) {
        setup->pixel_nm = ask->pixel_nm;
    }
    return take_process(ctx, ask->process, place, setup);
}

/* ---- mask and target ---- */

static lob_status find_cell(lob_ctx *ctx, const lob_layout *layout, const lob_litho_ask *ask, lob_cell_index *cell) {
    bool ambiguous = false;
    if (ask->cell.data == NULL) {
        return LOB_OK;
    }
    *cell = lob_cell_by_shown_name(layout, ask->cell, &ambiguous);
    if (*cell != LOB_NONE) {
        return LOB_OK;
    }
    lob_layout_suggest_cells(layout, ask->cell, &ctx->error);
    const char *hint = ctx->error.candidate_count > 0
                           ? "Use a name of details.candidates; names are case-sensitive."
                           : "No cell has a similar name: open the file with open_layout and "
                             "call list_cells; names are case-sensitive.";
    return lob_fail_argument(ctx, "cell", ambiguous ? "ambiguous" : "absent",
                             ambiguous ? "Several cells show this name" : "The layout has no cell with this name",
                             hint);
}

static lob_status find_layer(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *filter,
                             const char *argument, lob_layer_index *index) {
    for (uint32_t i = 0; i < lob_layout_layer_count(layout); i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        if ((int64_t)layer->layer == filter->layer && (int64_t)layer->datatype == filter->datatype) {
            *index = i;
            return LOB_OK;
        }
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "The layout does not have this layer");
    lob_error_text(&ctx->error, "argument", lob_str_from(argument));
    lob_error_integer(&ctx->error, "layer", filter->layer);
    lob_error_integer(&ctx->error, "datatype", filter->datatype);
    lob_hint(ctx, "Call open_layout and list_layers on the file, and use a layer and datatype from there.");
    return status;
}

static lob_status find_window(lob_ctx *ctx, const lob_query_box *box, double dbu, lob_litho_input *input) {
    const double sides[4] = {box->left / dbu, box->bottom / dbu, box->right / dbu, box->top / dbu};
    for (int i = 0; i < 4; i++) {
        if (!(fabs(sides[i]) <= (double)LOB_COORD_MAX)) {
            lob_status status =
                lob_fail(ctx, LOB_E_INVALID_BOX, "A side of the box is outside of the coordinate range");
            lob_error_text(&ctx->error, "reason", LOB_STR("range"));
            lob_hint(ctx, "Give the box in um; bbox_um of open_layout is the box of the layout.");
            return status;
        }
    }
    input->has_window = true;
    input->window = (lob_box64){llround(sides[0]), llround(sides[1]), llround(sides[2]), llround(sides[3])};
    if (input->window.left >= input->window.right || input->window.bottom >= input->window.top) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "The box has no area");
        lob_hint(ctx, "Give left < right and bottom < top in um.");
        return status;
    }
    return LOB_OK;
}

/* What lies within a tile's halo of the window lights it as well. */
static lob_box64 widen(lob_box64 window, const lob_litho_setup *setup, double unit_nm) {
    const int64_t by = (int64_t)ceil(setup->tile_side * setup->pixel_nm / unit_nm);
    return (lob_box64){window.left - by, window.bottom - by, window.right + by, window.top + by};
}

static lob_status take_layout(lob_ctx *ctx, const lob_litho_ask *ask, lob_cell_index cell, lob_litho_scene *scene) {
    const lob_layout *layout = scene->layout;
    const double dbu = lob_layout_dbu(layout);
    lob_layer_index mask = 0, target = 0;
    LOB_TRY(find_cell(ctx, layout, ask, &cell));
    LOB_TRY(find_layer(ctx, layout, ask->layer, "layer", &mask));
    target = mask;
    if (ask->target_layer) {
        LOB_TRY(find_layer(ctx, layout, ask->target_layer, "target_layer", &target));
    }
    if (ask->box) {
        LOB_TRY(find_window(ctx, ask->box, dbu, &scene->input));
    }
    const lob_box64 wide = widen(scene->input.window, &scene->setup, dbu * 1000);
    const lob_box64 *window = scene->input.has_window ? &wide : NULL;
    const lob_str name = lob_layout_cell(layout, cell)->name;
    scene->cell = (lob_str){lob_arena_strdup(ctx->arena, name.data, name.size), name.size};
    scene->layer = (uint32_t)ask->layer->layer;
    scene->datatype = (uint32_t)ask->layer->datatype;
    const lob_layer_filter *target_layer = ask->target_layer ? ask->target_layer : ask->layer;
    scene->target_layer = (uint32_t)target_layer->layer;
    scene->target_datatype = (uint32_t)target_layer->datatype;
    if (scene->cell.data == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_mask_of_layout(ctx, layout, cell, mask, window, &scene->input.mask));
    scene->input.target = scene->input.mask;
    return target == mask ? LOB_OK : lob_mask_of_layout(ctx, layout, cell, target, window, &scene->input.target);
}

static lob_status take_glp(lob_ctx *ctx, const lob_litho_ask *ask, int fd, lob_litho_scene *scene) {
    lob_str text;
    lob_status status = lob_file_read_all(ctx, fd, LOB_LIMIT_RULE_DECK_SIZE, &text);
    close(fd);
    LOB_TRY(status);
    LOB_TRY(lob_mask_of_glp(ctx, text, &scene->input.mask));
    scene->input.target = scene->input.mask;
    scene->cell = LOB_STR(GLP_TARGET);
    scene->layer = scene->target_layer = 1;
    return ask->box ? find_window(ctx, ask->box, scene->input.mask.unit_nm / 1000, &scene->input) : LOB_OK;
}

static lob_status read_layout(lob_ctx *ctx, const lob_litho_ask *ask, int fd, lob_litho_scene *scene,
                              lob_cell_index *top) {
    lob_read_result result = {0};
    const lob_read_options options = {.expected = lob_format_from_name(ask->layout),
                                      .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                      .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    lob_status status = lob_read_layout(ctx, fd, &options, &result);
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "path", ask->layout);
        return status;
    }
    scene->layout = result.layout;
    snprintf(scene->artifact_id, sizeof scene->artifact_id, "sha256:%s", result.sha256);
    if (lob_layout_top_count(result.layout) == 0) {
        status = lob_fail(ctx, LOB_E_TOP_CELL_NOT_FOUND, "The file has no cell");
        lob_error_text(&ctx->error, "argument", LOB_STR("layout"));
        lob_hint(ctx, "Export the layout again with at least one cell.");
        return status;
    }
    *top = lob_layout_top(result.layout, 0);
    return LOB_OK;
}

static lob_status open_source(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place,
                              lob_litho_scene *scene) {
    lob_cell_index top = place->top;
    if (place->layout) {
        scene->layout = lob_layout_keep(place->layout);
        snprintf(scene->artifact_id, sizeof scene->artifact_id, "%s", place->artifact_id);
        return take_layout(ctx, ask, top, scene);
    }
    int fd = -1;
    LOB_TRY(open_input(ctx, place, ask->layout, &fd));
    if (is_glp(ask->layout)) {
        return take_glp(ctx, ask, fd, scene);
    }
    LOB_TRY(read_layout(ctx, ask, fd, scene, &top));
    return take_layout(ctx, ask, top, scene);
}

lob_status lob_litho_scene_open(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place,
                                lob_litho_scene *scene) {
    *scene = (lob_litho_scene){.setup = {.kernels_dir_fd = -1, .kernels_defocus_fd = -1}};
    lob_status status = lob_litho_ask_check(ctx, ask, place);
    if (status == LOB_OK) {
        status = take_setup(ctx, ask, place, &scene->setup);
    }
    if (status == LOB_OK) {
        status = open_source(ctx, ask, place, scene);
    }
    if (status != LOB_OK) {
        lob_litho_scene_drop(scene);
    }
    return status;
}

void lob_litho_scene_drop(lob_litho_scene *scene) {
    lob_layout_drop(scene->layout);
    scene->layout = NULL;
    const int fds[] = {scene->setup.kernels_dir_fd, scene->setup.kernels_defocus_fd};
    for (size_t i = 0; i < sizeof fds / sizeof fds[0]; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
    scene->setup.kernels_dir_fd = scene->setup.kernels_defocus_fd = -1;
}
