/* Who answers: the product's name and version, and the members that each result of 2026-07-28 carries. */
#include "mcp/identity.h"

void lob_identity_write(lob_jsonw *w, const lob_product *product, bool has_icon) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, product->name);
    lob_jsonw_key(w, "title");
    lob_jsonw_text(w, product->title);
    lob_jsonw_key(w, "version");
    lob_jsonw_text(w, product->version);
    if (has_icon && product->icons) {
        lob_jsonw_key(w, "icons");
        lob_jsonw_raw(w, lob_str_from(product->icons));
    }
    lob_jsonw_end_object(w);
}

static void write_modern(const lob_product *product, const char *type, bool has_icon, lob_buf *out) {
    lob_jsonw w;
    lob_buf_printf(out, "\"resultType\":\"%s\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":", type);
    lob_jsonw_init(&w, out);
    lob_identity_write(&w, product, has_icon);
    lob_buf_add_byte(out, '}');
}

void lob_modern_members(const lob_product *product, const char *type, lob_buf *out) {
    write_modern(product, type, false, out);
}

void lob_modern_greeting(const lob_product *product, lob_buf *out) {
    lob_buf_add_byte(out, ',');
    write_modern(product, "complete", true, out);
}

void lob_modern_tail(const lob_product *product, lob_buf *out) {
    lob_buf_add_byte(out, ',');
    lob_modern_members(product, "complete", out);
}
