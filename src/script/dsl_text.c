/* The language of the decks, files one after another, as bytes of the program. */
__asm__(".section .rodata\n"
        ".global lob_script_dsl\n"
        ".global lob_script_dsl_end\n"
        "lob_script_dsl:\n"
        ".incbin \"src/script/dsl.rb\"\n"
        ".incbin \"src/script/dsl_value.rb\"\n"
        ".incbin \"src/script/dsl_step.rb\"\n"
        ".incbin \"src/script/dsl_shape.rb\"\n"
        ".incbin \"src/script/dsl_layer.rb\"\n"
        ".incbin \"src/script/dsl_engine.rb\"\n"
        "lob_script_dsl_end:\n"
        ".byte 0\n"
        ".previous\n");
