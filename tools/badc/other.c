/* Files that are no layout at all, and gzip that is cut or corrupt. Offsets in gzip count inflated bytes. */
#include "badc.h"

#include <zlib.h>

static void bytes_of(bad_file *f, const bad_row *row) {
    f->expect.offset = 0;
    bad_raw(f, row->data.data, row->data.size);
}

/* A valid layout in one stored block behind the ten bytes of a gzip header. */
static void gzip_begin(bad_file *f, bad_file *content) {
    *content = bad_new();
    g_head(content);
    g_cell_begin(content, "TOP");
    g_box(content);
    g_cell_end(content);
    g_empty(content, G_ENDLIB);
    bad_raw(f, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
}

static void gzip_end(bad_file *f, const bad_file *content, uint32_t flip) {
    uint32_t crc = (uint32_t)crc32_z(0, (const unsigned char *)content->bytes.data, content->bytes.size) ^ flip;
    for (unsigned i = 0; i < 4; i++) {
        bad_byte(f, crc >> (8 * i) & 255);
    }
    for (unsigned i = 0; i < 4; i++) {
        bad_byte(f, (unsigned)(content->bytes.size >> (8 * i)) & 255);
    }
}

/* The file ends n bytes before the end of the stored block. */
static void gzip_cut(bad_file *f, const bad_row *row) {
    bad_file content;
    gzip_begin(f, &content);
    o_stored(f, content.bytes.data, content.bytes.size);
    f->bytes.size -= (size_t)row->n;
    f->expect.offset = (int64_t)content.bytes.size - row->n;
    lob_buf_release(&content.bytes);
}

/* Nothing but the header. */
static void gzip_header_only(bad_file *f, const bad_row *row) {
    bad_file content;
    (void)row;
    gzip_begin(f, &content);
    f->expect.offset = 0;
    lob_buf_release(&content.bytes);
}

static void gzip_crc(bad_file *f, const bad_row *row) {
    bad_file content;
    gzip_begin(f, &content);
    o_stored(f, content.bytes.data, content.bytes.size);
    gzip_end(f, &content, (uint32_t)row->n);
    f->expect.offset = (int64_t)content.bytes.size;
    lob_buf_release(&content.bytes);
}

/* The first block has the type 3, which does not exist. */
static void gzip_block_type(bad_file *f, const bad_row *row) {
    bad_file content;
    (void)row;
    gzip_begin(f, &content);
    bad_raw(f, "\7\0\0\0\0\0", 6);
    f->expect.offset = 0;
    lob_buf_release(&content.bytes);
}

/* Zeros, then something else behind a whole member. */
static void gzip_junk(bad_file *f, const bad_row *row) {
    bad_file content;
    gzip_begin(f, &content);
    o_stored(f, content.bytes.data, content.bytes.size);
    gzip_end(f, &content, 0);
    bad_raw(f, row->data.data, row->data.size);
    f->expect.offset = (int64_t)content.bytes.size;
    lob_buf_release(&content.bytes);
}

/* The whole member, with the bytes of `data` in place of its first ten (a longer header, or a wrong one). */
static void gzip_header(bad_file *f, const bad_row *row) {
    bad_file content;
    gzip_begin(f, &content);
    f->bytes.size = 0;
    bad_raw(f, row->data.data, row->data.size);
    o_stored(f, content.bytes.data, content.bytes.size);
    gzip_end(f, &content, 0);
    f->expect.offset = row->reason ? 0 : BAD_ABSENT;
    lob_buf_release(&content.bytes);
}

/* The size at the end is n more than it is. */
static void gzip_size(bad_file *f, const bad_row *row) {
    bad_file content;
    gzip_begin(f, &content);
    o_stored(f, content.bytes.data, content.bytes.size);
    gzip_end(f, &content, 0);
    f->bytes.data[f->bytes.size - 4] = (char)(f->bytes.data[f->bytes.size - 4] + row->n);
    f->expect.offset = (int64_t)content.bytes.size;
    lob_buf_release(&content.bytes);
}

/* The layout in two members, cut after n bytes; the last `cut` bytes of the file are not there. */
static void two_members(bad_file *f, int64_t n, size_t cut) {
    bad_file content, part = bad_new();
    gzip_begin(f, &content);
    part.bytes.size = 0;
    bad_raw(&part, content.bytes.data, (size_t)n);
    o_stored(f, part.bytes.data, part.bytes.size);
    gzip_end(f, &part, 0);
    bad_raw(f, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    part.bytes.size = 0;
    bad_raw(&part, content.bytes.data + n, content.bytes.size - (size_t)n);
    o_stored(f, part.bytes.data, part.bytes.size);
    gzip_end(f, &part, 0);
    f->bytes.size -= cut;
    f->expect.offset = cut ? (int64_t)content.bytes.size : BAD_ABSENT;
    lob_buf_release(&content.bytes);
    lob_buf_release(&part.bytes);
}

static void gzip_members(bad_file *f, const bad_row *row) {
    two_members(f, row->n, 0);
}

static void gzip_members_cut(bad_file *f, const bad_row *row) {
    two_members(f, row->n, 3);
}

static void gzip_zeros(bad_file *f, const bad_row *row) {
    gzip_junk(f, row);
    f->expect.offset = BAD_ABSENT;
}

/* gzip of gzip: one layer is taken off, and what is inside is no layout. */
static void gzip_twice(bad_file *f, const bad_row *row) {
    bad_file inner = bad_new(), content;
    gzip_junk(&inner, row);
    gzip_begin(f, &content);
    o_stored(f, inner.bytes.data, inner.bytes.size);
    gzip_end(f, &inner, 0);
    f->expect.offset = 0;
    lob_buf_release(&content.bytes);
    lob_buf_release(&inner.bytes);
}

/* gzip of an OASIS file; n is xored to the sum. */
static void gzip_oasis(bad_file *f, const bad_row *row) {
    bad_file content = bad_new();
    o_magic(&content);
    o_start(&content);
    o_cell(&content, "TOP");
    o_rect(&content);
    o_end(&content);
    bad_raw(f, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    o_stored(f, content.bytes.data, content.bytes.size);
    gzip_end(f, &content, (uint32_t)row->n);
    f->expect.offset = row->n ? (int64_t)content.bytes.size : BAD_ABSENT;
    lob_buf_release(&content.bytes);
}

/* A member of nothing. */
static void gzip_empty(bad_file *f, const bad_row *row) {
    bad_file content = bad_new();
    (void)row;
    bad_raw(f, "\x1f\x8b\x08\0\0\0\0\0\0\xff\3\0", 12);
    gzip_end(f, &content, 0);
    f->expect.offset = 0;
}

#define DATA(literal) .data = BAD_BYTES(literal)
#define BOM           "\xef\xbb\xbf"

const bad_row bad_other_rows[] = {
    {"empty_file.gds", "The file has no byte.", BAD_RAW, bytes_of, 0, "empty", DATA("")},
    {"empty_file.oas", "The file has no byte.", BAD_RAW, bytes_of, 0, "empty", DATA("")},
    {"one_byte.gds", "The file has one byte.", BAD_RAW, bytes_of, 0, "not_a_layout", DATA("\0")},
    {"text_magic.gds", "A Magic layout, which names another file.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("magic\ntech scmos\ntimestamp 1\n<< metal1 >>\nrect 0 0 1 1\nuse ../../secret x\n<< end >>\n")},
    {"text_dxf.gds", "A DXF drawing.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n")},
    {"text_html.gds", "The page of a server that answers 404.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body></body></html>\n")},
    {"text_json.gds", "An error in JSON.", BAD_RAW, bytes_of, 0, "not_a_layout", DATA("{\"error\": \"not found\"}\n")},
    {"text_cif.gds", "A CIF layout.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("DS 1 1 1;\n9 TOP;\nL CMF;\nB 100 50 50 25;\nDF;\nC 1;\nE\n")},
    {"text_lfs_pointer.oas", "A pointer of Git LFS in place of the file.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n")},
    {"text_key.gds", "GDSII as text.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("HEADER 600;\nBGNLIB;\nLIBNAME LIB;\nUNITS 0.001 1e-9;\nENDLIB;\n")},
    {"image_png.gds", "The first bytes of a PNG.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")},
    {"archive_zip.gds", "The first bytes of a ZIP archive.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("PK\3\4\x14\0\0\0\0\0")},
    {"gds_bom.gds", "A byte order mark before HEADER.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA(BOM "\0\6\0\2\2\x58\0\4\4\0")},
    {"oas_bom.oas", "A byte order mark before the magic bytes.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA(BOM "%SEMI-OASIS\r\n\1\3"
              "1.0")},
    {"oas_magic_wrong.oas", "The last letter of the magic bytes is X.", BAD_RAW, bytes_of, 0, "not_a_layout",
     DATA("%SEMI-OASIX\r\n\1\3"
          "1.0")},
    {"oas_magic_newline.oas", "The magic bytes end in LF: the file went through a text filter.", BAD_RAW, bytes_of, 0,
     "not_a_layout",
     DATA("%SEMI-OASIS\n\1\3"
          "1.0\0\xe8\7\0")},
    {"oas_magic_cut.oas", "The magic bytes are cut.", BAD_RAW, bytes_of, 0, "not_a_layout", DATA("%SEMI-OAS")},
    {"gzip_cut_in_data.gds", "gzip without the last 40 bytes of its data.", BAD_RAW, gzip_cut, 40, "gzip", DATA("")},
    {"gzip_cut_in_trailer.gds", "gzip without its sum.", BAD_RAW, gzip_cut, 0, "gzip", DATA("")},
    {"gzip_header_only.gds", "gzip that ends after its header.", BAD_RAW, gzip_header_only, 0, "gzip", DATA("")},
    {"gzip_crc.gds", "One bit of the sum of gzip is wrong.", BAD_RAW, gzip_crc, 1, "gzip", DATA("")},
    {"gzip_block_type.gds", "A deflate block of type 3.", BAD_RAW, gzip_block_type, 0, "gzip", DATA("")},
    {"gzip_junk_behind.gds", "Bytes that are no gzip follow.", BAD_RAW, gzip_junk, 0, "gzip", DATA("junk")},
    {"gzip_junk_behind_zeros.gds", "Zeros, then other bytes follow.", BAD_RAW, gzip_junk, 0, "gzip",
     DATA("\0\0\0\0junk")},
    {"gzip_method_7.gds", "The compression method of gzip is 7, not 8.", BAD_RAW, gzip_header, 0, "gzip",
     DATA("\x1f\x8b\7\0\0\0\0\0\0\xff")},
    {"gzip_reserved_flag.gds", "A flag of gzip is set that must be 0.", BAD_RAW, gzip_header, 0, "gzip",
     DATA("\x1f\x8b\x08\x20\0\0\0\0\0\xff")},
    {"gzip_header_crc.gds", "The sum over the header of gzip is wrong.", BAD_RAW, gzip_header, 0, "gzip",
     DATA("\x1f\x8b\x08\2\0\0\0\0\0\xff\x12\x34")},
    {"gzip_size.gds", "The size at the end of gzip is one more.", BAD_RAW, gzip_size, 1, "gzip", DATA("")},
    {"gzip_second_member_cut.gds", "The second member of gzip lacks 3 bytes.", BAD_RAW, gzip_members_cut, 40, "gzip",
     DATA("")},
    {"gzip_twice.gds", "gzip of gzip.", BAD_RAW, gzip_twice, 0, "not_a_layout", DATA("")},
    {"gzip_oasis_crc.oas", "gzip of OASIS, one bit of its sum is wrong.", BAD_RAW, gzip_oasis, 1, "gzip", DATA("")},
    {"odd_gzip_oasis.oas", "gzip of OASIS.", BAD_RAW, gzip_oasis, 0, NULL, DATA(""), .shapes = 1},
    {"odd_gzip_two_members.gds", "Two members of gzip, cut in a record.", BAD_RAW, gzip_members, 41, NULL, DATA(""),
     .shapes = 1},
    {"odd_gzip_empty_member.gds", "The first member of gzip is empty.", BAD_RAW, gzip_members, 0, NULL, DATA(""),
     .shapes = 1},
    {"odd_gzip_zeros_behind.gds", "Zeros follow the gzip data.", BAD_RAW, gzip_zeros, 0, NULL, DATA("\0\0\0\0\0"),
     .shapes = 1},
    {"odd_gzip_named.gds", "gzip with an extra field, a name and a comment.", BAD_RAW, gzip_header, 0, NULL,
     DATA("\x1f\x8b\x08\x1c\1\2\3\4\0\xff\2\0xyname\0../comment\0"), .shapes = 1},
    {"gzip_of_nothing.gds", "gzip of an empty file.", BAD_RAW, gzip_empty, 0, "empty", DATA("")},
};
const unsigned bad_other_count = sizeof bad_other_rows / sizeof bad_other_rows[0];
