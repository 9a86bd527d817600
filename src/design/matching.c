/* The matching score of matching.h, term by term. */
#include "design/matching.h"

#include <float.h>
#include <math.h>

static const double MIRRORED = 0.9, TURNED = 0.5, NOTHING = 1e-9;
enum { AXIS_DEVICES_MAX = 1000, IS_TURNED = 1, ORIENTATION_COUNT = 8 };

typedef struct centroid {
    double x, y;
} centroid;

static bool is_size(double size) {
    return isfinite(size) && size > 0;
}

static bool is_unit(const lob_placed_unit *unit) {
    return is_size(unit->width) && is_size(unit->height) && isfinite(unit->x) && isfinite(unit->y) &&
           unit->orientation >= 0 && unit->orientation < ORIENTATION_COUNT;
}

static bool is_placed(const lob_placed_device *device) {
    for (size_t i = 0; i < device->count; i++) {
        if (!is_unit(&device->units[i])) {
            return false;
        }
    }
    return device->count > 0;
}

/* ---- size and orientation ---- */

typedef struct spread {
    double width_min, width_max, height_min, height_max, area_sum;
    size_t count;
    unsigned orientations; /* bit o: seen */
} spread;

static void take_unit(spread *all, const lob_placed_unit *unit) {
    const bool is_turned = unit->orientation & IS_TURNED;
    const double width = is_turned ? unit->height : unit->width, height = is_turned ? unit->width : unit->height;
    all->width_min = fmin(all->width_min, width);
    all->width_max = fmax(all->width_max, width);
    all->height_min = fmin(all->height_min, height);
    all->height_max = fmax(all->height_max, height);
    all->area_sum += width * height;
    all->count++;
    all->orientations |= 1u << unit->orientation;
}

static spread take_units(const lob_placed_group *group) {
    spread all = {.width_min = DBL_MAX, .height_min = DBL_MAX};
    for (size_t i = 0; i < group->count; i++) {
        for (size_t k = 0; k < group->devices[i].count; k++) {
            take_unit(&all, &group->devices[i].units[k]);
        }
    }
    return all;
}

/* Whether all sizes in the circuit are known, and differ. */
static bool are_unequal(const lob_placed_group *group) {
    double least = DBL_MAX, greatest = 0;
    for (size_t i = 0; i < group->count; i++) {
        const double size = group->devices[i].size;
        if (!is_size(size)) {
            return false;
        }
        least = fmin(least, size);
        greatest = fmax(greatest, size);
    }
    return greatest > least * (1 + NOTHING);
}

static double size_by_circuit(const lob_placed_group *group) {
    double least = DBL_MAX, greatest = 0;
    for (size_t i = 0; i < group->count; i++) {
        const lob_placed_device *device = &group->devices[i];
        double area = 0;
        for (size_t k = 0; k < device->count; k++) {
            area += device->units[k].width * device->units[k].height;
        }
        least = fmin(least, area / device->size);
        greatest = fmax(greatest, area / device->size);
    }
    return least / greatest;
}

static double size_by_units(const spread *all) {
    return all->width_min / all->width_max * (all->height_min / all->height_max);
}

static double orientation_of(unsigned seen) {
    const unsigned odd = 0xaa; /* orientations 1, 3, 5, 7 */
    if ((seen & (seen - 1)) == 0) {
        return 1;
    }
    return (seen & odd) && (seen & ~odd) ? TURNED : MIRRORED;
}

/* ---- symmetry ---- */

static centroid centroid_of(const lob_placed_device *device) {
    double x = 0, y = 0, area_sum = 0;
    for (size_t i = 0; i < device->count; i++) {
        const lob_placed_unit *unit = &device->units[i];
        const double area = unit->width * unit->height;
        x += unit->x * area;
        y += unit->y * area;
        area_sum += area;
    }
    return (centroid){x / area_sum, y / area_sum};
}

static centroid mean_of(const centroid *all, size_t count) {
    centroid mean = {0, 0};
    for (size_t i = 0; i < count; i++) {
        mean.x += all[i].x / (double)count;
        mean.y += all[i].y / (double)count;
    }
    return mean;
}

