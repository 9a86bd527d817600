/* Files of what was picked. A name says what the file holds: the same question has the same name, another has another,
 * so that no file of an earlier answer is written over by other content. */
#include <stdio.h>

#include "base/digest.h"
#include "tool/extract_markers.h"

static bool is_whole(const extractor *x) {
    return !x->rules && !x->has_box && !x->request->has_cluster_um && !x->waivers;
}

/* What is waived stands in the file, so it counts as well; the name of the list of waivers alone does not say it. */
static uint64_t digest_of(const extractor *x) {
    uint64_t parts[3] = {lob_hash64_stable(x->binding.data, x->binding.size), x->told.waived_count, 0};
    for (uint32_t i = 0; x->waivers && i < x->picked_count; i++) {
        const uint32_t waiver = x->markers->items[x->picked[i]].waiver;
        const lob_str reason = waiver == LOB_MARKERS_NONE ? LOB_STR("") : x->waivers->waivers.items[waiver].reason;
        parts[2] = lob_hash64_fast(reason.data, reason.size, parts[2] + i);
    }
    return lob_hash64_stable(parts, sizeof parts);
}

static void name_file(const extractor *x, lob_export_format format, char name[64]) {
    const char *extension = lob_export_extension(format);
    if (is_whole(x)) {
        snprintf(name, 64, "markers.%s", extension);
    } else {
        snprintf(name, 64, "markers_%08x.%s", (unsigned)(digest_of(x) >> 32), extension);
    }
}

lob_status lob_extract_files(extractor *x) {
    static const lob_export_format formats[] = {LOB_EXPORT_LYRDB, LOB_EXPORT_SARIF, LOB_EXPORT_JUNIT,
                                                LOB_EXPORT_GEOJSON}; /* in the order of the schema */
    lob_ctx *ctx = x->call->ctx;
    lob_extract_markers_response *a = x->response;
    const lob_marker_export what = {.markers = x->markers,
                                    .picked = x->picked,
                                    .count = x->picked_count,
                                    .rules = x->rules,
                                    .rule_count = x->rule_count,
                                    .clusters = x->clusters,
                                    .waivers = x->waivers,
                                    .layout_path = x->call->session->source_path};
    bool is_asked[LOB_EXPORT_COUNT] = {false};
    for (size_t i = 0; i < x->request->export.count; i++) {
        is_asked[formats[x->request->export.items[i]]] = true;
    }
    a->artifacts.items = LOB_NEW_ARRAY(ctx->arena, lob_artifact_ref, sizeof formats / sizeof *formats);
    if (!a->artifacts.items) {
        return lob_fail_memory(ctx);
    }
    a->has_artifacts = true;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char name[64];
        lob_str path;
        if (is_asked[formats[i]]) {
            name_file(x, formats[i], name);
            LOB_TRY(lob_run_export(x->call, x->run, &what, formats[i], name, &path));
            a->artifacts.items[a->artifacts.count++] =
                (lob_artifact_ref){LOB_STR("markers"), path, lob_str_from(lob_export_media_type(formats[i]))};
        }
    }
    return LOB_OK;
}
