/* A server that says what it is told to say: `say` answers with its argument `result`, `refuse` with its argument
 * `error`, `echo` with its arguments; other tools break in the way of their names. For tests that start themselves anew
 * with "serve" MODE; the modes break the handshake or the list of tools. */
#ifndef TESTS_UNIT_TOOLS_CONFORMANCE_TELLER_H
#define TESTS_UNIT_TOOLS_CONFORMANCE_TELLER_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json/reader.h"
#include "json/wire.h"

static lob_arena *served;

static inline const char *raw(const cJSON *tree) {
    lob_wire w;
    lob_ctx ctx;
    lob_str text = {NULL, 0};
    lob_ctx_init(&ctx, served);
    lob_wire_begin(&w, &ctx, "value", true);
    return tree != NULL && lob_wire_any(&w, tree, &text) ? text.data : "null";
}

static inline void reply(const char *id, const char *kind, const char *value) {
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":%s}\n", id, kind, value);
    fflush(stdout);
}

static bool lingers;

/* True: no answer is to come. */
static inline bool misbehave(const char *tool, const cJSON *arguments) {
    if (strcmp(tool, "die") == 0) {
        fprintf(stderr, "INFO fine so far\nlast \x1b[31mwords\n\n");
        exit(3);
    }
    if (strcmp(tool, "crash") == 0) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (strcmp(tool, "hang") == 0) {
        lingers = true;
        sleep(30);
    }
    if (strcmp(tool, "garbage") == 0) {
        printf("INFO starting\n");
        fflush(stdout);
        return true;
    }
    if (strcmp(tool, "late") == 0) {
        usleep((useconds_t)cJSON_GetObjectItem(arguments, "ms")->valueint * 1000);
    }
    return strcmp(tool, "never") == 0;
}

/* linger: the end of input is no end. leave: a process that outlives this one. abort: a crash at the end of input. */
static inline void prepare_end(const char *tool) {
    if (strcmp(tool, "linger") == 0) {
        lingers = true;
    } else if (strcmp(tool, "abort") == 0) {
        atexit(abort);
    } else if (strcmp(tool, "leave") == 0 && fork() == 0) {
        close(0);
        close(1);
        close(2);
        sleep(30);
        _exit(0);
    }
}

static inline void call(const char *id, const cJSON *params) {
    const char *tool = cJSON_GetObjectItem(params, "name")->valuestring;
    const cJSON *arguments = cJSON_GetObjectItem(params, "arguments");
    const cJSON *name = cJSON_GetObjectItem(arguments, "env");
    prepare_end(tool);
    if (misbehave(tool, arguments)) {
        return;
    }
    if (strcmp(tool, "refuse") == 0) {
        reply(id, "error", raw(cJSON_GetObjectItem(arguments, "error")));
    } else if (strcmp(tool, "env") == 0) {
        cJSON *answer = cJSON_CreateObject();
        const char *value = getenv(name->valuestring);
        cJSON *structured = cJSON_AddObjectToObject(answer, "structuredContent");
        if (value != NULL) {
            cJSON_AddStringToObject(structured, "value", value);
        }
        cJSON_AddNumberToObject(structured, "pid", getpid());
        reply(id, "result", raw(answer));
        cJSON_Delete(answer);
    } else if (strcmp(tool, "echo") == 0) {
        cJSON *answer = cJSON_CreateObject();
        cJSON_AddItemReferenceToObject(answer, "structuredContent", (cJSON *)(uintptr_t)arguments);
        reply(id, "result", raw(answer));
        cJSON_Delete(answer);
    } else {
        const cJSON *result = cJSON_GetObjectItem(arguments, "result");
        reply(id, "result", result != NULL ? raw(result) : "{\"structuredContent\":{}}");
    }
}

static inline void list_tools(const char *id, const cJSON *params, const char *mode) {
    const cJSON *cursor = cJSON_GetObjectItem(params, "cursor");
    if (strcmp(mode, "dying") == 0) {
        exit(4);
    } else if (strcmp(mode, "endless") == 0) {
        reply(id, "result", "{\"tools\":[],\"nextCursor\":\"again\"}");
    } else if (strcmp(mode, "nameless") == 0) {
        reply(id, "result", "{\"tools\":[{\"title\":\"x\"}]}");
    } else if (strcmp(mode, "listless") == 0) {
        reply(id, "result", "{}");
    } else if (strcmp(mode, "toolless") == 0) {
        reply(id, "error", "{\"code\":-32601,\"message\":\"no tools here\"}");
    } else if (cursor == NULL) {
        reply(id, "result", "{\"tools\":[{\"name\":\"say\"},{\"name\":\"env\"}],\"nextCursor\":\"p 2\"}");
    } else {
        reply(id, "result",
              strcmp(cursor->valuestring, "p 2") == 0 ? "{\"tools\":[{\"name\":\"last\"}]}" : "{\"tools\":[]}");
    }
}

static inline int serve(const char *mode) {
    static char line[1 << 16];
    bool was_greeted = false;
    served = lob_arena_new(0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        lob_json_fault fault;
        lob_str text = {line, strcspn(line, "\n")};
        cJSON *message = lob_json_parse(text, &fault);
        const cJSON *method = cJSON_GetObjectItem(message, "method");
        lob_str raw_id = message != NULL ? lob_json_raw_member(text, "id") : (lob_str){NULL, 0};
        char id[64];
        snprintf(id, sizeof id, "%.*s", (int)raw_id.size, raw_id.data != NULL ? raw_id.data : "");
        if (message == NULL) {
            reply("null", "error", "{\"code\":-32700,\"message\":\"no JSON\"}");
        } else if (raw_id.data == NULL) {
            was_greeted = was_greeted || strcmp(method->valuestring, "notifications/initialized") == 0;
        } else if (strcmp(method->valuestring, "initialize") == 0) {
            bool is_refused = strcmp(mode, "refuse") == 0;
            reply(id, is_refused ? "error" : "result",
                  is_refused ? "{\"code\":-32000,\"message\":\"not today\"}"
                             : "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                               "\"serverInfo\":{\"name\":\"teller\",\"version\":\"1.2\"}}");
        } else if (strcmp(method->valuestring, "server/discover") == 0) {
            reply(id, "result",
                  "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"_meta\":"
                  "{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"modern\"}}}");
        } else if (strcmp(method->valuestring, "greeted") == 0) {
            reply(id, "result", was_greeted ? "{\"greeted\":true}" : "{\"greeted\":false}");
        } else if (strcmp(method->valuestring, "tools/list") == 0) {
            list_tools(id, cJSON_GetObjectItem(message, "params"), mode);
        } else if (strcmp(method->valuestring, "tools/call") == 0) {
            call(id, cJSON_GetObjectItem(message, "params"));
        } else {
            reply(id, "error", "{\"code\":-32601,\"message\":\"no such method\",\"data\":{\"method\":1}}");
        }
        cJSON_Delete(message);
    }
    if (lingers) {
        sleep(30);
    }
    return 0;
}

#endif