static double from_centre(const centroid *all, size_t count, centroid mean) {
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        farthest = fmax(farthest, hypot(all[i].x - mean.x, all[i].y - mean.y));
    }
    return farthest;
}

/* From symmetry about the axis through `mean`: x = mean.x when is_vertical, else y = mean.y. */
static double from_axis(const centroid *all, size_t count, centroid mean, bool is_vertical) {
    double farthest = 0, nearest_other = DBL_MAX;
    for (size_t i = 0; i < count; i++) {
        const centroid image = {is_vertical ? 2 * mean.x - all[i].x : all[i].x,
                                is_vertical ? all[i].y : 2 * mean.y - all[i].y};
        double nearest = DBL_MAX;
        for (size_t k = 0; k < count; k++) {
            const double distance = hypot(image.x - all[k].x, image.y - all[k].y);
            nearest = fmin(nearest, distance);
            nearest_other = k != i ? fmin(nearest_other, distance) : nearest_other;
        }
        farthest = fmax(farthest, nearest);
    }
    return fmax(farthest, nearest_other);
}

static double symmetry_of(const centroid *all, size_t count, double length) {
    const centroid mean = mean_of(all, count);
    double distance = from_centre(all, count, mean);
    if (count <= AXIS_DEVICES_MAX) {
        distance = fmin(distance, from_axis(all, count, mean, true));
        distance = fmin(distance, from_axis(all, count, mean, false));
    }
    return distance < NOTHING * length ? 1 : 1 / (1 + distance / length);
}

/* ---- groups ---- */

static lob_status list_devices(lob_ctx *ctx, const lob_placed_group *group, lob_matching_group *out) {
    out->devices.items = LOB_NEW_ARRAY(ctx->arena, lob_str, group->count);
    out->missing.items = LOB_NEW_ARRAY(ctx->arena, lob_str, group->count);
    if (!out->devices.items || !out->missing.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < group->count; i++) {
        out->devices.items[out->devices.count++] = group->devices[i].id;
        if (!is_placed(&group->devices[i])) {
            out->missing.items[out->missing.count++] = group->devices[i].id;
        }
    }
    return LOB_OK;
}

static lob_status score_group(lob_ctx *ctx, const lob_placed_group *group, lob_matching_group *out) {
    LOB_TRY(list_devices(ctx, group, out));
    if (group->count < 2 || out->missing.count > 0) {
        return LOB_OK;
    }
    centroid *all = LOB_NEW_ARRAY(ctx->arena, centroid, group->count);
    if (!all) {
        return lob_fail_memory(ctx);
    }
    const spread sizes = take_units(group);
    bool is_fine = isfinite(sizes.area_sum);
    for (size_t i = 0; i < group->count; i++) {
        all[i] = centroid_of(&group->devices[i]);
        is_fine = is_fine && isfinite(all[i].x) && isfinite(all[i].y);
    }
    if (!is_fine) {
        return LOB_OK; /* areas beyond a double */
    }
    const double size = are_unequal(group) ? size_by_circuit(group) : size_by_units(&sizes);
    const double symmetry = symmetry_of(all, group->count, sqrt(sizes.area_sum / (double)sizes.count));
    out->has_size = out->has_orientation = out->has_symmetry = out->has_score = true;
    out->size = size;
    out->orientation = orientation_of(sizes.orientations);
    out->symmetry = symmetry;
    out->score = size * out->orientation * symmetry;
    return LOB_OK;
}

lob_status lob_matching_evaluate(lob_ctx *ctx, const lob_placed_group *groups, size_t count,
                                 lob_matching_result *result) {
    *result = (lob_matching_result){0};
    result->groups.items = LOB_NEW_ARRAY(ctx->arena, lob_matching_group, count);
    if (!result->groups.items) {
        return lob_fail_memory(ctx);
    }
    result->groups.count = count;
    result->has_score = count > 0;
    result->score = count > 0;
    for (size_t i = 0; i < count; i++) {
        lob_matching_group *one = &result->groups.items[i];
        LOB_TRY(score_group(ctx, &groups[i], one));
        result->has_score = result->has_score && one->has_score;
        result->score = fmin(result->score, one->score);
    }
    result->score = result->has_score ? result->score : 0;
    return LOB_OK;
}
