/* The schema compiler: load, model, emit, and only then write.
 *
 *     schemac --spec spec --out gen --src src --docs docs/TOOLS.md [--check]
 */
#include "schemac.h"

#include <stdio.h>
#include <string.h>

#include "emit.h"
#include "output.h"

typedef struct options {
    const char *spec;
    sc_target target;
    bool check;
} options;

static bool read_options(int argc, char **argv, options *o) {
    for (int i = 1; i < argc; i++) {
        const char **text = strcmp(argv[i], "--spec") == 0   ? &o->spec
                            : strcmp(argv[i], "--out") == 0  ? &o->target.gen_folder
                            : strcmp(argv[i], "--src") == 0  ? &o->target.src_folder
                            : strcmp(argv[i], "--docs") == 0 ? &o->target.docs_file
                                                             : NULL;
        if (strcmp(argv[i], "--check") == 0) {
            o->check = true;
        } else if (text && i + 1 < argc) {
            *text = argv[++i];
        } else {
            return false;
        }
    }
    return o->spec && o->target.gen_folder;
}

static int emit_all(const sc_model *model, const options *o) {
    sc_outputs outputs = {0};
    sc_emit e = {.model = model, .outputs = &outputs};
    sc_emit_errors(&e);
    sc_emit_limits(&e);
    sc_emit_types(&e);
    sc_emit_wire(&e);
    sc_emit_registry(&e);
    sc_emit_docs(&e);
    sc_emit_conventions(&e);
    for (size_t i = 0; i < outputs.count; i++) {
        if (outputs.items[i].text.failed != LOB_BUF_FINE) {
            sc_no_memory();
        }
    }
    int status = o->check ? sc_output_check(&outputs, &o->target) : sc_output_write(&outputs, &o->target);
    for (size_t i = 0; i < outputs.count; i++) {
        lob_buf_release(&outputs.items[i].text);
    }
    return status;
}

int sc_run(int argc, char **argv) {
    options o = {0};
    if (!read_options(argc, argv, &o)) {
        fputs("usage: schemac --spec FOLDER --out FOLDER [--src FOLDER] [--docs FILE] [--check]\n", stderr);
        return 2;
    }
    sc_load load;
    sc_model model;
    sc_load_open(&load, o.spec);
    sc_model_build(&model, &load);
    int status = 1;
    if (load.faults.failed != LOB_BUF_FINE) {
        sc_no_memory();
    } else if (load.faults.size > 0) {
        fputs(load.faults.data, stderr);
    } else {
        status = emit_all(&model, &o);
    }
    sc_load_close(&load);
    return status;
}
