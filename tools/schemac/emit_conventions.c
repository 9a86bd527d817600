/* gen/conventions.h, gen/conventions.c: the built-in convention files, each as its JSON text. */
#include "emit.h"

void sc_emit_conventions(sc_emit *e) {
    const sc_files *files = &e->model->load->conventions;
    if (files->count == 0) {
        return;
    }
    sc_begin_header(e, "conventions.h", "The built-in conventions.");
    sc_comment(e, 0, "JSON texts of the form of type convention, by file name.");
    sc_line(e, 0, "enum { LOB_CONVENTION_TEXT_COUNT = %zu };", files->count);
    sc_line(e, 0, "extern const char *const lob_convention_texts[LOB_CONVENTION_TEXT_COUNT];");
    sc_end_header(e);

    sc_begin(e, "conventions.c", "The built-in conventions.");
    sc_line(e, 0, "#include \"gen/conventions.h\"\n");
    sc_line(e, 0, "const char *const lob_convention_texts[LOB_CONVENTION_TEXT_COUNT] = {");
    for (size_t i = 0; i < files->count; i++) {
        lob_buf_printf(e->out, "    /* %s */\n    ", files->items[i].name);
        sc_literal(e->out, 4, files->items[i].text.data);
        lob_buf_add_text(e->out, ",\n");
    }
    sc_line(e, 0, "};");
}
