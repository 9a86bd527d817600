/* A whole command line in process: fake tools, streams in memory. */
#ifndef LOB_TEST_CLI_RIG_H
#define LOB_TEST_CLI_RIG_H

#include "tests/unit/main/line_rig.h"
#include "json/reader.h"

/* Answers with the arguments it was given. */
static lob_status fake_list_cells(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    char *text = cJSON_PrintUnformatted(arguments);
    (void)call;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "got");
    lob_jsonw_raw(out, lob_str_from(text ? text : "null"));
    lob_jsonw_end_object(out);
    cJSON_free(text);
    return LOB_OK;
}

static int fake_opened; /* layouts since the rig was made */

static lob_status fake_open_layout(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(arguments, "path");
    char id[32];
    if (!cJSON_IsString(path) || strstr(path->valuestring, "missing")) {
        return lob_fail(call->ctx, LOB_E_FILE_NOT_FOUND, "There is no such file");
    }
    snprintf(id, sizeof id, "ses_%012d", ++fake_opened);
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "session_id");
    lob_jsonw_text(out, id);
    lob_jsonw_key(out, "path");
    lob_jsonw_text(out, path->valuestring);
    lob_jsonw_end_object(out);
    return LOB_OK;
}

static lob_status fake_cancelled(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)arguments;
    (void)out;
    atomic_store(&call->ctx->cancel->requested, true);
    return lob_poll(call->ctx);
}

static const char *fake_end = "completed"; /* how the next job ends: "completed", "failed"; "lost": poll fails */
static int fake_polls;

static void write_job(lob_jsonw *out, const char *state) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "job_id");
    lob_jsonw_text(out, "job_1");
    lob_jsonw_key(out, "status");
    lob_jsonw_text(out, state);
    lob_jsonw_end_object(out);
}

static lob_status fake_start_job(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)call;
    (void)arguments;
    fake_polls = 0;
    write_job(out, "queued");
    return LOB_OK;
}

/* The job works until it is asked for a third time. */
static lob_status fake_poll(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(arguments, "job_id")->valuestring, "job_1");
    assert_gt(cJSON_GetObjectItemCaseSensitive(arguments, "wait_ms")->valuedouble, 0);
    if (strcmp(fake_end, "lost") == 0) {
        return lob_fail(call->ctx, LOB_E_INVALID_TARGET, "No job has this id");
    }
    write_job(out, ++fake_polls < 3 ? "working" : fake_end);
    return LOB_OK;
}

#define OPEN_SCHEMA                                                                                                    \
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"Absolute path\"},"           \
    "\"top_cell\":{\"type\":\"string\"},\"format\":{\"type\":\"string\",\"enum\":[\"gds\",\"oas\"]}},\"required\":["   \
    "\"path\"]}"
#define CELLS_SCHEMA                                                                                                   \
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\"},\"max_depth\":{\"type\":\"integer\"},"  \
    "\"ratio\":{\"type\":\"number\"},\"deep\":{\"type\":\"boolean\"},\"box\":{\"type\":\"object\"},\"layers\":{"       \
    "\"type\":\"array\"},"                                                                                             \
    "\"spot\":{\"type\":\"object\",\"description\":\"{x_um,y_um}; where\"},"                                           \
    "\"kind\":{\"type\":\"object\",\"description\":\"{layer,datatype}\"},"                                             \
    "\"loose\":{\"type\":\"object\",\"description\":\"{no numbers}\"},"                                                \
    "\"start\":{\"type\":\"object\",\"properties\":{\"x_um\":{\"type\":\"number\"},\"y_um\":{\"type\":\"number\"},"    \
    "\"port\":{\"type\":\"string\"}}},"                                                                                \
    "\"view\":{\"type\":\"object\",\"properties\":{\"left\":{\"type\":\"number\"},\"bottom\":{\"type\":\"number\"},"   \
    "\"right\":{\"type\":\"number\"},\"top\":{\"type\":\"number\"}}},\"on\":{\"type\":\"array\",\"items\":{\"type\":"  \
    "\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},"              \
    "\"ids\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"                                                    \
    "\"cell\":{\"type\":\"string\"},\"script_path\":{\"type\":\"string\"}},\"required\":[\"session_id\"]}"

const lob_tool lob_tools[] = {
    {.name = "open_layout",
     .title = "Open",
     .description = "Opens.",
     .input_schema = OPEN_SCHEMA,
     .groups = LOB_GROUP_CONTRACT,
     .invoke = fake_open_layout},
    {.name = "list_cells",
     .title = "Cells",
     .description = "Lists.",
     .input_schema = CELLS_SCHEMA,
     .groups = LOB_GROUP_CONTRACT,
     .has_session = true,
     .invoke = fake_list_cells},
    {.name = "interrupted",
     .title = "Stops",
     .description = "Stops.",
     .input_schema = "{\"type\":\"object\"}",
     .invoke = fake_cancelled},
    {.name = "start_job",
     .title = "Starts",
     .description = "Starts.",
     .input_schema = "{\"type\":\"object\",\"properties\":{\"layout\":{\"type\":\"string\"}}}",
     .invoke = fake_start_job},
    {.name = "poll",
     .title = "Asks",
     .description = "Asks.",
     .input_schema = "{\"type\":\"object\",\"properties\":{\"job_id\":{\"type\":\"string\"},"
                     "\"wait_ms\":{\"type\":\"integer\"}}}",
     .invoke = fake_poll},
};
const size_t lob_tool_count = sizeof lob_tools / sizeof lob_tools[0];

static const char *rig_toolset; /* value of KLAYOUT_MCP_TOOLSET */
static const char *rig_root = "/nonexistent/artifacts";

static const char *rig_environment(const char *name) {
    if (strcmp(name, "KLAYOUT_MCP_TOOLSET") == 0) {
        return rig_toolset;
    }
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? rig_root : NULL;
}

/* argv after the program's name, NULL-terminated. */
static __attribute__((unused)) rig rig_run(const char *input, const char *const *words) {
    fake_opened = 0;
    return rig_run_line(&(rig_line){.input = input[0] ? input : NULL, .environment = rig_environment}, words);
}

#define RUN(input, ...) rig_run(input, (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

#endif
