/* Made by tools/schemac from spec/. Do not edit. The built-in conventions. */
#ifndef LOB_GEN_CONVENTIONS_H
#define LOB_GEN_CONVENTIONS_H

/* JSON texts of the form of type convention, by file name. */
enum { LOB_CONVENTION_TEXT_COUNT = 6 };
extern const char *const lob_convention_texts[LOB_CONVENTION_TEXT_COUNT];

#endif
